import { beforeAll, describe, expect, test } from 'vitest';
import { nodeId } from '../../services/api/dist/graphql/scalars.js';
import type { Client } from '../support/graphql.js';
import { lockForTest, lockWaits } from '../support/held-league.js';
import { sealOf } from '../support/seal.js';
import { onServer, openClient } from '../support/server.js';
import { useStory } from '../support/story.js';
import { sidesOf } from '../support/story-match.js';

/** A bot of another league, with every league scope there. */
let outsider: Client;
/** A bot that may submit to the private league. */
let insider: Client;
/** Ids of what is in the private league, as its admin sees them. */
let ids: Record<string, string>;

const DUEL = { externalId: 'x', playedAt: '2020-01-01T00:00:00Z', sides: sidesOf('ann beats ben') };

/** Takes a private name out of an answer: what is left must not depend on whether it exists. */
const MISSING = 'missing';

const story = useStory();
beforeAll(async () => {
  const [open, hidden] = [
    await story.league('open'),
    await story.league('hidden', 'timed-glicko', { name: 'Hidden league', visibility: 'PRIVATE' }),
  ];
  await open.play('ann beats ben');
  await hidden.play('ann beats mole', 'mole beats ben');
  outsider = await story.bot(['matches:submit', 'league:admin'], 'open');
  insider = await story.bot(['matches:submit'], 'hidden');
  const read = await hidden.read(
    `id
     matches(first: 1) { nodes { id sides { participants { player { id } ratingChange { id } } } } }
     rating(player: "mole") { id player { id } }
     past: rating(player: "mole", at: "2100-01-01T00:00:00Z") { id }`,
  );
  const [match] = read.matches.nodes;
  ids = {
    league: read.id,
    match: match.id,
    rating: read.rating.id,
    past: read.past.id,
    change: match.sides[0].participants[0].ratingChange.id,
    player: read.rating.player.id,
  };
});

/** Callers who must not know of it. */
const strangers = (): [string, Client][] => [
  ['anonymous', story.anonymous],
  ['a bot of another league', outsider],
];

/** Asks for something private and for something that there is not: the answers must be one and the same. */
async function expectIndistinguishable(
  query: string,
  variables: (name: string) => object,
  real: string,
): Promise<void> {
  for (const [who, caller] of strangers()) {
    const [toReal, toMissing] = await Promise.all([
      caller.ask(query, variables(real)),
      caller.ask(query, variables(MISSING)),
    ]);
    expect(toReal.text.replaceAll(real, MISSING), who).toBe(toMissing.text);
    expect(toReal.status, who).toBe(toMissing.status);
  }
}

describe('for strangers a private league does not exist', () => {
  test('by its slug', async () => {
    await expectIndistinguishable(
      'query ($slug: String!) { league(slug: $slug) { id name matches { nodes { id } } } }',
      (slug) => ({ slug }),
      'hidden',
    );
  });

  test('by the id of anything in it', async () => {
    for (const id of Object.values(ids)) {
      for (const [who, caller] of strangers()) {
        expect((await caller.get('query ($id: ID!) { node(id: $id) { id __typename } }', { id })).node, who).toBeNull();
      }
    }
  });

  test('by a cancellation of its recompute', async () => {
    const [row] = await onServer(
      story.databaseUrl,
      `INSERT INTO recompute (league_id, status, correction, reason, actor, requested_at, finished_at)
       SELECT id, 'CANCELLED', '{"kind":"recomputeLeague"}', 'x', 'x', now(), now() FROM league WHERE slug = 'hidden'
       RETURNING id`,
    );
    const seal = await sealOf(story.databaseUrl);
    const cancel = 'mutation ($input: CancelRecomputeInput!) { cancelRecompute(input: $input) { errors { message } } }';
    for (const [who, caller] of strangers()) {
      const [ofReal, ofMissing] = await Promise.all(
        [row!.id, 999].map(async (id) => {
          const recompute = nodeId({ seal }, 'Recompute', id as number);
          const { text } = await caller.ask(cancel, { input: { recompute } });
          return text.replace(recompute, 'what was given');
        }),
      );
      expect(ofReal, who).toBe(ofMissing);
    }
  });

  test('by its players: a player who only played there is unknown on the platform', async () => {
    await expectIndistinguishable(
      'query ($handle: String!) { player(handle: $handle) { id } }',
      (handle) => ({ handle }),
      'mole',
    );
    await expectIndistinguishable(
      'query ($search: String!) { players(search: $search) { nodes { handle } } }',
      (search) => ({ search }),
      'mole',
    );
  });

  test('by the ratings of its players who are known from elsewhere', async () => {
    for (const [who, caller] of strangers()) {
      const { player } = await caller.get('{ player(handle: "ann") { ratings { nodes { league { slug } } } } }');
      expect(player.ratings.nodes, who).toEqual([{ league: { slug: 'open' } }]);
    }
  });

  test('by its players, if another league is queried for them', async () => {
    for (const selection of [
      'headToHead(player: "ann", opponent: $handle) { matches }',
      'prediction(sides: [["ann"], [$handle]]) { sides { winProbability } }',
      'rating(player: $handle) { value }',
      'standings(around: $handle) { nodes { rank } }',
      'matches(player: $handle) { nodes { id } }',
    ]) {
      await expectIndistinguishable(
        `query ($handle: String!) { league(slug: "open") { ${selection} } }`,
        (handle) => ({ handle }),
        'mole',
      );
    }
  });

  test('in the list of leagues, with or without a search', async () => {
    for (const [who, caller] of strangers()) {
      const { all, found } = await caller.get(
        '{ all: leagues { nodes { slug } pageInfo { hasNextPage } } found: leagues(search: "hidden") { nodes { slug } } }',
      );
      expect(all, who).toEqual({ nodes: [{ slug: 'open' }], pageInfo: { hasNextPage: false } });
      expect(found.nodes, who).toEqual([]);
    }
  });

  test.each([
    ['submitMatches', 'SubmitMatchesInput', 'results { __typename }', (league: string) => ({ league, matches: [] })],
    [
      'submitMatches',
      'SubmitMatchesInput',
      'results { __typename }',
      (league: string) => ({ league, matches: [DUEL] }),
    ],
    ['updateLeague', 'UpdateLeagueInput', 'league { slug }', (league: string) => ({ league, name: 'Mine' })],
    [
      'registerPlayers',
      'RegisterPlayersInput',
      'league { slug }',
      (league: string) => ({ league, players: ['mallory'] }),
    ],
    [
      'compareRatingSystems',
      'CompareRatingSystemsInput',
      'league { slug }',
      (league: string) => ({ league, systems: [] }),
    ],
    [
      'createToken',
      'CreateTokenInput',
      'secret',
      (league: string) => ({ name: 'x', scopes: ['matches:submit'], leagues: [league] }),
    ],
  ])('for %s', async (field, type, selection, input) => {
    await expectIndistinguishable(
      `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} errors { __typename code message path } } }`,
      (league) => ({ input: input(league) }),
      'hidden',
    );
  });
});

describe('for its readers, it is a league like others', () => {
  test.each([
    ['a bot that may submit to it', () => insider],
    ['a platform admin', () => story.admin],
  ])('%s reads it', async (_, caller) => {
    const { league, leagues, player, node } = await caller().get(
      `query ($id: ID!) {
        league(slug: "hidden") { name visibility matchCount standings(includeProvisional: true) { nodes { player { handle } } } }
        leagues { nodes { slug } }
        player(handle: "mole") { ratings { nodes { league { slug } } } }
        node(id: $id) { id }
      }`,
      { id: ids.change },
    );
    expect(league).toMatchObject({ name: 'Hidden league', visibility: 'PRIVATE', matchCount: 2 });
    expect(league.standings.nodes).toHaveLength(3);
    expect(leagues.nodes).toEqual([{ slug: 'hidden' }, { slug: 'open' }]);
    expect(player.ratings.nodes).toEqual([{ league: { slug: 'hidden' } }]);
    expect(node).toEqual({ id: ids.change });
  });

  test('a prediction and a meeting of its own players are available', async () => {
    const { league } = await insider.get(
      `{ league(slug: "hidden") {
        headToHead(player: "mole", opponent: "ben") { matches }
        prediction(sides: [["mole"], ["ben"]]) { sides { players { handle } } }
      } }`,
    );
    expect(league.headToHead.matches).toBe(1);
    expect(league.prediction.sides[0].players).toEqual([{ handle: 'mole' }]);
  });
});

test('a league that becomes private is hidden from strangers at once, and visible again when it becomes public', async () => {
  await story.league('wavering', 'zonestats', { played: ['wanda beats ann'] });
  const setVisibility = (visibility: string) =>
    story.admin.get(
      'mutation ($input: UpdateLeagueInput!) { updateLeague(input: $input) { league { visibility } errors { message } } }',
      { input: { league: 'wavering', visibility } },
    );
  const seen = () => story.anonymous.get('{ league(slug: "wavering") { slug } player(handle: "wanda") { handle } }');
  expect(await seen()).toEqual({ league: { slug: 'wavering' }, player: { handle: 'wanda' } });
  await setVisibility('PRIVATE');
  expect(await seen()).toEqual({ league: null, player: null });
  await setVisibility('PUBLIC');
  expect(await seen()).toEqual({ league: { slug: 'wavering' }, player: { handle: 'wanda' } });
});

test('a league that becomes private locks the others that show its players in order, and before the players', async () => {
  const lower = await story.league('lower');
  await story.league('higher', 'zonestats', { played: ['vera beats viola'] });
  await lower.play('vera beats viola');
  const holder = await openClient({ connectionString: story.databaseUrl });
  await lockForTest(holder, 'lower');
  const closed = story.admin.mutate('updateLeague', { league: 'higher', visibility: 'PRIVATE', reason: 'x' });
  await lockWaits(story, 1);
  await holder.query("SELECT FROM league WHERE slug = 'higher' FOR NO KEY UPDATE NOWAIT");
  await holder.query("SELECT FROM player WHERE handle = 'vera' FOR NO KEY UPDATE NOWAIT");
  await holder.end();
  await closed;
});

test("a token with league:read reads all of its private league, and changes nothing, not even a player's place in a queue", async () => {
  const reader = await story.bot(['league:read'], 'hidden');
  const { league, player } = await reader.get(
    `{ league(slug: "hidden") { name standings { nodes { player { handle } } } matches { nodes { externalId } } }
       player(handle: "mole") { handle } }`,
  );
  expect([league.name, league.standings.nodes.length, league.matches.nodes.length, player]).toEqual([
    'Hidden league',
    expect.any(Number),
    2,
    { handle: 'mole' },
  ]);
  for (const id of Object.values(ids)) {
    expect((await reader.get('query ($id: ID!) { node(id: $id) { id } }', { id })).node).toEqual({ id });
  }
  for (const mutation of [
    'submitMatches(input: { league: "hidden", matches: [] }) { errors { code } }',
    'joinQueue(input: { league: "hidden", player: "ann" }) { errors { code } }',
    'updateLeague(input: { league: "hidden", name: "Mine" }) { errors { code } }',
    `voidMatch(input: { match: "${ids.match}", expectedVersion: 1, reason: "mine" }) { errors { code } }`,
    'createToken(input: { name: "x", scopes: ["league:read"], leagues: ["hidden"] }) { errors { code } }',
  ]) {
    expect((await reader.fail(`mutation { ${mutation} }`)).extensions.code).toBe('FORBIDDEN');
  }
  expect((await reader.fail('{ league(slug: "hidden") { auditLog { nodes { actor } } } }')).extensions.code).toBe(
    'FORBIDDEN',
  );
});
