import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { seededRandom } from '../../packages/rating/dist/random.js';
import { runBots } from '../faults/bots.js';
import { openStage } from '../faults/stage.js';
import { createEmptyDatabase } from '../support/database.js';
import { runCommand } from '../support/run-command.js';
import { onServer } from '../support/server.js';
import { verifyLeagues } from '../support/service.js';

const MATCHES = `SELECT league_id, external_id, version, md5(content_hash) AS content FROM match ORDER BY 1, 2`;

test('a backup under load has all earlier acknowledged matches; it moves to another server and back', async () => {
  const random = seededRandom(20_261_123);
  const stage = await openStage(2);
  const dir = await mkdtemp(join(tmpdir(), 'openladder-backups-'));
  const server = await createEmptyDatabase();
  try {
    const ledgers = await Promise.all(['zonestats', 'timed-glicko'].map((key) => stage.openLeague(random, key)));
    let isOver = false;
    let tellFirst = () => {};
    const first = new Promise<void>((resolve) => {
      tellFirst = resolve;
    });
    const play = (round: number) =>
      runBots(ledgers, random, stage.replicas.any, { prefix: `${round}-`, times: 1, answered: () => tellFirst() });
    const playing = (async () => {
      let round = 0;
      while (!isOver) await play(round++);
      await play(round);
    })();
    await Promise.race([first, playing]);
    const before = await onServer(stage.cluster.url, MATCHES);
    const backup = await runCommand(['backup', '--to', dir], {
      env: { OPENLADDER_DATABASE_URL: stage.cluster.url },
    });
    const after = await onServer(stage.cluster.url, MATCHES);
    isOver = true;
    await playing;
    expect(backup, backup.stderr).toMatchObject({ status: 0 });
    const last = await onServer(stage.cluster.url, MATCHES);
    expect(before.length).toBeGreaterThan(0);
    // Or it was not under load.
    expect(after.length).toBeGreaterThan(before.length);
    expect(last.length).toBeGreaterThan(after.length);

    // To a server, which the run may have in an older version …
    const folder = backup.stdout.trim();
    const moved = await runCommand(['restore', folder], { env: { OPENLADDER_DATABASE_URL: server.url } });
    expect(moved, moved.stderr).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Restored [\d,]+ rows/) });
    const found = await onServer(server.url, MATCHES);
    expect(await verifyLeagues(server.url)).toEqual([]);
    const texts = (rows: unknown[]) => new Set(rows.map((row) => JSON.stringify(row)));
    expect([...texts(before)].filter((row) => !texts(found).has(row))).toEqual([]);
    expect([...texts(found)].filter((row) => !texts(last).has(row))).toEqual([]);

    // … and back into an embedded database.
    const dataDir = join(dir, 'data');
    await promisify(execFile)('chmod', ['755', dir]);
    const again = await runCommand(['backup'], {
      env: { OPENLADDER_DATABASE_URL: server.url, OPENLADDER_BACKUP_DIR: join(dir, 'second') },
    });
    const back = await runCommand(['restore', again.stdout.trim()], { env: { OPENLADDER_DATA_DIR: dataDir } });
    expect(back, back.stderr).toMatchObject({ status: 0 });
    const verified = await runCommand(['verify'], { env: { OPENLADDER_DATA_DIR: dataDir } });
    expect(verified, verified.stderr).toMatchObject({ status: 0 });
    const counts = [...verified.stdout.matchAll(/: (\d+) matches/g)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(found.length);
    const refused = await runCommand(['restore', folder], { env: { OPENLADDER_DATA_DIR: dataDir } });
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('restored into an empty database only'),
    });
  } finally {
    await stage.clear();
    await server.drop();
    await rm(dir, { recursive: true, force: true });
  }
});
