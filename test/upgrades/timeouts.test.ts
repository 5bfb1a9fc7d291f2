import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect, connectAgain } from '../../services/api/dist/database/data-source.js';
import { LONG_RUNNING, REQUESTS, type Timeouts, withSettings } from '../../services/api/dist/kit/sql/connection.js';
import { transaction } from '../../services/api/dist/kit/sql/transaction.js';
import { lockLeague } from '../../services/api/dist/league/league.repository.js';
import { TABLES } from '../../services/api/dist/start/tables.js';
import { useDatabase } from '../support/database.js';
import { startStory } from '../support/story.js';

const database = useDatabase();

test('every session of the service first sets its time limits', async () => {
  const first = new Map<pg.Client, string>();
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string }];
    if (!first.has(this)) first.set(this, typeof statement === 'string' ? statement : (statement.text ?? ''));
    return Reflect.apply(query, this, args);
  } as never);
  onTestFinished(() => spy.mockRestore());
  const story = await startStory({ databaseUrl: database.url });
  await story.league('europe', 'zonestats', { played: ['ann beats ben'] });
  await story.stop();
  const name = new URL(database.url.replace(/\/\/[^/]*/, '//host')).pathname.slice(1);
  const sessions = [...first].filter(([client]) => client.database === name);
  const unlimited = sessions.filter(
    ([, text]) => !/^SET statement_timeout = .*lock_timeout = .*idle_in_.* = .*tcp_keepalives_idle = /s.test(text),
  );
  // Requests, submissions, jobs, their queue, the listener, the look at the schema, migrations.
  expect(sessions.length).toBeGreaterThan(6);
  expect(unlimited.map(([, text]) => text)).toEqual([]);
});

/** Time limits of a session before and after it has a league's lock: statement, lock, idle in a transaction. */
async function limitsOf(timeouts: Timeouts): Promise<{ before: string[]; after: string[] }> {
  const source = await connect(database.url, TABLES, timeouts);
  const SHOW = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
    current_setting('idle_in_transaction_session_timeout') AS idle`;
  onTestFinished(() => source.destroy());
  return transaction(source, 1, async (tx) => {
    const [before] = await tx.query(SHOW);
    await lockLeague(tx, 1);
    const [after] = await tx.query(SHOW);
    return { before: Object.values(before), after: Object.values(after) };
  });
}

test('a request may write for longer than it may read, and jobs have no such limit', async () => {
  expect(await limitsOf(REQUESTS)).toEqual({ before: ['15s', '15s', '1min'], after: ['30s', '15s', '10s'] });
  expect(await limitsOf(LONG_RUNNING)).toEqual({ before: ['0', '0', '10min'], after: ['0', '0', '10s'] });
});

test('an idle transaction is ended, even if it holds no lock', async () => {
  const source = await connect(database.url);
  onTestFinished(() => source.destroy());
  const impatient = await connectAgain(source, withSettings({ ...REQUESTS, idle: 100 }));
  onTestFinished(() => impatient.destroy());
  const idle = impatient.transaction(async (tx) => {
    await tx.query('SELECT 1');
    await setTimeout(2_000);
    await tx.query('SELECT 1');
  });
  await expect(idle).rejects.toThrow();
  expect(await impatient.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
