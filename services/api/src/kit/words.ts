import leven from 'leven';

/** The known name closest to a misspelt one, or null if none is near: at most a third of its letters may differ. */
export function nearestName(name: string, known: readonly string[]): string | null {
  return nearNames(name, known, 1)[0] ?? null;
}

/** The known names near a misspelt one, nearest first: at most a third of its letters may differ. Case is ignored. */
export function nearNames(name: string, known: readonly string[], count: number): string[] {
  const most = Math.floor(name.length / 3);
  return known
    .map((candidate) => ({ candidate, distance: leven(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/**
 * Control characters, line breaks, and invisible characters such as marks that change the direction of the text around them. Joiners stay:
 * some scripts and many emojis need them.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{Cf}/gu;

/** A foreign text that is safe in a terminal or on a page: on one line, with a replacement character for each that could do harm. */
export function oneLine(text: string): string {
  return text.replaceAll(UNSAFE, '\uFFFD');
}

/** A number with its noun, for people: `1 match`, `2,000 matches`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
