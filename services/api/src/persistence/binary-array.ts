/** What an element may be; a Date is a timestamp. */
export type Element = number | boolean | string | Date | Buffer | null;

/** How an element is sent. https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat has the numbers. */
interface Encoding {
  readonly oid: number;
  /** Bytes of an element that is not null. */
  size(value: Element): number;
  write(to: Buffer, at: number, value: Element, numbers: DataView): void;
}

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  boolean: { oid: 16, size: () => 1, write: (to, at, value) => (to[at] = Number(value)) },
  bytea: { oid: 17, size: (value) => (value as Buffer).length, write: (to, at, value) => to.set(value as Buffer, at) },
  smallint: { oid: 21, size: () => 2, write: (_, at, value, numbers) => numbers.setInt16(at, value as number) },
  integer: { oid: 23, size: () => 4, write: (_, at, value, numbers) => numbers.setInt32(at, value as number) },
  text: {
    oid: 25,
    size: (value) => Buffer.byteLength(value as string),
    write: (to, at, value) => to.write(value as string, at),
  },
  'double precision': {
    oid: 701,
    size: () => 8,
    write: (_, at, value, numbers) => numbers.setFloat64(at, value as number),
  },
  timestamptz: {
    oid: 1184,
    size: () => 8,
    write: (_, at, value, numbers) => numbers.setBigInt64(at, microsecondsSince2000(value as Date)),
  },
};

const NULL = -1;
/** Dimensions, whether there are nulls, the type; then, of the one dimension, its length and first index. */
const HEAD = 5 * 4;

/**
 * A PostgreSQL array as it is sent in binary: no digits are written here to be read there, which costs both more than
 * all else that is done with a number.
 * @param type of the elements, as PostgreSQL spells it
 */
export function binaryArray(type: string, values: readonly Element[]): Buffer {
  const { oid, size, write } = ENCODINGS[type]!;
  let length = HEAD + 4 * values.length;
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    if (value !== null) length += size(value);
  }
  const array = Buffer.allocUnsafe(length);
  const numbers = new DataView(array.buffer, array.byteOffset, length);
  let hasNulls = 0;
  let at = HEAD;
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    if (value === null) {
      hasNulls = 1;
      numbers.setInt32(at, NULL);
      at += 4;
    } else {
      const taken = size(value);
      numbers.setInt32(at, taken);
      write(array, at + 4, value, numbers);
      at += 4 + taken;
    }
  }
  [1, hasNulls, oid, values.length, 1].forEach((word, place) => {
    numbers.setInt32(4 * place, word);
  });
  return array;
}

const SINCE_2000 = Date.UTC(2000, 0, 1);

function microsecondsSince2000(time: Date): bigint {
  return BigInt(time.getTime() - SINCE_2000) * 1000n;
}
