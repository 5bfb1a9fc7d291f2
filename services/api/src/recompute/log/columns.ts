type Column = Float64Array | Int32Array | Uint8Array;

/** The column with room for as many elements at least, what it holds kept; twice as long where it was too short. */
export function withRoom<C extends Column>(column: C, length: number): C {
  if (column.length >= length) return column;
  const longer = new (column.constructor as new (length: number) => C)(Math.max(length, 2 * column.length));
  longer.set(column);
  return longer;
}
