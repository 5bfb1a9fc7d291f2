import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { HandleBook } from './handle.js';
import { parseMapping } from './mapping.js';
import { type CsvOptions, csvFile } from './match-file.js';
import { type Reading, RefusalLog } from './reading.js';

const read = (mapping: string, lines: readonly string[], options?: CsvOptions): Promise<Reading[]> => {
  const input = Readable.from([Buffer.from(lines.join('\n'))]);
  return Readable.from(csvFile(() => input, parseMapping(mapping), options).readings()).toArray();
};

const DUEL = 'date=date; side=a:x; side=b:y';
const HEADER = 'date,a,b,x,y,note';
const duel = (a: string, b: string, note = '') => `2026-01-01,${a},${b},1,0,${note}`;

describe('the stored parts of a file until its end', () => {
  const limits = { names: 4, matches: 2 };

  it('has a limit for names', async () => {
    const rows = [duel('A', 'B'), duel('B', 'C'), duel('C', 'D'), duel('D', 'A')];
    expect(await read(DUEL, [HEADER, ...rows], { limits })).toHaveLength(4);
    const oneMore = read(DUEL, [HEADER, ...rows, duel('E', 'A')], { limits });
    await expect(oneMore).rejects.toThrow('line 6: the file must have at most 4 different names, but has more');
  });

  it('has a limit for matches whose ids are stored, and for no others', async () => {
    const rows = [duel('A', 'B'), duel('A', 'B'), duel('A', 'B')];
    expect(await read(`${DUEL}; id=note`, [HEADER, ...rows], { limits })).toHaveLength(3);
    const problem = 'line 4: the file must have at most 2 matches, but has more';
    await expect(read(`${DUEL}; id=date+a+#`, [HEADER, ...rows], { limits })).rejects.toThrow(problem);
    const long = ['game,day,name,rank', ...['1', '2', '3'].map((game) => `${game},2026-01-01,A,1`)];
    await expect(read('match=game; date=day; player=name; placement=rank', long, { limits })).rejects.toThrow(problem);
  });

  it('is a few of the colliding names', () => {
    const book = new HandleBook();
    const names = Array.from({ length: 20 }, (_, place) => `Ann${'!'.repeat(place)}`);
    for (const name of names) book.handleOf(name);
    expect(book.collisions).toEqual([{ handle: 'Ann', names: names.slice(0, 5) }]);
    expect(book.handleOf('Ann?')).toMatchObject({ rule: 'SHARED_HANDLE' });
  });

  it('is the beginning of a refused value, and a thousand rules', () => {
    const lengths: number[] = [];
    const log = new RefusalLog(({ value }) => lengths.push(value.length));
    for (let place = 0; place < 1_500; place++) {
      log.add({
        kind: 'refused',
        line: 1,
        field: `sides.${place}`,
        rule: 'FIELD_TYPE',
        parameters: {},
        value: 'x'.repeat(5_000),
      });
    }
    expect([log.count, log.groups.length, log.first.length]).toEqual([1_500, 1_000, 20]);
    expect(log.groups[0]!.first.value).toBe('x'.repeat(1_000));
    expect(lengths.every((length) => length === 5_000)).toBe(true);
  });
});

it('a cell with a meaning has a limited length; one without may be long', async () => {
  const name = 'x'.repeat(1_001);
  expect(await read(DUEL, [HEADER, duel(name, 'B'), duel('A', 'B', 'y'.repeat(50_000))])).toMatchObject([
    { kind: 'refused', line: 2, field: 'a', rule: 'MAX_CHARACTERS', parameters: { max: 1_000, length: 1_001 } },
    { kind: 'match', line: 3 },
  ]);
});
