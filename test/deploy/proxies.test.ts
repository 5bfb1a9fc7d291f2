import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { eventually } from '../embedded/support.js';
import { newFolder } from '../support/folder.js';
import { freePort } from '../support/free-port.js';
import { client } from '../support/graphql.js';
import { ADMIN_TOKEN, useService } from '../support/service.js';
import { storyLeague, useLeague, useStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

const CONFIGS = fileURLToPath(new URL('../../deploy/proxy/', import.meta.url));
const PROXIES = {
  nginx: {
    program: '/usr/sbin/nginx',
    file: 'nginx.conf',
    args: (config: string, folder: string) => [
      '-p',
      folder,
      '-c',
      config,
      '-g',
      `daemon off; pid ${folder}/pid; error_log stderr;`,
    ],
  },
  Caddy: {
    program: '/usr/bin/caddy',
    file: 'Caddyfile',
    args: (config: string) => ['run', '--config', config, '--adapter', 'caddyfile'],
  },
  HAProxy: { program: '/usr/sbin/haproxy', file: 'haproxy.cfg', args: (config: string) => ['-db', '-f', config] },
} as const;

const env = { OPENLADDER_TRUSTED_PROXIES: '127.0.0.1', OPENLADDER_RATE_LIMIT: '100000' };
const story = useStory({ env });
const replica = useService(() => ({ databaseUrl: story.databaseUrl, env }));
const league = useLeague(story, 'europe');

/** Starts a proxy with the file as it is shipped, but for its ports. */
async function start(name: keyof typeof PROXIES, folder: string): Promise<{ url: string; proxy: ChildProcess }> {
  const { program, file, args } = PROXIES[name];
  const port = await freePort();
  const [first, second] = [story, replica].map(({ url }) => url.replace('http://', ''));
  const text = (await readFile(join(CONFIGS, file), 'utf8'))
    .replace(/\b8080\b/g, (found, at, whole) => (whole.slice(0, at).endsWith('of :') ? found : String(port)))
    .replaceAll('127.0.0.1:4000', first!)
    .replaceAll('127.0.0.1:4001', second!);
  const config = join(folder, file);
  await writeFile(config, file === 'Caddyfile' ? `{\n\tadmin off\n\tauto_https off\n}\n${text}` : text);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const proxy = spawn(program, args(config, folder), { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  proxy.stderr!.setEncoding('utf8').on('data', (words) => {
    said += words;
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(`${name} answers`, async () => {
    if (proxy.exitCode !== null) throw new Error(said);
    return (await fetch(`${url}/ready`).catch(() => null))?.status === 200;
  });
  return { url, proxy };
}

for (const name of Object.keys(PROXIES) as (keyof typeof PROXIES)[]) {
  test(`${name} passes on requests, sockets, large bodies and addresses`, async ({ skip }) => {
    if (!existsSync(PROXIES[name].program)) {
      console.warn(`NOT TESTED: ${name} in front. Install it.`);
      return skip(`there is no ${name}`);
    }
    const folder = await newFolder();
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'logs'));
    const { url, proxy } = await start(name, folder);
    const reader = subscriber(url);
    try {
      const { events } = reader.subscribe('subscription { matchRated(league: "europe") { match { externalId } } }');
      const through = storyLeague(client(url, ADMIN_TOKEN), 'europe');
      await eventually('a match is seen through the socket', async () => {
        await through.submit([league.match('ann beats ben', { externalId: `${name}-${Date.now()}` })]);
        return events.length > 0;
      });
      // The service names its own address as people do, with the port.
      const page = await (await fetch(`${url}/docs`)).text();
      expect(/property="og:url" content="(.*?)"/.exec(page)?.[1]).toBe(`${url}/docs`);
      // More than proxies take unless told otherwise: a megabyte.
      const details = { note: 'x'.repeat(400) };
      const many = Array.from({ length: 3_000 }, (_, index) =>
        league.match('ann beats ben', { externalId: `${name}-large-${index}`, details } as object),
      );
      const { status } = await client(url, ADMIN_TOKEN).ask(
        'mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) { errors { code } } }',
        { input: { league: 'europe', matches: many } },
      );
      expect(status).toBeLessThan(500);
      expect(status).not.toBe(413);
      // A caller who names another address each time still spends the points of one.
      const left = async (forwarded: string) => {
        const body = JSON.stringify({ query: '{ league(slug: "europe") { matchCount } }' });
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded };
        const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
        return Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]);
      };
      // Each process counts by itself for a moment, so one of three looks meets the same one again.
      const looks = [await left('203.0.113.1'), await left('203.0.113.2'), await left('203.0.113.3')];
      expect(new Set(looks).size).toBeGreaterThan(1);
    } finally {
      reader.close();
      proxy.kill('SIGTERM');
      await once(proxy, 'exit');
    }
  });
}
