import { expect, test, vi } from 'vitest';
import { TIMEOUT } from '../../services/api/dist/webhook/post.js';
import { startStory } from '../support/story.js';
import { ALLOWED, accepted, createWebhook, openReceiver } from './receiver.js';

const ENDPOINTS = 200;

test('endpoints that never respond delay no others: those get all their messages although no attempt at a dead one ends', async () => {
  const after = AbortSignal.timeout;
  const timeouts = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === TIMEOUT ? new AbortController().signal : after(ms)));
  const story = await startStory({ env: ALLOWED });
  const receiver = await openReceiver();
  receiver.answer = (response, path) => {
    if (path.startsWith('/alive')) accepted(response);
  };
  const league = await story.league('europe');
  const events = { events: ['MATCHES_RATED'] };
  await createWebhook(story.admin, 'europe', `${receiver.url}/alive`, events);
  // As many as no league may have, but many leagues together.
  await story.sql(
    `INSERT INTO webhook (league_id, url, format, events, secret, token_id, created_by, created_at, position, ticket_position)
     SELECT league_id, '${receiver.url}' || CASE number % 2 WHEN 0 THEN '/alive' ELSE '/dead' END || number,
            format, events, secret, token_id, created_by, created_at, position, ticket_position
     FROM webhook, generate_series(1, ${ENDPOINTS - 1}) AS number`,
  );
  await story.sql(
    `INSERT INTO audit_entry (league_id, subject, actor, action, reason, at)
     SELECT league_id, 'Webhook:' || league_id || ':' || id, 'a test', 'createWebhook', 'a test', now() FROM webhook`,
  );
  const alive = () => receiver.heard.filter(({ path }) => path.startsWith('/alive')).length;
  for (const [round, sentence] of ['ann beats ben', 'ben beats ann', 'ann draws ben'].entries()) {
    await league.play(sentence);
    await expect.poll(alive, { interval: 10 }).toBe((ENDPOINTS / 2) * (round + 1));
  }
  const pending = () =>
    story.sql(
      `SELECT count(*)::integer AS "underWay", sum(attempts)::integer AS attempts FROM webhook_delivery WHERE status = 'PENDING'`,
    );
  await expect.poll(pending).toEqual([{ underWay: ENDPOINTS / 2, attempts: 0 }]);
  await story.stop();
  await receiver.stop();
  timeouts.mockRestore();
});
