import { expect, test } from 'vitest';
import type { Sql } from '../../services/api/dist/kit/sql/transaction.js';
import { listMentions, searchMatches } from '../../services/api/dist/player/erase-mentions.repository.js';
import { replacer } from '../../services/api/dist/player/replacer.js';
import { authorizedBy, mutationOf, postGraphql } from '../support/graphql.js';
import { lockWaits } from '../support/held-league.js';
import { openClient } from '../support/server.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { useStory } from '../support/story.js';

const SHOWN = 'player { id handle displayName formerHandles }';
const reason = 'ann asked to be forgotten';

const story = useStory();

/** Every row of the database, as text, but for counts that the service writes down a little later. */
async function everything(): Promise<string> {
  const tables = await story.sql(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'token_growth'`,
  );
  const rows = await Promise.all(tables.map(({ name }) => story.sql(`SELECT row::text AS text FROM ${name} AS row`)));
  return rows
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

test('an erased player is unknown, and every rating stays the same', async () => {
  const league = await story.league('europe', 'timed-glicko');
  const hidden = await story.league('hidden', 'zonestats', { visibility: 'PRIVATE' });
  const submitted = [league.match('anneliese beats ben'), league.match('ben beats anneliese')];
  await league.submit(submitted);
  await hidden.play('anneliese beats cid');
  const change = (input: object) => story.admin.attempt('updatePlayer', { reason: 'anneliese asked for it', ...input });
  await change({ player: 'anneliese', displayName: 'Liesel Müller' });
  await change({ player: 'anneliese', handle: 'liesel77' });
  const link = { player: 'liesel77', account: 'discord:998877', reason: 'she is Liesel77' };
  await story.admin.mutate('linkAccount', link);
  const register = { league: 'europe', players: ['liesel77', 'dan'] };
  await story.admin.mutate('registerPlayers', register);
  const matches = (await league.read('matches(first: 5) { nodes { id version } }')).matches.nodes;
  const correct = { match: matches[0].id, expectedVersion: 1, reason: 'Liesel77 forfeited' };
  await story.admin.mutate('voidMatch', correct);
  const ratings = () => story.sql('SELECT * FROM rating ORDER BY league_id, player_id');
  const changes = () => story.sql('SELECT * FROM rating_change ORDER BY league_id, player_id, played_at, sequence');
  const before = [await ratings(), await changes()];
  // Files that wait: of a league that knows her, and of one that does not.
  await story.league('asked');
  await story.sql(`INSERT INTO match_import (league_id, status, file_name, actor, requested_at, rows)
    SELECT id, 'UPLOADED', 'a.csv', 'ann', now(), CASE slug WHEN 'asked' THEN '[["2020", "Liesel77"]]'::jsonb ELSE '[]' END
    FROM league WHERE slug IN ('europe', 'asked')`);
  await story.sql(`INSERT INTO match_import_part (league_id, import_id, number, content)
    SELECT league_id, id, 0, 'no bytes' FROM match_import`);
  expect(await everything()).toMatch(/anneliese|liesel77|Müller|998877/i);

  const { id } = (await story.admin.get('{ player(handle: "liesel77") { id } }')).player;
  const erase = (input: object) =>
    story.admin.attempt('erasePlayer', { player: 'anneliese', confirm: 'liesel77', reason, ...input }, SHOWN);
  expect((await erase({ confirm: 'anneliese' })).errors).toMatchObject([
    { code: 'BAD_INPUT', path: ['input', 'confirm'] },
  ]);
  const bot = await story.bot(['league:admin'], 'europe', 'hidden');
  expect(await bot.denied('erasePlayer', { player: 'liesel77', confirm: 'liesel77', reason })).toBe('FORBIDDEN');
  const erasePlayer = await erase({ reason: 'Anneliese wishes to go' });
  const handle = erasePlayer.player.handle as string;
  expect(erasePlayer).toEqual({
    player: { id, handle: expect.stringMatching(/^erased-[0-9a-f]{12}$/), displayName: null, formerHandles: [] },
    errors: [],
  });

  expect(await everything()).not.toMatch(/anneliese|liesel77|Müller|998877/i);
  expect(
    await story.sql('SELECT league_id FROM match_import UNION ALL SELECT league_id FROM match_import_part'),
  ).toEqual([]);
  expect([await ratings(), await changes()]).toEqual(before);
  expect(await league.board('includeProvisional: true')).toContain(handle);
  for (const gone of ['anneliese', 'liesel77', 'discord:998877']) {
    expect(
      (await story.admin.get('query ($handle: String!) { player(handle: $handle) { id } }', { handle: gone })).player,
    ).toBeNull();
  }
  expect(
    (await story.admin.get('{ auditLog(first: 1) { nodes { action reason after subject { name } } } }')).auditLog.nodes,
  ).toEqual([
    {
      action: 'erasePlayer',
      reason: `${handle} wishes to go`,
      after: { handle },
      subject: { name: handle },
    },
  ]);

  // A bot's retry is answered as ever, under the pseudonym.
  const again = await league.submit(submitted);
  expect(again).toMatchObject([{ replayed: true }, { replayed: true }]);
  expect(JSON.stringify(again)).toContain(handle);
  expect(JSON.stringify(again)).not.toMatch(/anneliese|liesel77/i);
  // The handle is free: a player who takes it is somebody else.
  await league.play('anneliese beats dan');
  expect((await story.admin.get('{ player(handle: "anneliese") { id } }')).player.id).not.toBe(id);
  expect((await change({ player: handle, handle: 'liesel77' })).errors).toMatchObject([{ code: 'CONFLICT' }]);
});

test('matches that arrive during the search of an erasure are searched under the locks of their leagues', async () => {
  const league = await story.league('busy', 'elo');
  const report = (externalId: string, by: string) =>
    league.match('gerlinde beats kurt', { externalId, details: { by } });
  await league.submit([report('found', 'GERLINDE'), report('amended', 'kurt'), report('plain', 'kurt')]);
  const client = await openClient(story.databaseUrl);
  const sql = { query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows } as Sql;
  const id = (await story.sql(`SELECT id FROM player WHERE handle = 'gerlinde'`))[0]!.id as number;
  const replaced = replacer([{ handles: ['gerlinde'], others: [], pseudonym: '' }]);
  const searched = await searchMatches(sql, [id], replaced);
  expect(searched.found.map(({ sequence }) => sequence)).toEqual([1]);

  const { match } = await league.read('match(externalId: "amended") { id }');
  const amended = { match: match.id, expectedVersion: 1, details: { by: 'gerlinde' }, reason: 'more' };
  await story.admin.mutate('amendMatch', amended);
  await league.submit([report('newer', 'gerlinde')]);
  const joined = await story.league('joined', 'elo');
  await joined.submit([joined.match('gerlinde beats kurt', { details: { by: 'gerlinde' } })]);

  const mentions = await listMentions(sql, [id], replaced, searched);
  expect(mentions.map(({ sequence, text }) => [sequence, text])).toEqual([
    [1, '{"by": "GERLINDE"}'],
    [2, '{"by": "gerlinde"}'],
    [4, '{"by": "gerlinde"}'],
    [1, '{"by": "gerlinde"}'],
  ]);
  expect(await listMentions(sql, [id], replaced, await searchMatches(sql, [id], replaced))).toEqual(mentions);
  await client.end();
});

test('a league that begins to show a name during its erasure gets a new version from the erasure', async () => {
  await story.league('silent', 'elo', { played: ['ulrike beats kurt'] });
  await story.league('telling', 'elo', { played: ['ina beats jan'] });
  const version = async () =>
    Number((await story.sql(`SELECT version FROM league WHERE slug = 'telling'`))[0]!.version);
  const before = await version();

  // The erasure has looked for leagues, and waits for the player.
  const holder = await openClient(story.databaseUrl);
  await holder.query(`BEGIN; SELECT FROM player WHERE handle = 'ulrike' FOR UPDATE`);
  const erased = story.admin.mutate('erasePlayer', { player: 'ulrike', confirm: 'ulrike', reason });
  await lockWaits(story, 1);
  await story.sql(
    `UPDATE league_revision SET reason = 'ulrike won' WHERE league_id = (SELECT id FROM league WHERE slug = 'telling')`,
  );
  await holder.query('COMMIT');
  await holder.end();

  await erased;
  expect(await version()).toBe(before + 1);
  const [revision] = await story.sql(
    `SELECT reason FROM league_revision WHERE league_id = (SELECT id FROM league WHERE slug = 'telling')`,
  );
  expect(revision!.reason).toMatch(/^erased-\w+ won$/);
});

test('an erased name does not come back with a match that had found the player before', async () => {
  await story.league('first', 'elo', { played: ['quirin beats kurt', 'walburga beats kurt'] });
  const second = await story.league('second', 'elo');
  // The submission has found both players, and waits to make the league know them.
  const holder = await openClient(story.databaseUrl);
  await holder.query(`BEGIN; INSERT INTO membership (player_id, league_id, since, handle, handle_key)
    SELECT player.id, league.id, now(), handle, handle_key FROM player, league WHERE handle = 'quirin' AND slug = 'second'`);
  const played = second.play('quirin beats walburga');
  await lockWaits(story, 1);
  const erased = story.admin.mutate('erasePlayer', { player: 'walburga', confirm: 'walburga', reason });
  await Promise.race([erased, lockWaits(story, 2)]);
  await holder.query('ROLLBACK');
  await holder.end();
  await Promise.all([played, erased]);
  expect(await everything()).not.toMatch(/walburga/i);
  // Somebody else may have it now.
  await second.play('walburga beats kurt');
});

test('an erasure sent again with its key gets the same response', async () => {
  await story.league('asia', 'zonestats', { played: ['eve beats fay'] });
  const send = () =>
    postGraphql(
      story.url,
      {
        query: mutationOf('erasePlayer', SHOWN),
        variables: { input: { player: 'eve', confirm: 'eve', reason: 'eve left' } },
      },
      { ...authorizedBy(ADMIN_TOKEN), 'idempotency-key': 'forget-eve' },
    ).then((response) => response.json() as Promise<{ data: { erasePlayer: { errors: unknown[] } } }>);
  const first = await send();
  expect(first.data.erasePlayer.errors).toEqual([]);
  expect(await send()).toEqual(first);
});

test('a dry run lists the texts of others that name the player, and the pseudonym replaces the name in texts of matches on request', async () => {
  const league = await story.league('songs', 'zonestats', { description: 'founded by Wilhelmine' });
  const winner = {
    placement: 1,
    name: 'Team Wilhelmine',
    role: 'second of Wilhelmine',
    participants: [{ player: 'wilhelmine' }],
  };
  const named = league.match([winner, { placement: 2, participants: [{ player: 'otto' }] }], {
    externalId: 'wilhelmine-vs-otto',
    details: { replay: 'https://replays.example/wilhelmine', casters: ['Wilhelminea'] },
  });
  const [match] = await league.play(named);
  await league.play('otto beats ida');
  const amended = {
    match: match!.id,
    expectedVersion: 1,
    details: { by: 'WILHELMINE', 'wilhelmine.score': 3 },
    reason: 'more',
  };
  await story.admin.mutate('amendMatch', amended);
  const erase = (more: object) =>
    story.admin.attempt(
      'erasePlayer',
      { player: 'wilhelmine', confirm: 'wilhelmine', reason, ...more },
      'player { handle } erasure { names mentionCount mentions { field text league { slug } match { externalId } } }',
    );
  const mention = (field: string, text: unknown, isOfMatch = true) => ({
    ...{ field, text, league: { slug: 'songs' }, match: isOfMatch ? { externalId: 'wilhelmine-vs-otto' } : null },
  });
  const left = [
    mention('externalId', 'wilhelmine-vs-otto'),
    mention('sideRoles', 'second of Wilhelmine'),
    mention('description', 'founded by Wilhelmine', false),
  ];
  const inMatches = [
    mention('details', expect.stringContaining('WILHELMINE')),
    mention('sideNames', 'Team Wilhelmine'),
  ];
  const before = await everything();
  const tried = await erase({ dryRun: true });
  expect(tried).toMatchObject({
    player: { handle: 'wilhelmine' },
    errors: [],
    erasure: { names: ['wilhelmine'], mentionCount: 5 },
  });
  expect(tried.erasure.mentions).toHaveLength(5);
  expect(tried.erasure.mentions).toEqual(expect.arrayContaining([...left, ...inMatches]));
  expect((await erase({ dryRun: true, inMatches: true })).erasure.mentionCount).toBe(3);
  expect((await erase({ dryRun: true, confirm: 'otto' })).errors).toMatchObject([{ path: ['input', 'confirm'] }]);
  expect(await everything()).toBe(before);

  const { player, erasure } = await erase({ inMatches: true });
  expect(erasure).toMatchObject({ names: [], mentionCount: 3 });
  expect(erasure.mentions).toEqual(expect.arrayContaining(left));
  const shown = await story.admin.get(
    'query ($id: ID!) { node(id: $id) { ... on Match { details sides { name } history { details } } } }',
    { id: match!.id },
  );
  const { handle } = player;
  expect(shown.node).toEqual({
    details: { by: handle, [`${handle}.score`]: 3 },
    sides: [{ name: `Team ${handle}` }, { name: null }],
    history: expect.anything(),
  });
  expect(JSON.stringify(shown.node.history)).toContain(`replays.example/${handle}`);
  expect(JSON.stringify(shown.node.history)).toContain('Wilhelminea');
  const rest = ['wilhelmine-vs-otto', 'second of Wilhelmine', 'founded by Wilhelmine'].reduce(
    (text, known) => text.replaceAll(known, ''),
    await everything(),
  );
  expect(rest).not.toMatch(/wilhelmine(?!a)/i);
  // The bot's retry is answered as ever.
  expect(await league.submit([named])).toMatchObject([{ replayed: true }]);
});
