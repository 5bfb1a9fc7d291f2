import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answer, Turn } from './api-client.js';
import { type AnyFile, defineFile } from './file.js';
import type { SiteRequest } from './http.js';
import { createLeagueZones } from './page.js';
import { createRenderer } from './render.js';
import { dayIn } from './ui.js';

const THEME = { hasSite: true, name: 'Test', logo: null, color: '#aa3300', links: [] };
const ASSETS = { routes: [], styles: '/assets/site.css', scripts: new Map<string, string>() };
const REQUEST: SiteRequest = {
  ...{ url: '/x', params: {}, headers: {}, ip: '192.0.2.1', origin: 'http://here' },
  body: (async function* () {})(),
};
const TEXT = { path: '/x', type: 'text/plain', find: (data: unknown) => data } as const;

let etag: string | null;
let body: (variables: object) => string;
let holds: boolean;
let turn: (points: number) => Promise<Turn>;
const asked = vi.fn();
const looked = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2020-01-01T12:00:10Z') });
  etag = '"1"';
  body = () => '{"data":{}}';
  holds = true;
  turn = async () => ({ end: () => undefined });
  asked.mockReset();
  looked.mockReset();
});
afterEach(() => vi.useRealTimers());

const rendered = (file: Omit<AnyFile, 'path' | 'type' | 'find' | 'document'> & Partial<Pick<AnyFile, 'find'>>) => {
  const { answer } = createRenderer({
    ask: async ({ variables }): Promise<Answer> => {
      asked(variables);
      const stillHolds = async () => holds;
      return { status: 200, etag, retryAfter: null, readBody: () => body(variables ?? {}), stillHolds };
    },
    takeTurn: (points) => turn(points),
    ...{ theme: THEME, assets: ASSETS, zones: createLeagueZones(), version: '1' },
  }).file(defineFile({ ...TEXT, document: 'query' as never, ...file }));
  return async (headers: Record<string, string> = {}) => answer({ ...REQUEST, headers });
};

describe('a cached page', () => {
  const variables = ({ now, zone }: { now: Date; zone: string }) => {
    looked();
    return { day: dayIn(now, zone) };
  };

  test('is sent again without looking at its query, and requested again when its response is no longer valid', async () => {
    const read = rendered({ variables, make: () => `body ${etag}` });
    expect([(await read()).body.toString(), (await read()).body.toString()]).toEqual(['body "1"', 'body "1"']);
    expect([asked.mock.calls.length, looked.mock.calls.length]).toEqual([1, 1]);
    [etag, holds] = ['"2"', false];
    expect((await read()).body.toString()).toBe('body "2"');
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test('is queried again from the minute on in which its query would change', async () => {
    const read = rendered({ variables, make: () => 'body' });
    await read();
    vi.setSystemTime(Date.parse('2020-01-01T23:59:59.999Z'));
    await read();
    expect(asked.mock.calls).toEqual([[{ day: '2020-01-01' }]]);
    vi.setSystemTime(Date.parse('2020-01-02T00:00:00Z'));
    await read();
    await read();
    expect(asked.mock.calls).toEqual([[{ day: '2020-01-01' }], [{ day: '2020-01-02' }]]);
  });

  test('is made again if its query changes, even if the response is the same', async () => {
    const read = rendered({ variables, make: (_, _ui, { now, zone }) => dayIn(now, zone) });
    const { headers } = await read();
    vi.setSystemTime(Date.parse('2020-01-02T00:00:00Z'));
    expect((await read({ 'if-none-match': headers.etag! })).body.toString()).toBe('2020-01-02');
  });
});

describe('a reader who has a copy', () => {
  const star = { 'if-none-match': '*' };

  test('need not get it again: not even one who has any', async () => {
    const { headers } = await rendered({ variables: () => ({}), make: () => 'body' })();
    for (const header of [headers.etag!, `"other", ${headers.etag}`, '*']) {
      const readAgain = rendered({ variables: () => ({}), make: () => 'body' });
      expect(await readAgain({ 'if-none-match': header })).toMatchObject({ status: 304, body: '' });
    }
  });

  test('is told that there is no page, or that there is no response', async () => {
    const missing = rendered({ variables: () => ({}), find: () => null, make: () => 'body' });
    expect(await missing(star)).toMatchObject({ status: 404 });
    body = () => '{"data":{},"errors":[{"message":"","path":["league"],"extensions":{"code":"UNAVAILABLE"}}]}';
    expect(await rendered({ variables: () => ({}), make: () => 'body' })(star)).toMatchObject({ status: 503 });
  });
});

test('a page that costs too much is queried without its optional fields', async () => {
  etag = null;
  body = (variables) =>
    JSON.stringify(
      Object.values(variables).includes(true)
        ? { data: null, errors: [{ message: '', extensions: { code: 'TOO_COSTLY' } }] }
        : { data: {} },
    );
  const lighter = [{ more: false }, { all: false, more: false }];
  const read = rendered({ variables: () => ({ all: true, more: true }), lighter, make: () => 'less' });
  expect((await read()).body.toString()).toBe('less');
});

describe('a finished page', () => {
  const text = 'one and the same line\n'.repeat(10_000);

  test('is compressed for its first reader, and the same for the next', async () => {
    const read = rendered({ variables: () => ({}), make: () => text });
    const first = await read({ 'accept-encoding': 'gzip, br' });
    expect([first.headers['content-encoding'], gunzipSync(first.body as Buffer).toString() === text]).toEqual([
      'gzip',
      true,
    ]);
    expect(first.headers.vary).toContain('accept-encoding');
    expect((await read({ 'accept-encoding': 'gzip' })).body).toBe(first.body);
  });

  test('is sent uncompressed to readers who do not accept compression', async () => {
    const read = rendered({ variables: () => ({}), make: () => text });
    for (const headers of [undefined, { 'accept-encoding': 'gzip;q=0, identity' }]) {
      expect((await read(headers)).headers).not.toHaveProperty('content-encoding');
    }
  });
});

describe('making', () => {
  test('is charged before it begins, and ends its turn', async () => {
    const steps: string[] = [];
    turn = async (points) => {
      steps.push(`turn of ${points}`);
      return { end: () => steps.push('end') };
    };
    const read = rendered({ points: 2_000, variables: () => ({}), make: () => String(steps.push('made')) });
    await read();
    await read();
    expect(steps).toEqual(['turn of 2000', 'made', 'end']);
  });

  test('is refused to readers who cannot pay for it', async () => {
    const make = vi.fn();
    turn = async () => ({ status: 429, retryAfter: '7' });
    const { status, headers } = await rendered({ points: 2_000, variables: () => ({}), make })();
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([429, '7', 'no-store']);
    expect(make).not.toHaveBeenCalled();
  });

  test('is done once for all who wait for it', async () => {
    let end: () => void = () => undefined;
    let before = Promise.resolve();
    turn = async () => {
      const own = before;
      before = new Promise((resolve) => {
        end = resolve;
      });
      const finish = end;
      await own;
      return { end: finish };
    };
    const make = vi.fn(async () => Buffer.from('picture'));
    const read = rendered({ variables: () => ({}), make });
    const answers = await Promise.all([read(), read(), read()]);
    expect(answers.map(({ body }) => body.toString())).toEqual(['picture', 'picture', 'picture']);
    expect(make).toHaveBeenCalledTimes(1);
  });
});
