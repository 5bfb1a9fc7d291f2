import fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerProbes } from './door.js';

/** Long enough for a busy machine, in milliseconds. */
const TIMEOUT = 30_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('/ready is 503 while the database does not respond, and sends no further query until it does', async () => {
  const server = fastify();
  const answers: ((incompatibility: string | null) => void)[] = [];
  const incompatibility = () => new Promise<string | null>((resolve) => answers.push(resolve));
  answerProbes(server, { phase: 'serving' }, incompatibility);
  let waiting = 0;
  server.addHook('preHandler', async () => {
    waiting += 1;
  });
  /** Requests, and returns once the request has reached the database. */
  const ask = async () => {
    const before = waiting;
    const response = server.inject('/ready').then(({ statusCode, body }) => [statusCode, JSON.parse(body).status]);
    await vi.waitFor(() => expect(waiting).toBe(before + 1), TIMEOUT);
    return { response };
  };

  for (let times = 0; times < 3; times++) {
    const { response } = await ask();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await response).toEqual([503, 'the database does not respond']);
  }
  expect(answers).toHaveLength(1);

  answers[0]!(null);
  const { response } = await ask();
  await vi.waitFor(() => expect(answers).toHaveLength(2), TIMEOUT);
  answers[1]!(null);
  expect(await response).toEqual([200, 'ready']);
});
