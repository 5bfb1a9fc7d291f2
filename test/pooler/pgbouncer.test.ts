import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../embedded/support.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { keepsStatements, type PgBouncer, pgBouncerVersion, startPgBouncer } from '../support/pgbouncer.js';
import { startService } from '../support/service.js';
import { startStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

const version = await pgBouncerVersion();
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(poolMode: 'session' | 'transaction'): Promise<{ database: TestDatabase; pooler: PgBouncer }> {
  const database = await createTestDatabase();
  closers.push(database.drop);
  const pooler = await startPgBouncer(database.url, poolMode);
  closers.push(pooler.stop);
  return { database, pooler };
}

/** What reaches a service only by sessions of its own, prepared statements, notifications, jobs and locks. */
async function live(databaseUrl: string, env: Record<string, string> = {}): Promise<void> {
  const story = await startStory({ databaseUrl, env });
  const league = await story.league('europe', 'timed-glicko', { played: ['ann beats ben', 'ben beats cid'] });
  // The next start finds a board of another version, and asks for a job.
  await story.sql(`UPDATE league SET rater_version = '0.0.1'`);
  const replica = await startService({ databaseUrl, env });
  const reader = subscriber(replica.url);
  try {
    await eventually('the job is done', async () => {
      const [row] = await story.sql('SELECT status FROM recompute');
      return row?.status === 'DONE';
    });
    const { events } = reader.subscribe('subscription { matchRated(league: "europe") { match { externalId } } }');
    await eventually('the other process hears of a match', async () => {
      await league.play('ann beats ben');
      return events.length > 0;
    });
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        league.submit([league.match(`${'abcdef'[index % 6]}nn beats zoe`, { externalId: `at-once-${index}` })]),
      ),
    );
    expect((await league.read('matchCount')).matchCount).toBeGreaterThanOrEqual(33);
  } finally {
    reader.close();
    await replica.stop();
    await story.stop();
  }
}

if (version === null) {
  test('behind PgBouncer (not installed)', ({ skip }) => {
    const reason = 'There is no PgBouncer. Install it (Debian: apt-get install pgbouncer).';
    console.warn(`NOT TESTED: behind PgBouncer. ${reason}`);
    skip(reason);
  });
} else {
  describe(`behind PgBouncer ${version}`, () => {
    test('in session mode everything works', async () => {
      const { database, pooler } = await open('session');
      await live(pooler.urlOf(database));
    });

    test('in transaction mode a start is refused without a direct address', async () => {
      const { database, pooler } = await open('transaction');
      await expect(startService({ databaseUrl: pooler.urlOf(database) })).rejects.toThrow(
        /^The pooler .* gives each transaction another session\. Set OPENLADDER_DIRECT_DATABASE_URL to the server itself/,
      );
    });

    test('in transaction mode everything works with a direct address, or a start is refused if prepared statements get lost', async () => {
      const { database, pooler } = await open('transaction');
      const env = { OPENLADDER_DIRECT_DATABASE_URL: database.url };
      if (keepsStatements(version)) return live(pooler.urlOf(database), env);
      await expect(startService({ databaseUrl: pooler.urlOf(database), env })).rejects.toThrow(
        /loses prepared statements\. Use PgBouncer 1\.21 or later with max_prepared_statements/,
      );
    });
  });
}
