import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../kit/refusal.js';
import { parseMapping } from './mapping.js';
import { type CsvOptions, csvFile } from './match-file.js';
import type { Reading, RefusedReading } from './reading.js';

const fileOf = (mapping: string, lines: readonly string[], options?: CsvOptions) =>
  csvFile(() => Readable.from([Buffer.from(`${lines.join('\n')}\n`)]), parseMapping(mapping), options);
const all = (readings: AsyncIterable<Reading>): Promise<Reading[]> => Readable.from(readings).toArray();
const read = (...file: Parameters<typeof fileOf>) => all(fileOf(...file).readings());

const submissionsIn = (readings: readonly Reading[]) =>
  readings.flatMap((reading) => (reading.kind === 'match' ? [reading.submission] : []));
const refusalsIn = (readings: readonly Reading[]) =>
  readings.filter((reading): reading is RefusedReading => reading.kind === 'refused');
const idsIn = (readings: readonly Reading[]) => submissionsIn(readings).map(({ externalId }) => externalId);

const FOOTBALL = 'date=date; side=home_team:home_score; side=away_team:away_score';
const FOOTBALL_HEADER = 'date,home_team,away_team,home_score,away_score,city';

describe('a file of results', () => {
  it('gives a match for each row, with scores, midnight in UTC and handles made from the names', async () => {
    const readings = await read(FOOTBALL, [FOOTBALL_HEADER, '1874-03-07,Northern Ireland,England,2,1,"Glasgow, West"']);
    expect(readings).toEqual([
      {
        kind: 'match',
        line: 2,
        submission: {
          externalId: 'row-2',
          playedAt: new Date('1874-03-07T00:00:00Z'),
          sides: [
            { score: 2, participants: [{ player: 'Northern_Ireland' }] },
            { score: 1, participants: [{ player: 'England' }] },
          ],
        },
      },
    ]);
  });

  it('continues after a refused row, and reports its line, field, rule and value', async () => {
    const readings = await read(FOOTBALL, [
      FOOTBALL_HEADER,
      '2026-01-01,A,B,NA,1,X',
      '2026-01-02,A,B,1,,X',
      '2026-02-30,A,B,1,1,X',
      '2026-01-03,A,B,1',
      '2026-01-03,A,B,1,1,X,Y',
      '2026-01-04,,B,1,1,X',
      '2026-01-05,A,B,1e3,1,X',
      '2026-01-06,A,B,"1,500",1,X',
      `2026-01-07,A,B,${'9'.repeat(400)},1,X`,
      '2026-01-08,A,B,Infinity,1,X',
      '2026-01-09,A,???,1,1,X',
      '2026-01-10,A,B,-1.5,+.5,X',
      '2026-01-11,A,B,"-1,5","0,125",X',
    ]);
    const number = 'DECIMAL';
    const width = 'ROW_CELLS';
    expect(refusalsIn(readings)).toMatchObject([
      { kind: 'refused', line: 2, field: 'home_score', rule: 'MISSING_CELL', value: 'NA' },
      { kind: 'refused', line: 3, field: 'away_score', rule: 'MISSING_CELL', value: '' },
      { kind: 'refused', line: 4, field: 'date', rule: 'DATE', value: '2026-02-30' },
      { kind: 'refused', line: 5, field: 'row', rule: width, value: '4 instead of 6' },
      { kind: 'refused', line: 6, field: 'row', rule: width, value: '7 instead of 6' },
      { kind: 'refused', line: 7, field: 'home_team', rule: 'EMPTY', value: '' },
      { kind: 'refused', line: 8, field: 'home_score', rule: number, value: '1e3' },
      { kind: 'refused', line: 9, field: 'home_score', rule: 'UNCLEAR_NUMBER', value: '1,500' },
      { kind: 'refused', line: 10, field: 'home_score', rule: number, value: '9'.repeat(400) },
      { kind: 'refused', line: 11, field: 'home_score', rule: number, value: 'Infinity' },
      { kind: 'refused', line: 12, field: 'away_team', rule: 'BECOMES_HANDLE', value: '???' },
    ]);
    expect(submissionsIn(readings).map(({ sides }) => sides.map(({ score }) => score))).toEqual([
      [-1.5, 0.5],
      [-1.5, 0.125],
    ]);
  });

  it('never has a score of minus zero', async () => {
    const [match] = submissionsIn(await read(FOOTBALL, [FOOTBALL_HEADER, '2026-01-01,A,B,-0,0,X']));
    expect(match!.sides.map(({ score }) => score)).toEqual([0, 0]);
  });

  it("treats its mapping's missing values as no score", async () => {
    const readings = await read(`${FOOTBALL}; missing=-1,W.O.`, [
      FOOTBALL_HEADER,
      '2026-01-01,A,B,-1,-1,X',
      '2026-01-01,A,B,w.o.,0,X',
      '2026-01-01,A,B,-2,0,X',
    ]);
    expect(refusalsIn(readings)).toMatchObject([
      { line: 2, rule: 'MISSING_CELL', value: '-1' },
      { line: 3, rule: 'MISSING_CELL', value: 'w.o.' },
    ]);
    expect(submissionsIn(readings)).toHaveLength(1);
  });

  it('keeps a player whose name is NA', async () => {
    const [match] = submissionsIn(await read(FOOTBALL, [FOOTBALL_HEADER, '2026-01-01,NA,B,1,0,X']));
    expect(match!.sides[0]!.participants).toEqual([{ player: 'NA' }]);
  });

  it('is refused row by row if its text cannot be decoded, as far as it is read', async () => {
    // No letter of Windows-1252 is 0x9d.
    const broken = Buffer.from(
      `${FOOTBALL_HEADER}\n2026-01-01,Cura\x9Dao,B,1,0,X\n2026-01-01,A,B,1,0,Z\xFCrich\n`,
      'latin1',
    );
    const readings: Reading[] = [];
    for await (const reading of csvFile(() => Readable.from([broken]), parseMapping(FOOTBALL)).readings())
      readings.push(reading);
    expect(readings).toMatchObject([
      { kind: 'refused', line: 2, field: 'home_team', rule: 'ENCODING' },
      { kind: 'match', line: 3 },
    ]);
  });

  it('reports the line on which a match begins if cells have line breaks', async () => {
    const readings = await read(FOOTBALL, [FOOTBALL_HEADER, '2026-01-01,A,B,1,0,"X\r\nY"', '', '2026-01-02,A,B,x,0,X']);
    expect(readings).toMatchObject([
      { kind: 'match', line: 2 },
      { kind: 'refused', line: 5, value: 'x' },
    ]);
  });

  it('refuses names that would be one player, from the second on or, with the book of a first reading, all', async () => {
    const file = fileOf(FOOTBALL, [
      FOOTBALL_HEADER,
      '2026-01-01,Al Ahly,B,1,0,X',
      '2026-01-02,Al-Ahly,B,1,0,X',
      '2026-01-03,al_ahly,B,1,0,X',
    ]);
    const refusal = { field: 'home_team', rule: 'SHARED_HANDLE' };
    expect(await all(file.readings())).toMatchObject([
      { kind: 'match', line: 2 },
      { kind: 'match', line: 3 },
      { ...refusal, line: 4, parameters: { names: ['"Al Ahly"', '"al_ahly"'], value: '"Al_Ahly"' } },
    ]);
    expect(await all(file.readings())).toMatchObject([{ ...refusal, line: 2 }, { line: 3 }, { ...refusal, line: 4 }]);
  });

  it('spells out invisible characters if two names differ only by them', async () => {
    const readings = await read(FOOTBALL, [FOOTBALL_HEADER, '2026-01-01,Ann,B,1,0,X', '2026-01-02,An\u200Bn,B,1,0,X']);
    expect(refusalsIn(readings).map(({ rule, parameters }) => sentenceOf(rule, parameters))).toEqual([
      'home_team must not contain different names that make one handle, but "Ann" and "An\\u{200b}n" all make "Ann"',
    ]);
  });

  it('may have teams of several columns', async () => {
    const [match] = submissionsIn(
      await read('date=date; side=red1+red2:red; side=blue1+blue2:blue; id=key', [
        'key,date,red1,red2,blue1,blue2,red,blue',
        'qm1,2026-01-01,frc1,frc2,frc3,frc4,14,49',
      ]),
    );
    expect(match).toEqual({
      externalId: 'qm1',
      playedAt: new Date('2026-01-01T00:00:00Z'),
      sides: [
        { score: 14, participants: [{ player: 'frc1' }, { player: 'frc2' }] },
        { score: 49, participants: [{ player: 'frc3' }, { player: 'frc4' }] },
      ],
    });
  });
});

describe('a file with a winner', () => {
  const placements = (readings: readonly Reading[]) =>
    submissionsIn(readings).map(({ sides }) => sides.map(({ placement }) => placement));

  it('names the player, counts the sides, or says draw', async () => {
    const readings = await read('date=d; side=a; side=b; winner=w', [
      'd,a,b,w',
      '2026-01-01,Ann B,Ben,Ann B',
      '2026-01-01,Ann B,Ben,2',
      '2026-01-01,Ann B,Ben,Draw',
      '2026-01-01,Ann B,Ben,Cid',
      '2026-01-01,Ann B,Ben,',
      '2026-01-01,Ann B,Ann B,Ann B',
    ]);
    expect(placements(readings)).toEqual([
      [1, 2],
      [2, 1],
      [1, 1],
    ]);
    expect(refusalsIn(readings)).toMatchObject([
      { line: 5, field: 'w', rule: 'WINNER', value: 'Cid' },
      { line: 6, field: 'w', rule: 'MISSING_CELL', value: '' },
      { line: 7, field: 'w', rule: 'IN_MATCH_ALREADY', value: 'Ann B' },
    ]);
  });

  it('is not guessed if a player has the name of a side or a draw', async () => {
    const readings = await read('date=d; side=a; side=b; winner=w', [
      'd,a,b,w',
      '2026-01-01,2,1,2',
      '2026-01-01,Draw,Ben,draw',
      '2026-01-01,Draw,Ben,Draw',
    ]);
    expect(readings).toMatchObject([
      { kind: 'refused', line: 2, value: '2' },
      { kind: 'match', line: 3 },
      { kind: 'refused', line: 4, value: 'Draw' },
    ]);
  });

  it('has its own words, regardless of case, and no others', async () => {
    const readings = await read('date=d; side=white; side=black; winner=r(1-0=white,0-1=black,1/2=draw,F=1)', [
      'd,white,black,r',
      '2026-01-01,Ann,Ben,1-0',
      '2026-01-01,Ann,Ben,0-1',
      '2026-01-01,Ann,Ben,1/2',
      '2026-01-01,Ann,Ben,f',
      '2026-01-01,Ann,Ben,Ann',
    ]);
    expect(placements(readings)).toEqual([
      [1, 2],
      [2, 1],
      [1, 1],
      [1, 2],
    ]);
    expect(refusalsIn(readings)).toMatchObject([
      { line: 6, field: 'r', rule: 'ONE_OF', parameters: { values: ['1-0', '0-1', '1/2', 'f'] }, value: 'Ann' },
    ]);
  });

  it('may also have scores, which the winner overrules', async () => {
    const [match] = submissionsIn(
      await read('date=d; side=a:x; side=b:y; winner=penalties', ['d,a,b,x,y,penalties', '2026-01-01,Ann,Ben,1,1,Ben']),
    );
    expect(match!.sides).toMatchObject([
      { placement: 2, score: 1 },
      { placement: 1, score: 1 },
    ]);
  });
});

describe('a file without dates', () => {
  const start = new Date('2026-03-01T00:00:00Z');
  const mapping = 'side=a:x; side=b:y';
  const lines = ['a,b,x,y', 'Ann,Ben,1,0', 'Ann,Ben,NA,0', '', 'Ann,Ben,1,0'];

  it('is played in the order of its rows, and a refused row keeps its time for its correction', async () => {
    const readings = await read(mapping, lines, { schedule: { start, every: 1000 } });
    expect(submissionsIn(readings).map(({ playedAt }) => playedAt!.toISOString())).toEqual([
      '2026-03-01T00:00:00.000Z',
      '2026-03-01T00:00:02.000Z',
    ]);
  });

  it('needs a start, and a file with dates accepts none', async () => {
    await expect(read(mapping, lines)).rejects.toThrow(
      '"date" must name the column of the time, unless a start time is given',
    );
    await expect(read(FOOTBALL, [FOOTBALL_HEADER], { schedule: { start } })).rejects.toThrow(
      '"date" must be omitted if a start time is given, but has date=date',
    );
  });
});

describe('the external ids of a file', () => {
  const twice = '2026-01-01,Ann,Ben,1,0,X';

  it('are its lines by default: two equal rows are two matches', async () => {
    expect(idsIn(await read(FOOTBALL, [FOOTBALL_HEADER, twice, '', twice]))).toEqual(['row-2', 'row-4']);
  });

  it('are made from columns: rows that agree in these are one match', async () => {
    const readings = await read(`${FOOTBALL}; id=date+home_team+away_team`, [FOOTBALL_HEADER, twice, twice]);
    expect(idsIn(readings)).toEqual(['2026-01-01/Ann/Ben', '2026-01-01/Ann/Ben']);
    expect(submissionsIn(readings)[0]).toEqual(submissionsIn(readings)[1]);
  });

  it('count the matches of equal columns on request, including refused ones', async () => {
    const mapping = `${FOOTBALL}; id=date+home_team+away_team+#`;
    const unplayed = '2026-01-01,Ann,Ben,NA,0,X';
    expect(idsIn(await read(mapping, [FOOTBALL_HEADER, twice, unplayed, '2026-01-01,Ben,Ann,1,0,X', twice]))).toEqual([
      '2026-01-01/Ann/Ben/1',
      '2026-01-01/Ben/Ann/1',
      '2026-01-01/Ann/Ben/3',
    ]);
  });

  it('differ if the columns differ, whatever their content', async () => {
    const readings = await read('date=d; side=a:x; side=b:y; id=k+l', [
      'd,a,b,x,y,k,l',
      '2026-01-01,Ann,Ben,1,0,p/q,r',
      '2026-01-01,Ann,Ben,1,0,p,q/r',
      '2026-01-01,Ann,Ben,1,0,p%2Fq,r',
    ]);
    expect(new Set(idsIn(readings)).size).toBe(3);
  });

  it('must not be empty', async () => {
    const readings = await read(`${FOOTBALL}; id=city`, [FOOTBALL_HEADER, '2026-01-01,Ann,Ben,1,0,']);
    expect(readings).toMatchObject([{ kind: 'refused', line: 2, field: 'city', rule: 'EMPTY' }]);
  });

  it('may have a prefix, so that two files fit into one league', async () => {
    expect(idsIn(await read(FOOTBALL, [FOOTBALL_HEADER, twice], { idPrefix: '2026-' }))).toEqual(['2026-row-2']);
  });
});

describe('a mapping that does not fit the file', () => {
  it('is refused before anything is read, with the columns of the file and a suggestion', async () => {
    await expect(
      read('date=Datum; side=home_team:home_score; side=away_team:awayscore', [FOOTBALL_HEADER]),
    ).rejects.toThrow(
      'mapping: "date" must name a column of the file, but has "Datum"; its columns: date, home_team, away_team',
    );
    await expect(
      read('date=date; side=home_team:home_score; side=away_team:awayscore', [FOOTBALL_HEADER]),
    ).rejects.toThrow(
      'mapping: "side" must name a column of the file, but has "awayscore" (did you mean "away_score"?)',
    );
  });

  it('is refused if the column exists twice in the file', async () => {
    await expect(read('date=d; side=a:x; side=b:x', ['d,a,b,x,x'])).rejects.toThrow('"x"');
  });

  it('questions the delimiter if the file has one column', async () => {
    await expect(read(FOOTBALL, [FOOTBALL_HEADER.replaceAll(',', ';')])).rejects.toThrow('is the delimiter right?');
    expect(await read(FOOTBALL, [FOOTBALL_HEADER.replaceAll(',', ';')], { delimiter: ';' })).toEqual([]);
  });

  it('is not even tried on an empty file', async () => {
    await expect(read(FOOTBALL, [''])).rejects.toThrow('line 1: the file must begin with a header line');
  });
});

describe('a reader', () => {
  it('may stop at any match, and the file is closed', async () => {
    const input = Readable.from(
      (function* () {
        yield `${FOOTBALL_HEADER}\n`;
        for (;;) yield '2026-01-01,Ann,Ben,1,0,X\n'.repeat(100);
      })(),
    );
    for await (const reading of csvFile(() => input, parseMapping(FOOTBALL)).readings()) {
      expect(reading.kind).toBe('match');
      break;
    }
    expect(input.destroyed).toBe(true);
  });

  it('leaves the file closed if the mapping does not fit it', async () => {
    const input = Readable.from(['a,b\n1,2\n']);
    await expect(all(csvFile(() => input, parseMapping(FOOTBALL)).readings())).rejects.toThrow('must name a column');
    expect(input.destroyed).toBe(true);
  });
});

describe('weights and roles', () => {
  it('of a row per match: roles for all, and a weight if the cell has one', async () => {
    const mapping = `${FOOTBALL}; role=home,away; weight=importance`;
    const header = 'date,home_team,away_team,home_score,away_score,importance';
    const readings = await read(mapping, [
      header,
      '2026-01-01,A,B,1,0,2.5',
      '2026-01-02,A,B,1,0,',
      '2026-01-03,A,B,1,0,x',
    ]);
    const [first, second] = submissionsIn(readings);
    expect(first).toMatchObject({ weight: 2.5, sides: [{ role: 'home' }, { role: 'away' }] });
    expect(second!.weight).toBeUndefined();
    expect(refusalsIn(readings)).toMatchObject([{ field: 'importance' }]);
  });

  it('of a row per participant: the same in all rows of a match, and of a side', async () => {
    const mapping = 'match=game; player=name; score=points; side=team; role=part; weight=importance; date=day';
    const header = 'game,day,name,points,team,part,importance';
    const readings = await read(mapping, [
      header,
      ...['1,2026-01-01,a,3,X,attacker,2', '1,2026-01-01,b,3,X,attacker,2', '1,2026-01-01,c,1,Y,,2'],
      ...['2,2026-01-02,a,3,X,attacker,2', '2,2026-01-02,c,1,Y,defender,3'],
      ...['3,2026-01-03,a,3,X,attacker,', '3,2026-01-03,b,3,X,defender,', '3,2026-01-03,c,1,Y,,'],
    ]);
    const [only, ...others] = submissionsIn(readings);
    expect(others).toEqual([]);
    expect(only!.weight).toBe(2);
    expect(only!.sides.map(({ role }) => role)).toEqual(['attacker', undefined]);
    expect(refusalsIn(readings)).toMatchObject([{ field: 'importance' }, { field: 'part' }]);
  });
});
