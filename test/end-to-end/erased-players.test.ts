import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERROR, type Story, startStory } from '../support/story.js';

const ERASE = `mutation ($input: ErasePlayerInput!) { erasePlayer(input: $input) { player { id handle displayName formerHandles } errors { ${ERROR} } } }`;
const reason = 'ann asked to be forgotten';

let story: Story;
beforeAll(async () => {
  story = await startStory();
});
afterAll(() => story.stop());

/** Every row of the database, as text. */
async function everything(): Promise<string> {
  const tables = await story.sql(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')`,
  );
  const rows = await Promise.all(tables.map(({ name }) => story.sql(`SELECT row::text AS text FROM ${name} AS row`)));
  return rows
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

test('an erased player is nobody any more, and every rating stays as it was', async () => {
  const league = await story.league('europe', 'timed-glicko');
  const hidden = await story.league('hidden', 'zonestats', { visibility: 'PRIVATE' });
  const submitted = [league.match('anneliese beats ben'), league.match('ben beats anneliese')];
  await league.submit(submitted);
  await hidden.play('anneliese beats cid');
  const change = (input: object) =>
    story.admin.get(`mutation ($input: UpdatePlayerInput!) { updatePlayer(input: $input) { errors { ${ERROR} } } }`, {
      input: { reason: 'anneliese asked for it', ...input },
    });
  await change({ player: 'anneliese', displayName: 'Liesel Müller' });
  await change({ player: 'anneliese', handle: 'liesel77' });
  const link = { player: 'liesel77', account: 'discord:998877', reason: 'she is Liesel77' };
  await story.admin.get(`mutation ($input: LinkAccountInput!) { linkAccount(input: $input) { errors { ${ERROR} } } }`, {
    input: link,
  });
  const register = { league: 'europe', players: ['liesel77', 'dan'] };
  await story.admin.get(
    `mutation ($input: RegisterPlayersInput!) { registerPlayers(input: $input) { errors { ${ERROR} } } }`,
    { input: register },
  );
  const matches = (await league.read('matches(first: 5) { nodes { id version } }')).matches.nodes;
  const correct = { match: matches[0].id, expectedVersion: 1, reason: 'Liesel77 forfeited' };
  await story.admin.get(`mutation ($input: VoidMatchInput!) { voidMatch(input: $input) { errors { ${ERROR} } } }`, {
    input: correct,
  });
  const ratings = () => story.sql('SELECT * FROM rating ORDER BY league_id, player_id');
  const changes = () => story.sql('SELECT * FROM rating_change ORDER BY league_id, player_id, played_at, sequence');
  const before = [await ratings(), await changes()];
  expect(await everything()).toMatch(/anneliese|liesel77|Müller|998877/i);

  const { id } = (await story.admin.get('{ player(handle: "liesel77") { id } }')).player;
  const erase = (input: object) =>
    story.admin.get(ERASE, { input: { player: 'anneliese', confirm: 'liesel77', reason, ...input } });
  expect((await erase({ confirm: 'anneliese' })).erasePlayer.errors).toMatchObject([
    { code: 'BAD_INPUT', path: ['input', 'confirm'] },
  ]);
  const bot = await story.bot(['league:admin'], 'europe', 'hidden');
  expect(await bot.fail(ERASE, { input: { player: 'liesel77', confirm: 'liesel77', reason } })).toMatchObject({
    extensions: { code: 'FORBIDDEN' },
  });
  const { erasePlayer } = await erase({ reason: 'Anneliese wishes to go' });
  const handle = erasePlayer.player.handle as string;
  expect(erasePlayer).toEqual({
    player: { id, handle: expect.stringMatching(/^erased-[0-9a-f]{12}$/), displayName: null, formerHandles: [] },
    errors: [],
  });

  expect(await everything()).not.toMatch(/anneliese|liesel77|Müller|998877/i);
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
  expect((await change({ player: handle, handle: 'liesel77' })).updatePlayer.errors).toMatchObject([
    { code: 'CONFLICT' },
  ]);
});

test('an erasure sent again with its key is answered as before', async () => {
  const league = await story.league('asia');
  await league.play('eve beats fay');
  const send = () =>
    fetch(`${story.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer test-admin-token-long-enough',
        'idempotency-key': 'forget-eve',
      },
      body: JSON.stringify({
        query: ERASE,
        variables: { input: { player: 'eve', confirm: 'eve', reason: 'eve left' } },
      }),
    }).then((response) => response.json() as Promise<{ data: { erasePlayer: { errors: unknown[] } } }>);
  const first = await send();
  expect(first.data.erasePlayer.errors).toEqual([]);
  expect(await send()).toEqual(first);
});
