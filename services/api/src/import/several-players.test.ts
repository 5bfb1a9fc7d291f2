import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { sentenceOf } from '../kit/refusal.js';
import { parseMapping } from './mapping.js';
import { csvFile } from './match-file.js';
import type { Reading } from './reading.js';

const HEADER = 'day,red,blue,r,b';
const MAPPING = 'date=day; side=red(","):r; side=blue(","):b; id=day+#';

const fileOf = (mapping: string, lines: readonly string[]) =>
  csvFile(() => Readable.from([Buffer.from(lines.join('\n'))]), parseMapping(mapping));
const all = (readings: AsyncIterable<Reading>): Promise<Reading[]> => Readable.from(readings).toArray();
const read = (...file: Parameters<typeof fileOf>) => all(fileOf(...file).readings());

/** The players of each side, or the column and the rule of a refusal. */
function summary(reading: Reading): unknown {
  if (reading.kind === 'refused') return [reading.line, reading.field, sentenceOf(reading.rule, reading.parameters)];
  return reading.submission.sides.map(({ participants }) => participants.map(({ player }) => player));
}

test('a cell of several players is a team, whatever blanks are between the names', async () => {
  const rows = [HEADER, '2026-01-01,"Ann B,Ben ,  Cid",Dan,1,0', '2026-01-02,"Ben, Cid","Ann  B, Eve",2,1'];
  const file = fileOf(MAPPING, rows);
  const readings = await all(file.readings());
  expect(readings.map(summary)).toEqual([
    [['Ann_B', 'Ben', 'Cid'], ['Dan']],
    [
      ['Ben', 'Cid'],
      ['Ann_B', 'Eve'],
    ],
  ]);
  expect(readings[1]).toMatchObject({
    submission: { externalId: '2026-01-02/1', sides: [{ score: 2 }, { score: 1 }] },
  });
  expect(file.names.size).toBe(5);
});

test('blanks, words, and other columns of the side may be between them', async () => {
  const rows = ['day,captain,red,blue,r,b', '2026-01-01,Ann,Ben  Cid,Dan and Brandon,1,0'];
  const mapping = 'date=day; side=captain+red(" "):r; side=blue(" and "):b';
  expect((await read(mapping, rows)).map(summary)).toEqual([
    [
      ['Ann', 'Ben', 'Cid'],
      ['Dan', 'Brandon'],
    ],
  ]);
});

test('an invalid list of names is refused with its line and column', async () => {
  const rows = [
    '2026-01-01,"Ann,,Ben",Dan,1,0',
    '2026-01-01,Ann,"Dan, ",1,0',
    '2026-01-01,"Ann, ???",Dan,1,0',
    '2026-01-01,,Dan,1,0',
    `2026-01-01,"${'Ann,'.repeat(251)}",Dan,1,0`,
  ];
  expect((await read(MAPPING, [HEADER, ...rows])).map(summary)).toEqual([
    [2, 'red', 'red must have a name on both sides of each ",", but is "Ann,,Ben"'],
    [3, 'blue', 'blue must have a name on both sides of each ",", but is "Dan,"'],
    [4, 'red', expect.stringContaining('red must be a name that can become a handle')],
    [5, 'red', 'red must not be empty'],
    [6, 'red', expect.stringContaining('1000 characters')],
  ]);
});

test('different names of a cell that make one handle are refused', async () => {
  const [reading] = await read(MAPPING, [HEADER, '2026-01-01,"Ann B, Ann_B",Dan,1,0']);
  expect(reading).toMatchObject({ kind: 'refused', rule: 'SHARED_HANDLE', field: 'red' });
});

test('a winner is named by one of the players, or by the whole team', async () => {
  const rows = ['day,red,blue,w', ...['Ben', 'Dan/Eve', 'Gus'].map((w) => `2026-01-01,Ann/Ben,Dan/Eve,${w}`)];
  const readings = await read('date=day; side=red(/); side=blue(/); winner=w', rows);
  const places = readings.map((reading) =>
    reading.kind === 'match' ? reading.submission.sides.map(({ placement }) => placement) : reading.rule,
  );
  expect(places).toEqual([[1, 2], [2, 1], 'WINNER']);
});

test('a column has the name of a side, which may be that of the winner; an empty cell is none', async () => {
  const rows = [
    'day,t,red,u,blue,w',
    '2026-01-01,Owls,Ann/Ben,Cats,Dan/Eve,Cats',
    '2026-01-02,,Ann/Ben,Cats,Dan/Eve,1',
  ];
  const mapping = 'date=day; side=red(/); side=blue(/); name=t+u; winner=w; id=day+t+u+#';
  expect(await read(mapping, rows)).toMatchObject([
    {
      submission: {
        externalId: '2026-01-01/Owls/Cats/1',
        sides: [
          { name: 'Owls', placement: 2 },
          { name: 'Cats', placement: 1 },
        ],
      },
    },
    { kind: 'refused', field: 't', rule: 'EMPTY' },
  ]);
  const [, unnamed] = await read('date=day; side=red(/); side=blue(/); name=t+u; winner=w', rows);
  expect(unnamed).toMatchObject({ submission: { sides: [{ placement: 1 }, { name: 'Cats', placement: 2 }] } });
  expect(unnamed).not.toHaveProperty('submission.sides.0.name');
});

test('a row may have all players of a team, if each team has a row', async () => {
  const rows = ['game,day,team,goals,names', 'g1,2026-01-01,Reds,3,Ann / Ben', 'g1,2026-01-01,Blues,1,Cid'];
  const [reading] = await read('match=game; date=day; player=names(/); side=team:goals', rows);
  expect(reading).toMatchObject({
    submission: {
      sides: [
        { name: 'Reds', score: 3, participants: [{ player: 'Ann' }, { player: 'Ben' }] },
        { name: 'Blues', score: 1, participants: [{ player: 'Cid' }] },
      ],
    },
  });
});
