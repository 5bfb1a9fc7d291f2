import { foldedName, plainName } from '@openladder/api/dist/player/handle.js';
import { expect, test } from 'vitest';
import { type Client, mutationOf, type Row } from '../support/graphql.js';
import { useBot, useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, 'home');
const away = useLeague(story, 'away');
const bot = useBot(story, ['matches:submit'], 'home');

const NAMED = 'player { handle displayName }';
const input = (player: string, more: object) => ({ player, reason: 'they asked for it', ...more });
const update = (as: Client, player: string, more: object) => as.attempt('updatePlayer', input(player, more), NAMED);

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

test('the audit log records display names', async () => {
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

test('a bot may name only the players that its league knew first', async () => {
  await league.play('eve beats fay');
  const others = await story.bot(['matches:submit', 'league:admin'], 'away');
  expect(await away.submit([away.match('eve beats gus')], others)).toMatchObject([{ __typename: 'MatchAccepted' }]);

  expect((await update(bot, 'eve', { displayName: 'Bob#1234' })).errors).toEqual([]);
  expect((await update(others, 'gus', { displayName: 'Gus' })).errors).toEqual([]);
  for (const [as, player] of [
    [others, 'eve'],
    [bot, 'gus'],
    [await story.bot(['league:read'], 'home'), 'eve'],
  ] as const) {
    const error = await as.fail(mutationOf('updatePlayer'), { input: input(player, { displayName: 'Mallory' }) });
    expect(error).toMatchObject({
      message: 'This token may not name players whom another league knew first.',
      extensions: { code: 'FORBIDDEN' },
    });
  }
  expect(await bot.denied('updatePlayer', input('eve', { handle: 'eva', displayName: 'Eva' }))).toBe('FORBIDDEN');
  expect(await story.anonymous.denied('updatePlayer', input('eve', { displayName: 'Eva' }))).toBe('UNAUTHENTICATED');
  expect(await nameOf(story.anonymous, 'eve')).toBe('Bob#1234');
});

test('a name from a private league does not reveal the player to a later league', async () => {
  await story.league('secret', 'zonestats', { visibility: 'PRIVATE', played: ['ghost beats wraith'] });
  const insider = await story.bot(['matches:submit'], 'secret');
  await update(insider, 'ghost', { displayName: 'The Ghost' });
  expect(await nameOf(insider, 'ghost')).toBe('The Ghost');
  await league.play('ghost beats ann');
  expect(await nameOf(story.anonymous, 'ghost')).toBeNull();
  expect(await nameOf(insider, 'ghost')).toBe('The Ghost');
  await update(story.admin, 'ghost', { displayName: 'Ghost' });
  expect(await nameOf(story.anonymous, 'ghost')).toBe('Ghost');
});

const found = async (as: Client, search: string, slug = 'home') => {
  const { players, league: of } = await as.get(
    `query ($search: String!, $slug: String!) { players(search: $search) { totalCount nodes { handle } }
      league(slug: $slug) { players(search: $search) { totalCount nodes { handle } } } }`,
    { search, slug },
  );
  const handles = ({ totalCount, nodes }: Row) => {
    expect(nodes).toHaveLength(totalCount);
    return nodes.map(({ handle }: Row) => handle);
  };
  return { platform: handles(players), league: handles(of.players) };
};

test('players are found by their display names, folded as handles are, by callers who may see the name', async () => {
  const club = await story.league('club', 'zonestats', { visibility: 'PRIVATE' });
  await club.play('quinn beats bigfoot', 'ulf beats quinn');
  const member = await story.bot(['matches:submit'], 'club');
  await update(member, 'quinn', { displayName: 'BIG Bob Straße' });
  const both = { platform: ['bigfoot', 'quinn'], league: ['bigfoot', 'quinn'] };
  for (const as of [member, story.admin]) {
    expect(await found(as, 'big', 'club')).toEqual(both);
    expect(await found(as, 'Big bob STRASSE', 'club')).toEqual({ platform: ['quinn'], league: ['quinn'] });
    // Any part of the name on the platform; in a league, how it begins.
    expect(await found(as, 'bob s', 'club')).toEqual({ platform: ['quinn'], league: [] });
    expect(await found(as, 'quin', 'club')).toEqual({ platform: ['quinn'], league: ['quinn'] });
  }
  const page = await member.get(
    '{ league(slug: "club") { players(search: "big", first: 1) { nodes { handle } pageInfo { endCursor } } } }',
  );
  const after = JSON.stringify(page.league.players.pageInfo.endCursor);
  const next = await member.get(
    `{ league(slug: "club") { players(search: "big", first: 1, after: ${after}) { nodes { handle } pageInfo { hasNextPage } } } }`,
  );
  expect(next.league.players).toEqual({ nodes: [{ handle: 'quinn' }], pageInfo: { hasNextPage: false } });

  // A league that came later does not show the name, and does not find by it.
  await league.play('quinn beats ann');
  const nobody = { platform: [], league: [] };
  expect(await found(story.anonymous, 'big bob')).toEqual(nobody);
  expect(await found(story.anonymous, 'quinn')).toEqual({ platform: ['quinn'], league: ['quinn'] });
  expect((await found(member, 'big bob')).league).toEqual([]);
  await update(story.admin, 'quinn', { displayName: 'Robert' });
  expect(await found(story.anonymous, 'ROB')).toEqual({ platform: ['quinn'], league: ['quinn'] });
  expect(await found(member, 'big bob', 'club')).toEqual(nobody);

  await update(member, 'ulf', { displayName: 'Wolf' });
  expect(await found(story.anonymous, 'wolf')).toEqual(nobody);
  await story.admin.mutate('updateLeague', { league: 'club', visibility: 'PUBLIC', reason: 'open day' });
  expect(await found(story.anonymous, 'wolf', 'club')).toEqual({ platform: ['ulf'], league: ['ulf'] });
});

test('a board around a display name shows the best player who has it, if the reader may see it', async () => {
  const podium = await story.league('podium');
  await podium.play('zm1 beats zm2', 'zm1 beats zm3', 'zm2 beats zm3');
  for (const handle of ['zm1', 'zm2']) await update(story.admin, handle, { displayName: 'Zoë Müller' });
  const around = async (name: string) => {
    const query =
      'query ($name: String!) { league(slug: "podium") { standings(first: 1, around: $name) { nodes { player { handle } } } } }';
    const { standings } = (await story.anonymous.get(query, { name })).league;
    return standings.nodes.map(({ player }: Row) => player.handle);
  };
  expect(await around('zm3')).toEqual(['zm3']);
  expect(await around(' ZOË müller')).toEqual(['zm1']);
  expect(await around('Zoë')).toEqual([]);
  await story.admin.mutate('hidePlayer', { league: 'podium', player: 'zm1', reason: 'their wish' });
  expect(await around('Zoë Müller')).toEqual(['zm2']);
});

test('players are registered with their display names', async () => {
  const admin = await story.bot(['league:admin'], 'home');
  const names = (...displayNames: readonly object[]) => ({
    ...{ league: 'home', players: ['kai', 'lea', 'moe'], displayNames },
  });
  const first = names({ player: 'kai', displayName: 'Kai 🦊' }, { player: 'MOE', displayName: ' Moe ' });
  const registered = [
    { handle: 'kai', displayName: 'Kai 🦊' },
    { handle: 'lea', displayName: null },
    { handle: 'moe', displayName: 'Moe' },
  ];
  for (const _ of ['once', 'again']) {
    const { players } = await admin.mutate('registerPlayers', first, 'players { handle displayName }');
    expect(players).toEqual(registered);
  }
  const { auditLog } = await story.admin.get('{ auditLog(first: 3) { nodes { action after } } }');
  expect(auditLog.nodes.map(({ action }: Row) => action)).toEqual(['updatePlayer', 'updatePlayer', 'registerPlayers']);
  // Another league may say so again, and no other name.
  const others = await story.bot(['league:admin'], 'away');
  const same = { league: 'away', players: ['moe'], displayNames: [{ player: 'moe', displayName: 'Moe' }] };
  expect((await others.mutate('registerPlayers', same, 'players { displayName }')).players).toEqual([
    { displayName: 'Moe' },
  ]);
  const other = { ...same, displayNames: [{ player: 'moe', displayName: 'Mallory' }] };
  expect(await others.denied('registerPlayers', other)).toBe('FORBIDDEN');
  const bad = names({ player: 'nobody', displayName: 'No' }, { player: 'lea', displayName: 'a\u202eb' });
  expect((await admin.attempt('registerPlayers', bad)).errors).toMatchObject([
    { message: 'Player "nobody" is not listed in players.', path: ['input', 'displayNames', '0', 'player'] },
    { code: 'BAD_INPUT', path: ['input', 'displayNames', '1', 'displayName'] },
  ]);
});

test('many players get their names at once, each accepted or refused individually', async () => {
  await league.play('nia beats oli', 'pia beats quin');
  await (await story.league('first')).play('stranger beats other');
  await league.play('stranger beats nia');
  await update(story.admin, 'oli', { displayName: 'Olaf' });
  const players = [
    { player: 'NIA', displayName: ' Nía ' },
    { player: 'pia', displayName: 'a\u202eb' },
    { player: 'nobody', displayName: 'No' },
    { player: 'nia', displayName: 'Nia again' },
    { player: 'stranger', displayName: 'Strange' },
    { player: 'oli', displayName: null },
  ];
  const send = (as: Client, asked: readonly object[]) =>
    as.attempt('updatePlayers', { players: asked, reason: 'the roster' }, `results { ${NAMED} error { rule path } }`);
  const refused = (rule: string, index: number, field = 'player') => ({
    player: null,
    error: { rule, path: ['input', 'players', String(index), field] },
  });
  const results = [
    { player: { handle: 'nia', displayName: 'Nía' }, error: null },
    refused('SAFE_NAME', 1, 'displayName'),
    refused('PLAYER', 2),
    refused('PLAYER_ONCE', 3),
    refused('NAMED_ELSEWHERE', 4),
    { player: { handle: 'oli', displayName: null }, error: null },
  ];
  for (const _ of ['once', 'again']) expect(await send(bot, players)).toEqual({ results, errors: [] });
  expect(await nameOf(story.admin, 'stranger')).toBeNull();
  const { auditLog } = await story.admin.get('{ auditLog(first: 2) { nodes { action reason } } }');
  expect(auditLog.nodes).toEqual([0, 1].map(() => ({ action: 'updatePlayer', reason: 'the roster' })));

  const many = Array.from({ length: 1_001 }, () => ({ player: 'nia' }));
  expect((await send(bot, many)).errors).toMatchObject([
    { message: 'number of players must be 1 to 1000, but is 1001' },
  ]);
  expect((await send(story.admin, [{ player: 'stranger', displayName: 'Strange' }])).results[0].error).toBeNull();
});

test('names are found without their accents, and with other accents', async () => {
  const cup = await story.league('coupe', 'zonestats', { name: 'Coupe d’été' });
  await cup.play('Anaïs beats zoe', 'Łukasz beats Bjørn');
  await update(story.admin, 'zoe', { displayName: 'Öznur Ærø' });
  const nodes = async (list: string, as = story.anonymous) =>
    (await as.get(`{ ${list} { nodes { handle } totalCount } }`)) as Record<string, unknown>;
  const players = (text: string, as?: Client) => nodes(`players(search: "${text}")`, as);
  const ofLeague = async (args: string) => (await cup.read(`players(${args}) { nodes { handle } totalCount }`)).players;
  const only = (handle: string) => ({ nodes: [{ handle }], totalCount: 1 });
  for (const as of [story.anonymous, story.admin]) {
    expect(await players('nais', as)).toEqual({ players: only('Anaïs') });
    expect(await players('OZNUR AERO', as)).toEqual({ players: only('zoe') });
    const { search } = await as.get('{ search(text: "bjorn") { ... on Player { handle } } }');
    expect(search).toEqual([{ handle: 'Bjørn' }]);
    expect((await as.get('{ search(text: "øz") { ... on Player { handle } } }')).search).toEqual([{ handle: 'zoe' }]);
    expect((await as.get('{ search(text: "d’ete") { ... on League { slug } } }')).search).toEqual([{ slug: 'coupe' }]);
  }
  expect(await ofLeague('search: "luk"')).toEqual(only('Łukasz'));
  expect(await ofLeague('search: "ozn"')).toEqual(only('zoe'));
  // All names of the league, each once, though some are found by several conditions.
  expect((await ofLeague('search: "a"')).nodes).toEqual([{ handle: 'Anaïs' }]);
  const board = 'nodes { player { handle } }';
  const { named, around } = await cup.read(
    `named: standings(name: "anais", includeProvisional: true) { ${board} }
     around: standings(around: "lukasz", includeProvisional: true, first: 1) { ${board} }`,
  );
  expect(named.nodes).toEqual([{ player: { handle: 'Anaïs' } }]);
  expect(around.nodes).toEqual([{ player: { handle: 'Łukasz' } }]);
});

test('the name as written comes before names with other accents, even if their players are better', async () => {
  const cup = await story.league('pokal', 'zonestats', { played: ['muller beats mueller', 'muller beats hans'] });
  await update(story.admin, 'hans', { displayName: 'Müller' });
  const { around } = await cup.read(
    'around: standings(around: "Müller", includeProvisional: true, first: 1) { nodes { player { handle } } }',
  );
  expect(around.nodes).toEqual([{ player: { handle: 'hans' } }]);
  for (const as of [story.anonymous, story.admin]) {
    const { search } = await as.get('{ search(text: "müller", first: 2) { ... on Player { handle } } }');
    expect(search).toEqual([{ handle: 'hans' }, { handle: 'muller' }]);
  }
});

test('teams and leagues are found by Greek names, and accents alone find nobody', async () => {
  const cup = await story.league('kypello', 'zonestats', { name: 'Κύπελλο της Πόλης' });
  const side = (name: string, player: string, placement: number) => ({ name, placement, participants: [{ player }] });
  await cup.play(cup.match([side('Ολυμπιακός', 'nikos', 1), side('Άρης', 'petros', 2)]));
  const search = async (text: string) =>
    (
      await story.anonymous.get(
        'query ($text: String!) { search(text: $text) { ... on NamedTeam { teamName } ... on League { slug } } }',
        { text },
      )
    ).search;
  expect(await search('Ολυμπιακός')).toEqual([{ teamName: 'Ολυμπιακός' }]);
  expect(await search('άρης')).toEqual([{ teamName: 'Άρης' }]);
  expect(await search('κυπελλο της')).toEqual([{ slug: 'kypello' }]);
  const { leagues } = await story.anonymous.get('{ leagues(search: "πολης") { nodes { slug } } }');
  expect(leagues.nodes).toEqual([{ slug: 'kypello' }]);
  const { players } = await story.anonymous.get('{ players(search: "\u0301") { totalCount nodes { handle } } }');
  expect(players).toEqual({ totalCount: 0, nodes: [] });
});

test('the database folds names as the service does', async () => {
  const names = ['łøđðı ßæœþ', 'Ça va? Ñandú', 'ﬁ Ｆｕｌｌ ½', 'йод ёлка', 'σασ', '한글', '𝓐𝓷𝓷𝓪 ™ ℌans', 'plain'].map(
    foldedName,
  );
  const rows = await story.sql(
    `SELECT plain_name(name) AS plain FROM unnest(ARRAY['${names.join("', '")}']) WITH ORDINALITY AS given (name, place) ORDER BY place`,
  );
  expect(rows.map(({ plain }) => plain)).toEqual(names.map(plainName));
});
