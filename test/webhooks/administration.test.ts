import { describe, expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { newToken, useLeague, useStory } from '../support/story.js';
import { ALLOWED, audited, createWebhook, readWebhook, useReceiver } from './receiver.js';

const story = useStory({ env: ALLOWED });
const { receiver, leagueWithWebhook, read, becomes } = useReceiver(story);

describe('who may', () => {
  const url = 'https://receiver.example/hook';

  test('administer webhooks: administrators of the league, and others cannot see them', async () => {
    const { league, id } = await leagueWithWebhook({}, { visibility: 'PRIVATE' });
    const reader = await story.bot(['league:read'], league.slug);
    await story.league(`other-${league.slug}`);
    const stranger = await story.bot(['league:admin'], `other-${league.slug}`);
    const input = { league: league.slug, url, events: ['MATCHES_RATED'] };
    expect(await story.anonymous.denied('createWebhook', input)).toBe('UNAUTHENTICATED');
    expect(await reader.denied('createWebhook', input)).toBe('FORBIDDEN');
    expect((await stranger.attempt('createWebhook', input, 'webhook { id }')).errors).toMatchObject([
      { code: 'BAD_INPUT', path: ['input', 'league'] },
    ]);
    for (const name of ['updateWebhook', 'deleteWebhook', 'enableWebhook', 'rotateWebhookSecret', 'testWebhook']) {
      const { errors } = await stranger.attempt(name, { webhook: id });
      expect(errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', 'webhook'] }]);
      expect(await reader.denied(name, { webhook: id })).toBe('FORBIDDEN');
    }
    expect(await readWebhook(stranger, id)).toBeNull();
    expect(await readWebhook(reader, id)).toBeNull();
    const list = `{ league(slug: "${league.slug}") { webhooks { nodes { id } } } }`;
    expect((await reader.fail(list)).extensions.code).toBe('FORBIDDEN');
    expect((await story.admin.get(list)).league.webhooks.nodes).toEqual([{ id }]);
  });

  test('receive events: tokens that may administer the league, as long as they may', async () => {
    const { league } = await leagueWithWebhook({ events: ['BOARD_RECOMPUTED'] });
    const leaver = await newToken(story.admin, { scopes: ['league:admin'], leagues: [league.slug] });
    const { id } = await createWebhook(story.as(leaver.secret), league.slug, `${receiver.url}/leaver`);
    await league.play('ann beats ben');
    await receiver.hears(1);
    await story.admin.attempt('revokeToken', { token: leaver.id }, 'token { id }');
    await league.play('ben beats ann');
    await becomes(id, { disabledReason: 'TOKEN_ENDED', failures: 0 });
    const tested = await story.admin.attempt('testWebhook', { webhook: id }, 'delivery { id }');
    expect(tested.errors).toEqual([]);
    await becomes(id, { deliveries: { nodes: [{ status: 'FAILED', responseStatus: null }, {}] } });
    expect(receiver.heard).toHaveLength(1);
    expect((await audited(league))[1]).toMatchObject({ actor: 'webhooks', action: 'disableWebhook' });
    // Somebody else takes it over.
    await story.admin.attempt('enableWebhook', { webhook: id }, 'webhook { id }');
    expect((await receiver.hears(2))[1]!.json.data.matches[0].externalId).toBe(`${league.slug}-2`);
    await becomes(id, { createdBy: 'OPENLADDER_ADMIN_TOKEN' });
  });
});

describe('invalid values', () => {
  const league = useLeague(story, 'refusing');
  const create = (more: object) =>
    story.admin.attempt(
      'createWebhook',
      { league: league.slug, url: 'https://receiver.example/', events: ['MATCHES_RATED'], ...more },
      'webhook { id }',
    );

  test.each([
    ['not a url', 'must be an https URL'],
    ['ftp://receiver.example/', 'must be an https URL'],
    ['https://ann:secret@receiver.example/', 'a user name or a password'],
    ['https://receiver.example/#here', 'must not have a fragment'],
    ['https://169.254.169.254/latest', 'of the public Internet'],
  ])('the address %s', async (url, message) => {
    const { webhook, errors } = await create({ url });
    expect(webhook).toBeNull();
    expect(errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', 'url'] }]);
    expect(errors[0].message).toContain(message);
  });

  test('a very long address', async () => {
    const { errors } = await create({ url: `https://receiver.example/${'x'.repeat(2_000)}` });
    expect(errors).toMatchObject([
      { path: ['input', 'url'], message: expect.stringContaining('at most 2000 characters') },
    ]);
  });

  test('unknown or repeated events', async () => {
    expect((await create({ events: [] })).errors).toMatchObject([{ path: ['input', 'events'] }]);
    const { errors } = await create({ events: ['MATCHES_RATED', 'MATCHES_RATED'] });
    expect(errors).toMatchObject([
      { path: ['input', 'events', '1'], message: expect.stringContaining('"matches.rated"') },
    ]);
  });

  test('more webhooks than a league may have', async () => {
    for (let count = 0; count < 20; count++) expect((await create({})).errors).toEqual([]);
    expect((await create({})).errors).toMatchObject([
      { code: 'CONFLICT', message: 'League refusing has 20 webhooks, and at most 20 are allowed. Delete one first.' },
    ]);
  });

  test('invalid ids', async () => {
    for (const id of ['', 'nonsense']) {
      const { errors } = await story.admin.attempt('testWebhook', { webhook: id }, 'delivery { id }');
      expect(errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', 'webhook'] }]);
      const replayed = await story.admin.attempt('replayWebhookDelivery', { delivery: id }, 'delivery { id }');
      expect(replayed.errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', 'delivery'] }]);
    }
  });
});

test('a deleted webhook is gone with its messages, and its entry in the audit log has no secret path', async () => {
  const { league, id } = await leagueWithWebhook({ events: ['MATCHES_RATED'] });
  receiver.answer = null;
  await league.play('ann beats ben');
  await receiver.hears(1);
  // In the middle of an attempt.
  expect(await story.admin.attempt('deleteWebhook', { webhook: id }, 'webhook { id }')).toEqual({
    errors: [],
    webhook: { id },
  });
  expect(await read(id)).toBeNull();
  const entries = await audited(league);
  expect(entries.map(({ action }: Row) => action)).toEqual(['deleteWebhook', 'createWebhook']);
  expect(entries[0].subject).toEqual({ kind: 'WEBHOOK', name: null });
  expect(JSON.stringify(entries)).not.toContain('/hook');
});
