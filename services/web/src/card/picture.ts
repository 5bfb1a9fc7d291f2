import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

/** Red, green and blue, 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** A picture of opaque pixels, on which outlines can be filled. */
export class Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel, row by row. */
  readonly pixels: Uint8Array;

  constructor(width: number, height: number, color: Color) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 3);
    this.pixels.set(color);
    // Doubles the filled part each time.
    for (let done = 3; done < this.pixels.length; done *= 2) this.pixels.copyWithin(done, 0, done);
  }

  /**
   * Fills contours with anti-aliasing: each pixel takes the colour by the share that they cover of it. Contours that overlap must run in the
   * same direction. Holes run in the other direction.
   * @param opacity 0 to 1
   */
  fill(contours: readonly Contour[], color: Color, opacity = 1): void {
    const all = contours.flat();
    const low = (axis: 0 | 1) => Math.max(Math.floor(Math.min(...all.map((point) => point[axis]))), 0);
    const high = (axis: 0 | 1, end: number) => Math.min(Math.ceil(Math.max(...all.map((point) => point[axis]))), end);
    const [left, top] = [low(0), low(1)];
    const [width, height] = [high(0, this.width) - left, high(1, this.height) - top];
    if (!(width > 0 && height > 0)) return;
    const cover = coverOf(contours, left, top, width, height);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const share = cover[y * width + x]! * opacity;
        if (share === 0) continue;
        this.blend(left + x, top + y, color, share);
      }
    }
  }

  /** Mixes a colour into a pixel. @param share 0 to 1 */
  blend(x: number, y: number, color: Color, share: number): void {
    const at = (y * this.width + x) * 3;
    this.#mix(at, color[0], share);
    this.#mix(at + 1, color[1], share);
    this.#mix(at + 2, color[2], share);
  }

  #mix(at: number, value: number, share: number): void {
    const before = this.pixels[at]!;
    this.pixels[at] = Math.round(before + (value - before) * share);
  }
}

/**
 * How much of each pixel contours cover, 0 to 1. Each edge adds its signed area to the pixels that it crosses, and the running sum along a row
 * is then the coverage. https://nothings.org/gamedev/rasterize
 */
function coverOf(contours: readonly Contour[], left: number, top: number, width: number, height: number): Float32Array {
  // One more column for the part beyond the right side.
  const row = width + 1;
  const area = new Float32Array(row * height + 1);
  for (const contour of contours) {
    contour.forEach((point, index) => {
      addEdge(point, contour[(index + 1) % contour.length]!);
    });
  }
  const cover = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += area[y * row + x]!;
      cover[y * width + x] = Math.min(Math.abs(sum), 1);
    }
  }
  return cover;

  function addEdge([fromX, fromY]: Point, [toX, toY]: Point): void {
    if (fromY === toY) return;
    const direction = fromY < toY ? 1 : -1;
    const [x0, y0, x1, y1] = direction > 0 ? [fromX, fromY, toX, toY] : [toX, toY, fromX, fromY];
    const slope = (x1 - x0) / (y1 - y0);
    const last = Math.min(Math.ceil(y1 - top), height);
    for (let y = Math.max(Math.floor(y0 - top), 0); y < last; y++) {
      const [begins, ends] = [Math.max(y0 - top, y), Math.min(y1 - top, y + 1)];
      if (ends <= begins) continue;
      // Outside the picture the edge is moved onto its side, so it is cut where it crosses a side.
      const crossings = [0, width].map((x) => y0 - top + (x + left - x0) / slope);
      const cuts = [begins, ...crossings.filter((at) => at > begins && at < ends).sort((a, b) => a - b), ends];
      const at = (height: number) => Math.min(Math.max(x0 + (height + top - y0) * slope - left, 0), width);
      for (let cut = 1; cut < cuts.length; cut++) {
        const [above, below] = [cuts[cut - 1]!, cuts[cut]!];
        addSpan(y, direction * (below - above), at(above), at(below));
      }
    }
  }

  /** Adds the part of an edge within one row. @param span the share of the row's height that it spans, with a sign */
  function addSpan(y: number, span: number, one: number, other: number): void {
    const [from, to] = one < other ? [one, other] : [other, one];
    const first = Math.floor(from);
    const last = Math.min(Math.floor(to), width);
    let reached = 0;
    for (let x = first; x <= last; x++) {
      // The share of the edge up to the right side of this pixel, and the part of the pixel right of the edge.
      const share = to === from ? 1 : Math.min((Math.min(to, x + 1) - from) / (to - from), 1);
      const here = share - reached;
      const middle = (Math.max(from, x) + Math.min(to, x + 1)) / 2;
      const inside = here * (x + 1 - middle);
      area[y * row + x]! += span * inside;
      area[y * row + x + 1]! += span * (here - inside);
      reached = share;
    }
  }
}

/** A point of a picture; x to the right, y down. */
export type Point = readonly [x: number, y: number];
/** A closed outline, by its corners. */
export type Contour = readonly Point[];

/** A rectangle. */
export function rectangle(x: number, y: number, width: number, height: number): Contour {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

/** A disc, drawn as a polygon. */
function spot([atX, atY]: Point, radius: number): Contour {
  return Array.from({ length: 12 }, (_, corner): Point => {
    const angle = (corner / 12) * 2 * Math.PI;
    return [atX + radius * Math.cos(angle), atY + radius * Math.sin(angle)];
  });
}

/** A line through some points: a bar for each segment, and a disc at each point. */
export function stroke(points: readonly Point[], thickness: number): Contour[] {
  const half = thickness / 2;
  return points.flatMap(([x, y], index): Contour[] => {
    const joint = spot([x, y], half);
    const next = points[index + 1];
    if (!next) return [joint];
    const [dx, dy] = [next[0] - x, next[1] - y];
    const length = Math.hypot(dx, dy);
    if (length === 0) return [joint];
    const [ox, oy] = [(-dy / length) * half, (dx / length) * half];
    const bar: Contour = [
      [x - ox, y - oy],
      [next[0] - ox, next[1] - oy],
      [next[0] + ox, next[1] + oy],
      [x + ox, y + oy],
    ];
    return [joint, bar];
  });
}

const compress = promisify(deflate);
/** Begins every PNG. */
export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits for each of red, green and blue. */
const FORMAT = [8, 2, 0, 0, 0];

/** A picture as PNG. https://www.w3.org/TR/png */
export async function pngOf({ width, height, pixels }: Picture): Promise<Buffer> {
  const row = width * 3;
  const rows = Buffer.alloc((row + 1) * height);
  for (let y = 0; y < height; y++) {
    // Each row begins with its filter: 0, none.
    rows.set(pixels.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(FORMAT, 8);
  const body = await compress(rows);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(named.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(named, 4);
  frame.writeUInt32BE(crc32(named), named.length + 4);
  return frame;
}
