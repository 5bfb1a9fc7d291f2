import { expect, test } from 'vitest';
import { readConfig } from '../../services/api/dist/start/config.js';
import { openApp } from '../../services/api/dist/start/open-app.js';
import { ensureAdminToken } from '../../services/api/dist/token/token.service.js';
import { databaseOfTest } from '../support/database.js';
import { onServer } from '../support/server.js';
import { useService } from '../support/service.js';
import { HOUR, OPENING, type StoryLeague, storyLeague, useStory } from '../support/story.js';
import type { MatchInput } from '../support/story-match.js';

const story = useStory();
const replica = useService(() => ({ databaseUrl: story.databaseUrl }));

const SIZE = 200;
const RATERS = ['zonestats', 'timed-glicko', 'performance'];

/** Two hundred matches between players of whom nobody has heard yet, two to three at each moment. */
function season(league: StoryLeague, players: string): MatchInput[] {
  return Array.from({ length: SIZE }, (_, index) => {
    const [first, second] = [index % 17, (index * 3 + 1) % 19];
    const playedAt = new Date(OPENING + Math.floor(index / 2.5) * HOUR).toISOString();
    return league.match(`${players}${first} ${index % 5 ? 'beats' : 'draws'} ${players}x${second}`, { playedAt });
  });
}

/** Sends all matches in batches, one after the other. */
async function sendAll(league: StoryLeague, matches: readonly MatchInput[], batchSize: number): Promise<void> {
  for (let start = 0; start < matches.length; start += batchSize) {
    await league.play(...matches.slice(start, start + batchSize));
  }
}

test('several leagues at once, with common newcomers, do not block each other', async () => {
  const leagues = await Promise.all(RATERS.map((rater) => story.league(`side-by-side-${rater}`, rater)));
  const before = Number((await story.sql('SELECT count(*) FROM player'))[0]!.count);
  await Promise.all(
    leagues.flatMap((league, index) => {
      const matches = season(league, 's');
      return [story, replica, story].map((service, sender) =>
        sendAll(storyLeague(service.admin, league.slug), matches, [SIZE, 40, 67][(sender + index) % 3]!),
      );
    }),
  );
  for (const league of leagues) expect(await league.read('matchCount')).toEqual({ matchCount: SIZE });
  expect(Number((await story.sql('SELECT count(*) FROM player'))[0]!.count)).toBe(before + 17 + 19);
});

test('two bots that add the same newcomers at once, in different order, create each of them once', async () => {
  const [one, other] = [await story.league('left'), await story.league('right')];
  const names = Array.from({ length: 100 }, (_, index) => `twin${index}`);
  const duels = (league: StoryLeague, order: readonly string[]) =>
    order.slice(0, 50).map((name, index) => league.match(`${name} beats ${order[99 - index]}`));
  await Promise.all([
    one.submit(duels(one, names)),
    storyLeague(replica.admin, 'right').submit(duels(other, names.toReversed())),
    story.admin.mutate('registerPlayers', {
      ...{ league: (await story.league('middle')).slug, players: names.map((name) => name.toUpperCase()) },
    }),
  ]);
  for (const league of [one, other])
    expect(await league.read('matchCount playerCount')).toEqual({ matchCount: 50, playerCount: 100 });
  const twins = await story.sql(`SELECT count(*)::int AS count FROM player WHERE handle_key LIKE 'twin%'`);
  expect(twins).toEqual([{ count: 100 }]);
});

test('of several callers who open a league with the same slug at once, one succeeds', async () => {
  const input = { slug: 'only-one', name: 'Only one', ratingSystem: 'zonestats' };
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => [story, replica][index % 2]!.admin.attempt('createLeague', input)),
  );
  const codes = answers.map(({ errors }) => errors[0]?.code ?? 'opened');
  expect(codes.toSorted()).toEqual([...Array(5).fill('TAKEN'), 'opened']);
});

test('a token that several callers revoke at once is revoked once', async () => {
  const fought = { name: 'fought over', scopes: ['platform:admin'] };
  const { token } = await story.admin.mutate('createToken', fought, 'token { id }');
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      [story, replica][index % 2]!.admin.attempt('revokeToken', { token: token.id }, 'token { revokedAt }'),
    ),
  );
  expect(new Set(answers.map(({ token }) => token.revokedAt)).size).toBe(1);
  const entries = await story.sql(
    `SELECT count(*)::int AS count FROM audit_entry JOIN token ON token.id = (after->>'id')::int
     WHERE action = 'revokeToken' AND name = 'fought over'`,
  );
  expect(entries).toEqual([{ count: 1 }]);
});

test.each([
  ['create a single one, and one of them shows it', undefined, 'first admin', 1],
  ['all use the given secret, and none shows it', 'correct-horse-battery', 'OPENLADDER_ADMIN_TOKEN', 0],
])('replicas that set up their administrator at once %s', async (_, chosen, name, shown) => {
  const database = await databaseOfTest();
  const config = readConfig({ OPENLADDER_DATABASE_URL: database.url });
  const replicas = await Promise.all([1, 2].map(() => openApp(config, () => undefined)));
  const secrets = await Promise.all(
    [...replicas, ...replicas, ...replicas].map(({ app }) => ensureAdminToken(app, chosen)),
  );
  expect(secrets.filter((secret) => secret !== null)).toHaveLength(shown);
  expect(await onServer(database.url, 'SELECT name FROM token')).toEqual([{ name }]);
  await Promise.all(replicas.map(({ close }) => close()));
});
