import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newFolder } from '../support/folder.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { useStory } from '../support/story.js';

const BOT = fileURLToPath(new URL('outbox-bot.mjs', import.meta.url));
/** Changes of files at which the bot is killed: while it opens, adds, settles and closes. */
const KILLED_AT = [1, 4, 5, 6, 7, 8, 9, 11, 13, 15];

let folder: string;
let path: string;
const story = useStory();
beforeAll(() => story.league('europe'));
beforeEach(async () => {
  folder = await newFolder();
  path = join(folder, 'results.ndjson');
});

async function logged(): Promise<string[]> {
  const rows = await story.sql('SELECT external_id FROM match ORDER BY sequence');
  return rows.map(({ external_id }) => String(external_id));
}

/** Runs the bot until it ends or is killed. @returns what it said */
async function runBot(from: number, killAt?: number) {
  const child = spawn(process.execPath, [BOT, story.url, ADMIN_TOKEN, path, String(from)], {
    env: { ...process.env, NODE_OPTIONS: '', KILL_AT: String(killAt ?? '') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    said += chunk;
  });
  const [status, signal] = await once(child, 'close');
  const idsOf = (what: string) => [...said.matchAll(new RegExp(`^${what} (.*)$`, 'gm'))].map(([, id]) => id!);
  return { status, signal, added: idsOf('added'), rated: idsOf('rated') };
}

test('an outbox loses no match and counts none twice, however often the bot is killed', async () => {
  const promised = new Set<string>();
  const heard = new Set<string>();
  const run = async (killAt?: number) => {
    const { status, signal, added, rated } = await runBot(promised.size, killAt);
    expect({ killAt, status, signal }).toEqual(
      killAt ? { killAt, status: null, signal: 'SIGKILL' } : { killAt, status: 0, signal: null },
    );
    for (const id of added) promised.add(id);
    for (const id of rated) heard.add(id);
  };
  for (const killAt of KILLED_AT) await run(killAt);
  await run();

  const rated = await logged();
  expect(promised.size).toBeGreaterThan(10);
  expect([...promised].filter((id) => !rated.includes(id))).toEqual([]);
  expect(new Set(rated).size).toBe(rated.length);
  expect(rated.filter((id) => !heard.has(id))).toEqual([]);
});
