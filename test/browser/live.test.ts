import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { describeInBrowser, newVisitor, openOtherSite } from '../support/browser.js';
import { newFolder } from '../support/folder.js';
import { freePort } from '../support/free-port.js';
import { startServiceProcess } from '../support/service-process.js';
import { useLeague, useStory } from '../support/story.js';

/** What the script of the page did, in order, and when by the page's clock. */
interface NotesOfPage {
  notes: [what: string, at: number][];
  fetch: (...request: unknown[]) => unknown;
}

describeInBrowser('a page that follows a league', () => {
  let played = 0;
  const story = useStory();
  const league = useLeague(story, 'europe', 'ann beats ben', 'ben beats cleo');

  /** Somebody whom no page has shown before beats ann. @returns who */
  const playNew = async () => {
    const newcomer = `newcomer${++played}`;
    await league.play(`${newcomer} beats ann`);
    return newcomer;
  };

  test('shows a new match in two tabs with one socket, and in the second one if the first is closed', async () => {
    const visitor = await newVisitor();
    const board = await visitor.page.context().newPage();
    const sockets: string[] = [];
    board.on('websocket', (socket) => sockets.push(socket.url()));
    await visitor.page.goto(`${story.url}/l/europe/live`);
    await board.goto(`${story.url}/l/europe`);
    const first = await playNew();
    for (const page of [visitor.page, board]) await page.waitForSelector(`#live >> text=${first}`);
    await board.waitForSelector('main >> text=3 matches');
    expect(visitor.asked.filter((url) => url.startsWith('ws:'))).toHaveLength(1);
    expect(sockets).toEqual([]);
    await visitor.page.close();
    const second = await playNew();
    await board.waitForSelector(`#live >> text=${second}`);
    expect(sockets).toHaveLength(1);
    await visitor.leave();
  });

  test('requests nothing while nothing happens, and misses nothing between page and socket', async () => {
    const visitor = await newVisitor();
    let connect: () => void = () => undefined;
    const allowed = new Promise<void>((resolve) => {
      connect = resolve;
    });
    const received: string[] = [];
    await visitor.page.routeWebSocket(/graphql/, async (route) => {
      await allowed;
      const server = route.connectToServer();
      server.onMessage((message) => {
        received.push(String(message));
        route.send(message);
      });
    });
    const fetched = () => visitor.asked.filter((url) => url.endsWith('/l/europe')).length;
    await visitor.page.goto(`${story.url}/l/europe`);
    const missed = await playNew();
    expect(fetched()).toBe(1);
    connect();
    await visitor.page.waitForSelector(`#live >> text=${missed}`);
    expect([fetched(), received.filter((text) => text.includes('"next"')).length]).toEqual([2, 1]);
    await visitor.leave();
  });

  test('waits before it requests news, longer if there are many readers', async () => {
    const visitor = await newVisitor();
    // The page's clock stands, and moves only when the test moves it.
    await visitor.page.clock.install({ time: 0 });
    await visitor.page.clock.pauseAt(3_600_000);
    await visitor.page.addInitScript(() => {
      const page = globalThis as unknown as NotesOfPage;
      const { fetch } = page;
      page.notes = [];
      Math.random = () => {
        page.notes.push(['draws its wait', Date.now()]);
        return 0.5;
      };
      page.fetch = (...request) => {
        page.notes.push(['fetches', Date.now()]);
        return fetch(...request);
      };
    });
    await visitor.page.routeWebSocket(/graphql/, (route) => {
      const server = route.connectToServer();
      server.onMessage((message) => {
        const sent = JSON.parse(String(message));
        if (sent.type === 'next') sent.payload.extensions = { listeners: 2_000 };
        route.send(JSON.stringify(sent));
      });
      route.onMessage((message) => server.send(message));
    });
    const notes = () => visitor.page.evaluate(() => (globalThis as unknown as NotesOfPage).notes);
    await visitor.page.goto(`${story.url}/l/europe`);
    // The script connects after the page was shown.
    await visitor.page.clock.runFor(0);
    expect(await notes()).toEqual([]);
    const newcomer = await playNew();
    await expect.poll(notes).toEqual([['draws its wait', 3_600_000]]);
    await visitor.page.clock.runFor(2_000);
    await visitor.page.waitForSelector(`#live >> text=${newcomer}`);
    expect((await notes()).slice(1)).toEqual([['fetches', 3_601_000]]);
    await visitor.leave();
  });

  test('misses nothing while a connection is dead but not closed, such as that of a sleeping computer', async () => {
    const visitor = await newVisitor();
    await visitor.page.clock.install();
    let isAsleep = false;
    let sockets = 0;
    await visitor.page.routeWebSocket(/graphql/, (route) => {
      const own = ++sockets;
      const isDead = () => isAsleep && own === 1;
      const server = route.connectToServer();
      route.onMessage((message) => isDead() || server.send(message));
      server.onMessage((message) => isDead() || route.send(message));
    });
    await visitor.page.goto(`${story.url}/l/europe`);
    const before = await playNew();
    await visitor.page.waitForSelector(`#live >> text=${before}`);
    isAsleep = true;
    const meanwhile = await playNew();
    await visitor.page.clock.fastForward(60_000);
    await visitor.page.clock.fastForward(60_000);
    await visitor.page.waitForSelector(`#live >> text=${meanwhile}`);
    expect(sockets).toBe(2);
    await visitor.leave();
  });

  test('misses nothing when the service is killed', async () => {
    const env = {
      OPENLADDER_DATABASE_URL: story.databaseUrl,
      OPENLADDER_PORT: String(await freePort()),
      OPENLADDER_ADMIN_TOKEN: 'another-admin-token-long-enough',
    };
    const killed = await startServiceProcess({ env });
    const visitor = await newVisitor();
    await visitor.page.goto(`${killed.url}/l/europe/live`);
    const before = await playNew();
    await visitor.page.waitForSelector(`#live >> text=${before}`);
    await killed.end('SIGKILL');
    await visitor.page.waitForSelector('[role=status] >> text=Connection lost, trying again');
    const meanwhile = await playNew();
    const restarted = await startServiceProcess({ env });
    await visitor.page.waitForSelector(`#live >> text=${meanwhile}`);
    expect(await visitor.page.getByText('Connection lost').count()).toBe(0);
    await visitor.leave();
    await restarted.end('SIGTERM');
  });

  test('hides a league that became private, and shows it again as soon as it is public', async () => {
    const visitor = await newVisitor();
    await visitor.page.clock.install();
    const show = async (visibility: string) => story.admin.mutate('updateLeague', { league: 'closing', visibility });
    await (await story.league('closing', 'zonestats')).play('ann beats ben');
    await visitor.page.goto(`${story.url}/embed/l/closing/live`);
    await visitor.page.waitForSelector('#live >> text=ann');
    // The first tab has the socket.
    const second = await visitor.page.context().newPage();
    await second.goto(`${story.url}/l/closing/live`);
    await second.waitForSelector('#live >> text=ann');
    await show('PRIVATE');
    for (const tab of [visitor.page, second]) {
      await tab.waitForSelector('main >> text=it is not public');
      expect(await tab.getByText('ann').count()).toBe(0);
    }
    await show('PUBLIC');
    for (let turn = 0; turn < 3; turn++) await visitor.page.clock.fastForward(60_000);
    await visitor.page.waitForSelector('#live >> text=ann');
    await visitor.leave();
  });

  test('continues in a frame that the browser isolates', async () => {
    const frames = ['/embed/l/europe/live', '/embed/l/europe?live=yes'].map(
      (path) => `<iframe sandbox="allow-scripts" src="${story.url}${path}"></iframe>`,
    );
    const site = await openOtherSite({ '/': `<!doctype html>${frames}` });
    const visitor = await newVisitor();
    await visitor.page.goto(site.origin);
    const [ticker, board] = [0, 1].map((index) => visitor.page.frameLocator('iframe').nth(index));
    for (const frame of [ticker!, board!]) await frame.locator('ol.top').waitFor();
    const newcomer = await playNew();
    for (const frame of [ticker!, board!]) await frame.locator(`#live >> text=${newcomer}`).first().waitFor();
    await visitor.leave();
    await site.stop();
  });

  test('is framed, and its badges are shown, by a page that only embeds resources that permit it', async () => {
    await playNew();
    const card = `${story.url}/oembed?url=${encodeURIComponent(`${story.url}/l/europe/p/ann`)}`;
    const { html } = (await (await fetch(card)).json()) as { html: string };
    const shown = `${html.replace('lazy', 'eager')}<img src="${story.url}/l/europe/p/ann/badge.svg">`;
    const strict = { 'cross-origin-embedder-policy': 'require-corp' };
    const site = await openOtherSite({ '/': `<!doctype html>${shown}` }, strict);
    const visitor = await newVisitor();
    await visitor.page.goto(site.origin);
    await visitor.page.frameLocator('iframe').getByText('ann').first().waitFor({ timeout: 20_000 });
    const width = await visitor.page.evaluate('document.images[0].naturalWidth');
    expect(width).toBeGreaterThan(50);
    // Without a scroll bar.
    const [, frame] = visitor.page.frames();
    expect(await frame!.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
    await visitor.leave();
    await site.stop();
  });

  test('can be framed by a local file, such as a scene of a stream', async () => {
    const file = join(await newFolder(), 'scene.html');
    await writeFile(file, `<!doctype html><iframe src="${story.url}/embed/l/europe"></iframe>`);
    const visitor = await newVisitor();
    await visitor.page.goto(String(pathToFileURL(file)));
    await visitor.page.frameLocator('iframe').locator('ol.top').waitFor({ timeout: 20_000 });
    await visitor.leave();
  });

  test('does not break short names in a narrow frame beside long ratings', async () => {
    const visitor = await newVisitor({ width: 300, height: 500 });
    await (await story.league('narrow', 'performance')).play('Bakin5 beats Pellis', 'Pellis beats Saxa2');
    await visitor.page.goto(`${story.url}/embed/l/narrow`);
    const lines = await visitor.page.evaluate(
      '[...document.querySelectorAll(".top bdi")].map((name) => name.getClientRects().length)',
    );
    expect(lines).toEqual([1, 1, 1]);
    await visitor.leave();
  });

  test('shows the players who wait for an opponent, and those who have one', async () => {
    const visitor = await newVisitor();
    await story.admin.mutate('joinQueue', { league: 'europe', player: 'ben' });
    await visitor.page.goto(`${story.url}/l/europe/live`);
    await visitor.page.waitForSelector('#queue >> text=ben');
    await story.admin.mutate('joinQueue', { league: 'europe', player: 'ann' });
    await visitor.page.goto(`${story.url}/l/europe/live`);
    await visitor.page.waitForSelector('#queue a[href="/l/europe/vs/ben/ann"]');
    await visitor.page.getByLabel('Board rows').fill('2');
    await visitor.page.getByRole('button', { name: 'Show' }).click();
    await visitor.page.waitForURL('**/embed/l/europe/live?places=2&matches=3');
    expect(await visitor.page.locator('ol.top > li').count()).toBe(2);
    expect(await visitor.page.locator('ol.matches > li').count()).toBe(3);
    await visitor.leave();
  });
});
