#!/usr/bin/env node
// Takes the pictures of docs/images from a service with the demonstration leagues, by Chromium (CHROMIUM_PATH names another):
//   OPENLADDER_ADMIN_TOKEN=… npm start
//   node scripts/pictures.mjs http://127.0.0.1:4000 "$OPENLADDER_ADMIN_TOKEN"
import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Most bytes of a picture: readers of the documents load all of them. */
const MOST = 60_000;
const TARGET = new URL('../docs/images/', import.meta.url);
const DESK = { width: 1120, height: 960 };
/** A match down to its corrections. */
const TALL = { width: 1120, height: 1140 };
const PHONE = { width: 360, height: 740 };

const [base, token] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

async function ask(query) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${base}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  return (await answer.json()).data;
}

/** The handle of the first on a board. */
async function leaderOf(league) {
  const data = await ask(`{ league(slug: "${league}") { standings(first: 1) { nodes { player { handle } } } } }`);
  return data.league.standings.nodes[0].player.handle;
}

/** A match that was corrected. */
async function correctedIn(league) {
  const data = await ask(
    `{ league(slug: "${league}") { matches(first: 100) { nodes { externalId version status } } } }`,
  );
  const { nodes } = data.league.matches;
  return (nodes.find(({ version, status }) => version > 1 && status === 'RATED') ?? nodes[0]).externalId;
}

async function take(name, path, { size = DESK, colorScheme = 'light', before = async () => undefined } = {}) {
  const context = await browser.newContext({ viewport: size, colorScheme, locale: 'en-GB' });
  const page = await context.newPage();
  await before(page);
  await page.goto(base + path, { waitUntil: 'networkidle' });
  const session = await context.newCDPSession(page);
  for (let quality = 85; quality > 20; quality -= 10) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > MOST) continue;
    writeFileSync(new URL(`${name}.webp`, TARGET), bytes);
    console.log(`${name}: ${bytes.length} bytes, quality ${quality}`);
    break;
  }
  await context.close();
}

async function signIn(page) {
  await page.goto(`${base}/console`);
  await page.locator('#secret').fill(token);
  await page.locator('#secret').press('Enter');
  await page.waitForURL((url) => url.pathname === '/console');
}

const part = encodeURIComponent;
await take('site-front', '/');
await take('site-board', '/l/arena');
await take('site-player', `/l/duel-ladder/p/${part(await leaderOf('duel-ladder'))}`);
await take('site-match', `/l/gambit/m/${part(await correctedIn('gambit'))}`, { size: TALL, colorScheme: 'dark' });
await take('site-phone', '/l/duel-ladder', { size: PHONE, colorScheme: 'dark' });
await take('console-match', `/console/l/gambit/m/${part(await correctedIn('gambit'))}`, { before: signIn });
await take('console-rating', '/console/l/arena/rating', { before: signIn, colorScheme: 'dark' });
await browser.close();
