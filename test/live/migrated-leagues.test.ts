import { expect, test } from 'vitest';
import { LeagueEvents1764086400000 } from '../../services/api/dist/database/migrations/0006-league-events.js';
import { playMany } from '../support/big-league.js';
import { startStory, storyLeague } from '../support/story.js';

test('matches from before there were events are told of as if they had come in full submissions', async () => {
  const before = await startStory();
  const league = await before.league('old');
  await league.play('ann beats ben');
  await playMany(league, 1500);
  await league.play(league.match('cid beats ben', { playedAt: '2019-12-31T00:00:00Z' }));
  const migration = new LeagueEvents1764086400000();
  const runner = { query: (statement: string) => before.sql(statement) } as never;
  await migration.down(runner);
  await migration.up(runner);
  // What a later migration did to the table, which has gone with it.
  await before.sql('ALTER TABLE league_event ADD COLUMN action text, ADD COLUMN subject text');

  const after = await startStory({ databaseUrl: before.databaseUrl });
  await storyLeague(after.admin, 'old').play({ ...league.match('dan beats ben'), externalId: 'new' });
  const events = await after.sql(
    'SELECT kind, sequences[1] AS first, cardinality(sequences) AS count, revision FROM league_event ORDER BY number',
  );
  const rated = { kind: 'MATCHES_RATED', revision: 2 };
  expect(events).toEqual([
    { ...rated, first: 1, count: 1000 },
    { ...rated, first: 1001, count: 502 },
    { ...rated, first: 1503, count: 1 },
  ]);
  await after.stop();
  await before.stop();
});
