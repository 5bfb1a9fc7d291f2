import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/graphql.js';
import { ERROR, type Story, type StoryLeague, startStory } from '../support/story.js';

let story: Story;
let league: StoryLeague;
let bot: Client;
beforeAll(async () => {
  story = await startStory();
  league = await story.league('home');
  await story.league('away');
  bot = await story.bot(['matches:submit'], 'home');
});
afterAll(() => story.stop());

const UPDATE = `mutation ($input: UpdatePlayerInput!) {
  updatePlayer(input: $input) { player { handle displayName } errors { ${ERROR} } }
}`;
const input = (player: string, more: object) => ({ input: { player, reason: 'they asked for it', ...more } });

const update = async (as: Client, player: string, more: object) =>
  (await as.get(UPDATE, input(player, more))).updatePlayer;

const nameOf = async (as: Client, handle: string): Promise<string | null> =>
  (await as.get('query ($handle: String!) { player(handle: $handle) { displayName } }', { handle })).player.displayName;

test('a display name is shown wherever the player is, and the handle stays', async () => {
  await league.play('ann beats ben');
  expect(await update(story.admin, 'ann', { displayName: ' Łukasz 🦊 ' })).toEqual({
    player: { handle: 'ann', displayName: 'Łukasz 🦊' },
    errors: [],
  });
  const player = 'player { handle displayName }';
  const read = await league.read(`standings { nodes { ${player} } } rating(player: "ann") { ${player} }
    matches { nodes { sides { participants { ${player} } } } }`);
  const [ann, ben] = [
    { handle: 'ann', displayName: 'Łukasz 🦊' },
    { handle: 'ben', displayName: null },
  ];
  expect(read.standings.nodes).toEqual([{ player: ann }, { player: ben }]);
  expect(read.rating).toEqual({ player: ann });
  expect(read.matches.nodes[0].sides).toEqual([ann, ben].map((one) => ({ participants: [{ player: one }] })));

  expect((await update(story.admin, 'ann', { handle: 'anna' })).player).toEqual({ ...ann, handle: 'anna' });
  expect((await update(story.admin, 'ann', { handle: 'ann', displayName: null })).player).toEqual({
    handle: 'ann',
    displayName: null,
  });
});

test('the audit log tells display names', async () => {
  await league.play('cid beats dan');
  await update(bot, 'cid', { displayName: 'Big Bob' });
  await update(story.admin, 'cid', { displayName: null });
  const { auditLog } = await story.admin.get('{ auditLog(first: 2) { nodes { action actor before after } } }');
  expect(auditLog.nodes).toMatchObject([
    {
      action: 'updatePlayer',
      before: { handle: 'cid', displayName: 'Big Bob' },
      after: { handle: 'cid', displayName: null },
    },
    { actor: 'matches:submit for home', before: { displayName: null }, after: { displayName: 'Big Bob' } },
  ]);
});

test('a bot may name the players whom its league knew first, and nobody else', async () => {
  await league.play('eve beats fay');
  const others = await story.bot(['matches:submit', 'league:admin'], 'away');
  const { submitMatches } = await others.get(
    'mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) { results { __typename } } }',
    { input: { league: 'away', matches: [league.match('eve beats gus')] } },
  );
  expect(submitMatches.results).toEqual([{ __typename: 'MatchAccepted' }]);

  expect((await update(bot, 'eve', { displayName: 'Bob#1234' })).errors).toEqual([]);
  expect((await update(others, 'gus', { displayName: 'Gus' })).errors).toEqual([]);
  for (const [as, player] of [
    [others, 'eve'],
    [bot, 'gus'],
    [await story.bot(['league:read'], 'home'), 'eve'],
  ] as const) {
    const error = await as.fail(UPDATE, input(player, { displayName: 'Mallory' }));
    expect(error).toMatchObject({
      message: 'This token may not name players whom another league knew first.',
      extensions: { code: 'FORBIDDEN' },
    });
  }
  expect(await bot.fail(UPDATE, input('eve', { handle: 'eva', displayName: 'Eva' }))).toMatchObject({
    extensions: { code: 'FORBIDDEN' },
  });
  expect(await story.anonymous.fail(UPDATE, input('eve', { displayName: 'Eva' }))).toMatchObject({
    extensions: { code: 'UNAUTHENTICATED' },
  });
  expect(await nameOf(story.anonymous, 'eve')).toBe('Bob#1234');
});

test('a name that a private league gave does not tell a league that comes later of the player', async () => {
  const secret = await story.league('secret', 'zonestats', { visibility: 'PRIVATE' });
  await secret.play('ghost beats wraith');
  const insider = await story.bot(['matches:submit'], 'secret');
  await update(insider, 'ghost', { displayName: 'The Ghost' });
  expect(await nameOf(insider, 'ghost')).toBe('The Ghost');
  await league.play('ghost beats ann');
  expect(await nameOf(story.anonymous, 'ghost')).toBeNull();
  expect(await nameOf(insider, 'ghost')).toBe('The Ghost');
  await update(story.admin, 'ghost', { displayName: 'Ghost' });
  expect(await nameOf(story.anonymous, 'ghost')).toBe('Ghost');
});

test('a bad display name is refused, and so is an update of nothing', async () => {
  await league.play('hal beats ida');
  expect((await update(bot, 'hal', { displayName: 'a\u202eb' })).errors).toMatchObject([
    {
      code: 'BAD_INPUT',
      message:
        'displayName must have no control characters, line breaks, direction marks or broken Unicode, but is "a\\u{202e}b"',
      path: ['input', 'displayName'],
    },
  ]);
  expect((await update(bot, 'hal', {})).errors).toMatchObject([
    { message: 'handle or displayName must be given, but both are left out', path: ['input'] },
  ]);
  expect((await update(bot, 'nobody', { displayName: 'Nobody' })).errors).toMatchObject([
    { message: 'player must be the handle or account of a player, but is "nobody"' },
  ]);
});

test('players are registered with their display names', async () => {
  const register = `mutation ($input: RegisterPlayersInput!) {
    registerPlayers(input: $input) { players { handle displayName } errors { ${ERROR} } }
  }`;
  const admin = await story.bot(['league:admin'], 'home');
  const names = (...displayNames: readonly object[]) => ({
    input: { league: 'home', players: ['kai', 'lea', 'moe'], displayNames },
  });
  const first = names({ player: 'kai', displayName: 'Kai 🦊' }, { player: 'MOE', displayName: ' Moe ' });
  const registered = [
    { handle: 'kai', displayName: 'Kai 🦊' },
    { handle: 'lea', displayName: null },
    { handle: 'moe', displayName: 'Moe' },
  ];
  for (const _ of ['once', 'again']) {
    expect((await admin.get(register, first)).registerPlayers).toEqual({ players: registered, errors: [] });
  }
  const { auditLog } = await story.admin.get('{ auditLog(first: 3) { nodes { action after } } }');
  expect(auditLog.nodes.map(({ action }: { action: string }) => action)).toEqual([
    'updatePlayer',
    'updatePlayer',
    'registerPlayers',
  ]);
  const bad = names({ player: 'nobody', displayName: 'No' }, { player: 'lea', displayName: 'a\u202eb' });
  expect((await admin.get(register, bad)).registerPlayers.errors).toMatchObject([
    { message: 'player must be one of players, but "nobody" is not', path: ['input', 'displayNames', '0', 'player'] },
    { code: 'BAD_INPUT', path: ['input', 'displayNames', '1', 'displayName'] },
  ]);
});
