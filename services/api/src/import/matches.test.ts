import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { CsvRow } from './csv.js';
import { parseMapping } from './mapping.js';
import { type CsvOptions, csvFile } from './match-file.js';
import type { Reading } from './reading.js';

const fileOf = (mapping: string, lines: readonly string[], options?: CsvOptions) =>
  csvFile(() => Readable.from([Buffer.from(lines.join('\n'))]), parseMapping(mapping), options);
const all = (readings: AsyncIterable<Reading>): Promise<Reading[]> => Readable.from(readings).toArray();
const read = (...file: Parameters<typeof fileOf>) => all(fileOf(...file).readings());

const RACE = 'match=game; date=day; player=name; placement=rank';
const RACE_HEADER = 'game,day,name,rank';
const NO_PLACEMENT = 'PLACEMENT_OR_WORD';

describe('columns of countries and links', () => {
  it("use the file's first description of a player, in whichever row it is", async () => {
    const file = fileOf(`${RACE}; country=nation; links=page; missing=-`, [
      `${RACE_HEADER},nation,page`,
      'g1,2026-01-01,Ann B,1,,',
      'g1,2026-01-01,Ben,2,-,NA',
      'g2,2026-01-02,Ann B,1,se,https://a.example  https://b.example',
      'g2,2026-01-02,Ben,2,,',
      'g3,2026-01-03,Ann B,1,NO,https://c.example',
      'g3,2026-01-03,Ben,2,,',
    ]);
    await all(file.readings());
    expect(file.names.writtenOf('Ann_B')).toEqual({
      ...{ name: 'Ann B', country: 'SE' },
      links: ['https://a.example/', 'https://b.example/'],
    });
    expect(file.names.writtenOf('Ben')).toEqual({});
  });

  it('are in the order of the columns of players if a row is a match', async () => {
    const lines = ['day,a,b,c,x,y,na,nb,nc', '2026-01-01,Ann,Ben,Cid,1,0,SE,,FI'];
    const file = fileOf('date=day; side=a+b:x; side=c:y; country=na+nb+nc', lines);
    await all(file.readings());
    expect(['Ann', 'Ben', 'Cid'].map((name) => file.names.writtenOf(name)?.country)).toEqual(['SE', undefined, 'FI']);
  });

  it('refuse a match for an invalid cell', async () => {
    const rows = [
      `${RACE_HEADER},nation,page`,
      'g1,2026-01-01,Ann,1,GER,',
      'g1,2026-01-01,Ben,2,,',
      'g2,2026-01-01,Ann,1,,javascript:alert(1)',
      'g2,2026-01-01,Ben,2,,',
    ];
    expect(await read(`${RACE}; country=nation; links=page`, rows)).toMatchObject([
      { kind: 'refused', line: 2, rule: 'COUNTRY', field: 'nation', parameters: { field: 'nation', value: '"GER"' } },
      { kind: 'refused', line: 4, rule: 'LINK', field: 'page', parameters: { field: 'page' } },
    ]);
  });
});

it('a file with a row for each match gives sides their roles, but not on neutral ground', async () => {
  const readings = await read('side=h:hs; side=a:as; role=home,away; neutral=n; date=d; id=#+d', [
    'd,h,hs,a,as,n',
    '2026-01-01,Ann,2,Ben,1,FALSE',
    '2026-01-02,Ann,2,Ben,1,TRUE',
    '2026-01-03,Ann,2,Ben,1,',
    '2026-01-04,Ann,2,Ben,1,perhaps',
  ]);
  const roles = readings.map((reading) =>
    reading.kind === 'match' ? reading.submission.sides.map(({ role }) => role) : reading.kind,
  );
  expect(roles).toEqual([['home', 'away'], [undefined, undefined], ['home', 'away'], 'refused']);
});

describe('a file with a row for each participant', () => {
  it('gives a match for the rows of a free-for-all, each participant a side of their own', async () => {
    expect(
      await read(RACE, [RACE_HEADER, 'g1,2026-01-01,Ann B,1', 'g1,2026-01-01,Ben,2', 'g1,2026-01-01,Cid,2']),
    ).toEqual([
      {
        kind: 'match',
        line: 2,
        submission: {
          externalId: 'g1',
          playedAt: new Date('2026-01-01T00:00:00Z'),
          sides: [
            { placement: 1, participants: [{ player: 'Ann_B' }] },
            { placement: 2, participants: [{ player: 'Ben' }] },
            { placement: 2, participants: [{ player: 'Cid' }] },
          ],
        },
      },
    ]);
  });

  it('gives teams their name, points, minutes and guests, and makes players without a team sides of their own', async () => {
    const readings = await read(
      'match=event+game; date=day; player=name; score=points; minutes=time; side=team:goals; guest=g',
      [
        'event,game,day,team,goals,name,points,time,g',
        'cup,1,2026-01-01,Reds,3,Ann,2,20,no',
        'cup,1,2026-01-01,Blues,1,Ben,1,12.5,',
        'cup,1,2026-01-01,Reds,3,Cid,1,0,YES',
        'cup,1,2026-01-01,,0,Dan,0,20,0',
        'cup,1,2026-01-01,,4,Eve,4,20,0',
      ],
    );
    expect(readings).toEqual([
      {
        kind: 'match',
        line: 2,
        submission: {
          externalId: 'cup/1',
          playedAt: new Date('2026-01-01T00:00:00Z'),
          sides: [
            {
              name: 'Reds',
              score: 3,
              participants: [
                { player: 'Ann', score: 2, minutesPlayed: 20, isGuest: false },
                { player: 'Cid', score: 1, minutesPlayed: 0, isGuest: true },
              ],
            },
            {
              name: 'Blues',
              score: 1,
              participants: [{ player: 'Ben', score: 1, minutesPlayed: 12.5, isGuest: false }],
            },
            { score: 0, participants: [{ player: 'Dan', score: 0, minutesPlayed: 20, isGuest: false }] },
            { score: 4, participants: [{ player: 'Eve', score: 4, minutesPlayed: 20, isGuest: false }] },
          ],
        },
      },
    ]);
  });

  it('uses one time per match from a file without dates', async () => {
    const readings = await read(
      'match=game; player=name; placement=rank',
      ['game,name,rank', 'g1,Ann,1', 'g1,Ben,2', 'g2,Ann,x', 'g2,Ben,2', 'g3,Ann,1', 'g3,Ben,2'],
      { schedule: { start: new Date('2026-01-01T00:00:00Z') } },
    );
    expect(readings).toMatchObject([
      { kind: 'match', line: 2, submission: { playedAt: new Date('2026-01-01T00:00:00Z') } },
      { kind: 'refused', line: 4, field: 'rank', value: 'x' },
      { kind: 'match', line: 6, submission: { playedAt: new Date('2026-01-01T00:02:00Z') } },
    ]);
  });

  it.each([
    ['a placement of none', ['g1,2026-01-01,Ann,1', 'g1,2026-01-01,Ben,'], 3, 'rank', 'MISSING_CELL', ''],
    ['a placement below the first', ['g1,2026-01-01,Ann,1', 'g1,2026-01-01,Ben,0'], 3, 'rank', NO_PLACEMENT, '0'],
    ['half a placement', ['g1,2026-01-01,Ann,1.5'], 2, 'rank', NO_PLACEMENT, '1.5'],
    [
      'two times',
      ['g1,2026-01-01,Ann,1', 'g1,2026-01-02,Ben,2'],
      3,
      'day',
      'SAME_IN_MATCH',
      '2026-01-02T00:00:00.000Z after 2026-01-01T00:00:00.000Z',
    ],
    ['a word that nobody explains', ['g1,2026-01-01,Ann,1', 'g1,2026-01-01,Ben,R'], 3, 'rank', NO_PLACEMENT, 'R'],
    ['a participant without a name', ['g1,2026-01-01,Ann,1', 'g1,2026-01-01,,2'], 3, 'name', 'EMPTY', ''],
    ['no name itself', [',2026-01-01,Ann,1'], 2, 'game', 'EMPTY', ''],
  ])('refuses a whole match with %s, and no other', async (_, rows, line, field, rule, value) => {
    const readings = await read(RACE, [RACE_HEADER, ...rows, 'g9,2026-01-01,Ann,1', 'g9,2026-01-01,Ben,2']);
    expect(readings[0]).toMatchObject({ kind: 'refused', line, field, rule, value });
    const rest = readings.slice(1);
    expect(rest).toHaveLength(1);
  });

  it.each([
    ['placement', 'match=game; date=day; player=name; placement=rank; side=team', 'rank'],
    ['score', 'match=game; date=day; player=name; side=team:rank', 'rank'],
  ])('refuses a side whose rows differ in its %s', async (_, mapping, field) => {
    const readings = await read(mapping, [
      'game,day,name,rank,team',
      'g,2026-01-01,A,1,x',
      'g,2026-01-01,B,2,y',
      'g,2026-01-01,C,2,x',
    ]);
    expect(readings).toMatchObject([{ kind: 'refused', line: 4, field, rule: 'SAME_IN_SIDE', value: '2 after 1' }]);
  });

  it('refuses minutes below 0, and a guest that is neither yes nor no', async () => {
    const mapping = 'match=game; date=day; player=name; placement=rank; minutes=min; guest=g';
    const readings = await read(mapping, [
      'game,day,name,rank,min,g',
      'g1,2026-01-01,A,1,-1,',
      'g2,2026-01-01,A,1,1,maybe',
    ]);
    expect(readings).toMatchObject([
      { line: 2, field: 'min', rule: 'AT_LEAST', parameters: { min: 0 }, value: '-1' },
      { line: 3, field: 'g', rule: 'YES_OR_NO', value: 'maybe' },
    ]);
  });

  it('refuses later rows of a match, and the whole match in a second reading', async () => {
    const file = fileOf(RACE, [
      RACE_HEADER,
      'g1,2026-01-01,Ann,1',
      'g1,2026-01-01,Ben,2',
      'g2,2026-01-01,Ann,1',
      'g1,2026-01-01,Cid,3',
    ]);
    const refusal = {
      kind: 'refused',
      field: 'row',
      rule: 'ROWS_APART',
      parameters: { match: '"g1"', line: 2 },
    };
    expect(await all(file.readings())).toMatchObject([
      { kind: 'match', line: 2 },
      { kind: 'match', line: 4 },
      { ...refusal, line: 5 },
    ]);
    expect([...file.scattered]).toEqual(['g1']);
    expect(await all(file.readings())).toMatchObject([
      { ...refusal, line: 2 },
      { kind: 'match', line: 4 },
      { ...refusal, line: 5 },
    ]);
  });

  it('refuses the match around a row with missing cells', async () => {
    const readings = await read(RACE, [RACE_HEADER, 'g1,2026-01-01,Ann,1', 'g1,2026-01-01', 'g1,2026-01-01,Cid,3']);
    expect(readings).toMatchObject([
      { kind: 'refused', line: 3, field: 'row', rule: 'ROW_CELLS', value: '2 instead of 4' },
    ]);
  });

  it('refuses the matches on both sides of such a row, since it may belong to either, and no third', async () => {
    const readings = await read(RACE, [
      RACE_HEADER,
      'g0,2026-01-01,Ann,1',
      'g1,2026-01-01,Ann,1',
      '2026-01-01,Ben,2',
      'g2,2026-01-01,Ann,1',
      'g3,2026-01-01,Ann,1',
    ]);
    expect(readings).toMatchObject([
      { kind: 'match', line: 2 },
      { kind: 'refused', line: 4, value: '3 instead of 4' },
      { kind: 'refused', line: 5, field: 'row', rule: 'AFTER_UNREADABLE_ROW', value: 'line 4' },
      { kind: 'match', line: 6 },
    ]);
  });

  it('refuses such a row at the very beginning, and the match after it', async () => {
    const readings = await read(RACE, [RACE_HEADER, 'g1', 'g1,2026-01-01,Ann,1', 'g2,2026-01-01,Ann,1']);
    expect(readings).toMatchObject([
      { kind: 'refused', line: 2, value: '1 instead of 4' },
      { kind: 'refused', line: 3, value: 'line 2' },
      { kind: 'match', line: 4 },
    ]);
  });

  it('gives nothing if it has only a header', async () => {
    expect(await read(RACE, [RACE_HEADER])).toEqual([]);
  });

  describe('with words in place of placements', () => {
    const sidesOf = (reading: Reading | undefined) =>
      reading?.kind === 'match' &&
      reading.submission.sides.map(({ placement, participants }) => [
        ...participants.map(({ player }) => player),
        placement,
      ]);

    it('gives everybody who did not finish the last place, after those who did', async () => {
      const rows = ['Ann,DNF', 'Ben,2', 'Cid,dns', 'Dan,1', 'Eve,Disqualified', 'Fay,2'];
      const [race] = await read(RACE, [RACE_HEADER, ...rows.map((row) => `g1,2026-01-01,${row}`)]);
      expect(sidesOf(race)).toEqual([
        ['Ann', 3],
        ['Ben', 2],
        ['Cid', 3],
        ['Dan', 1],
        ['Eve', 3],
        ['Fay', 2],
      ]);
      expect(race).toMatchObject({
        words: [
          { word: 'DNF', end: 'last' },
          { word: 'dns', end: 'last' },
          { word: 'Disqualified', end: 'last' },
        ],
      });
    });

    it('treats a word as the mapping defines, and omits participants who did not take part', async () => {
      const mapping = 'match=game; date=day; player=name; placement=rank(R=last, DNS=out, ""=out)';
      const rows = ['Ann,R', 'Ben,1', 'Cid,DNS', 'Dan,', 'Eve,DNF'];
      const [race] = await read(mapping, [RACE_HEADER, ...rows.map((row) => `g1,2026-01-01,${row}`)]);
      expect(sidesOf(race)).toEqual([
        ['Ann', 2],
        ['Ben', 1],
        ['Eve', 2],
      ]);
    });

    it('marks that none finished, and has no match if no side is left', async () => {
      const mapping = 'match=game; date=day; player=name; placement=rank(out=out)';
      const rows = ['g1,2026-01-01,Ann,DNF', 'g1,2026-01-01,Ben,DNF', 'g2,2026-01-01,Ann,out'];
      const readings = await read(mapping, [RACE_HEADER, ...rows]);
      expect(readings.map((reading) => reading.kind === 'match' && reading.submission.sides)).toEqual([
        ['Ann', 'Ben'].map((player) => ({ status: 'DID_NOT_FINISH', participants: [{ player }] })),
        [],
      ]);
    });

    it('needs no points or minutes of participants who did not finish, and accepts existing ones', async () => {
      const mapping = 'match=game; date=day; player=name; placement=rank; score=points; minutes=time';
      const readings = await read(mapping, [
        'game,day,name,rank,points,time',
        'g1,2026-01-01,Ann,1,9,80',
        'g1,2026-01-01,Ben,DNF,,DNF',
        'g1,2026-01-01,Cid,DNF,1,20',
        'g2,2026-01-01,Ann,1,,80',
      ]);
      expect(readings).toMatchObject([
        {
          submission: {
            sides: [
              { participants: [{ player: 'Ann', score: 9, minutesPlayed: 80 }] },
              { participants: [{ player: 'Ben' }] },
              { participants: [{ player: 'Cid', score: 1, minutesPlayed: 20 }] },
            ],
          },
        },
        { kind: 'refused', line: 5, field: 'points', rule: 'MISSING_CELL' },
      ]);
      expect(JSON.stringify(readings[0])).toContain('{"player":"Ben"}');
    });

    it('requires them to agree in the rows of a side', async () => {
      const readings = await read('match=game; date=day; player=name; placement=rank; side=team', [
        'game,day,name,rank,team',
        'g,2026-01-01,A,DNF,x',
        'g,2026-01-01,B,1,y',
        'g,2026-01-01,C,2,x',
      ]);
      const rule = 'SAME_IN_SIDE';
      expect(readings).toMatchObject([
        { kind: 'refused', line: 4, field: 'rank', rule, value: '2 after the last place' },
      ]);
    });
  });

  it('passes on every row of its refused matches', async () => {
    const large = Array.from({ length: 2_500 }, (_, n) => `m1,2026-01-01,p${n},1`);
    const rows = [RACE_HEADER, ...large, 'm2,2026-01-01,a,1', 'm2,x', 'm2,2026-01-01,b,2', 'm3,2026-01-01,a,1'];
    const input = Readable.from([Buffer.from(rows.join('\n'))]);
    let passed: readonly CsvRow[] = [];
    const onRows = (own: readonly CsvRow[]) => {
      passed = own;
    };
    const refused: number[] = [];
    for await (const { kind } of csvFile(() => input, parseMapping(RACE), { onRows }).readings()) {
      if (kind === 'refused') refused.push(...passed.map(({ line }) => line));
    }
    expect(refused).toEqual(Array.from({ length: 2_503 }, (_, n) => n + 2));
  });

  it('refuses a match of very many rows, and reads on', async () => {
    const rows = Array.from({ length: 5_000 }, () => 'g1,2026-01-01,Ann,1');
    const readings = await read(RACE, [RACE_HEADER, ...rows, 'g2,2026-01-02,Ann,1', 'g2,2026-01-02,Ben,2']);
    const rule = 'MAX_ROWS';
    expect(readings).toMatchObject([
      { kind: 'refused', line: 1_002, field: 'row', rule, value: 'g1' },
      { kind: 'match', line: 5_002 },
    ]);
  });

  it('reads its dates in the format of the mapping', async () => {
    const mapping = 'match=game; date=day+time("DD.MM.YYYY HH:mm"); player=name; placement=rank';
    const readings = await read(mapping, [
      'game,day,time,name,rank',
      'g1,31.12.2020,20:00,Ann,1',
      'g1,31.12.2020,20:00,Ben,2',
      'g2,2020-12-31,20:00,Ann,1',
    ]);
    expect(readings).toMatchObject([
      { submission: { playedAt: new Date('2020-12-31T20:00:00Z') } },
      { kind: 'refused', field: 'day+time', rule: 'DATE_AS_IN', parameters: { format: 'DD.MM.YYYY HH:mm' } },
    ]);
  });
});
