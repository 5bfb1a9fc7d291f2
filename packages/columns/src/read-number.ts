/** 1,500 may mean 1500 or 1.5, so it is refused. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(,\d{3})+$/;

/** Half points in chess notation, alone or after a whole number: 1/2, ½, 1½, 1 1/2. */
const HALVES = /^([+-]?\d{1,9})?(?:\s*½|(?:^|\s+)1\/2)$/;

/** The number in a text, in the notation of points, which may end in a half. */
export function readPoints(text: string): number {
  const halves = HALVES.exec(text);
  if (!halves) return readNumber(text);
  const [, whole = '0'] = halves;
  return Number(whole) + (whole.startsWith('-') ? -0.5 : 0.5);
}

/** The number in a text, with a point or a comma before its decimals; NaN if there is none, or it is ambiguous. */
export function readNumber(text: string): number {
  return GROUPED.test(text) ? Number.NaN : Number(text.replace(',', '.'));
}
