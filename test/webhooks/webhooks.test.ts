import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { useStory } from '../support/story.js';
import { ALLOWED, accepted, answering, audited, DELIVERY, isGenuine, useReceiver } from './receiver.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let ahead = 0;
/** Where the clock of the service stands; null while it runs. */
let stopped: number | null = null;
const story = useStory({ env: ALLOWED, clock: () => new Date((stopped ?? Date.now()) + ahead) });
const { receiver, leagueWithWebhook, read, becomes } = useReceiver(story);
const failedOnce = (id: string, failures = 1) => becomes(id, { failures });

describe('a message contains', () => {
  test('every event of a league, in order, signed, with the cursor of a subscription', async () => {
    const { league, id, secret } = await leagueWithWebhook();
    const [first] = await league.play('ann beats ben', 'cid beats ann');
    await league.play({ ...league.match('ben beats cid'), playedAt: '2019-12-01T00:00:00Z' });
    const reason = 'a test';
    const correct = async (mutation: string, number: number, more: object) => {
      const input = { ...(await league.correctable(`${league.slug}-${number}`)), reason, ...more };
      await story.admin.attempt(mutation, input, 'match { id }');
    };
    await correct('voidMatch', 1, {});
    await correct('amendMatch', 2, { details: { map: 'Kyoto' } });
    await league.play('dan beats ann');
    await story.admin.attempt(
      'mergePlayers',
      { league: league.slug, player: 'dan', into: 'ben', reason },
      'player { handle }',
    );
    await story.admin.attempt('recomputeLeague', { league: league.slug, reason }, 'league { slug }');
    for (const player of ['ann', 'cid']) {
      await story.admin.attempt('joinQueue', { league: league.slug, player }, 'ticket { status }');
    }
    // How many matches share a message depends on when they came; what is told, and in which order, does not.
    const receivedOf = () =>
      receiver.heard
        .filter(({ json }) => json.type !== 'ticket.matched')
        .flatMap(({ json: { type, data } }) =>
          type === 'matches.rated' ? data.matches.map((match: Row) => match.externalId) : [type],
        );
    await expect.poll(() => receiver.types().includes('ticket.matched')).toBe(true);
    await expect.poll(() => receivedOf().length).toBeGreaterThanOrEqual(11);
    expect(receivedOf()).toEqual([
      ...['1', '2', '3'].map((number) => `${league.slug}-${number}`),
      'board.recomputed',
      'match.corrected',
      'board.recomputed',
      'match.corrected',
      `${league.slug}-4`,
      'player.merged',
      'board.recomputed',
      'board.recomputed',
    ]);
    expect(receiver.heard.every((message) => isGenuine(secret, message))).toBe(true);
    const { length } = receiver.heard;
    expect(new Set(receiver.heard.map((message) => message.id)).size).toBe(length);

    const of = (type: string) => receiver.heard.filter(({ json }) => json.type === type).map(({ json }) => json.data);
    for (const data of of('matches.rated'))
      expect(data).toMatchObject({ league: league.slug, cursor: expect.any(String) });
    const rated = of('matches.rated').flatMap((data) => data.matches);
    expect(rated[1]).toMatchObject({
      status: 'RATED',
      sides: [
        { placement: 1, effectivePlacement: 1, participants: [{ player: 'cid', isGuest: false }] },
        { participants: [{ player: 'ann', rating: { value: expect.any(Number), delta: expect.any(Number) } }] },
      ],
    });
    expect(of('match.corrected')).toMatchObject([
      { action: 'voidMatch', match: { id: first!.id, status: 'VOID', version: 2, sides: [{}, {}] } },
      { action: 'amendMatch', match: { externalId: `${league.slug}-2`, details: { map: 'Kyoto' } } },
    ]);
    expect(of('player.merged')).toMatchObject([
      { action: 'mergePlayers', player: { player: 'dan' }, into: { player: 'ben' } },
    ]);
    expect(of('board.recomputed').map(({ action }) => action)).toEqual([
      'submitMatches',
      'voidMatch',
      'mergePlayers',
      'recomputeLeague',
    ]);
    expect(of('ticket.matched')).toMatchObject([
      { tickets: [{ player: 'ann', winProbability: expect.any(Number) }, { player: 'cid' }] },
    ]);
    // A subscription from the last cursor goes on behind all that was told.
    const { eventCursor } = await league.read('eventCursor');
    await becomes(id, { cursor: eventCursor });
    const { deliveries } = await read(id);
    expect(deliveries.nodes.map(({ id: message }: Row) => message).toSorted()).toEqual(
      receiver.heard.map((message) => message.id).toSorted(),
    );
    expect(deliveries.nodes).toMatchObject(
      Array(length).fill({ status: 'DELIVERED', attempts: 1, responseStatus: 204, error: null }),
    );
  });

  test('the same match as the API, including sides that did not finish and merged players', async () => {
    const { league } = await leagueWithWebhook({ events: ['MATCHES_RATED', 'MATCH_CORRECTED'] });
    await league.play('ben beats ann', 'dan beats ann');
    await story.admin.mutate('mergePlayers', { league: league.slug, player: 'dan', into: 'ben', reason: 'a test' });
    const race = [
      { placement: 1, participants: [{ player: 'ann', score: 7 }] },
      { placement: 2, status: 'DID_NOT_FINISH', participants: [{ player: 'dan', score: 5 }] },
      { placement: 3, status: 'DID_NOT_START', participants: [{ player: 'cid', score: 0 }] },
    ];
    await league.play(league.match(race));
    const last = `${league.slug}-3`;
    const amended = { ...(await league.correctable(last)), weight: 2, reason: 'a test' };
    await story.admin.mutate('amendMatch', amended);
    const sent = () => receiver.heard.flatMap(({ json }) => json.data.matches ?? [json.data.match]);
    await expect.poll(() => sent().filter(({ externalId }: Row) => externalId === last).length).toBe(2);
    const { match } = await league.read(`match(externalId: "${last}") { sides {
      name role status placement effectivePlacement score participants {
        player { handle displayName } isGuest score ratingChange { after { value deviation } delta } } } }`);
    const sides = match.sides.map(({ participants, ...side }: Row) => ({
      ...side,
      participants: participants.map(({ player, ratingChange, ...own }: Row) => ({
        ...{ player: player.handle, displayName: player.displayName, ...own },
        rating: ratingChange && { ...ratingChange.after, delta: ratingChange.delta },
      })),
    }));
    expect(sent().at(-1).sides).toEqual(sides);
  });

  test('many matches, at most 100 and less than 20 kB at a time', async () => {
    const { league } = await leagueWithWebhook({ events: ['MATCHES_RATED'] });
    const long = (name: string) => name.padEnd(60, 'x');
    await league.play(...Array.from({ length: 250 }, (_, index) => `${long(`a${index}`)} beats ${long(`b${index}`)}`));
    const ids = () => receiver.heard.flatMap(({ json }) => json.data.matches.map((match: Row) => match.externalId));
    await expect.poll(() => ids().length).toBe(250);
    expect(ids()).toEqual(Array.from({ length: 250 }, (_, index) => `${league.slug}-${index + 1}`));
    expect(Math.max(...receiver.heard.map(({ body }) => Buffer.byteLength(body)))).toBeLessThan(20_000);
    await league.play(`${Array.from({ length: 200 }, (_, index) => long(`a${index}`)).join('+')} beats ben`);
    const messages = await receiver.hears(receiver.heard.length + 1);
    expect(messages.at(-1)!.json.data.matches).toMatchObject([{ externalId: `${league.slug}-251`, sides: null }]);
  });

  test('only the chosen events, and for Discord a text for people', async () => {
    const { league, id } = await leagueWithWebhook({ events: ['BOARD_RECOMPUTED'], format: 'DISCORD' });
    await league.play('ann beats ben');
    await story.admin.attempt('recomputeLeague', { league: league.slug, reason: 'a test' }, 'league { slug }');
    await receiver.hears(1);
    const content = `**${league.slug.replace('-', '\\-')}**: the board was computed again`;
    expect(receiver.heard.map(({ json }) => json)).toEqual([{ content, allowed_mentions: { parse: [] } }]);
    await story.admin.attempt('updateWebhook', { webhook: id, events: ['MATCHES_RATED'] }, 'webhook { id }');
    await league.play('ann beats ben');
    const [, second] = await receiver.hears(2);
    expect(second!.json.content).toMatch(/^\*\*.*\*\*\n1\\\. ann [\d.]+ \(\+[\d.]+\) · 2\\\. ben [\d.]+ \(−[\d.]+\)$/);
  });
});

describe('a receiver that fails', () => {
  // The next attempt is due when a test says so, and not because the machine needed some seconds.
  beforeEach(() => {
    stopped = Date.now();
  });
  afterEach(() => {
    stopped = null;
  });

  test('gets the same message again at growing intervals, and then the others', async () => {
    const { league, id } = await leagueWithWebhook({ events: ['MATCHES_RATED'] });
    receiver.answer = answering(500);
    await league.play('ann beats ben');
    await failedOnce(id);
    await league.play('ben beats ann');
    const [delivery] = (await read(id)).deliveries.nodes;
    expect(delivery).toMatchObject({ status: 'PENDING', responseStatus: 500, error: 'the receiver answered 500' });
    expect(receiver.heard).toHaveLength(1);
    ahead += 7_000;
    await failedOnce(id, 2);
    receiver.answer = answering(307, { location: receiver.url });
    ahead += 0.2 * HOUR;
    await failedOnce(id, 3);
    receiver.answer = accepted;
    ahead += HOUR;
    await becomes(id, { failures: 0, failingSince: null, nextAttemptAt: null });
    const heard = await receiver.hears(5);
    expect(new Set(heard.slice(0, 4).map((message) => `${message.id} ${message.body}`)).size).toBe(1);
    expect(heard.map(({ json }) => json.data.matches[0].externalId)).toEqual([
      ...Array(4).fill(`${league.slug}-1`),
      `${league.slug}-2`,
    ]);
    expect((await read(id)).deliveries.nodes).toMatchObject([{ attempts: 1 }, { attempts: 4, status: 'DELIVERED' }]);
  });

  test('and asks for a pause gets it', async () => {
    const { league, id } = await leagueWithWebhook({ events: ['MATCHES_RATED'] });
    receiver.answer = answering(429, { 'retry-after': '3600' });
    await league.play('ann beats ben');
    await failedOnce(id);
    const { nextAttemptAt, deliveries } = await read(id);
    expect(Date.parse(nextAttemptAt) - Date.parse(deliveries.nodes[0].attemptedAt)).toBe(HOUR);
  });

  test('for five days is disabled, as the audit log records, until it is enabled', async () => {
    const { league, id } = await leagueWithWebhook({ events: ['MATCHES_RATED'] });
    receiver.answer = answering(503);
    await league.play('ann beats ben');
    await failedOnce(id);
    ahead += 4.9 * DAY;
    await failedOnce(id, 2);
    expect(await read(id)).toMatchObject({ disabledAt: null });
    ahead += 0.2 * DAY;
    await becomes(id, { failures: 3, disabledReason: 'FAILING', nextAttemptAt: null });
    expect((await audited(league))[0]).toMatchObject({
      actor: 'webhooks',
      action: 'disableWebhook',
      reason: 'the receiver answered 503',
      after: { isEnabled: false, disabledReason: 'FAILING' },
    });
    ahead += DAY;
    await league.play('ben beats ann');
    receiver.answer = accepted;
    const enabled = await story.admin.attempt(
      'enableWebhook',
      { webhook: id },
      'webhook { failures disabledAt disabledReason }',
    );
    expect(enabled).toEqual({ errors: [], webhook: { failures: 0, disabledAt: null, disabledReason: null } });
    const heard = await receiver.hears(5);
    expect(heard.map(({ json }) => json.data.matches[0].externalId)).toEqual([
      ...Array(4).fill(`${league.slug}-1`),
      `${league.slug}-2`,
    ]);
    expect(heard[3]!.id).toBe(heard[0]!.id);
  });

  test('and responds with 410 Gone is not tried again', async () => {
    const { league, id } = await leagueWithWebhook({ events: ['MATCHES_RATED'] });
    receiver.answer = answering(410);
    await league.play('ann beats ben');
    await becomes(id, { disabledReason: 'GONE' });
    expect((await audited(league))[0]).toMatchObject({ action: 'disableWebhook', reason: 'the receiver answered 410' });
    // Another address is another receiver.
    receiver.answer = accepted;
    await story.admin.attempt('updateWebhook', { webhook: id, url: `${receiver.url}/new` }, 'webhook { id }');
    await story.admin.attempt('enableWebhook', { webhook: id }, 'webhook { id }');
    await receiver.hears(2);
  });
});

describe('manually', () => {
  test('a test is sent once, even to a disabled webhook', async () => {
    const { league, id, secret } = await leagueWithWebhook({ events: ['MATCHES_RATED'] });
    receiver.answer = answering(410);
    await league.play('ann beats ben');
    await becomes(id, { disabledReason: 'GONE' });
    const before = await read(id);
    const { delivery } = await story.admin.attempt('testWebhook', { webhook: id }, `delivery { ${DELIVERY} }`);
    expect(delivery).toMatchObject({ type: 'webhook.test', status: 'PENDING', attempts: 0 });
    await becomes(id, { deliveries: { nodes: [{ status: 'FAILED', responseStatus: 410 }, {}] } });
    receiver.answer = accepted;
    await story.admin.attempt('testWebhook', { webhook: id }, 'delivery { id }');
    await becomes(id, { deliveries: { nodes: [{ status: 'DELIVERED' }, { status: 'FAILED', attempts: 1 }, {}] } });
    const message = receiver.heard.at(-1)!;
    expect(message.json).toMatchObject({ type: 'webhook.test', data: { league: league.slug } });
    expect(isGenuine(secret, { ...message, headers: { ...message.headers } })).toBe(ahead === 0);
    expect({ ...(await read(id)), deliveries: null }).toEqual({ ...before, deliveries: null });
  });

  test('a message is sent again under its id, whatever its result', async () => {
    const { league, id } = await leagueWithWebhook({ events: ['MATCHES_RATED'] });
    await league.play('ann beats ben');
    await becomes(id, { deliveries: { nodes: [{ status: 'DELIVERED' }] } });
    const before = await read(id);
    receiver.answer = answering(500);
    const input = { delivery: before.deliveries.nodes[0].id };
    const { errors, delivery } = await story.admin.attempt('replayWebhookDelivery', input, `delivery { ${DELIVERY} }`);
    expect({ errors, delivery }).toMatchObject({ errors: [], delivery: { status: 'DELIVERED', attempts: 1 } });
    await becomes(id, { deliveries: { nodes: [{ status: 'DELIVERED', attempts: 2, responseStatus: 500 }] } });
    const [first, second] = receiver.heard;
    expect(second).toMatchObject({ id: first!.id, body: first!.body });
    expect({ ...(await read(id)), deliveries: null }).toEqual({ ...before, deliveries: null });
    expect((await audited(league)).map(({ action }: Row) => action)).toEqual([
      'replayWebhookDelivery',
      'createWebhook',
    ]);
  });

  test('a waiting message is tried at once; with a disabled webhook it keeps waiting', async () => {
    const { league, id } = await leagueWithWebhook({ events: ['MATCHES_RATED'] });
    receiver.answer = answering(500);
    await league.play('ann beats ben');
    await failedOnce(id);
    const input = { delivery: (await read(id)).deliveries.nodes[0].id };
    receiver.answer = answering(410);
    await story.admin.attempt('replayWebhookDelivery', input, 'delivery { id }');
    await becomes(id, { disabledReason: 'GONE' });
    const { errors } = await story.admin.attempt('replayWebhookDelivery', input, 'delivery { id }');
    expect(errors).toMatchObject([{ code: 'CONFLICT', message: expect.stringContaining('enableWebhook') }]);
  });
});

test('a new secret signs at once, together with the old one for a day', async () => {
  const { id, secret } = await leagueWithWebhook();
  const rotated = await story.admin.attempt('rotateWebhookSecret', { webhook: id }, 'secret formerSecretEndsAt');
  expect(Date.parse(rotated.formerSecretEndsAt) - (Date.now() + ahead)).toBeGreaterThan(0.99 * DAY);
  const signatures = async () => {
    const { length } = receiver.heard;
    await story.admin.attempt('testWebhook', { webhook: id }, 'delivery { id }');
    const message = (await receiver.hears(length + 1)).at(-1)!;
    return String(message.headers['webhook-signature']).split(' ').length;
  };
  expect(rotated.secret).toMatch(/^whsec_/);
  expect(rotated.secret).not.toBe(secret);
  expect(await signatures()).toBe(2);
  ahead += 1.01 * DAY;
  expect(await signatures()).toBe(1);
});
