import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../embedded/support.js';
import { newFolder } from '../support/folder.js';
import { freePort } from '../support/free-port.js';
import { client, type Row } from '../support/graphql.js';
import { ADMIN_TOKEN, type Service, useService } from '../support/service.js';
import { useLeague, useStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

const PROGRAM = '/usr/sbin/varnishd';
const CONFIG = fileURLToPath(new URL('../../deploy/varnish/default.vcl', import.meta.url));
const BOARD = '{ league(slug: "europe") { matchCount standings { nodes { rank player { handle } } } } }';

const isThere = existsSync(PROGRAM);
if (!isThere) console.warn(`NOT TESTED: Varnish in front. There is no ${PROGRAM}.`);

describe.skipIf(!isThere)('behind Varnish', () => {
  const env = {
    OPENLADDER_TRUSTED_PROXIES: '127.0.0.1',
    OPENLADDER_RATE_LIMIT: '100000',
    OPENLADDER_CACHE_SECONDS: '1',
    OPENLADDER_METRICS_PORT: '0',
  };
  const story = useStory({ env });
  const replica = useService(() => ({ databaseUrl: story.databaseUrl, env }));
  const league = useLeague(story, 'europe', 'ann beats ben');
  let folder: string;
  let varnish: ChildProcess;
  let url: string;

  beforeAll(async () => {
    folder = await newFolder();
    const [first, second] = [story, replica].map((service) => new URL(service.url).port);
    const text = (await readFile(CONFIG, 'utf8')).replace('"4000"', `"${first}"`).replace('"4001"', `"${second}"`);
    await writeFile(join(folder, 'own.vcl'), text);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const args = ['-F', '-j', 'none', '-n', join(folder, 'work'), '-a', `127.0.0.1:${port}`, '-s', 'malloc,32m'];
    varnish = spawn(PROGRAM, [...args, '-f', join(folder, 'own.vcl')], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    varnish.stderr!.setEncoding('utf8').on('data', (words) => {
      said += words;
    });
    await eventually('Varnish answers', async () => {
      if (varnish.exitCode !== null) throw new Error(said);
      return (await fetch(`${url}/ready`).catch(() => null))?.status === 200;
    });
  });
  afterAll(async () => {
    varnish.kill('SIGTERM');
    await once(varnish, 'exit');
  });

  const ask = async (search: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/graphql?${new URLSearchParams(search)}`, { headers });
    const { data } = (await response.json()) as { data?: Row };
    return { headers: response.headers, status: response.status, data };
  };
  const hash = createHash('sha256').update(BOARD).digest('hex');
  const byHash = { extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash } }) };

  test('a query by its hash is answered from the cache, and changes with the league', async () => {
    // Each process is told the document once.
    for (const service of [story, replica]) {
      const search = new URLSearchParams({ ...byHash, query: BOARD });
      expect((await fetch(`${service.url}/graphql?${search}`)).status).toBe(200);
    }
    await eventually('it is kept', async () => (await ask(byHash)).headers.get('x-cache') === 'hit');
    const kept = await ask(byHash);
    expect(kept.data.league.matchCount).toBe(1);
    // Points and request id are those of the caller who asked first.
    for (const name of ['ratelimit', 'x-request-id']) expect(kept.headers.get(name)).toBeNull();
    await league.play('ben beats ann');
    await eventually('the match is seen', async () => (await ask(byHash)).data.league.matchCount === 2);
  });

  test('a response that is still valid is not computed again', async () => {
    await eventually('it is kept', async () => (await ask(byHash)).headers.get('x-cache') === 'hit');
    const { headers } = await ask(byHash);
    // Longer than it is given out without asking: Varnish asks by ETag, and the process says 304.
    const served = () => Promise.all([story, replica].map(served304));
    const before = await served();
    await eventually('it was asked for by its ETag', async () => {
      expect((await ask(byHash)).headers.get('etag')).toBe(headers.get('etag'));
      return (await served()).some((count, place) => count > before[place]!);
    });
  });

  test('callers with a token and mutations pass', async () => {
    for (let time = 0; time < 3; time++) {
      const answer = await ask({ query: BOARD }, { authorization: `Bearer ${ADMIN_TOKEN}` });
      expect(answer.headers.get('x-cache')).toBe('miss');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    const { data } = await client(url, ADMIN_TOKEN).ask('{ viewer { name } }');
    expect(data).not.toBeNull();
  });

  test('sockets pass', async () => {
    const reader = subscriber(url);
    onTestFinished(() => reader.close());
    const { events } = reader.subscribe('subscription { matchRated(league: "europe") { match { externalId } } }');
    await eventually('a match is seen', async () => {
      await league.play('ann beats ben');
      return events.length > 0;
    });
  });

  test('callers are distinguished', async () => {
    const left = async (forwarded: string) => {
      const { headers } = await ask(
        { query: '{ search(text: "x") { __typename } }' },
        { 'x-forwarded-for': forwarded },
      );
      expect(headers.get('cache-control')).toBe('no-store');
      return Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1]);
    };
    // A caller who names another address each time still spends the points of one; each process counts by itself for a moment.
    const looks = [await left('203.0.113.1'), await left('203.0.113.2'), await left('203.0.113.3')];
    expect(new Set(looks).size).toBeGreaterThan(1);
  });
});

/** How many answers of a process were 304. */
async function served304({ metricsUrl }: Service): Promise<number> {
  const text = await (await fetch(metricsUrl!)).text();
  return [...text.matchAll(/^\w+\{[^}]*status="304"[^}]*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}
