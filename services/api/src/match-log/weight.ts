/** The most that matches in memory together may weigh, with the contributions of all opponents: some 30 MB. */
export const MAX_WEIGHT = 100_000;
/** And each of a submission's matches, if it is to stay there until all of them are answered. */
export const MAX_KEPT_WEIGHT = 100;

type Sides = { readonly sides: readonly { readonly participants: readonly unknown[] }[] };

/** How many opponents the participants of a match have, all added up. */
export function weightOf({ sides }: Sides): number {
  const participants = sides.reduce((sum, side) => sum + side.participants.length, 0);
  return sides.reduce((sum, side) => sum + side.participants.length * (participants - side.participants.length), 0);
}

/** Splits a list wherever it would become too heavy; a part has one element at least. */
export function lightParts<T>(list: readonly T[], weigh: (element: T) => number): T[][] {
  const parts: T[][] = [];
  let room = 0;
  for (const element of list) {
    const weight = weigh(element);
    if (parts.length === 0 || weight > room) {
      parts.push([]);
      room = MAX_WEIGHT;
    }
    parts.at(-1)!.push(element);
    room -= weight;
  }
  return parts;
}
