import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../services/api/dist/database/data-source.js';
import { copyIn, copyRows } from '../../services/api/dist/kit/sql/copy-in.js';
import { TABLES } from '../../services/api/dist/start/tables.js';
import { useDatabase } from '../support/database.js';

const COLUMNS = {
  id: 'integer',
  value: 'double precision',
  is_so: 'boolean',
  display: 'text',
  state: 'jsonb',
  at: 'timestamptz',
} as const;

const database = useDatabase();
let source: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  source = await connect(database.url, TABLES);
});
afterAll(() => source.destroy());

type Transaction = Parameters<typeof copyIn>[0];

/** Does the work in a transaction that has an empty table `copied`. */
function withTable<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return source.transaction(async (tx: Transaction) => {
    const columns = Object.entries(COLUMNS).map((column) => column.join(' '));
    await tx.query(`CREATE TEMPORARY TABLE copied (${columns}) ON COMMIT DROP`);
    return work(tx);
  });
}

const text = fc.string({ unit: 'binary', maxLength: 300 }).map((text) => text.replaceAll('\0', ''));
const row = fc.record({
  value: fc.option(fc.double()),
  is_so: fc.option(fc.boolean()),
  display: fc.option(text),
  state: fc.option(fc.dictionary(fc.string({ unit: 'grapheme-ascii' }), fc.integer())),
  at: fc.option(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })),
});

test('rows are copied unchanged, however many', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row), fc.constantFrom(1, 200), async (some, times) => {
      const rows = Array.from({ length: times }, () => some)
        .flat()
        .map((row, id) => ({ id, ...row }));
      const copied = await withTable(async (tx) => {
        await copyRows(
          tx,
          'copied',
          COLUMNS,
          rows.map((row) => ({ ...row, state: row.state && JSON.stringify(row.state) })),
        );
        return tx.query('SELECT * FROM copied ORDER BY id');
      });
      expect(copied).toEqual(rows);
    }),
    { numRuns: 30 },
  );
});

test('a refusal by PostgreSQL is reported, and the connection stays usable', async () => {
  const pieces = Array.from({ length: 100 }, () => Buffer.alloc(100_000, 'nonsense'));
  await withTable(async (tx) => {
    await tx.query('SAVEPOINT before');
    await expect(copyIn(tx, 'copied', pieces)).rejects.toThrow('row field count');
    await tx.query('ROLLBACK TO before');
    await expect(copyIn(tx, 'copied (nothing)', pieces)).rejects.toThrow('column "nothing"');
    await tx.query('ROLLBACK TO before');
    expect(await tx.query('SELECT * FROM copied')).toEqual([]);
  });
});

test('rows that cannot be built are reported, and none is written', async () => {
  function* pieces(): Generator<Buffer> {
    yield Buffer.from([0, 6, ...Array<number>(24).fill(0xff)]);
    throw new RangeError('there are no more');
  }
  await withTable(async (tx) => {
    await tx.query('SAVEPOINT before');
    await expect(copyIn(tx, 'copied', pieces())).rejects.toThrow('there are no more');
    await tx.query('ROLLBACK TO before');
    expect(await tx.query('SELECT * FROM copied')).toEqual([]);
  });
});
