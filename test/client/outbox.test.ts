import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, duel, type MatchToSubmit, type SubmitOutcome } from '@openladder/client';
import { openOutbox } from '@openladder/client/outbox';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newFolder } from '../support/folder.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { OPENING, useStory } from '../support/story.js';
import { layCable } from './cable.js';

const BOT = fileURLToPath(new URL('outbox-bot.mjs', import.meta.url));
/** Changes of files at which the bot is killed: while it opens, adds, settles and closes. */
const KILLED_AT = [1, 4, 5, 6, 7, 8, 9, 11, 13, 15];

let folder: string;
let path: string;
const story = useStory();
beforeAll(async () => {
  for (const slug of ['europe', 'asia']) await story.league(slug);
});
beforeEach(async () => {
  folder = await newFolder();
  path = join(folder, 'results.ndjson');
});

const match = (n: number, more: Partial<MatchToSubmit> = {}): MatchToSubmit => ({
  externalId: `g-${n}`,
  playedAt: new Date(OPENING + n * 1_000),
  sides: duel('ann', 'ben'),
  ...more,
});
const clientOf = (url: string) => createClient({ url, token: ADMIN_TOKEN });

async function logged(league: string): Promise<string[]> {
  const rows = await story.sql(`SELECT external_id FROM match JOIN league ON league.id = league_id
                                WHERE slug = '${league}' ORDER BY sequence`);
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
  const told = (what: string) => [...said.matchAll(new RegExp(`^${what} (.*)$`, 'gm'))].map(([, id]) => id!);
  return { status, signal, added: told('added'), rated: told('rated') };
}

describe('an outbox', () => {
  test('loses no match and counts none twice, however often the bot is killed', async () => {
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

    const rated = await logged('europe');
    expect(promised.size).toBeGreaterThan(10);
    expect([...promised].filter((id) => !rated.includes(id))).toEqual([]);
    expect(new Set(rated).size).toBe(rated.length);
    expect(rated.filter((id) => !heard.has(id))).toEqual([]);
  });

  test('keeps matches while the service is away, and sends them when it is back', async () => {
    const cable = await layCable(story.url);
    cable.plug(null);
    const reasons: string[] = [];
    const results: SubmitOutcome[] = [];
    let delayed = () => {};
    const delay = new Promise<void>((resolve) => {
      delayed = resolve;
    });
    const client = createClient({ url: cable.url, token: ADMIN_TOKEN, retries: 0 });
    const outbox = await openOutbox(client.league('asia'), path, {
      onResult: (_, result) => {
        results.push(result);
      },
      onDelay: ({ reason, waiting }) => {
        reasons.push(`${reason.name}, ${waiting} waiting`);
        delayed();
      },
    });
    await Promise.all([outbox.add(match(1)), outbox.add(match(2))]);
    await delay;
    expect(reasons[0]).toBe('Network, 2 waiting');
    cable.plug(story.url);
    await outbox.drained();
    expect(results).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await logged('asia')).toEqual(['g-1', 'g-2']);
    await outbox.close();
    await cable.remove();
  });

  test('keeps the matches of a league that is archived, or of which the name is wrong', async () => {
    await story.league('africa');
    await story.admin.mutate('archiveLeague', { league: 'africa', reason: 'over' });
    const open = async (slug: string) => {
      const settled: MatchToSubmit[] = [];
      const reasons: string[] = [];
      const outbox = await openOutbox(clientOf(story.url).league(slug), path, {
        onResult: (one) => void settled.push(one),
        onDelay: ({ reason }) => void reasons.push(reason.message),
      });
      return { outbox, settled, reasons };
    };
    const archived = await open('africa');
    await archived.outbox.add(match(40));
    await expect.poll(() => archived.reasons[0]).toMatch(/^League africa has been archived/);
    await archived.outbox.close();
    const misspelt = await open('afrika');
    await expect.poll(() => misspelt.reasons[0]).toBe('league must be the slug of a league, but is "afrika"');
    await misspelt.outbox.close();
    expect([...archived.settled, ...misspelt.settled]).toEqual([]);

    await story.admin.mutate('restoreLeague', { league: 'africa', reason: 'not over' });
    const restored = await open('africa');
    await restored.outbox.drained();
    await restored.outbox.close();
    expect(await logged('africa')).toEqual(['g-40']);
  });

  test('is open once, takes nothing after it was closed, and says what still waits', async () => {
    const league = clientOf('http://localhost:1').league('asia');
    const outbox = await openOutbox(league, path);
    await expect(openOutbox(league, path)).rejects.toThrow('is open in this process already');
    await outbox.add(match(30));
    const drained = outbox.drained();
    await outbox.close();
    await expect(drained).rejects.toThrow('The outbox was closed while 1 match waits');
    await expect(outbox.add(match(31))).rejects.toThrow('The outbox is closed');

    const next = await openOutbox(clientOf(story.url).league('asia'), path);
    await next.drained();
    await next.close();
    expect(await logged('asia')).toContain('g-30');
  });
});
