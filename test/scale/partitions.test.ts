import { beforeAll, expect, test } from 'vitest';
import { playMany } from '../support/big-league.js';
import { useDatabase } from '../support/database.js';
import { partitionByLeague } from '../support/partitioned.js';
import { askForRecompute, finished } from '../support/recompute.js';
import { onServer } from '../support/server.js';
import { OPENING, useStory } from '../support/story.js';

const database = useDatabase();
let tables: string[];
beforeAll(async () => {
  tables = await partitionByLeague(database.url, 4);
});
const story = useStory(() => ({ databaseUrl: database.url }));

test('every key begins with the league, so that the tables of leagues can be partitioned by it', () => {
  expect(tables).toEqual(expect.arrayContaining(['match', 'unrated_appearance', 'rating', 'rating_change']));
});

test('leagues work on partitioned tables as on whole ones', async () => {
  const ladders = [await story.league('ladder-1'), await story.league('ladder-2', 'timed-glicko')];
  for (const ladder of ladders) {
    const [first] = await ladder.play('ann beats bob', 'bob beats cid', 'cid draws ann');
    await ladder.play(ladder.match('cid beats bob', { playedAt: new Date(OPENING + 1000).toISOString() }));
    const input = { match: first!.id, expectedVersion: 1, reason: 'a joke' };
    const voidMatch = await story.admin.attempt('voidMatch', input, 'effect { changeCount }');
    expect(voidMatch).toEqual({ effect: { changeCount: 3 }, errors: [] });
    expect(await ladder.board('first: 10, includeProvisional: true')).toHaveLength(3);
  }
  for (const table of ['match', 'rating_change']) {
    const rows = await onServer(
      database.url,
      `SELECT count(DISTINCT tableoid)::integer AS parts FROM ${table} GROUP BY league_id`,
    );
    expect(rows, table).toEqual([{ parts: 1 }, { parts: 1 }]);
  }
});

test('a whole log is derived anew on them', async () => {
  const ladder = await story.league('long', 'timed-glicko');
  await playMany(ladder, 5100);
  const before = await ladder.board();
  const { id } = await askForRecompute(story.admin, ladder.slug);
  expect(await finished(story.admin, id)).toMatchObject({ status: 'DONE', done: 5100, revision: 2 });
  expect(await ladder.board()).toEqual(before);
});
