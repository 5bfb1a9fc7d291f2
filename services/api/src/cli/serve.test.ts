import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunningService } from '../start/serve.js';
import { beginAnewWhenPromoted, onPortsOf } from './serve.js';

const config = {
  ...{ shutdownDelay: 3, shutdownGrace: 10 },
  site: { hasSite: false, name: 'Open Ladder', logo: null, color: '#000000', links: [] },
};
const never = new Promise<void>(() => undefined);

const serviceWith = (own: Partial<RunningService>): RunningService => ({
  ...{ url: 'http://127.0.0.1:4000', metricsUrl: null, adminToken: null, signInCode: null },
  ...{ promoted: never, stop: async () => undefined, ...own },
});

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a service that restarted on another standby restarts when that is promoted', async () => {
  vi.useFakeTimers();
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const last = serviceWith({});
  const started = [serviceWith({ url: 'http://127.0.0.1:4001', promoted: Promise.resolve() }), last];
  const running = { service: serviceWith({ promoted: Promise.resolve() }) };
  const before: string[] = [];
  const start = async ({ url }: RunningService) => {
    before.push(url);
    return started.shift()!;
  };
  beginAnewWhenPromoted(running, start, config);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(running.service).toBe(last);
  expect(before).toEqual(['http://127.0.0.1:4000', 'http://127.0.0.1:4001']);
  expect(exit).not.toHaveBeenCalled();
});

test('a restarting service keeps the ports that were free for it', () => {
  const before = serviceWith({ url: 'http://[::1]:4711', metricsUrl: 'http://127.0.0.1:4712' });
  const free = { port: 0, metricsPort: 0 };
  expect(onPortsOf(undefined, free)).toEqual(free);
  expect(onPortsOf(before, free)).toEqual({ port: 4711, metricsPort: 4712 });
  expect(onPortsOf(before, { port: 80, metricsPort: null })).toEqual({ port: 80, metricsPort: null });
});

test('a process ends if its service cannot stop to restart', async () => {
  vi.useFakeTimers();
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const running = { service: serviceWith({ promoted: Promise.resolve(), stop: () => never }) };
  beginAnewWhenPromoted(running, async () => serviceWith({}), config);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(exit).toHaveBeenCalledWith(1);
});
