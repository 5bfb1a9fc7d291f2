import { createReadStream } from 'node:fs';
import { expect, it } from 'vitest';
import { describeWithFiles, FOOTBALL, FOOTBALL_MAPPING, ROBOTICS } from '../../../../test/support/real-data.js';
import { scanFile } from './check-file.js';
import { parseMapping } from './mapping.js';
import { csvFile } from './match-file.js';

describeWithFiles('the real files', [FOOTBALL, ROBOTICS], () => {
  it('of football give every row as a match, in order, under 337 names without a collision', async () => {
    const file = csvFile(() => createReadStream(FOOTBALL), parseMapping(FOOTBALL_MAPPING));
    const found = await scanFile(file.readings());
    expect(found).toMatchObject({ matches: 49_520, refusals: { count: 0 }, outOfOrder: 0 });
    expect(found.firstPlayedAt).toEqual(new Date('1872-11-30T00:00:00Z'));
    expect(file.names.size).toBe(337);
    expect(file.names.changed.size).toBe(93);
    expect(file.names.changed.get('São Tomé and Príncipe')).toBe('São_Tomé_and_Príncipe');
    expect(file.names.collisions).toEqual([]);
  });

  it('of football have two matches of the same teams on one day, which only a count distinguishes', async () => {
    const mapping = parseMapping(FOOTBALL_MAPPING.replace('+#', ''));
    const lines = new Map<string, number[]>();
    for await (const reading of csvFile(() => createReadStream(FOOTBALL), mapping).readings()) {
      if (reading.kind === 'refused') continue;
      const { externalId } = reading.submission;
      lines.set(externalId, [...(lines.get(externalId) ?? []), reading.line]);
    }
    expect([...lines].filter(([, repeats]) => repeats.length > 1)).toEqual([
      ['1974-02-17/Tahiti/New Caledonia', [9643, 9644]],
    ]);
  });

  it('of robotics give three against three, and 13 matches that were never played', async () => {
    const sides = 'side=red1+red2+red3:red_score; side=blue1+blue2+blue3:blue_score; id=key';
    const schedule = { start: new Date('2019-03-01T00:00:00Z') };
    const fileBy = (mapping: string) => csvFile(() => createReadStream(ROBOTICS), parseMapping(mapping), { schedule });
    const file = fileBy(`${sides}; missing=-1`);
    const found = await scanFile(file.readings());
    expect(found).toMatchObject({ matches: 17_886, outOfOrder: 0 });
    expect(found.refusals.groups).toMatchObject([
      { count: 13, first: { line: 14_907, field: 'red_score', rule: 'MISSING_CELL', value: '-1' } },
    ]);
    expect(file.names.size).toBe(3758);
    expect(file.names.changed.size).toBe(0);
    expect((await scanFile(fileBy(sides).readings())).matches).toBe(17_899);
  });
});
