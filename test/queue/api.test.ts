import { beforeAll, describe, expect, test } from 'vitest';
import { nodeId } from '../../services/api/dist/graphql/scalars.js';
import type { Client } from '../support/graphql.js';
import { sealOf } from '../support/seal.js';
import { startService } from '../support/service.js';
import { useStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

const TICKET = 'id status player { handle } opponent { handle } winProbability joinedAt expiresAt resolvedAt';
const WATCH = `subscription ($ticket: ID!) { queueTicketChanged(ticket: $ticket) { ${TICKET} } }`;

let ahead = 0;
const story = useStory({ clock: () => new Date(Date.now() + ahead) });

const join = async (league: string, player: string, as: Client = story.admin) =>
  await as.attempt('joinQueue', { league, player }, `ticket { ${TICKET} }`);
const leave = async (ticket: string, as: Client = story.admin) =>
  await as.attempt('leaveQueue', { ticket }, `ticket { ${TICKET} }`);
const node = async (id: string, as: Client = story.admin) =>
  (await as.get(`query ($id: ID!) { node(id: $id) { __typename ... on QueueTicket { ${TICKET} } } }`, { id })).node;

/** A subscriber to a ticket, who has seen how it stands. */
async function watch(url: string, ticket: string) {
  const watcher = subscriber(url);
  const { events, ended } = watcher.subscribe(WATCH, { ticket });
  await expect.poll(() => events.length).toBe(1);
  return { events, ended: () => ended.then(watcher.close) };
}

describe('the queue refuses', () => {
  beforeAll(async () => {
    await story.league('open', 'timed-glicko');
    await story.league('closed', 'timed-glicko', { openEntry: false });
    await story.league('hidden', 'timed-glicko', { visibility: 'PRIVATE' });
  });

  test.each([
    ['an unknown league', 'nowhere', 'ann', ['input', 'league'], /must be the slug of a league/],
    ['a handle that breaks the rules', 'open', 'no spaces', ['input', 'player'], /letters, digits/],
    ['a stranger to a closed league', 'closed', 'ann', ['input', 'player'], /is not registered/],
  ])('%s', async (_, league, player, path, message) => {
    const { ticket, errors } = await join(league, player);
    expect(ticket).toBeNull();
    expect(errors).toMatchObject([{ __typename: 'BadInputError', code: 'BAD_INPUT', path }]);
    expect(errors[0].message).toMatch(message);
  });

  test('an unknown ticket', async () => {
    const seal = await sealOf(story.databaseUrl);
    for (const id of ['', 'nonsense', nodeId({ seal }, 'QueueTicket', 1, 999)]) {
      const { ticket, errors } = await leave(id);
      expect(ticket).toBeNull();
      expect(errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', 'ticket'] }]);
    }
  });

  test('callers without the right', async () => {
    const { ticket } = await join('open', 'ann');
    const other = await story.bot(['matches:submit'], 'closed');
    const input = { league: 'open', player: 'ben' };
    expect(await story.anonymous.denied('joinQueue', input)).toBe('UNAUTHENTICATED');
    expect(await other.denied('joinQueue', input)).toBe('FORBIDDEN');
    expect(await story.anonymous.denied('leaveQueue', { ticket: ticket.id })).toBe('UNAUTHENTICATED');
    expect(await other.denied('leaveQueue', { ticket: ticket.id })).toBe('FORBIDDEN');
    await leave(ticket.id);
  });

  test('callers who may not know of a private league, as if it did not exist', async () => {
    const bot = await story.bot(['matches:submit'], 'hidden');
    const other = await story.bot(['matches:submit'], 'open');
    const { ticket } = await join('hidden', 'ann', bot);
    expect(await node(ticket.id, bot)).toMatchObject({ __typename: 'QueueTicket', status: 'WAITING' });
    expect(await node(ticket.id, other)).toBeNull();
    expect((await join('hidden', 'ben', other)).errors[0].message).toMatch(/must be the slug of a league/);
    expect((await leave(ticket.id, other)).errors[0].message).toMatch(/must be the id of a queue ticket, but is "/);
    const stranger = subscriber(story.url);
    await expect(stranger.subscribe(WATCH, { ticket: ticket.id }).ended).rejects.toMatchObject([
      { message: expect.stringMatching(/must be the id of a queue ticket/) },
    ]);
    stranger.close();
    await leave(ticket.id, bot);
  });

  test.each([
    ['queueBand', 0, /above 0 and at most 0.5/],
    ['queueBand', 0.51, /above 0 and at most 0.5/],
    ['queueWait', 0, /1 to 86400 seconds/],
    ['queueWait', 86_401, /1 to 86400 seconds/],
  ])('a league with %s %s', async (field, value, message) => {
    const input = { slug: 'odd', name: 'Odd', ratingSystem: 'zonestats', [field]: value };
    const { errors } = await story.admin.attempt('createLeague', input);
    expect(errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', field] }]);
    expect(errors[0].message).toMatch(message);
  });
});

describe('a league with its own queue rules', () => {
  beforeAll(() => story.league('ladder', 'timed-glicko', { queueBand: 0.2, queueWait: 40 }));
  const queue = async () =>
    (await story.admin.get(`{ league(slug: "ladder") { queue { waiting band wait } } }`)).league.queue;

  test('shows them, and the number of waiting players', async () => {
    expect(await queue()).toEqual({ waiting: 0, band: 0.2, wait: 40 });
    const bot = await story.bot(['matches:submit'], 'ladder');
    const { ticket } = await join('ladder', 'ann', bot);
    expect(ticket).toMatchObject({ status: 'WAITING', player: { handle: 'ann' }, opponent: null, resolvedAt: null });
    expect(Date.parse(ticket.expiresAt) - Date.parse(ticket.joinedAt)).toBe(40_000);
    expect(await queue()).toMatchObject({ waiting: 1 });
    expect((await leave(ticket.id, bot)).ticket.status).toBe('LEFT');
    expect(await queue()).toMatchObject({ waiting: 0 });
  });

  test('a subscriber to a ticket gets its state, and its opponent; then the subscription ends', async () => {
    const { ticket } = await join('ladder', 'ann');
    const { events, ended } = await watch(story.url, ticket.id);
    await join('ladder', 'ben');
    await ended();
    expect(events.map(({ data }) => data.queueTicketChanged)).toMatchObject([
      { status: 'WAITING', opponent: null },
      { status: 'MATCHED', opponent: { handle: 'ben' }, winProbability: 0.5 },
    ]);
  });

  test('a subscriber on another replica gets the same, and the departure of a player', async () => {
    const replica = await startService({ databaseUrl: story.databaseUrl, clock: () => new Date(Date.now() + ahead) });
    const { ticket } = await join('ladder', 'ann');
    const { events, ended } = await watch(replica.url, ticket.id);
    await leave(ticket.id);
    await ended();
    await replica.stop();
    expect(events.at(-1).data.queueTicketChanged).toMatchObject({ status: 'LEFT', opponent: null });
  });

  test('a ticket expires by itself, and its subscribers are notified', async () => {
    const { ticket } = await join('ladder', 'eve');
    const { events, ended } = await watch(story.url, ticket.id);
    ahead += 40_000;
    await ended();
    const { status, resolvedAt } = events.at(-1).data.queueTicketChanged;
    expect({ status, resolvedAt }).toEqual({ status: 'EXPIRED', resolvedAt: ticket.expiresAt });
  });
});

describe('a pairing', () => {
  const pairings = async (slug: string) => {
    const fields = 'externalId pairing { pairedAt tickets { player { handle } winProbability match { externalId } } }';
    const { league } = await story.admin.get(
      `{ league(slug: "${slug}") { matches(first: 20) { nodes { ${fields} } } } }`,
    );
    return Object.fromEntries(league.matches.nodes.map(({ externalId, pairing }: never) => [externalId, pairing]));
  };

  test('is shown on its match, and on no other', async () => {
    const league = await story.league('pairs', 'timed-glicko');
    const now = () => Date.now() + ahead;
    const at = (time: number) => ({ playedAt: new Date(time).toISOString() });
    await league.play(league.match('ann beats ben', at(now() - 3_600_000)));
    const { ticket } = await join('pairs', 'ann');
    const { ticket: found } = await join('pairs', 'ben');
    expect(found.status).toBe('MATCHED');
    const paired = Date.parse(found.resolvedAt);
    ahead += 120_000;
    await league.play(
      league.match('cat beats ann', at(paired + 1000)),
      league.match('ben beats ann', at(paired + 2000)),
      league.match('ann beats ben', at(paired + 3000)),
    );
    const shown = await pairings('pairs');
    expect(shown).toMatchObject({ 'pairs-1': null, 'pairs-2': null, 'pairs-4': null });
    expect(shown['pairs-3']).toEqual({
      pairedAt: found.resolvedAt,
      tickets: [
        { player: { handle: 'ann' }, winProbability: expect.any(Number), match: { externalId: 'pairs-3' } },
        { player: { handle: 'ben' }, winProbability: found.winProbability, match: { externalId: 'pairs-3' } },
      ],
    });
    expect((await node(ticket.id)).status).toBe('MATCHED');
  });

  test('is played by the next match if the first is void', async () => {
    const [{ id }] = (await story.admin
      .get(`{ league(slug: "pairs") { match(externalId: "pairs-3") { id } } }`)
      .then(({ league }) => [league.match])) as [{ id: string }];
    const input = { match: id, expectedVersion: 1, reason: 'a test' };
    await story.admin.mutate('voidMatch', input);
    const shown = await pairings('pairs');
    expect(shown['pairs-3']).toBeNull();
    expect(shown['pairs-4']).not.toBeNull();
  });

  test('is in the queue until it is played or has lapsed, and returns if its match is void', async () => {
    const league = await story.league('booked', 'timed-glicko');
    const open = async () =>
      (await league.read('queue { pairings(first: 5) { pairedAt tickets { player { handle } } } }')).queue.pairings;
    await join('booked', 'ann');
    expect(await open()).toEqual([]);
    const { ticket } = await join('booked', 'ben');
    const pairing = {
      pairedAt: ticket.resolvedAt,
      tickets: [{ player: { handle: 'ann' } }, { player: { handle: 'ben' } }],
    };
    expect(await open()).toEqual([pairing]);
    ahead += 60_000;
    const playedAt = new Date(Date.parse(ticket.resolvedAt) + 1000).toISOString();
    const [match] = await league.play(league.match('ann beats ben', { playedAt }));
    expect(await open()).toEqual([]);
    await story.admin.mutate('voidMatch', { match: match!.id, expectedVersion: 1, reason: 'a test' });
    expect(await open()).toEqual([pairing]);
    ahead += 24 * 3_600_000;
    expect(await open()).toEqual([]);
  });

  test('is among the newest of all leagues, with what a win and a loss would do, until it is played or its league is archived', async () => {
    const stakes = 'pairings(first: 3) { pairedAt stakes { win loss } }';
    const all = async (as: Client = story.anonymous) =>
      (await as.get(`{ pairings(first: 2) { league { slug } tickets { player { handle } } stakes { win loss } } }`))
        .pairings;
    const league = await story.league('staked', 'elo', { played: ['ann beats ben', 'ann beats ben'] });
    ahead += 60_000;
    for (const player of ['ben', 'ann']) await join('staked', player);
    await story.league('unseen', 'elo', { visibility: 'PRIVATE' });
    for (const player of ['cat', 'dan']) await join('unseen', player);
    const [pairing] = await all();
    expect(pairing).toMatchObject({
      league: { slug: 'staked' },
      tickets: [{ player: { handle: 'ben' } }, { player: { handle: 'ann' } }],
    });
    const changes = 'ifOutcome { placements changes { delta } }';
    const { prediction } = await league.read(`prediction(sides: [["ben"], ["ann"]]) { ${changes} }`);
    const [won, lost] = [
      [1, 2],
      [2, 1],
    ].map((placements) =>
      prediction.ifOutcome
        .find((own: { placements: number[] }) => `${own.placements}` === `${placements}`)
        .changes.map(({ delta }: { delta: number }) => delta),
    );
    expect(pairing.stakes).toEqual([
      { win: won[0], loss: lost[0] },
      { win: lost[1], loss: won[1] },
    ]);
    expect((await league.read(stakes)).pairings).toMatchObject([{ stakes: pairing.stakes }]);
    expect((await all(story.admin)).map(({ league }: { league: { slug: string } }) => league.slug)).toEqual([
      ...['unseen', 'staked'],
    ]);
    // Answers are kept until a queue or a league changes.
    expect(await all()).toContainEqual(pairing);
    await join('staked', 'cat');
    await join('staked', 'dan');
    const [newer, older] = await all();
    expect(newer).toMatchObject({ tickets: [{ player: { handle: 'cat' } }, { player: { handle: 'dan' } }] });
    expect(older).toEqual(pairing);
    ahead += 60_000;
    const playedAt = new Date(Date.now() + ahead - 1000).toISOString();
    await league.play(league.match('cat beats dan', { playedAt }));
    expect((await all())[0]).toMatchObject({ league: { slug: 'staked' }, tickets: pairing.tickets });
    await story.admin.mutate('archiveLeague', { league: 'staked', reason: 'a test' });
    expect(JSON.stringify(await all())).not.toContain('staked');
  });

  test('is omitted if one of its tickets is beyond the newest 2,000, and the others stay together', async () => {
    const league = await story.league('busy', 'timed-glicko');
    for (const player of ['ann', 'ben', 'cat', 'dan']) await join('busy', player);
    const ours = `league_id = (SELECT id FROM league WHERE slug = 'busy')`;
    // As if ben came last: 2,000 tickets are looked at, and ann's is the next.
    await story.sql(`UPDATE queue_ticket SET resolved_at = resolved_at + interval '30 s' WHERE ${ours} AND id IN (
      SELECT id FROM queue_ticket WHERE ${ours} ORDER BY id LIMIT 2)`);
    await story.sql(`INSERT INTO queue_ticket (league_id, player_id, status, joined_at, expires_at, resolved_at)
      SELECT league_id, player_id, 'LEFT', joined_at, expires_at, resolved_at
      FROM (SELECT * FROM queue_ticket WHERE ${ours} ORDER BY id DESC LIMIT 1) AS last, generate_series(1, 1997) AS n`);
    ahead += 60_000;
    const open = (await league.read('queue { pairings(first: 5) { tickets { player { handle } } } }')).queue.pairings;
    expect(open).toEqual([{ tickets: [{ player: { handle: 'cat' } }, { player: { handle: 'dan' } }] }]);
  });

  test('lapses if it is not played within a day', async () => {
    const league = await story.league('slow', 'timed-glicko');
    await join('slow', 'ann');
    const { ticket } = await join('slow', 'ben');
    ahead += 24 * 3_600_000;
    const playedAt = new Date(Date.parse(ticket.resolvedAt) + 24 * 3_600_000).toISOString();
    await league.play(league.match('ann beats ben', { playedAt }));
    expect((await pairings('slow'))['slow-1']).toBeNull();
  });

  test('that was made again belongs to the second match', async () => {
    const league = await story.league('again', 'timed-glicko');
    await join('again', 'ann');
    await join('again', 'ben');
    ahead += 60_000;
    await join('again', 'ann');
    const { ticket } = await join('again', 'ben');
    ahead += 60_000;
    const playedAt = new Date(Date.parse(ticket.resolvedAt) + 1000).toISOString();
    await league.play(league.match('ann beats ben', { playedAt }));
    expect((await pairings('again'))['again-1'].pairedAt).toBe(ticket.resolvedAt);
    expect((await league.read('queue { pairings(first: 5) { pairedAt } }')).queue.pairings).toEqual([]);
  });

  test('is the same for the player into whom one of the two is merged', async () => {
    const league = await story.league('merged', 'timed-glicko', { played: ['alt beats cat', 'ann beats cat'] });
    for (const player of ['alt', 'ben']) await join('merged', player);
    ahead += 60_000;
    await join('merged', 'ann');
    const { ticket } = await join('merged', 'ben');
    const open = async () => (await league.read('queue { pairings(first: 5) { pairedAt } }')).queue.pairings;
    expect(await open()).toHaveLength(2);
    await story.admin.mutate('mergePlayers', { league: 'merged', player: 'alt', into: 'ann', reason: 'one person' });
    expect(await open()).toEqual([{ pairedAt: ticket.resolvedAt }]);
  });
});
