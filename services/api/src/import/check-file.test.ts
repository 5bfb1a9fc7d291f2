import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { refuse } from '../kit/refusal.js';
import { fatalProblemOf, scanFile } from './check-file.js';
import { parseMapping } from './mapping.js';
import { csvFile } from './match-file.js';

const open =
  (...lines: string[]) =>
  () =>
    Readable.from([Buffer.from(lines.join('\n'))]);

describe('the scan of a file', () => {
  const mapping = parseMapping('date=d; side=a:x; side=b:y');

  it('counts matches and broken rules, and reports their time span and late matches', async () => {
    const file = csvFile(
      open(
        'd,a,b,x,y',
        '2026-01-02,Ann B,Ben,1,0',
        '2026-01-05,Ann B,Ben,NA,0',
        '2026-01-01,Ann B,Ben,1,0',
        '2026-01-01,Ann B,Ben,1',
        '2026-01-03,Ann B,Ben,NA,0',
        '2026-01-03,Ben,Cid,2,2',
      ),
      mapping,
    );
    const found = await scanFile(file.readings());
    expect(found).toMatchObject({
      matches: 3,
      firstPlayedAt: new Date('2026-01-01T00:00:00Z'),
      lastPlayedAt: new Date('2026-01-03T00:00:00Z'),
      outOfOrder: 1,
    });
    expect(found.refusals.groups).toMatchObject([
      { count: 2, lines: [3, 6], first: { line: 3, field: 'x', rule: 'MISSING_CELL', value: 'NA' } },
      { count: 1, lines: [5], first: { line: 5, field: 'row' } },
    ]);
    expect([...file.names.changed]).toEqual([['Ann B', 'Ann_B']]);
    expect(file.scattered.size).toBe(0);
  });

  it('counts a match that the league would refuse, in the words of its rule', async () => {
    const file = csvFile(open('d,a,b,x,y', '2026-01-02,Ann,Ben,1,0', '2026-01-05,Ann,Cid,1,0'), mapping);
    const { matches, refusals } = await scanFile(file.readings(), ({ playedAt }) =>
      playedAt!.getUTCDate() < 5
        ? refuse('BEFORE_OPENING', ['playedAt'], { opensAt: '2026-01-05', value: '"long ago"' })
        : undefined,
    );
    expect(matches).toBe(1);
    expect(refusals.first).toEqual([
      {
        kind: 'refused',
        line: 2,
        field: 'playedAt',
        rule: 'BEFORE_OPENING',
        value: 'long ago',
        parameters: { opensAt: '2026-01-05', value: '"long ago"' },
        countedBy: 'playedAt',
      },
    ]);
  });

  it.each([
    [['03', '02', '02', '01'], true],
    [['03', '02', '03', '01'], false],
    [['01', '02'], false],
    [['02', '02'], false],
  ])('shows whether it is newest first: %j', async (days, isNewestFirst) => {
    const rows = days.map((day) => `2026-01-${day},Ann,Ben,1,0`);
    expect(await scanFile(csvFile(open('d,a,b,x,y', ...rows), mapping).readings())).toMatchObject({ isNewestFirst });
  });

  it('of a file without matches spans no time', async () => {
    expect(await scanFile(csvFile(open('d,a,b,x,y'), mapping).readings())).toMatchObject({
      matches: 0,
      refusals: { count: 0 },
      firstPlayedAt: null,
      lastPlayedAt: null,
      outOfOrder: 0,
    });
  });

  it('keeps names unchanged on request', async () => {
    const file = csvFile(open('d,a,b,x,y', '2026-01-02,Ann B,Ben,1,0'), mapping, { handles: 'keep' });
    const { matches, refusals } = await scanFile(file.readings());
    expect(matches).toBe(0);
    expect(refusals.first).toMatchObject([{ line: 2, field: 'a', value: 'Ann B' }]);
  });

  it('skips the rows of which the mapping says so, and counts them anew in each reading', async () => {
    const rows = [
      '2026-01-01,A,B,1,0',
      '2026-01-02,A,B,W/O,',
      '2026-01-02,A,B,w/o,',
      '2026-01-03,A,B,1',
      '2026-01-04,A,B,2,0',
    ];
    const file = csvFile(open('d,a,b,x,y', ...rows), parseMapping('date=d; side=a:x; side=b:y; skip=x(W/O)'));
    for (let reading = 0; reading < 2; reading++) {
      const { matches, refusals } = await scanFile(file.readings());
      expect([matches, refusals.first.map(({ line }) => line)]).toEqual([2, [5]]);
      expect(Object.fromEntries(file.skipped)).toEqual({ 'W/O': 1, 'w/o': 1 });
    }
  });

  it('takes names of one handle for one player if the mapping says so', async () => {
    const rows = ['2026-01-01,Al Ahly,B,1,0', '2026-01-03,al_ahly,b,1,0'];
    const file = csvFile(open('d,a,b,x,y', ...rows), parseMapping('date=d; side=a:x; side=b:y; handles=shared'));
    const players: string[] = [];
    for await (const reading of file.readings()) {
      if (reading.kind === 'match')
        players.push(
          ...reading.submission.sides.flatMap(({ participants }) => participants.map(({ player }) => player)),
        );
    }
    expect(players).toEqual(['Al_Ahly', 'B', 'Al_Ahly', 'B']);
    expect(fatalProblemOf(file)).toBeNull();
  });

  it('lets the reading after it refuse all of what it found in pieces', async () => {
    const lines = [
      'g,d,p,r',
      '1,2026-01-01,Ann,1',
      '1,2026-01-01,Ben,2',
      '2,2026-01-01,ben,1',
      '3,2026-01-01,Cid,1',
      '1,2026-01-01,Dan,1',
    ];
    const long = parseMapping('match=g; date=d; player=p; placement=r');
    const file = csvFile(open(...lines), long);
    expect((await scanFile(file.readings())).matches).toBe(2);
    expect(file.names.collisions).toEqual([{ handle: 'Ben', names: ['Ben', 'ben'] }]);
    expect([...file.scattered]).toEqual(['1']);

    const kinds: string[] = [];
    for await (const { kind, line } of file.readings()) kinds.push(`${line} ${kind}`);
    expect(kinds).toEqual(['2 refused', '4 refused', '5 match', '6 refused']);
  });
});
