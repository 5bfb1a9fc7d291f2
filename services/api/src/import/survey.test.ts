import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parseMapping } from './mapping.js';
import { readSubmissions } from './submissions.js';
import { survey } from './survey.js';

const file = (...lines: string[]) => Readable.from([Buffer.from(lines.join('\n'))]);

describe('the survey of a file', () => {
  const mapping = parseMapping('date=d; side=a:x; side=b:y');

  it('counts matches and broken rules, and tells the time they span and how many come late', async () => {
    const found = await survey(
      file(
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
    expect(found).toMatchObject({
      matches: 3,
      refusals: [
        { count: 2, first: { line: 3, field: 'x', rule: 'must not be missing', value: 'NA' } },
        { count: 1, first: { line: 5, field: 'row' } },
      ],
      firstPlayedAt: new Date('2026-01-01T00:00:00Z'),
      lastPlayedAt: new Date('2026-01-03T00:00:00Z'),
      outOfOrder: 1,
    });
    expect([...found.names.changed]).toEqual([['Ann B', 'Ann_B']]);
    expect(found.scattered.size).toBe(0);
  });

  it('of a file without matches spans no time', async () => {
    expect(await survey(file('d,a,b,x,y'), mapping)).toMatchObject({
      matches: 0,
      refusals: [],
      firstPlayedAt: null,
      lastPlayedAt: null,
      outOfOrder: 0,
    });
  });

  it('keeps names as they are where it is told so', async () => {
    const found = await survey(file('d,a,b,x,y', '2026-01-02,Ann B,Ben,1,0'), mapping, { handles: 'keep' });
    expect(found).toMatchObject({
      matches: 0,
      refusals: [{ count: 1, first: { line: 2, field: 'a', value: 'Ann B' } }],
    });
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
    const { names, scattered, matches } = await survey(file(...lines), long);
    expect(matches).toBe(2);
    expect(names.collisions).toEqual([{ handle: 'Ben', names: ['Ben', 'ben'] }]);
    expect([...scattered]).toEqual(['1']);

    const kinds: string[] = [];
    for await (const { kind, line } of readSubmissions(file(...lines), long, { names, scattered }))
      kinds.push(`${line} ${kind}`);
    expect(kinds).toEqual(['2 refused', '4 refused', '5 match', '6 refused']);
  });
});
