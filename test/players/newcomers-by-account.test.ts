import { expect, test } from 'vitest';
import { lockWaits } from '../support/held-league.js';
import { openClient } from '../support/server.js';
import { useBot, useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, 'home');
const bot = useBot(story, ['matches:submit'], 'home');

interface Person {
  readonly player: string;
  readonly proposedHandle?: string;
  readonly displayName?: string;
}

const duel = (winner: Person, loser: Person) => [
  { placement: 1, participants: [winner] },
  { placement: 2, participants: [loser] },
];
const PLAYER = 'handle displayName accounts { provider id }';
const find = async (name: string, as = bot) =>
  (await as.get(`query ($name: String!) { player(handle: $name) { ${PLAYER} } }`, { name })).player;
const handlesOf = async (...names: string[]) =>
  Promise.all(names.map(async (name) => (await find(name))?.handle ?? null));

test('a bot adds players by their accounts, and they are the same players from then on', async () => {
  const [ann, ben] = [
    { player: 'Discord:1', proposedHandle: 'ann', displayName: 'Ann 🦊' },
    { player: 'discord:2', proposedHandle: 'ben' },
  ];
  const match = league.match(duel(ann, ben), { externalId: 'first' });
  expect(await league.submit([match], bot)).toMatchObject([{ replayed: false }]);
  expect(await find('discord:1')).toEqual({
    handle: 'ann',
    displayName: 'Ann 🦊',
    accounts: [{ provider: 'discord', id: '1' }],
  });
  expect(await find('ben')).toMatchObject({ displayName: null, accounts: [{ provider: 'discord', id: '2' }] });

  // What is said of them is no part of the match, and counts only while they are new.
  const renamed = duel({ ...ann, proposedHandle: 'anna', displayName: 'Anna' }, { player: 'discord:2' });
  expect(await league.submit([{ ...match, sides: renamed }], bot)).toMatchObject([{ replayed: true }]);
  await league.play(league.match(renamed));
  expect(await find('discord:1')).toMatchObject({ handle: 'ann', displayName: 'Ann 🦊' });
  expect(await find('anna')).toBeNull();
  expect((await league.read('rating(player: "discord:1") { matchesPlayed }')).rating).toEqual({ matchesPlayed: 2 });

  const { auditLog } = await story.admin.get('{ auditLog(subject: "ann") { nodes { action reason actor after } } }');
  expect(auditLog.nodes).toMatchObject([
    { action: 'updatePlayer', reason: 'named as in a new match', after: { displayName: 'Ann 🦊' } },
    {
      action: 'linkAccount',
      reason: 'named by the account in a new match',
      actor: 'matches:submit for home',
      after: { handle: 'ann', account: 'discord:1' },
    },
  ]);
});

test('a handle is made from the proposal, the display name, or the account', async () => {
  await league.play(
    league.match(duel({ player: 'x:1', proposedHandle: 'Big Bob!' }, { player: 'x:2', displayName: "Señor O'Neil" })),
    league.match(duel({ player: 'x:3', displayName: '🦊' }, { player: 'x:4', proposedHandle: '' })),
  );
  expect(await handlesOf('x:1', 'x:2', 'x:3', 'x:4')).toEqual(['Big_Bob', 'Señor_ONeil', 'x-3', 'x-4']);
  expect(await find('x:3')).toMatchObject({ displayName: '🦊' });
});

test('a proposal gets a number if a player, a former name, a look-alike or another newcomer has it', async () => {
  await story.league('hidden', 'zonestats', { visibility: 'PRIVATE', played: ['ghost beats wraith'] });
  await league.play('cid beats dan');
  await story.admin.mutate('updatePlayer', { player: 'dan', handle: 'daniel', reason: 'asked' });
  const proposals = ['cid', 'CID', 'dan', 'ghost', 'eve', 'eve', 'eve', 'c1d'];
  const people = proposals.map((proposedHandle, n) => ({ player: `y:${n}`, proposedHandle }));
  await league.play(...[0, 2, 4, 6].map((n) => league.match(duel(people[n]!, people[n + 1]!))));
  const handles = await handlesOf(...people.map(({ player }) => player));
  expect(handles.slice(0, 7)).toEqual(['cid-2', 'CID-3', 'dan-2', 'ghost-2', 'eve', 'eve-2', 'eve-3']);
  // It could be read as cid.
  expect(handles[7]).toMatch(/^c1d(-\d{6})?$/);
  expect(await find('cid')).toMatchObject({ accounts: [] });
});

test('a proposal with many taken variants still gets a handle', async () => {
  const people = Array.from({ length: 24 }, (_, n) => ({ player: `many:${n}`, proposedHandle: 'smith' }));
  await league.play(...Array.from({ length: 12 }, (_, n) => league.match(duel(people[2 * n]!, people[2 * n + 1]!))));
  const handles = await handlesOf(...people.map(({ player }) => player));
  expect(new Set(handles).size).toBe(24);
  for (const handle of handles) expect(handle).toMatch(/^smith(-[2-9]|-\d{6})?$/);
});

test('late matches add players, and a batch names a newcomer in several matches', async () => {
  await league.play('gus beats hal');
  const [ida, jon] = [{ player: 'z:1', proposedHandle: 'ida' }, { player: 'z:2' }];
  const results = await league.submit(
    [
      league.match(duel(ida, { ...jon, proposedHandle: 'jon' }), { playedAt: '2019-01-01T00:00:00Z' }),
      league.match(duel({ player: 'jon' }, { player: 'gus' })),
      league.match(duel({ player: 'z:1' }, { player: 'gus' })),
    ],
    bot,
  );
  // The third says nothing of an account that nobody knew when it came.
  expect(results.map(({ __typename }) => __typename)).toEqual(['MatchAccepted', 'MatchAccepted', 'MatchRejected']);
});

test('a refused match adds no player', async () => {
  const future = { playedAt: '2100-01-01T00:00:00Z' };
  const people = duel({ player: 'gone:1', proposedHandle: 'gone' }, { player: 'gone:2', displayName: 'Gone' });
  expect(await league.submit([league.match(people, future)], bot)).toMatchObject([
    { error: { code: 'OUT_OF_WINDOW' } },
  ]);
  const twice = duel({ player: 'gone:1', proposedHandle: 'gone' }, { player: 'GONE:1', proposedHandle: 'gone' });
  expect(await league.submit([league.match(twice)], bot)).toMatchObject([{ error: { code: 'BAD_INPUT' } }]);
  expect(await league.submit([league.match(duel({ player: 'gone:1' }, { player: 'ann' }))], bot)).toMatchObject([
    {
      error: { code: 'BAD_INPUT', message: expect.stringContaining('must be a handle, or an account that is linked') },
    },
  ]);
  expect(await handlesOf('gone', 'gone:1', 'gone:2')).toEqual([null, null, null]);

  const closed = await story.league('closed', 'zonestats', { openEntry: false });
  const [refused] = await closed.submit([closed.match(people)]);
  expect(refused).toMatchObject({ error: { message: expect.stringContaining('registered') } });
  expect(await handlesOf('gone')).toEqual([null]);
});

test('an account is one player, even if many leagues add it at the same moment', async () => {
  const leagues = await Promise.all(['one', 'two', 'three'].map((slug) => story.league(slug)));
  for (let round = 0; round < 4; round++) {
    const person = { player: `race:${round}`, proposedHandle: `racer${round}`, displayName: `Racer ${round}` };
    await Promise.all(
      leagues.map((each) =>
        each.play(each.match(duel(person, { player: `${each.slug}-opponent` }), { externalId: `${round}` })),
      ),
    );
    const { player } = await story.admin.get(
      'query ($name: String!) { player(handle: $name) { handle displayName ratings(first: 9) { nodes { matchesPlayed } } } }',
      { name: person.player },
    );
    const ratings = { nodes: Array(3).fill({ matchesPlayed: 1 }) };
    expect(player).toEqual({ handle: `racer${round}`, displayName: `Racer ${round}`, ratings });
  }
});

test('players whose accounts another league links meanwhile are locked together, in the usual order', async () => {
  await story.league('linked', 'zonestats', { played: ['zoe beats abe'] });
  const idOf = async (handle: string) => (await story.sql(`SELECT id FROM player WHERE handle = '${handle}'`))[0]!.id;
  const [zoe, abe] = [await idOf('zoe'), await idOf('abe')];
  expect(abe).toBeLessThan(zoe as number);
  const meanwhile = await story.league('meanwhile');
  const [holder, other] = [await openClient(story.databaseUrl), await openClient(story.databaseUrl)];
  await holder.query(`BEGIN; INSERT INTO account (league_id, account, player_id, linked_at)
    SELECT league_id, account, player_id, now() FROM membership
    JOIN (VALUES ('order:1', ${zoe}), ('order:2', ${abe})) AS own (account, player_id) USING (player_id)`);
  const played = meanwhile.play(
    meanwhile.match(duel({ player: 'order:1', proposedHandle: 'zoey' }, { player: 'order:2', proposedHandle: 'abel' })),
  );
  await lockWaits(story, 1);
  await other.query(`BEGIN; SELECT FROM player WHERE id = ${abe} FOR NO KEY UPDATE`);
  await holder.query('COMMIT');
  const locking = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
    AND query LIKE '%FROM player %NO KEY UPDATE'`;
  await expect.poll(() => story.sql(locking), { interval: 5 }).toHaveLength(1);
  await other.query(`SELECT FROM player WHERE id = ${zoe} FOR NO KEY UPDATE NOWAIT`);
  await other.query('COMMIT');
  await played;
  for (const client of [holder, other]) await client.end();
  // Nobody is told in the audit log to have linked them.
  await story.sql(`DELETE FROM account WHERE account LIKE 'order:%'`);
});

test('an amendment adds no player by an account', async () => {
  await league.play(league.match('kim beats leo', { externalId: 'wrong' }));
  const { match } = await league.read('match(externalId: "wrong") { id }');
  const { errors } = await story.admin.attempt('amendMatch', {
    ...{ match: match.id, expectedVersion: 1, reason: 'who it was', newPlayers: ['w:1'] },
    sides: duel({ player: 'w:1', proposedHandle: 'walt', displayName: 'Walt' }, { player: 'leo' }),
  });
  expect(errors).toMatchObject([{ message: expect.stringContaining('but is "w:1"') }]);
  expect(await find('walt')).toBeNull();
});
