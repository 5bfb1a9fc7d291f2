import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDoing } from './background-work.js';

const schema = { fits: async () => true, unfit: new AbortController().signal } as never;
const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const BUG = new TypeError('x is not a function');

let now: number;
let looks: number;
let failure: Error | null;
let lines: [level: string, message: string, fields: object][];
let end: () => Promise<void>;

beforeEach(() => {
  [now, looks, failure, lines] = [0, 0, null, []];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const into = (level: string) => (fields: object, message: string) => void lines.push([level, message, fields]);
  const log = { info: into('info'), warn: into('warn'), error: into('error') };
  const work = async () => {
    looks++;
    if (failure) throw failure;
  };
  end = keepDoing({ schema }, log, new AbortController().signal, { what: 'look for work', every: 1, work });
});
afterEach(async () => {
  await end();
  vi.restoreAllMocks();
});

/** Waits until work was looked for some more times. */
async function lookOn(times: number): Promise<void> {
  const last = looks + times;
  // One more begins when the last one is over.
  while (looks <= last) await setTimeout(1);
}

test('an unavailable database is reported once a minute, and again when it is unavailable again', async () => {
  const warning = ['warn', 'Could not look for work', { reason: 'ECONNREFUSED connect ECONNREFUSED' }];
  failure = AWAY;
  await lookOn(5);
  expect(lines).toEqual([warning]);
  now += 60_000;
  await lookOn(5);
  expect(lines).toEqual([warning, warning]);
  failure = null;
  await lookOn(5);
  failure = AWAY;
  await lookOn(5);
  expect(lines).toEqual([warning, warning, warning]);
});

test('any other failure is reported each time, in full', async () => {
  failure = BUG;
  await lookOn(3);
  expect(lines.length).toBeGreaterThanOrEqual(3);
  for (const line of lines) expect(line).toEqual(['error', 'Could not look for work', { err: BUG }]);
});
