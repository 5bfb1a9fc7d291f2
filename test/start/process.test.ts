import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../services/api/dist/start/config.js';
import { openApp } from '../../services/api/dist/start/open-app.js';
import { ensureAdminToken } from '../../services/api/dist/token/token.service.js';
import { eventually, isAnyRunning, isRunning, openFolder, serverPid } from '../embedded/support.js';
import { useDatabaseOfEach } from '../support/database.js';
import type { Client } from '../support/graphql.js';
import { runCommand } from '../support/run-command.js';
import { onServer } from '../support/server.js';
import { runOpenLadder, serviceOfTest } from '../support/service-process.js';
import { ofEach } from '../support/shared.js';
import { readAll, storyLeague } from '../support/story.js';

const VIEWER = '{ viewer { name scopes } }';

async function createLeague(admin: Client, slug: string) {
  const input = { slug, name: slug, ratingSystem: 'zonestats' };
  await admin.mutate('createLeague', input);
  return storyLeague(admin, slug);
}

describe('on the embedded database', () => {
  const folder = ofEach(openFolder, async ({ path, remove }) => {
    await eventually('nobody uses the folder', () => !isAnyRunning(path));
    await remove();
  });
  const start = (env: Record<string, string> = {}) =>
    serviceOfTest({ env: { OPENLADDER_DATA_DIR: folder.path, ...env } });

  test('the first start prints a token, SIGTERM and SIGINT end it cleanly, and the next start continues without one', async () => {
    const first = await start();
    expect(first.announcement).toContain("The administrator's token, shown only once");
    const log = first.stdout().trimEnd().split('\n');
    const messages = log.map((line) => JSON.parse(line).msg);
    expect(messages).toContainEqual(expect.stringContaining('Started the database in'));
    expect(first.stdout()).not.toContain(first.adminToken);
    expect(await first.as(first.adminToken!).get(VIEWER)).toEqual({
      viewer: { name: 'first admin', scopes: ['platform:admin'] },
    });
    const [, name, scope] = /openladder token --name "([^"]+)" --scope (\S+)/.exec(first.announcement)!;
    const env = { OPENLADDER_DATA_DIR: folder.path };
    const { stdout } = await runCommand(['token', '--name', name!, '--scope', scope!], { env });
    expect(await first.as(stdout.trim()).get(VIEWER)).toEqual({ viewer: { name, scopes: ['platform:admin'] } });
    const league = await createLeague(first.as(first.adminToken!), 'kept');
    const [match] = await league.play('ann beats ben');
    const server = await serverPid(folder.path);
    expect(await first.end('SIGTERM')).toMatchObject({ status: 0, stderr: '' });
    await eventually('the database server has stopped', () => !isRunning(server));

    const second = await start();
    expect(second.adminToken).toBeUndefined();
    for (const secret of [first.adminToken!, 'shown only once', '#code='])
      expect(second.announcement + second.stdout()).not.toContain(secret);
    const kept = storyLeague(second.as(first.adminToken!), 'kept');
    expect(await kept.read('matches { nodes { externalId } }')).toEqual({
      matches: { nodes: [{ externalId: match!.externalId }] },
    });
    await kept.play(kept.match('ben beats ann', { externalId: 'second', playedAt: '2020-01-02T00:00:00Z' }));
    expect(await second.end('SIGINT')).toMatchObject({ status: 0, stderr: '' });
  });

  test('kill -9 loses no acknowledged row, and leaves no server behind', async () => {
    const token = 'a-token-of-my-own-choice';
    const first = await start({ OPENLADDER_ADMIN_TOKEN: token });
    const league = await createLeague(first.as(token), 'hit');
    const acknowledged: string[] = [];
    let isKilled = false;
    const play = async () => {
      while (!isKilled) {
        const batch = Array.from({ length: 5 }, (_, n) => league.match(`k${n} beats l${n}`));
        await league.play(...batch);
        acknowledged.push(...batch.map(({ externalId }) => externalId));
      }
    };
    const playing = play().catch(() => 'cut off');
    await eventually('some matches are acknowledged', () => acknowledged.length >= 50);
    const server = await serverPid(folder.path);
    await first.end('SIGKILL');
    isKilled = true;
    await playing;
    await eventually('the database server has stopped', () => !isRunning(server));

    const second = await start({ OPENLADDER_ADMIN_TOKEN: token });
    const log = await readAll(storyLeague(second.as(token), 'hit'), 'matches', 'externalId');
    const kept = new Set(log.map(({ externalId }) => externalId));
    expect(acknowledged.filter((externalId) => !kept.has(externalId))).toEqual([]);
    expect(await second.end('SIGTERM')).toMatchObject({ status: 0 });
    const verification = await runCommand(['verify'], { env: { OPENLADDER_DATA_DIR: folder.path } });
    expect(verification).toMatchObject({ status: 0 });
  });
});

describe('on a PostgreSQL server', () => {
  const database = useDatabaseOfEach();

  test('OPENLADDER_ADMIN_TOKEN is the token, which is never printed', async () => {
    const env = { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_ADMIN_TOKEN: 'correct-horse-battery' };
    const service = await serviceOfTest({ env });
    const seen = `SELECT application_name AS name FROM pg_stat_activity
      WHERE datname = current_database() AND (application_name LIKE 'openladder command %' OR application_name = 'openladder live')`;
    await expect.poll(() => onServer(database.url, seen)).toEqual([{ name: 'openladder live' }]);
    expect(await service.as('correct-horse-battery').get(VIEWER)).toMatchObject({
      viewer: { scopes: ['platform:admin'] },
    });
    const { stdout, stderr } = await service.end('SIGTERM');
    expect(service.announcement + stdout + stderr).not.toMatch(/correct-horse|ol_/);
  });

  test('a replaced secret of OPENLADDER_ADMIN_TOKEN still works, and the next start warns of it', async () => {
    const config = readConfig({
      OPENLADDER_DATABASE_URL: database.url,
      OPENLADDER_ADMIN_TOKEN: 'correct-horse-battery',
    });
    const { app, close } = await openApp(config, () => undefined);
    await ensureAdminToken(app, config.adminToken!);
    await close();
    const env = { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_ADMIN_TOKEN: 'wrong-horse-battery-staple' };
    const service = await serviceOfTest({ env });
    expect(await service.as('correct-horse-battery').get(VIEWER)).toMatchObject({
      viewer: { scopes: ['platform:admin'] },
    });
    const warnings = service
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{"level":40'));
    expect(warnings).toEqual([expect.stringContaining('OPENLADDER_ADMIN_TOKEN had another secret before')]);
  });

  test('a start warns of a clock that differs from that of the database', async () => {
    const late = 'data:text/javascript,const{now}=Date;Date.now=()=>now()-90000';
    const env = { OPENLADDER_DATABASE_URL: database.url, NODE_OPTIONS: `--import ${late}` };
    const service = await serviceOfTest({ env });
    expect(service.stdout()).toContain('The clock of this machine is 90 s behind that of the database.');
  });

  test('a port in use is reported in one line, and the token of the first start is not lost', async () => {
    const neighbour = createServer().listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
    const { port } = neighbour.address() as AddressInfo;
    const env = { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_PORT: String(port) };
    const { status, stdout, stderr } = await runOpenLadder(['serve'], { env });
    neighbour.close();
    expect([status, stdout]).toEqual([1, expect.not.stringContaining('EADDRINUSE')]);
    expect(stderr.trim().split('\n')).toEqual([
      `The service could not listen on port ${port} of 127.0.0.1 (OPENLADDER_PORT, OPENLADDER_HOST): ` +
        `listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
    ]);
    expect(await onServer(database.url, 'SELECT count(*)::int AS tokens FROM token')).toEqual([{ tokens: 0 }]);
  });
});

test('all bad environment variables are reported at once, and nothing starts', async () => {
  const folder = await openFolder();
  const dataDir = join(folder.path, 'data');
  const { status, stdout, stderr } = await runCommand(['serve'], {
    env: {
      OPENLADDER_DATA_DIR: dataDir,
      OPENLADDER_PORT: '65536',
      OPENLADDER_DATABASE_URL: 'mysql://root:hunter2@db',
      OPENLADDER_ADMIN_TOKEN: 'short',
      OPENLADDER_DEMO: 'perhaps',
      OPENLADDER_PROT: '4000',
    },
  });
  expect([status, stdout]).toEqual([2, '']);
  const named = stderr
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0]);
  expect(named.toSorted()).toEqual([
    'OPENLADDER_ADMIN_TOKEN',
    'OPENLADDER_DATABASE_URL',
    'OPENLADDER_DEMO',
    'OPENLADDER_PORT',
    'OPENLADDER_PROT',
  ]);
  expect(stderr).not.toMatch(/hunter2|short/);
  await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  await folder.remove();
});

test('an unknown command is misuse, and --help is not', async () => {
  expect(await runCommand(['frobnicate'])).toMatchObject({ status: 2, stdout: '' });
  expect(await runOpenLadder(['--help'])).toMatchObject({ status: 0, stderr: '' });
});

test('a command whose reader has ended does not report it', async () => {
  const openladder = fileURLToPath(new URL('../../services/api/bin/openladder.mjs', import.meta.url));
  const child = spawn(process.execPath, [openladder, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const stderr = text(child.stderr);
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(await stderr).toBe('');
});

test('an unknown option leads to the variables, which --help lists', async () => {
  const { status, stderr } = await runCommand(['serve', '--port', '5000']);
  expect([status, stderr]).toEqual([2, expect.stringContaining('"openladder serve --help" lists them')]);
  const help = await runCommand(['serve', '--help']);
  expect(help).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('must be an integer from 0 to 65535; by default 4000'),
  });
});
