import { type EntityManager } from 'typeorm';

/** A number that no generation has ever had. */
export async function drawGeneration(tx: EntityManager): Promise<number> {
  const [{ generation }] = await tx.query(`SELECT nextval('journal_generation')::integer AS generation`);
  return generation;
}

/** Deletes the lines of a recompute that died. Call it while no recompute of the league is running. */
export async function deleteOrphans(tx: EntityManager, leagueId: number): Promise<void> {
  // Steps along the key from one generation to the next; DISTINCT would read every line.
  const orphans: { generation: number }[] = await tx.query(
    `WITH RECURSIVE step AS (
       SELECT min(generation) AS generation FROM rating_change WHERE league_id = $1
       UNION ALL
       SELECT (SELECT min(generation) FROM rating_change WHERE league_id = $1 AND generation > step.generation)
       FROM step WHERE generation IS NOT NULL
     )
     SELECT generation FROM step
     WHERE generation NOT IN (SELECT generation FROM league_revision WHERE league_id = $1)`,
    [leagueId],
  );
  for (const { generation } of orphans) {
    await tx.query('DELETE FROM rating_change WHERE league_id = $1 AND generation = $2', [leagueId, generation]);
  }
}

/** The header of COPY's binary format: signature, flags, and the length of an extension, which is 0. */
const HEADER = 19;
/** The length of a null. */
const NULL = 0xffffffff;
/** The number of fields in the trailer after the last row. */
const TRAILER = -1;
/** PostgreSQL counts microseconds from 2000 on. */
const EPOCH = Date.UTC(2000, 0, 1);
/** Bytes of an array before its elements: dimensions, whether there are nulls, type; length and lower bound of each dimension. */
const ARRAY = 12;
const DIMENSION = 8;

/** Rows as PostgreSQL's binary COPY sends them: where they begin, and the values of their fields. A field begins with its length. */
export class CopiedRows {
  #bytes = Buffer.alloc(0);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  clear(): void {
    this.#length = 0;
  }

  /** Takes the next bytes, in chunks of any size. */
  add(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const longer = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length));
      longer.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = longer;
      this.#view = new DataView(longer.buffer);
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** How many bytes there are. */
  get length(): number {
    return this.#length;
  }

  /** The beginning of the first row. */
  get first(): number {
    return HEADER;
  }

  /** Whether this is a row and not the trailer. */
  isRow(at: number): boolean {
    return this.#view.getInt16(at) !== TRAILER;
  }

  /** The beginning of the next row. */
  nextRow(row: number): number {
    let at = row + 2;
    for (let left = this.#view.getInt16(row); left > 0; left--) at = this.next(at);
    return at;
  }

  /** The beginning of the next field. */
  next(field: number): number {
    return field + 4 + (this.isNull(field) ? 0 : this.#view.getUint32(field));
  }

  isNull(field: number): boolean {
    return this.#view.getUint32(field) === NULL;
  }

  integer(field: number): number {
    return this.#view.getInt32(field + 4);
  }

  /** Milliseconds since 1970. */
  time(field: number): number {
    // Rounded: a double cannot hold the microseconds of distant times. Stored times are whole milliseconds.
    return EPOCH + Math.round((this.#view.getInt32(field + 4) * 2 ** 32 + this.#view.getUint32(field + 8)) / 1000);
  }

  /** An element of an array of numbers or booleans, from 0 on, row after row; NaN for null, or if it does not exist. */
  element(field: number, index: number): number {
    if (index >= this.elements(field)) return Number.NaN;
    const first = field + 4 + ARRAY + this.#dimensions(field) * DIMENSION;
    const hasNulls = this.#view.getInt32(field + 8) === 1;
    let at = hasNulls ? first : first + index * (this.next(first) - first);
    for (let left = hasNulls ? index : 0; left > 0; left--) at = this.next(at);
    return this.#number(at);
  }

  /** All elements of such an array in one pass; finding a single one means passing all before it. */
  *all(field: number): Generator<number> {
    let at = field + 4 + ARRAY + this.#dimensions(field) * DIMENSION;
    for (let left = this.elements(field); left > 0; left--, at = this.next(at)) yield this.#number(at);
  }

  /** A double; null for null. */
  double(field: number): number | null {
    return this.isNull(field) ? null : this.#view.getFloat64(field + 4);
  }

  /** All elements of an array of texts; null for null. */
  *texts(field: number): Generator<string | null> {
    let at = field + 4 + ARRAY + this.#dimensions(field) * DIMENSION;
    for (let left = this.elements(field); left > 0; left--, at = this.next(at)) {
      yield this.isNull(at) ? null : this.#bytes.toString('utf8', at + 4, this.next(at));
    }
  }

  /** How many elements an array has; none if it is null. */
  elements(field: number): number {
    if (this.isNull(field)) return 0;
    const dimensions = this.#dimensions(field);
    let elements = Math.min(dimensions, 1);
    for (let n = 0; n < dimensions; n++) elements *= this.#view.getInt32(field + 4 + ARRAY + n * DIMENSION);
    return elements;
  }

  #dimensions(array: number): number {
    return this.#view.getInt32(array + 4);
  }

  #number(element: number): number {
    switch (this.#view.getUint32(element)) {
      case NULL:
        return Number.NaN;
      case 1:
        return this.#view.getUint8(element + 4);
      case 2:
        return this.#view.getInt16(element + 4);
      case 4:
        return this.#view.getInt32(element + 4);
      default:
        return this.#view.getFloat64(element + 4);
    }
  }
}
