import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import WebSocket from 'ws';
import { createTestDatabase } from '../support/database.js';
import { authorizedBy, postGraphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { startServiceProcess } from '../support/service-process.js';
import { socketUrl } from '../support/subscriber.js';

let stop: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const each of stop.reverse()) await each();
  stop = [];
});

const QUERY = '{ viewer { name } }';
const guess = (service: Pick<Service, 'url'>, secret: string) =>
  postGraphql(service.url, { query: QUERY }, authorizedBy(secret));

test('an address that guesses tokens soon has to wait, and other callers do not', async () => {
  const service = await startService({ env: { OPENLADDER_RATE_LIMIT: '100000' } });
  stop.push(service.stop);
  const answers: Response[] = [];
  for (let index = 0; index < 120; index++) answers.push(await guess(service, `wrong-token-${index}`));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
  const refused = answers.slice(100);
  expect(refused.every(({ status }) => status === 429)).toBe(true);
  const wait = Number(refused[0]!.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(await refused[0]!.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
  expect((await service.admin.ask(QUERY)).status).toBe(200);
  expect((await service.anonymous.ask(QUERY)).status).toBe(200);
});

test('guesses over sockets are counted with the others', async () => {
  const service = await startService({ env: { OPENLADDER_RATE_LIMIT: '100000' } });
  stop.push(service.stop);
  for (let index = 0; index < 100; index++) await guess(service, `wrong-token-${index}`);
  const socket = new WebSocket(socketUrl(service.url), 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer one-more-guess' } }));
  const [code, reason] = await once(socket, 'close');
  expect([code, String(reason)]).toEqual([4429, expect.stringContaining('Too many invalid tokens')]);
});

test('wrong tokens are logged with the address and without the token, and too many of them once', async () => {
  const database = await createTestDatabase();
  stop.push(database.drop);
  const env = { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_RATE_LIMIT: '100000' };
  const service = await startServiceProcess({ env });
  stop.push(() => service.end('SIGTERM'));
  for (let index = 0; index < 110; index++) await guess(service, `wrong-token-${index}`);
  const lines = service
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const told = (message: string) => lines.filter(({ msg }) => msg === message);
  expect(told('An invalid token was refused')).toHaveLength(100);
  expect(told('An invalid token was refused')[0]).toMatchObject({ address: '127.0.0.1' });
  expect(told('An address sent too many invalid tokens')).toHaveLength(1);
  expect(service.stdout()).not.toContain('wrong-token-');
});
