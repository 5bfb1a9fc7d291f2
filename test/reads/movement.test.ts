import { beforeAll, expect, test } from 'vitest';
import { playMany } from '../support/big-league.js';
import { sentStatements } from '../support/statements.js';
import { HOUR, OPENING, type StoryLeague, useStory } from '../support/story.js';

let league: StoryLeague;
const at = (hours: number) => new Date(OPENING + hours * HOUR).toISOString();

const story = useStory();
beforeAll(async () => {
  league = await story.league('race');
  await playMany(league, 150, 20);
  await league.play('newcomer beats p3', league.match('late beats p7', { playedAt: at(90.5) }));
  const { matches } = await league.read('matches(first: 100) { nodes { id } }');
  const input = { match: matches.nodes[60].id, expectedVersion: 1, reason: 'x' };
  await story.admin.get('mutation ($i: VoidMatchInput!) { voidMatch(input: $i) { errors { message } } }', { i: input });
});

/** Everybody's rank, by handle. */
async function ranks(args = ''): Promise<Map<string, number>> {
  const { standings } = await league.read(`standings(first: 100${args}) { nodes { rank player { handle } } }`);
  return new Map(
    standings.nodes.map((node: { rank: number; player: { handle: string } }) => [node.player.handle, node.rank]),
  );
}

test.each([5, 100, 149])('a movement is the difference of the ranks now and then (after %i hours)', async (hours) => {
  const [now, then] = [await ranks(), await ranks(`, asOf: "${at(hours)}"`)];
  const { standings } = await league.read(
    `standings(first: 100) { nodes { player { handle } movement(since: "${at(hours)}") } }`,
  );
  for (const { player, movement } of standings.nodes) {
    const before = then.get(player.handle);
    expect(movement, player.handle).toBe(before === undefined ? null : before - now.get(player.handle)!);
  }
  const movements = standings.nodes.map(({ movement }: { movement: number | null }) => movement);
  expect(new Set(movements).size).toBeGreaterThan(3);
  expect(movements).toContain(null);
});

test('there is no movement since now, nor since before the league had a board', async () => {
  const { standings } = await league.read(`standings(first: 100) { nodes {
    now: movement(since: "2100-01-01T00:00:00Z") never: movement(since: "1990-01-01T00:00:00Z")
  } }`);
  expect(new Set(standings.nodes.map(({ now }: { now: number }) => now))).toEqual(new Set([0]));
  expect(new Set(standings.nodes.map(({ never }: { never: null }) => never))).toEqual(new Set([null]));
});

test('a page of movements takes as many statements as one of them', async () => {
  const read = (first: number, hours: number) =>
    sentStatements(
      () =>
        league.read(`standings(first: ${first}) { nodes { rank movement(since: "${at(hours)}") rating { form } } }`),
      /rating|standings_snapshot|league_revision/,
    );
  const [one, page] = [await read(1, 61), await read(20, 62)];
  expect(page.map(({ text }) => text)).toEqual(one.map(({ text }) => text));
});
