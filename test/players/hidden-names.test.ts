import { beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { updateLeague } from '../../services/api/dist/league/league.service.js';
import { skeletonsOf } from '../../services/api/dist/player/handle.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import type { Client } from '../support/graphql.js';
import { dayByDay, expectAllHolds, match, openLeague, platformOfTest } from '../support/platform.js';
import { playerStatements } from '../support/statements.js';
import { ERROR, useLeague, useStory } from '../support/story.js';

/** The part of a player that a caller may see. */
const PLAYER = 'handle formerHandles createdAt ratings { nodes { league { slug } } }';
const REGISTER = `mutation ($input: RegisterPlayersInput!) { registerPlayers(input: $input) {
  players { ${PLAYER} } errors { ${ERROR} } } }`;
const SUBMIT = `mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) { results {
  __typename ... on MatchRejected { error { message } }
  ... on MatchAccepted { match { sides { participants { player { ${PLAYER} } } } } } } } }`;

let now = Date.parse('2020-01-02T00:00:00Z');
/** A league that everybody reads, and its bot; it knows nobody of the private league. */
let stranger: Client;

const story = useStory({ clock: () => new Date(now) });
const open = useLeague(story, 'open');
beforeAll(async () => {
  stranger = await story.bot(['matches:submit', 'league:admin'], 'open');
  const hidden = await story.league('hidden', 'zonestats', { visibility: 'PRIVATE' });
  const names = ['Old', 'Other', 'Third', 'Fourth', 'Fifth'];
  await hidden.play(...names.map((name, n) => `${name}name${n} beats Mole`), 'SecondName beats Mole');
  for (const [n, name] of names.entries()) {
    const input = { player: `${name}name${n}`, handle: `New${name}`, reason: 'a new name' };
    await story.admin.mutate('updatePlayer', input);
  }
  // Within the day: at midnight the nightly run would read players too.
  now += 3_600_000;
});

const time = () => new Date(now).toISOString();

/** A player as one who was made just now. */
const newcomer = (handle: string) => ({
  handle,
  formerHandles: [],
  createdAt: time(),
  ratings: { nodes: [{ league: { slug: 'open' } }] },
});

describe('a caller who names a hidden player sees a newcomer', () => {
  test.each([
    ['by a former handle', 'oldname0'],
    ['by a present one, written otherwise', 'NEWother'],
    ['of nobody', 'nobody'],
  ])('when it is registered %s', async (_, handle) => {
    now += 1000;
    const registerPlayers = await stranger.attempt(
      'registerPlayers',
      { league: 'open', players: [handle] },
      `players { ${PLAYER} }`,
    );
    expect(registerPlayers).toEqual({ players: [newcomer(handle)], errors: [] });
  });

  test.each([
    ['by a former handle', 'thirdNAME2'],
    ['by a present one', 'NewFourth'],
    ['of nobody', 'nobody-too'],
  ])('when it plays %s', async (_, handle) => {
    now += 1000;
    const { submitMatches } = await stranger.get(SUBMIT, {
      input: { league: 'open', matches: [open.match(`${handle} beats Somebody`)] },
    });
    const [result] = submitMatches.results;
    expect(result.match.sides[0].participants[0].player).toEqual(newcomer(handle));
  });

  test('in the dry run of an amendment', async () => {
    const [match] = await open.play('Somebody beats Anybody');
    const sides = [{ participants: [{ player: 'secondNAME' }] }, { participants: [{ player: 'Anybody' }] }];
    const amendMatch = await stranger.mutate(
      'amendMatch',
      {
        ...{ match: match!.id, expectedVersion: 1, reason: 'it was another', dryRun: true, newPlayers: ['secondNAME'] },
        sides: sides.map((side, place) => ({ placement: place + 1, ...side })),
      },
      'effect { changes { player { handle createdAt } } }',
    );
    expect(amendMatch.effect.changes).toContainEqual({ player: { handle: 'secondNAME', createdAt: time() } });
    await story.admin.mutate('voidMatch', { match: match!.id, expectedVersion: 1, reason: 'never played' });
  });

  test('on every page of that league, and of the platform', async () => {
    const handles = ['Anybody', 'NewFourth', 'NEWother', 'nobody', 'nobody-too', 'oldname0', 'Somebody', 'thirdNAME2'];
    for (const caller of [story.anonymous, stranger]) {
      const { players, league } = await caller.get(
        `{ players { nodes { handle } pageInfo { hasNextPage } }
           league(slug: "open") { standings(includeProvisional: true) { nodes { player { handle } } }
             matches { nodes { sides { participants { player { handle } } } } } } }`,
      );
      expect(players).toEqual({ nodes: handles.map((handle) => ({ handle })), pageInfo: { hasNextPage: false } });
      const shown = JSON.stringify(league);
      for (const secret of ['NewOld', 'NewThird', 'Oldname0', 'Othername1', 'Mole'])
        expect(shown).not.toContain(secret);
    }
  });

  test('and only that name is shown, until all leagues know another', async () => {
    const find = (caller: Client, handle: string) =>
      caller
        .get(
          `query ($handle: String!) { player(handle: $handle) { handle formerHandles }
             league(slug: "open") { rating(player: $handle) { player { handle } } } }`,
          { handle },
        )
        .then(({ player, league }) => [player, league.rating?.player.handle ?? null]);
    expect(await find(story.anonymous, 'OLDNAME0')).toEqual([{ handle: 'oldname0', formerHandles: [] }, 'oldname0']);
    expect(await find(story.anonymous, 'NewOld')).toEqual([null, null]);
    expect((await find(story.admin, 'oldname0'))[0]).toEqual({ handle: 'NewOld', formerHandles: ['Oldname0'] });
    await story.admin.mutate('updatePlayer', { player: 'NewOld', handle: 'Newest', reason: 'for all to see' });
    expect(await find(story.anonymous, 'Newest')).toEqual([
      { handle: 'Newest', formerHandles: ['oldname0'] },
      'Newest',
    ]);
    expect((await find(story.anonymous, 'oldname0'))[1]).toBe('Newest');
  });
});

test('a file names players of hidden leagues like new ones, and no player that its sender knows', async () => {
  const platform = await platformOfTest();
  const { app } = platform;
  for (const [slug, player] of [
    ['hidden', 'Ghost_Rider'],
    ['friends', 'Old_Friend'],
  ] as const) {
    await openLeague(app, slug, 'zonestats');
    await updateLeague(app, COMMAND_LINE, slug, { visibility: 'PRIVATE' }, 'for us alone');
    await submitMatches(app, COMMAND_LINE, slug, [match(1, `${player} beats Somebody`)]);
  }
  await openLeague(app, 'own', 'zonestats');
  const leagues = await platform.sql(`SELECT id FROM league WHERE slug <> 'hidden'`);
  const bot = {
    ...COMMAND_LINE,
    scopes: ['matches:submit'],
    leagueIds: leagues.map(({ id }) => id as number),
  } as const;
  const writtenAs = (handle: string) => ({ name: handle.replaceAll('_', ' ') });
  const file = dayByDay('Ghost_Rider beats New_Comer', 'Old_Friend beats New_Comer');
  const results = await submitMatches(app, bot, 'own', file, { writtenAs });
  expect(results.map(({ kind }) => kind)).toEqual(['accepted', 'accepted']);
  const shown = await platform.sql(
    `SELECT membership.handle, CASE WHEN membership.name_key IS NOT NULL THEN display_name END AS name
     FROM membership JOIN player ON player.id = player_id JOIN league ON league.id = league_id
     WHERE slug = 'own' ORDER BY membership.handle`,
  );
  expect(shown).toEqual([
    { handle: 'Ghost_Rider', name: 'Ghost Rider' },
    { handle: 'New_Comer', name: 'New Comer' },
    { handle: 'Old_Friend', name: null },
  ]);
  await expectAllHolds(app);
});

describe('a new handle that is invalid today is refused, whether a hidden player has it or not', () => {
  /** The answers of the ways to name a player, with a word in place of the handle. */
  const answers = async (handle: string) => {
    const registerPlayers = await stranger.attempt('registerPlayers', { league: 'open', players: [handle] });
    const { submitMatches } = await stranger.get(SUBMIT, {
      input: { league: 'open', matches: [open.match(`${handle} beats Somebody`)] },
    });
    const joinQueue = await stranger.attempt('joinQueue', { league: 'open', player: handle });
    const shown = { registerPlayers, submitMatches, joinQueue };
    return JSON.parse(
      JSON.stringify(shown)
        .replaceAll(handle, 'HANDLE')
        .replace(/"match-?\d+"/g, '"MATCH"'),
    );
  };

  test.each([
    // With an Armenian o, and one more.
    ['by a rule that is younger than the handle', 'b\u0585b', 'b\u0585\u0585b'],
    // In Cyrillic, and with one letter in Greek in its place.
    [
      'because it looks like one that everybody knows',
      '\u0440\u0430\u0443\u0440\u0430',
      '\u0440\u0430\u0443\u0440\u0430\u0430',
    ],
  ])('%s', async (why, hidden, nobodys) => {
    await story.admin.get(SUBMIT, {
      input: { league: 'hidden', matches: [open.match(`Elder${hidden.length} beats Mole`)] },
    });
    const { small, capital, typed } = skeletonsOf(hidden, hidden);
    await story.sql(`UPDATE player_name SET handle = '${hidden}', handle_key = '${hidden}', small_skeleton = '${small}',
        capital_skeleton = '${capital}', typed_skeleton = '${typed}' WHERE handle = 'Elder${hidden.length}';
      UPDATE player SET handle = '${hidden}', handle_key = '${hidden}' WHERE handle = 'Elder${hidden.length}';
      UPDATE membership SET handle = '${hidden}', handle_key = '${hidden}' WHERE handle = 'Elder${hidden.length}'`);
    if (why.includes('looks like')) await open.play('paypa beats Somebody', 'paypaa beats Somebody');
    const shown = await answers(hidden);
    expect(shown.registerPlayers.errors).toMatchObject([{ message: expect.stringMatching(/^player (must|")/) }]);
    expect(shown.submitMatches.results).toMatchObject([{ __typename: 'MatchRejected' }]);
    expect(shown).toEqual(JSON.parse(JSON.stringify(await answers(nobodys)).replaceAll('paypaa', 'paypa')));
    const { league } = await story.admin.get(
      'query ($handle: String!) { league(slug: "hidden") { rating(player: $handle) { player { handle } } } }',
      { handle: hidden },
    );
    expect(league.rating.player.handle, 'where the player is known, nothing changes').toBe(hidden);
  });

  test('and two handles of one hidden player cannot meet in a match', async () => {
    const { submitMatches } = await stranger.get(SUBMIT, {
      input: { league: 'open', matches: [open.match('Fifthname4 beats NewFifth')] },
    });
    expect(submitMatches.results).toMatchObject([{ __typename: 'MatchRejected' }]);
  });
});

describe('a read or a name takes the same statements for hidden and unknown players', () => {
  const register = (player: string) => () => stranger.get(REGISTER, { input: { league: 'open', players: [player] } });
  const submit = (player: string) => () =>
    stranger.get(SUBMIT, { input: { league: 'open', matches: [open.match(`${player} beats Somebody`)] } });

  test.each([
    ['registering', register, 'Fifthname4', 'nobody4'],
    ['submitting', submit, 'Mole', 'nobody5'],
  ])('%s', async (what, act, hidden, missing) => {
    const texts = async (player: string) => (await playerStatements(act(player))).map(({ text }) => text).toSorted();
    await texts(`warm-${what}`);
    const ofHidden = await texts(hidden);
    expect(ofHidden.length).toBeGreaterThan(4);
    expect(await texts(missing)).toEqual(ofHidden);
  });
});
