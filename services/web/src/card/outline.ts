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
