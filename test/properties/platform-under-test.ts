import { vi } from 'vitest';
import { startWorker } from '../../services/api/dist/jobs/worker.js';
import type { App } from '../../services/api/dist/start/app.js';
import { createTestDatabase } from '../support/database.js';
import { keepErrors } from '../support/log.js';
import { openPlatform } from '../support/platform.js';

/** A platform of two replicas and a worker on one database, whose clock stands still until it is moved. */
export interface PlatformUnderTest {
  readonly replicas: readonly App[];
  readonly clock: { now: number };
  close(): Promise<void>;
}

export async function openPlatformUnderTest(): Promise<PlatformUnderTest> {
  const database = await createTestDatabase();
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  const platforms = [await openPlatform(database.url), await openPlatform(database.url)];
  const replicas = platforms.map(({ app }) => ({ ...app, clock: () => new Date(clock.now) }));
  const failures: unknown[] = [];
  const log = keepErrors(failures);
  const stopWorker = await startWorker(replicas[1]!, log);
  return {
    replicas,
    clock,
    close: async () => {
      await stopWorker();
      for (const platform of platforms) await platform.close();
      await database.drop();
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Asks again and again while the answer is null, or anything else that counts as false. */
export function until<T>(ask: () => Promise<T>) {
  return vi.waitUntil(ask, { timeout: 120_000, interval: 2 });
}
