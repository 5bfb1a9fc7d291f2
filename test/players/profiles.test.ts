import { expect, test } from 'vitest';
import type { Client, Row } from '../support/graphql.js';
import { useBot, useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, 'home');
const bot = useBot(story, ['matches:submit'], 'home');

const PROFILE = 'country links { url label }';
const update = (as: Client, player: string, more: object) =>
  as.mutate('updatePlayer', { player, reason: 'they asked for it', ...more }, `player { displayName ${PROFILE} }`);

const profileOf = async (as: Client, handle: string) =>
  (await as.get(`query ($handle: String!) { player(handle: $handle) { ${PROFILE} } }`, { handle })).player;

const SWEDE = { country: 'SE', links: [{ url: 'https://twitch.tv/ann', label: 'twitch.tv' }] };
const NOBODY = { country: null, links: [] };

test('a country and links are shown wherever the player is, and a change of one leaves the others', async () => {
  await league.play('ann beats ben');
  const given = { country: 'se', links: ['https://twitch.tv/ann'] };
  expect((await update(bot, 'ann', given)).player).toEqual({ displayName: null, ...SWEDE });
  expect((await update(bot, 'ann', { displayName: 'Ann' })).player).toEqual({ displayName: 'Ann', ...SWEDE });
  const { standings } = await league.read(`standings(first: 2) { nodes { player { ${PROFILE} } } }`);
  expect(standings.nodes).toEqual([{ player: SWEDE }, { player: NOBODY }]);
  expect((await update(bot, 'ann', { links: [] })).player).toEqual({ displayName: 'Ann', country: 'SE', links: [] });
  expect((await update(bot, 'ann', { country: null })).player).toEqual({ displayName: 'Ann', ...NOBODY });
  const { auditLog } = await story.admin.get('{ auditLog(first: 2) { nodes { before after } } }');
  expect(auditLog.nodes).toMatchObject([
    { before: { handle: 'ann', country: 'SE' }, after: { handle: 'ann', country: null } },
    { before: { links: given.links }, after: { links: null } },
  ]);
  expect(auditLog.nodes[0].after).not.toHaveProperty('displayName');
});

test('all faults are reported together, and nothing is changed', async () => {
  const attempt = await bot.attempt('updatePlayer', {
    ...{ player: 'ben', reason: 'all wrong', country: 'ZZ', displayName: '' },
    links: ['https://example.com', 'javascript:alert(1)'],
  });
  expect(attempt.errors).toMatchObject([
    { code: 'BAD_INPUT', path: ['input', 'displayName'] },
    {
      code: 'BAD_INPUT',
      path: ['input', 'country'],
      message: 'country must be the code of a country by ISO 3166-1, such as SE, but is "ZZ"',
    },
    { path: ['input', 'links', '1'], message: expect.stringContaining('https addresses') },
  ]);
  expect((await bot.attempt('updatePlayer', { player: 'ben', reason: 'nothing' })).errors).toMatchObject([
    { message: expect.stringContaining('country or links must be given') },
  ]);
  expect(await profileOf(bot, 'ben')).toEqual(NOBODY);
});

test('many players get their countries at once, and keep their names unless these are removed', async () => {
  await league.play('cid beats dan');
  await update(bot, 'cid', { displayName: 'Cid', links: ['https://example.com'] });
  const { results } = await bot.mutate(
    'updatePlayers',
    {
      reason: 'the roster',
      players: [
        { player: 'cid', country: 'NO' },
        { player: 'dan', country: 'Norway' },
      ],
    },
    `results { player { displayName ${PROFILE} } error { rule path } }`,
  );
  expect(results).toEqual([
    {
      player: { displayName: 'Cid', country: 'NO', links: [{ url: 'https://example.com/', label: 'example.com' }] },
      error: null,
    },
    { player: null, error: { rule: 'COUNTRY', path: ['input', 'players', '1', 'country'] } },
  ]);
  await bot.mutate(
    'updatePlayers',
    { reason: 'as before', players: [{ player: 'cid' }] },
    'results { error { rule } }',
  );
  const { player } = await story.admin.get('{ player(handle: "cid") { displayName country } }');
  expect(player).toEqual({ displayName: null, country: 'NO' });
});

test("a private league's facts about a player stay hidden, even from callers who know more of the player's leagues later", async () => {
  await story.league('secret', 'zonestats', { visibility: 'PRIVATE', played: ['ghost beats wraith'] });
  const insider = await story.bot(['matches:submit'], 'secret');
  await update(insider, 'ghost', { country: 'FI', links: ['https://ghost.example'] });
  await league.play('ghost beats ben');
  expect(await profileOf(insider, 'ghost')).toMatchObject({ country: 'FI' });
  for (const stranger of [story.anonymous, bot]) expect(await profileOf(stranger, 'ghost')).toEqual(NOBODY);
  const finns = async (as: Client) =>
    (await as.get('{ league(slug: "home") { standings(country: "FI", includeProvisional: true) { totalCount } } }'))
      .league.standings.totalCount;
  expect([await finns(story.anonymous), await finns(insider)]).toEqual([0, 1]);
  expect(JSON.stringify(await league.read('countries { country }', undefined, story.anonymous))).not.toContain('FI');

  // The league that came later gives links, which tell nothing of the country.
  await update(bot, 'ghost', { links: ['https://new.example'] });
  expect(await profileOf(story.anonymous, 'ghost')).toEqual({
    country: null,
    links: [{ url: 'https://new.example/', label: 'new.example' }],
  });
  await update(story.admin, 'ghost', { country: 'FI' });
  expect(await finns(story.anonymous)).toBe(1);
});

test('a board shows only the players of a country, with their ranks on the whole board', async () => {
  const cup = await story.league('cup', 'elo');
  await cup.play('u1 beats u2', 'u1 beats u3', 'u2 beats u3', 'u2 beats u4', 'u3 beats u4');
  for (const handle of ['u2', 'u4']) await update(story.admin, handle, { country: 'DK' });
  const board = async (more: string) => {
    const { standings } = await cup.read(
      `standings(includeProvisional: true, ${more}) { totalCount nodes { rank player { handle } } pageInfo { endCursor } }`,
    );
    const places = standings.nodes.map((one: Row) => [one.rank, one.player.handle]);
    return { ...standings, nodes: places };
  };
  const danes = await board('country: "dk", first: 1');
  expect(danes).toMatchObject({ totalCount: 2, nodes: [[2, 'u2']] });
  const after = JSON.stringify(danes.pageInfo.endCursor);
  expect(await board(`country: "DK", after: ${after}`)).toMatchObject({ nodes: [[4, 'u4']] });
  expect(await board('country: "DK", name: "u4", orderBy: MATCHES')).toMatchObject({
    totalCount: 1,
    nodes: [[4, 'u4']],
  });
  expect(await board('country: "SE"')).toMatchObject({ totalCount: 0, nodes: [] });
  await update(story.admin, 'u1', { country: 'NO' });
  const { countries } = await cup.read('countries { country players }');
  expect(countries).toEqual([
    { country: 'DK', players: 2 },
    { country: 'NO', players: 1 },
  ]);
  expect(
    await story.anonymous.fail('{ league(slug: "cup") { standings(country: "ZZ") { totalCount } } }'),
  ).toMatchObject({
    extensions: { code: 'BAD_INPUT', rule: 'COUNTRY' },
  });
});

test('a merge leaves the facts of both players unchanged', async () => {
  await league.play('left beats ben', 'right beats ben');
  await update(bot, 'left', { country: 'PT' });
  await story.admin.mutate('mergePlayers', { league: 'home', player: 'left', into: 'right', reason: 'one person' });
  expect(await profileOf(story.admin, 'left')).toMatchObject({ country: 'PT' });
  expect(await profileOf(story.admin, 'right')).toEqual(NOBODY);
});

test('an erased player has no country and no link, even in the audit log', async () => {
  await league.play('gone beats ben');
  await update(bot, 'gone', { country: 'IS', links: ['https://gone.example/me'] });
  await update(bot, 'gone', { country: 'GL' });
  await story.admin.mutate('erasePlayer', { player: 'gone', confirm: 'gone', reason: 'their wish' });
  const left = await story.sql(
    `SELECT row_to_json(player)::text AS texts FROM player WHERE erased_at IS NOT NULL
     UNION ALL SELECT row_to_json(audit_entry)::text FROM audit_entry WHERE league_id = 0`,
  );
  const texts = left.map((row) => row.texts).join('\n');
  expect(texts).not.toMatch(/gone\.example|"IS"|"GL"/);
  // Of others it is.
  expect(texts).toContain('twitch.tv');
});
