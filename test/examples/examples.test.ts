import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@openladder/client';
import { describe, expect, test } from 'vitest';
import { describeInBrowser, newVisitor, openOtherSite } from '../support/browser.js';
import { newFolder } from '../support/folder.js';
import type { Row } from '../support/graphql.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { useLeague, useStory } from '../support/story.js';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const load = (path: string) => import(new URL(path, EXAMPLES).href);

const story = useStory({ env: { OPENLADDER_WEBHOOK_ALLOW: '127.0.0.1' } });
const europe = useLeague(story, 'europe');

const settings = () => ({ LADDER_URL: story.url, LADDER_TOKEN: ADMIN_TOKEN });

/** Starts a bot of the examples. `said` is what it printed, wherever. */
function start(bot: string, env: object, cwd?: string, ...args: string[]) {
  const command = bot.endsWith('.py') ? 'python3' : process.execPath;
  const path = fileURLToPath(new URL(bot, EXAMPLES));
  const child = spawn(command, [path, ...args], { cwd, env: { ...process.env, ...env } });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  const said = () => output.stdout + output.stderr;
  const ended = once(child, 'close').then(([status]) => ({ status, said: said(), ...output }));
  return { child, ended, said };
}

/** Runs a bot to its end. @param lines its standard input */
function run(lines: string, ...bot: Parameters<typeof start>) {
  const { child, ended } = start(...bot);
  child.stdin.end(lines);
  return ended;
}

test('the bot of the template submits results, even repeatedly, and reports a refused one and an invalid line', async () => {
  const bot = ['bot/bot.js', { ...settings(), LADDER_LEAGUE: 'europe' }, await newFolder()] as const;
  const first = 'b-1 2020-01-01T12:00:00Z fay gus\n';
  expect(await run(first, ...bot)).toMatchObject({ status: 0, said: 'b-1 counts\n' });
  const { status, said: again } = await run(`${first}b-2 2020-01-01T12:01:00Z gus !!\nhello\n`, ...bot);
  expect([status, ...again.trimEnd().split('\n').sort()]).toEqual([
    0,
    'This line is no result: hello',
    'b-1 was there',
    expect.stringMatching(/^b-2 BAD_INPUT [A-Z_]+: .*player/),
  ]);
  // Somebody stops it while it waits for the next line.
  const { child, ended, said } = start(...bot);
  child.stdin.write(first);
  await expect.poll(said).toContain('b-1 was there');
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ status: 0, said: 'b-1 was there\n' });
});

test('the bot of the template does not start without its settings, and names the missing one', async () => {
  const folder = await newFolder();
  const all = { ...settings(), LADDER_LEAGUE: 'europe' };
  expect(await start('bot/bot.js', settings(), folder).ended).toMatchObject({
    status: 1,
    said: 'Set LADDER_LEAGUE in the environment: see README.md.\n',
  });
  const wrong = await start('bot/bot.js', { ...all, LADDER_URL: 'localhost:4000' }, folder).ended;
  expect(wrong).toMatchObject({ status: 1, said: expect.stringMatching(/^url must be an address .*\n$/) });
  await writeFile(join(folder, 'results.ndjson.lock'), '');
  const { status, said } = await start('bot/bot.js', all, folder).ended;
  expect(status).toBe(1);
  expect(said).toMatch(/^\S+results\.ndjson is open in process unknown; if that is something else, remove \S+\n$/);
});

test('a checkout creates a bot as the page describes, and its tests pass', async () => {
  const page = await readFile(new URL('../../docs/write-a-bot.md', import.meta.url), 'utf8');
  const [build, ...commands] = page
    .match(/```sh\n(.*?)```/s)![1]!
    .trim()
    .split('\n');
  expect(build).toBe('npm run build');
  const parent = await newFolder();
  const script = commands.join('\n').replaceAll('../my-bot', join(parent, 'my-bot'));
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], { cwd: new URL('../..', import.meta.url) });
  expect(stdout).toMatch(/^\S+ fail 0$/m);
});

test.each(['bot', 'rater'])(
  'a checkout creates a %s, and prints the commands, with which its tests pass',
  async (kind) => {
    const create = fileURLToPath(new URL(`../../packages/create-${kind}/dist/create.mjs`, import.meta.url));
    const folder = join(await newFolder(), `my-${kind}`);
    const said = await promisify(execFile)(process.execPath, [create, folder]);
    const steps = [...said.stdout.matchAll(/^ {2}(npm .*)$/gm)].map(([, step]) => step);
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', steps.join('\n')], { cwd: folder });
    expect(stdout).toMatch(/^\S+ fail 0$/m);
  },
);

describe('the Python bot', () => {
  const python = (lines: string, env: object, league = 'europe') =>
    run(lines, 'python-bot/bot.py', { ...settings(), ...env }, undefined, league);

  test('submits results, even repeatedly, and reports a refused one', async () => {
    const first = 'p-1 2020-02-01T12:00:00Z ann ben\n';
    const env = { LADDER_URL: `${story.url}/`, LADDER_TOKEN: `${ADMIN_TOKEN}\n` };
    expect(await python(first, env)).toMatchObject({ status: 0, said: 'p-1 counts\n' });
    const { status, said } = await python(`${first}p-2 2020-02-01T12:01:00Z ben !!\n`, {});
    expect(said).toMatch(/^p-1 was there\np-2 BAD_INPUT [A-Z_]+: .*player.*\n$/);
    expect(status).toBe(1);
    expect((await python(first, { LADDER_TOKEN: 'ol_wrong' })).status).toBe(1);
    const nowhere = await python(first, {}, 'nowhere');
    expect(nowhere).toMatchObject({ status: 1, said: expect.stringMatching(/^[A-Z_]+ [A-Z_]+: league .*\n$/) });
  });

  test('submits the other results if a line or a time is invalid', async () => {
    // A file from Windows begins with a mark that is no part of the first id.
    const lines = '\uFEFFq-1 2020-02-02T12:00:00Z ann\nq-2 yesterday ann ben\nq-3 2020-02-02T12:00:00Z ann ben\n';
    expect(await python(lines, {})).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^q-2 BAD_INPUT [A-Z_]+: playedAt must be .*yesterday.*\nq-3 counts\n$/),
      stderr: 'This line is no result: q-1 2020-02-02T12:00:00Z ann\n',
    });
  });

  test('reports at once that an address lacks http://', async () => {
    expect(await python('', { LADDER_URL: 'localhost:4000' })).toMatchObject({
      status: 1,
      stderr: 'LADDER_URL must begin with http:// or https://, but is localhost:4000\n',
    });
  });
});

describeInBrowser('the board page', () => {
  test('shows a board of another origin, and updates it', async () => {
    const league = await story.league('asia', 'zonestats', { played: ['ann beats ben'] });
    await story.admin.mutate('updatePlayer', { player: 'ann', displayName: 'Ann Å', reason: 'spelt' });
    const html = await readFile(new URL('board-page/board.html', EXAMPLES), 'utf8');
    const site = await openOtherSite({ '/board.html': html });
    const { page, complaints, leave } = await newVisitor();
    await page.goto(`${site.origin}/board.html`);
    await page.getByText('This page needs an address').waitFor();
    await page.goto(`${site.origin}/board.html?ladder=${encodeURIComponent(story.url)}&league=asia`);
    await page.getByText('live').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(2);
    expect(await page.locator('tbody').textContent()).toContain('Ann Å');
    expect(await page.title()).toBe((await league.read('name')).name);
    await league.play('cid beats ann');
    await page.locator('tbody').getByText('cid').waitFor();
    expect(complaints.filter((text) => !text.includes('favicon') && !text.includes('404'))).toEqual([]);
    await page.goto(
      `${site.origin}/board.html?ladder=${encodeURIComponent(site.origin.replace(/:\d+/, ':1'))}&league=asia`,
    );
    await page.getByText(/^The service at .* cannot be reached now\.$/).waitFor();
    await leave();
    await site.stop();
  });
});

interface Member {
  readonly id: string;
  readonly username: string;
  readonly displayName?: string;
  readonly bot?: boolean;
}

const DAN = { id: '4', username: 'dan', displayName: 'Dan *the* Man' };
const EVE = { id: '5', username: 'Eve Smith' };
const CID = { id: '3', username: 'cid' };

/** A Discord bot on a ladder. @param timeout see reports.js; longer than any answer takes */
async function discordBot(url: string, timeout = 120_000) {
  const { answerer } = await load('discord-bot/commands.js');
  const { openReports } = await load('bot/reports.js');
  const folder = await newFolder();
  const ladder = createClient({ url, token: ADMIN_TOKEN });
  const reports = await openReports(ladder.league('europe'), join(folder, 'results.ndjson'), timeout);
  const answer = answerer(ladder, 'europe', reports);
  /** What is answered to a command, the last answer last. */
  const say = async (
    commandName: string,
    { id = '42', by = DAN, isModerator = false, ...users }: { [option: string]: unknown; by?: Member } = {},
  ) => {
    const replies: { content: string; allowedMentions: unknown }[] = [];
    await answer({
      ...{ id, commandName, user: by, createdAt: new Date('2020-03-01T12:00:00Z') },
      memberPermissions: { has: (permission: string) => permission === 'ManageGuild' && isModerator },
      options: { getUser: (name: string) => users[name] ?? null },
      deferReply: async () => undefined,
      editReply: async (reply: (typeof replies)[number]) => replies.push(reply),
    });
    for (const { allowedMentions } of replies) expect(allowedMentions).toEqual({ parse: [] });
    return replies.map(({ content }) => content);
  };
  const close = async () => {
    await reports.close();
  };
  return { say, close };
}

test('the Discord bot reports a match once, registers its players, and shows a rating and the board', async () => {
  const { definitions } = await load('discord-bot/commands.js');
  expect(definitions.map(({ name }: Row) => name)).toEqual(['report', 'rating', 'board']);
  const bot = await discordBot(story.url);
  expect(await bot.say('rating')).toEqual(['<@4> has no rating yet.']);
  for (const _ of [1, 2]) {
    expect(await bot.say('report', { winner: DAN, loser: EVE })).toEqual([
      expect.stringMatching(/^<@4> beats <@5>: \+[\d.]+ and −[\d.]+ points\.$/),
    ]);
  }
  const { match } = await europe.read(
    'match(externalId: "discord-42") { sides { participants { player { handle displayName accounts { id } } } } }',
  );
  const players = [
    { handle: 'dan', displayName: DAN.displayName, accounts: [{ id: '4' }] },
    { handle: 'Eve_Smith', displayName: 'Eve Smith', accounts: [{ id: '5' }] },
  ];
  expect(match.sides).toEqual(players.map((player) => ({ participants: [{ player }] })));
  expect(await bot.say('rating')).toEqual([expect.stringMatching(/^<@4>: .*, 1 wins in 1 matches$/)]);
  expect(await bot.say('rating', { player: EVE })).toEqual([expect.stringMatching(/^<@5>: .*, 0 wins in 1 matches$/)]);
  expect((await bot.say('board'))[0]).toContain('Dan \\*the\\* Man');
  await bot.close();
});

test('the Discord bot accepts matches of others from moderators only, and no impossible ones', async () => {
  const bot = await discordBot(story.url);
  const match = { winner: CID, loser: EVE };
  expect(await bot.say('report', { id: '50', ...match })).toEqual(['You can report only your own matches.']);
  expect(await bot.say('report', { id: '51', winner: DAN, loser: DAN })).toEqual(['A match needs two players.']);
  expect(await bot.say('report', { id: '52', winner: DAN, loser: { ...CID, bot: true } })).toEqual([
    'Bots do not play.',
  ]);
  expect((await europe.read('matches(player: "cid") { totalCount }')).matches.totalCount).toBe(0);
  expect(await bot.say('report', { id: '53', isModerator: true, ...match })).toEqual([
    expect.stringMatching(/^<@3> beats <@5>: /),
  ]);
  await bot.close();
});

test('the Discord bot shows why a match is refused, and keeps one while the ladder is unavailable', async () => {
  const bot = await discordBot(story.url);
  await bot.say('report', { id: '60', winner: DAN, loser: CID });
  const [refused] = await bot.say('report', { id: '60', winner: CID, loser: DAN });
  expect(refused).toMatch(/^<@3> beats <@4> does not count: externalId /);
  await bot.close();

  const away = await discordBot('http://127.0.0.1:9', 50);
  expect(await away.say('report', { id: '61', winner: DAN, loser: CID })).toEqual([
    '<@4> beats <@3>: kept, and sent as soon as the ladder can be reached.',
  ]);
  await away.close();
});

test('the webhook receiver gets an event for a match', async () => {
  const { createReceiver, inWords } = await load('webhook-receiver/receiver.mjs');
  const url = (port: number) => `http://127.0.0.1:${port}/`;
  const { createWebhook } = await story.admin.get(
    `mutation { createWebhook(input: { league: "europe", url: "${url(9)}", events: [MATCHES_RATED] }) { secret webhook { id } } }`,
  );
  const heard: string[] = [];
  const server = createReceiver(createWebhook.secret, (message: unknown) => heard.push(inWords(message)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await story.admin.mutate('updateWebhook', { webhook: createWebhook.webhook.id, url: url(port) });
  await europe.play('ann beats ben');
  await expect.poll(() => heard).toEqual(['europe: ann against ben']);
  server.close();
});

test('the webhook receiver accepts each message signed with its secret once, and no other', async () => {
  const { createReceiver } = await load('webhook-receiver/receiver.mjs');
  const key = Buffer.from('0123456789abcdef0123456789abcdef');
  const heard: unknown[] = [];
  const server = createReceiver(`whsec_${key.toString('base64')}`, (message: unknown) => heard.push(message)).listen(0);
  await once(server, 'listening');
  const now = Math.floor(Date.now() / 1_000);
  const body = '{"type":"match.rated"}';
  const send = async (id: string, { at = now, secret = key, received = body } = {}) => {
    const signature = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64');
    const response = await fetch(`http://localhost:${(server.address() as AddressInfo).port}`, {
      method: 'POST',
      headers: { 'webhook-id': id, 'webhook-timestamp': `${at}`, 'webhook-signature': `v1,AAAA v1,${signature}` },
      body: received,
    });
    return response.status;
  };
  expect(await send('msg_1')).toBe(204);
  expect(await send('msg_1')).toBe(204);
  expect(heard).toEqual([{ type: 'match.rated' }]);
  expect(await send('msg_2', { at: now - 301 })).toBe(400);
  expect(await send('msg_3', { secret: Buffer.from('another') })).toBe(400);
  expect(await send('msg_4', { received: '{"type":"match.corrected"}' })).toBe(400);
  expect(await send('msg_5', { received: 'x'.repeat(200_000) })).toBe(413);
  expect(heard).toHaveLength(1);
  server.close();
});
