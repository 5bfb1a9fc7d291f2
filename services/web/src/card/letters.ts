import { readFileSync } from 'node:fs';
import type { Contour, Point } from './outline.js';

const FONT = new URL('../../fonts/card.font', import.meta.url);
/** A curve is drawn as this many straight lines. */
const STEPS = 4;

interface Font {
  /** Units per em of the outlines. */
  readonly em: number;
  /** By letter: its advance width, and its outline as an SVG path with y upwards. */
  readonly glyphs: Readonly<Record<string, readonly [advance: number, outline: string]>>;
}

let read: Font | undefined;

/** Reads the font once, for the first page or picture that needs it. */
function font(): Font {
  read ??= JSON.parse(readFileSync(FONT, 'utf8')) as Font;
  return read;
}

/** Whether the font has every letter of a text. It has no scripts that need shaping, such as Arabic. */
export function canWrite(text: string): boolean {
  const { glyphs } = font();
  return [...text.normalize('NFC')].every((letter) => Object.hasOwn(glyphs, letter));
}

/** How wide a text is, in pixels. */
export function widthOf(text: string, size: number): number {
  const { em, glyphs } = font();
  const units = [...text.normalize('NFC')].reduce((sum, letter) => sum + (glyphs[letter]?.[0] ?? 0), 0);
  return (units * size) / em;
}

/** A text, cut with an ellipsis if it is too wide. */
export function fitted(text: string, size: number, width: number): string {
  if (widthOf(text, size) <= width) return text;
  const letters = [...text.normalize('NFC')];
  while (letters.length > 0 && widthOf(`${letters.join('')}…`, size) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** The outlines of a text. @param at the start of its base line */
export function written(text: string, size: number, [atX, atY]: Point): Contour[] {
  const { em, glyphs } = font();
  const scale = size / em;
  let x = atX;
  return [...text.normalize('NFC')].flatMap((letter) => {
    const [advance, outline] = glyphs[letter] ?? [0, ''];
    const from = x;
    x += advance * scale;
    return contoursOf(outline, ([right, up]) => [from + right * scale, atY - up * scale]);
  });
}

function contoursOf(outline: string, place: (point: Point) => Point): Contour[] {
  const contours: Point[][] = [];
  let at: Point = [0, 0];
  for (const [, command, numbers] of outline.matchAll(/([mlq])([^mlq]*)/g)) {
    const steps = (numbers!.match(/-?\d+/g) ?? []).map(Number) as [number, number, number, number];
    const [start, end]: [Point, Point] = [at, [at[0] + steps.at(-2)!, at[1] + steps.at(-1)!]];
    if (command === 'm') contours.push([place(end)]);
    else if (command === 'l') contours.at(-1)!.push(place(end));
    else {
      const bend: Point = [start[0] + steps[0], start[1] + steps[1]];
      for (let step = 1; step <= STEPS; step++) contours.at(-1)!.push(place(onCurve(start, bend, end, step / STEPS)));
    }
    at = end;
  }
  return contours;
}

/** A point of a quadratic curve. */
function onCurve(start: Point, bend: Point, end: Point, share: number): Point {
  const rest = 1 - share;
  const along = (axis: 0 | 1) => rest * rest * start[axis] + 2 * rest * share * bend[axis] + share * share * end[axis];
  return [along(0), along(1)];
}
