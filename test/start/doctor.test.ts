import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { nameOfBackup } from '../../services/api/dist/database/backup/names.js';
import { version } from '../../services/api/dist/kit/version.js';
import { badRater } from '../support/bad-raters.js';
import { createEmptyDatabase, databaseOfTest, directUrlOf } from '../support/database.js';
import { newFolder } from '../support/folder.js';
import { freePort } from '../support/free-port.js';
import { runCommand } from '../support/run-command.js';
import { onServer, withDatabase } from '../support/server.js';
import { ADMIN_TOKEN, useService } from '../support/service.js';

const service = useService();
const dir = await newFolder();
let url: string;
const servers: Server[] = [];
const role = `doctor_${randomBytes(4).toString('hex')}`;
beforeAll(async () => {
  url = directUrlOf(service.databaseUrl);
  await onServer(url, `CREATE ROLE ${role} LOGIN`);
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});
afterAll(async () => {
  await onServer(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** @returns what is wrong */
async function examine(env: Readonly<Record<string, string>>, ...args: string[]) {
  const ended = await runCommand(['doctor', ...args], { env: { OPENLADDER_DATABASE_URL: url, ...env } });
  const printed = ended.stdout.trimEnd().split('\n');
  const wrong = printed.filter((line) => line.startsWith('WRONG ')).map((line) => line.slice('WRONG '.length));
  expect(ended).toMatchObject({ status: wrong.length > 0 ? 1 : 0, stderr: '' });
  return { wrong, printed };
}

test('a running service and its proxy have no faults', async () => {
  const { port } = new URL(service.url);
  const { wrong, printed } = await examine({ OPENLADDER_PORT: port }, '--url', service.url);
  expect(wrong).toEqual([]);
  expect(printed).toContain(
    `ok    Open Ladder ${version()} has port ${port} of 127.0.0.1 (OPENLADDER_PORT, OPENLADDER_HOST): ready.`,
  );
  expect(printed).toContain('ok    This database is in use by "openladder serve".');
  expect(printed.slice(-4)).toEqual([
    `ok    ${service.url} is answered by Open Ladder ${version()}.`,
    'ok    The service knows its address as people do.',
    'ok    Sockets pass.',
    'Nothing is wrong.',
  ]);
});

test('invalid variables are all named at once', async () => {
  const { wrong } = await examine({ OPENLADDER_PORT: '70000', OPENLADDER_DEMO: 'perhaps' });
  expect(wrong).toEqual([
    'OPENLADDER_PORT must be an integer from 0 to 65535; received "70000"',
    'OPENLADDER_DEMO must be true or false; received "perhaps"',
  ]);
});

test.each([
  [
    'of an unreachable host',
    { OPENLADDER_PORT: '4000', OPENLADDER_HOST: '192.0.2.1' },
    /^Nothing can listen on .*EADDRNOTAVAIL/,
  ],
  ['of a missing rater', { OPENLADDER_RATERS: './nowhere.js' }, /nowhere\.js/],
  ['of a folder without room', { OPENLADDER_BACKUP_DIR: '/proc/backups' }, /^Only 0\.0 GB are free in \/proc\/backups/],
  [
    'of a server that is away',
    { OPENLADDER_DATABASE_URL: 'postgres://a@127.0.0.1:1/b' },
    /^Could not use .*ECONNREFUSED.*\. Start that server, or correct its address\.$/,
  ],
])('is found: the name %s', async (_, env, said) => {
  expect((await examine(env)).wrong).toContainEqual(expect.stringMatching(said));
});

test.each([
  ['ends after it was loaded', 'setTimeout(() => process.exit(3));', '', /ended its process with status 3/],
  ['ends with the first question', '', 'display: () => process.exit(3),', /ended its process with status 3/],
  [
    'fails at the first question',
    '',
    "display: () => { throw new Error('no ink'); },",
    /^own 1\.0\.0 failed .*: no ink\. Mend/,
  ],
])('is found: a rater that %s', async (_, first, more, said) => {
  const path = join(dir, `${randomBytes(4).toString('hex')}.mjs`);
  await writeFile(path, first + badRater('own', '', more));
  expect((await examine({ OPENLADDER_RATERS: path })).wrong).toContainEqual(expect.stringMatching(said));
});

test('a port that another program uses is distinguished from one of this service', async () => {
  const port = await listening(createSocketServer((socket) => socket.end('SSH-2.0\r\n')));
  const { wrong } = await examine({ OPENLADDER_PORT: String(port) });
  expect(wrong).toEqual([
    expect.stringMatching(/^Another program has port \d+ .* set OPENLADDER_PORT to a free port\.$/),
  ]);
});

describe('a database', () => {
  test('with another encoding is found', async () => {
    const name = `latin_${randomBytes(4).toString('hex')}`;
    await onServer(url, `CREATE DATABASE ${name} ENCODING LATIN1 LOCALE 'C' TEMPLATE template0`);
    onTestFinished(async () => void (await onServer(url, `DROP DATABASE ${name}`)));
    const { wrong } = await examine({ OPENLADDER_DATABASE_URL: withDatabase(url, name) });
    expect(wrong).toEqual([expect.stringMatching(/^The encoding of the database must be UTF8/)]);
  });

  test('in which the role lacks all rights is found, with and without tables', async () => {
    const empty = await databaseOfTest(createEmptyDatabase);
    const asRole = (of: string) => of.replace(/^(postgres(?:ql)?:\/\/)[^@]*@/, `$1${role}@`);
    const env = { OPENLADDER_DATABASE_URL: asRole(directUrlOf(empty.url)) };
    expect((await examine(env)).wrong).toEqual([expect.stringMatching(/must be allowed to create tables/)]);
    await onServer(url, `GRANT SELECT ON migrations TO ${role}`);
    const { wrong } = await examine({ OPENLADDER_DATABASE_URL: asRole(url) });
    expect(wrong).toContainEqual(expect.stringMatching(/may not read and write the table "\w+" and \d+ others/));
    const numbers = /may not use the sequence "\w+" and \d+ others.*: GRANT USAGE ON ALL SEQUENCES IN SCHEMA "public"/;
    expect(wrong).toContainEqual(expect.stringMatching(numbers));
    expect(wrong).toHaveLength(2);
    const [{ name }] = (await onServer(url, 'SELECT current_database() AS name')) as [{ name: string }];
    await onServer(url, `REVOKE TEMPORARY ON DATABASE "${name}" FROM PUBLIC`);
    onTestFinished(async () => void (await onServer(url, `GRANT TEMPORARY ON DATABASE "${name}" TO PUBLIC`)));
    const { wrong: without } = await examine({ OPENLADDER_DATABASE_URL: asRole(url) });
    expect(without).toContainEqual(
      expect.stringMatching(/may not make temporary tables.*: GRANT TEMPORARY ON DATABASE/),
    );
  });

  test('that is read-only, or has room for fewer connections than a process opens, is found', async () => {
    const [{ name }] = (await onServer(url, 'SELECT current_database() AS name')) as [{ name: string }];
    const alter = (change: string) => onServer(url, `BEGIN READ WRITE; ALTER DATABASE "${name}" ${change}; COMMIT`);
    onTestFinished(async () => void (await alter('RESET default_transaction_read_only')));
    onTestFinished(async () => void (await alter('CONNECTION LIMIT -1')));
    await alter('CONNECTION LIMIT 11');
    expect((await examine({})).wrong).toEqual([
      expect.stringMatching(/^The database ".*" has a limit of 11 connections, and each process opens up to 12 /),
    ]);
    expect((await examine({ OPENLADDER_DATABASE_CONNECTIONS: '11' })).wrong).toEqual([]);
    // A pooler needs fewer.
    expect((await examine({ OPENLADDER_DIRECT_DATABASE_URL: directUrlOf(url) })).wrong).toEqual([]);
    await alter('SET default_transaction_read_only = on');
    expect((await examine({ OPENLADDER_DATABASE_CONNECTIONS: '11' })).wrong).toEqual([
      expect.stringMatching(
        /may only read, because default_transaction_read_only is on: BEGIN READ WRITE; ALTER DATABASE/,
      ),
    ]);
  });

  test('is found if the URL that bypasses a pooler leads to another one', async () => {
    const { url: other } = await databaseOfTest(createEmptyDatabase);
    expect((await examine({ OPENLADDER_DIRECT_DATABASE_URL: directUrlOf(url) })).wrong).toEqual([]);
    const { wrong } = await examine({ OPENLADDER_DIRECT_DATABASE_URL: directUrlOf(other) });
    expect(wrong).toEqual([expect.stringMatching(/^OPENLADDER_DIRECT_DATABASE_URL leads to another database than /)]);
  });

  test('of a newer version is found, and the changes of a start are named', async () => {
    await onServer(url, `INSERT INTO migrations (timestamp, name) VALUES (1999999999999, 'Weather1999999999999')`);
    try {
      expect((await examine({})).wrong).toEqual([
        expect.stringMatching(/newer than this version.*Start the newer version/),
      ]);
    } finally {
      await onServer(url, `DELETE FROM migrations WHERE name = 'Weather1999999999999'`);
    }
    // The service beside it may have seen it, too.
    await expect.poll(async () => (await fetch(`${service.url}/ready`)).status).toBe(200);
  });

  test('with another clock is found', async () => {
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() - 90_000);
    expect((await examine({})).wrong).toEqual([expect.stringMatching(/^The clock of this machine is 90 s behind/)]);
  });
});

test('a note says that a first start creates demonstration leagues, unless they are disabled', async () => {
  const { url: empty } = await databaseOfTest(createEmptyDatabase);
  const env = { OPENLADDER_DATABASE_URL: directUrlOf(empty) };
  const demo = 'and demonstration leagues unless OPENLADDER_DEMO is false';
  expect((await examine({ ...env, OPENLADDER_DEMO: 'true' })).printed.join('\n')).toContain(demo);
  expect((await examine({ ...env, OPENLADDER_DEMO: 'false' })).printed.join('\n')).not.toContain(demo);
});

test('a port of the metrics that another program uses is found if the service does not run', async () => {
  const port = String(await listening(createSocketServer()));
  const free = String(await freePort());
  const { wrong } = await examine({ OPENLADDER_PORT: free, OPENLADDER_METRICS_PORT: port });
  expect(wrong).toEqual([
    `Nothing can listen on port ${port} of 127.0.0.1 (OPENLADDER_METRICS_PORT, OPENLADDER_METRICS_HOST): EADDRINUSE. End what has it, or set another.`,
  ]);
});

test('backups that stopped are found', async () => {
  const env = { OPENLADDER_BACKUP_DIR: join(dir, 'backups') };
  expect((await examine(env)).wrong).toEqual([
    expect.stringMatching(/^There is no backup in .* although a service runs/),
  ]);
  const folder = join(dir, 'backups', nameOfBackup(new Date(Date.now() - 100 * 3_600_000)));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'manifest.json'), '{}');
  expect((await examine(env)).wrong).toEqual([expect.stringMatching(/^The newest backup is 100 h old: /)]);
});

test("an administrator's secret that differs from the variable is found", async () => {
  const { wrong } = await examine({ OPENLADDER_ADMIN_TOKEN: 'another-secret-of-the-operator' });
  expect(wrong).toEqual([expect.stringMatching(/^OPENLADDER_ADMIN_TOKEN had another secret before/)]);
  expect((await examine({ OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN })).wrong).toEqual([]);
});

test('webhooks that reach nobody are found, without the path of their address', async () => {
  const league = await service.admin.mutate(
    'createLeague',
    { slug: 'europe', name: 'Europe', ratingSystem: 'elo' },
    'league { id }',
  );
  expect(league).toBeTruthy();
  const port = await listening(createSocketServer());
  await onServer(
    url,
    `INSERT INTO webhook (league_id, url, format, events, secret, created_by, created_at, position, ticket_position)
     SELECT league.id, address, 'JSON', '{MATCH_RATED}', 's', 'test', now(), 0, 0
     FROM league, unnest('{http://127.0.0.1:1/secret, http://127.0.0.1:${port}/secret}'::text[]) AS address`,
  );
  onTestFinished(async () => void (await onServer(url, 'DELETE FROM webhook')));
  const { wrong, printed } = await examine({ OPENLADDER_WEBHOOK_ALLOW: '127.0.0.0/8' });
  expect(wrong).toEqual([expect.stringMatching(/^Webhooks do not reach http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/)]);
  expect(printed).toContain(`ok    Webhooks reach http://127.0.0.1:${port}.`);
  expect(printed.join('\n')).not.toContain('secret');
  expect((await examine({})).wrong).toHaveLength(2);
});

describe('in front of the service', () => {
  test('a proxy that hides the address and stops sockets is found', async () => {
    const proxy = createServer((asked, answer) => {
      const onward = request(service.url + asked.url, (got) =>
        got.pipe(answer.writeHead(got.statusCode!, got.headers)),
      );
      onward.end();
    });
    const origin = `http://127.0.0.1:${await listening(proxy)}`;
    expect((await examine({}, '--url', origin)).wrong).toEqual([
      expect.stringMatching(/^People use .*, but the service takes its address for .* OPENLADDER_TRUSTED_PROXIES\.$/),
      expect.stringMatching(/^WebSockets do not reach .* Upgrade and Connection\.$/),
    ]);
  });

  test('processes of several versions are found', async () => {
    let asked = 0;
    const front = createServer((_, answer) => {
      const ready = { status: 'ready', version: asked++ % 2 === 0 ? version() : '0.0.9' };
      answer.end(JSON.stringify(ready));
    });
    const { wrong } = await examine({}, '--url', `http://127.0.0.1:${await listening(front)}`);
    expect(wrong[0]).toMatch(/ is answered by Open Ladder 0\.0\.9 and .*start this version everywhere\.$/);
  });

  test('silence is found, with its reason', async () => {
    const free = `http://127.0.0.1:${await freePort()}`;
    expect((await examine({}, '--url', free)).wrong).toEqual([
      expect.stringMatching(/\/ready is not answered by Open Ladder: .*ECONNREFUSED.*\. Start/),
    ]);
    const front = createServer((_, answer) => answer.writeHead(502).end('<h1>Bad Gateway</h1>'));
    expect((await examine({}, '--url', `http://127.0.0.1:${await listening(front)}`)).wrong).toEqual([
      expect.stringMatching(
        / is not answered by Open Ladder: the answer has the status 502, and is not in JSON\. Start/,
      ),
    ]);
  });

  test('an address with a path is refused, because the service cannot be under one', async () => {
    const { wrong } = await examine({}, '--url', `${service.url}/ladder`);
    expect(wrong).toEqual([expect.stringMatching(/^--url has the path \/ladder, .* a host name of its own/)]);
  });
});
