import { featuresOf } from '../parts/player.js';
import { HUES } from '../theme.js';
import { type Color, type Contour, type Picture, type Point, rectangle } from './picture.js';

/** Sides of the square on which the path of a face is drawn. */
const SQUARE = 24;

/** Draws a player's face as on light pages. @param at its upper left corner; size in pixels */
export function drawFace(picture: Picture, handle: string, [left, top]: Point, size: number): void {
  const { path, hue, isInverse } = featuresOf(handle);
  const deep = oklch(0.5, 0.09, HUES[hue]!);
  const pale = oklch(0.92, 0.03, HUES[hue]!);
  picture.fill([rectangle(left, top, size, size)], isInverse ? deep : pale);
  const scale = size / SQUARE;
  for (const contour of contoursOf(path)) {
    picture.fill([contour.map(([x, y]): Point => [left + x * scale, top + y * scale])], isInverse ? pale : deep);
  }
}

/** The outlines of an SVG path of straight lines: M, H and z, and h, v and l in relative numbers. */
function contoursOf(path: string): Contour[] {
  return path.split(/(?=M)/).map((outline) => {
    const points: Point[] = [];
    for (const [, command, text] of outline.matchAll(/([MHhvl])([^Hhvlz]*)/g)) {
      const numbers = text!.match(/-?\d+/g)!.map(Number);
      if (command === 'h' || command === 'H') numbers.push(0);
      if (command === 'H') numbers[0]! -= points.at(-1)![0];
      const steps = command === 'v' ? [0, ...numbers] : numbers;
      for (let at = 0; at < steps.length; at += 2) {
        const [x, y] = points.at(-1) ?? [0, 0];
        points.push([x + steps[at]!, y + steps[at + 1]!]);
      }
    }
    return points;
  });
}

/** A colour by lightness and chroma, 0 to 1, and hue in degrees. https://bottosson.github.io/posts/oklab/ */
export function oklch(lightness: number, chroma: number, hue: number): Color {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Linear light as a byte of sRGB. */
function encoded(light: number): number {
  const share = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(Math.max(share, 0), 1));
}
