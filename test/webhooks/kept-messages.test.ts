import { beforeAll, expect, test } from 'vitest';
import {
  deleteOldDeliveries,
  findServedWebhook,
  insertDelivery,
  listDueWebhooks,
  updateAccepted,
  updatePlace,
} from '../../services/api/dist/webhook/delivery.repository.js';
import { openLeague, usePlatform } from '../support/platform.js';

const BEFORE = new Date('2026-01-31T00:00:00Z');

const platform = usePlatform();
beforeAll(() => openLeague(platform.app, 'europe', 'zonestats'));

/** A webhook whose messages are of these days of January and February 2026. @returns its id */
async function webhookWith(messages: readonly { day: string; status: string; isByHand?: boolean }[]) {
  const [row] = await platform.sql(
    `INSERT INTO webhook (league_id, url, format, events, secret, created_by, created_at, position, ticket_position,
                          last_message, disabled_at, disabled_reason)
     SELECT id, 'https://example.com', 'JSON', '{matches.rated}', 's', 'a test', '2026-01-01', version, 0,
            ${messages.length}, '2026-03-01', 'GONE' FROM league RETURNING id`,
  );
  const rows = messages.map(({ day, status, isByHand }, index) => {
    const delivered = status === 'DELIVERED' ? `'${day}'::timestamptz` : 'NULL';
    return `(1, ${row!.id}, ${index + 1}, 'webhook.test', '${status}', '${day}', ${delivered}, ${isByHand ? 'now()' : 'NULL'})`;
  });
  await platform.sql(
    `INSERT INTO webhook_delivery (league_id, webhook_id, number, event, status, created_at, delivered_at, by_hand_at)
     VALUES ${rows.join(', ')}`,
  );
  return Number(row!.id);
}

async function keptOf(id: number): Promise<number[]> {
  const rows = await platform.sql(`SELECT number FROM webhook_delivery WHERE webhook_id = ${id} ORDER BY number`);
  await platform.sql(`DELETE FROM webhook WHERE id = ${id}`);
  return rows.map(({ number }) => Number(number));
}

test('messages are deleted after their retention, except those that are still to be sent', async () => {
  const id = await webhookWith([
    { day: '2026-01-01', status: 'DELIVERED' },
    { day: '2026-01-02', status: 'PENDING' },
    { day: '2026-01-03', status: 'FAILED' },
    { day: '2026-01-04', status: 'DELIVERED', isByHand: true },
    { day: '2026-02-01', status: 'DELIVERED' },
  ]);
  expect(await deleteOldDeliveries(platform.app.database, BEFORE, 100)).toBe(false);
  expect(await keptOf(id)).toEqual([2, 4, 5]);
});

test('the newest messages of a webhook with very many are stored, however young the others are', async () => {
  const id = await webhookWith(Array.from({ length: 5 }, () => ({ day: '2026-02-01', status: 'DELIVERED' })));
  await deleteOldDeliveries(platform.app.database, BEFORE, 3);
  expect(await keptOf(id)).toEqual([3, 4, 5]);
});

test('a deleted league has no messages to send', async () => {
  const id = await webhookWith([{ day: '2026-01-01', status: 'DELIVERED', isByHand: true }]);
  const due = async () => {
    const found = await listDueWebhooks(platform.app.database, BEFORE, [], { healthy: 10, failing: 10 });
    return found.map((webhook) => webhook.id);
  };
  expect(await due()).toEqual([id]);
  await platform.sql('UPDATE league SET archived_at = now(), deleted_at = now()');
  expect(await due()).toEqual([]);
  await platform.sql('UPDATE league SET archived_at = NULL, deleted_at = NULL');
  await keptOf(id);
});

test('a process whose lock was lost repeats nothing that another one has recorded since, and moves nothing back', async () => {
  const { database } = platform.app;
  const key = { leagueId: 1, id: await webhookWith([{ day: '2026-01-01', status: 'DELIVERED' }]) };
  await platform.sql('UPDATE webhook SET position = 1, disabled_at = NULL, disabled_reason = NULL');
  const read = async () => (await findServedWebhook(database, key, BEFORE))!;
  const record = (webhook: Awaited<ReturnType<typeof read>>, event: number) => {
    const range = { event: 'matches.rated', from: { event, item: 0 }, to: { event: event + 1, item: 0 } } as const;
    return insertDelivery(database, webhook, { ...range, ticketChange: null }, { createdAt: BEFORE, byHandAt: null });
  };
  const accept = (delivery: Awaited<ReturnType<typeof record>>) =>
    updateAccepted(database, delivery!, { status: 200, error: null, retryAfter: null, durationMs: 1 }, BEFORE);
  const before = await read();
  const first = await record(before, 1);
  await accept(first);
  expect(await record(before, 1)).toBeNull();
  await accept(await record(await read(), 2));
  await accept(first);
  await updatePlace(database, key, { event: 2, item: 0 });
  expect((await read()).place).toEqual({ event: 3, item: 0 });
  expect(await keptOf(key.id)).toEqual([1, 2, 3]);
});
