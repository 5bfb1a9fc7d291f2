import { beforeAll, expect, test } from 'vitest';
import { DAY, useLadders } from './ladder.js';

const ladders = useLadders('2026-03-01T12:00:00Z');
beforeAll(async () => {
  await ladders.open('days');
  for (const result of ['ann beats ben', 'cid beats ann']) await ladders.play('days', result);
  for (const _ of [1, 2]) {
    ladders.clock.now += DAY;
    await ladders.night();
    await ladders.play('days', 'ben draws cid');
  }
  expect(await ladders.sql('SELECT players FROM standings_snapshot ORDER BY day')).toEqual([
    { players: [] },
    { players: null },
  ]);
  await ladders.sql(
    `UPDATE standings_snapshot SET players = '{3,1,2}', scores = '{60,50,40}' WHERE day = '2026-03-01'`,
  );
});

const DAMAGES: readonly (readonly [what: string, statement: string, rule: string])[] = [
  ['a player without a score', `scores = '{60,50}'`, 'a player and a score at every place'],
  ['a player in two places', `players = '{3,1,1}'`, 'players who stand once'],
  ['a wrong order', `scores = '{60,40,50}'`, 'the best first'],
  ['a day that is not over', `midnight = recorded_at + interval '1 s'`, 'a day that was over'],
  ['a revision to come', 'revision = 2', 'a revision of the league'],
  ['nothing to begin with', 'players = NULL, scores = NULL', 'players on the first day'],
];

test.each(DAMAGES)('a recorded day with %s is found', async (_, change, rule) => {
  await ladders.sql('CREATE TABLE kept AS TABLE standings_snapshot');
  await ladders.sql(`UPDATE standings_snapshot SET ${change} WHERE day = '2026-03-01'`);
  const problems = (await ladders.problems()) as { findings: { invariant: string; at: string; expected: unknown }[] }[];
  expect(problems.flatMap(({ findings }) => findings)).toEqual([
    expect.objectContaining({ invariant: 'snapshots', at: 'day 2026-03-01', expected: rule }),
  ]);
  await ladders.sql('DELETE FROM standings_snapshot');
  await ladders.sql('INSERT INTO standings_snapshot TABLE kept');
  await ladders.sql('DROP TABLE kept');
  expect(await ladders.problems()).toEqual([]);
});

test('a board that was not refreshed is found', async () => {
  await ladders.sql(`UPDATE league SET refreshed_through = refreshed_through - interval '1 day'`);
  const problems = (await ladders.problems()) as { invariant: string }[];
  expect(problems.map(({ invariant }) => invariant)).toContain('ratings');
  await ladders.sql(`UPDATE league SET refreshed_through = refreshed_through + interval '1 day'`);
  expect(await ladders.problems()).toEqual([]);
});
