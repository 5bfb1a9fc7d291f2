const SEPARATOR = /\s*[-\u2010-\u2015\u2212:]\s*/;
const POINTS = /^(?<whole>\d{1,9}(?:[.,]\d{1,3})?)?(?<half>\s*½|(?:^|\s+)1\/2)?$/;

/**
 * The points of all sides from one text, in their order: `2:1`, `1-0`, `0–1`, `1/2-1/2`, `½-½`, `0.5 - 0.5`. A colon or a dash of any length
 * stands between two of them.
 * @returns undefined if the text is anything else, or has points for another number of sides
 */
export function pointsIn(text: string, sides: number): number[] | undefined {
  const parts = text.trim().split(SEPARATOR);
  if (parts.length !== sides) return undefined;
  const points = parts.map(pointsOf);
  return points.every((each) => each !== undefined) ? points : undefined;
}

function pointsOf(text: string): number | undefined {
  const { whole, half } = POINTS.exec(text)?.groups ?? {};
  if (whole === undefined && half === undefined) return undefined;
  return Number((whole ?? '0').replace(',', '.')) + (half === undefined ? 0 : 0.5);
}
