/** The most contributions that are held in memory together: about 30 MB. */
export const MAX_HELD_CONTRIBUTIONS = 100_000;
/** The most contributions of one match of a submission that are held until all of its matches are answered. */
export const MAX_KEPT_CONTRIBUTIONS = 100;

type Sides = { readonly sides: readonly { readonly participants: readonly unknown[] }[] };

/** How many contributions a match has: the number of opponents of each participant, added up. */
export function contributionsOf({ sides }: Sides): number {
  const participants = sides.reduce((sum, side) => sum + side.participants.length, 0);
  return sides.reduce((sum, side) => sum + side.participants.length * (participants - side.participants.length), 0);
}

/** Splits a list into parts of at most MAX_HELD_CONTRIBUTIONS. An element with more is a part by itself. */
export function splitByContributions<T>(list: readonly T[], count: (element: T) => number): T[][] {
  const parts: T[][] = [];
  let room = 0;
  for (const element of list) {
    const contributions = count(element);
    if (parts.length === 0 || contributions > room) {
      parts.push([]);
      room = MAX_HELD_CONTRIBUTIONS;
    }
    parts.at(-1)!.push(element);
    room -= contributions;
  }
  return parts;
}
