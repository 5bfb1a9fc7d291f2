/** Numbers of one kind, one after the other. */
export type Column = Float64Array | Int32Array | Uint8Array;

/** The column itself where it is long enough, else one at least twice as long that begins with the same numbers. */
export function withRoom<C extends Column>(column: C, length: number): C {
  if (length <= column.length) return column;
  const longer = new (column.constructor as new (length: number) => C)(Math.max(length, 2 * column.length));
  longer.set(column);
  return longer;
}
