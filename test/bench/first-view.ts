import type { Browser } from 'playwright-core';
import { findChromium, launchChromium } from '../support/chromium.js';
import { atMost, defineBenchmark } from './benchmark.js';
import { median } from './interleaved.js';
import { serveLeagues } from './serve.js';
import { handleOf } from './synthetic-league.js';

const LEAGUE = { slug: 'read', ratingSystem: 'timed-glicko', players: 300 };
const PHONE = { width: 360, height: 740 };
/** Times slower than this machine. */
const SLOWER = 4;
/** Of a slow mobile network: milliseconds, and bytes a second. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
/** So long after it is loaded, in milliseconds, a page has done what it does by itself. */
const QUIET = 1_000;

/** What somebody on a slow phone waits for when they open the site for the first time, with nothing kept. */
export const firstView = defineBenchmark({
  name: 'first-view',
  targets: {
    interactive: atMost(
      1_500,
      'ms',
      'the slowest of four pages answers a first visitor on a phone',
      `no peer; a processor ${SLOWER} times as slow, 1.6 Mbit/s, 150 ms to the service and back`,
    ),
    shift: atMost(0.01, '', 'what moves on these pages while they come (layout shift)', 'no peer'),
  },
  run: async (context) => {
    if (!findChromium()) return { interactive: NO_BROWSER, shift: NO_BROWSER };
    const { service } = await serveLeagues(context, [{ ...LEAGUE, matches: context.size(10_000, 2_000) }]);
    const browser = await launchChromium();
    context.atEnd(() => browser.close());
    const { slug } = LEAGUE;
    const paths = ['/', `/l/${slug}`, `/l/${slug}/p/${handleOf(0)}`, `/l/${slug}/m/${slug}-1`];
    const views = new Map<string, View[]>(paths.map((path) => [path, []]));
    for (let round = 0; round < context.size(7, 2, 1); round++) {
      for (const path of paths) views.get(path)!.push(await view(browser, service.url + path));
    }
    const medians = paths.map((path) => ({
      path,
      ms: median(views.get(path)!.map(({ interactive }) => interactive)),
    }));
    return {
      interactive: {
        value: Math.max(...medians.map(({ ms }) => ms)),
        detail: medians.map(({ path, ms }) => `${path} ${ms.toFixed(0)} ms`).join(', '),
      },
      shift: { value: Math.max(...[...views.values()].flat().map(({ shift }) => shift)) },
    };
  },
});

const NO_BROWSER = { notMeasured: 'there is no Chromium on this machine' };

interface View {
  /** Milliseconds until the page is shown, its scripts have run and nothing keeps the processor for 50 ms or longer. */
  readonly interactive: number;
  /** https://web.dev/articles/cls */
  readonly shift: number;
}

async function view(browser: Browser, url: string): Promise<View> {
  const visit = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, isMobile: true });
  try {
    const page = await visit.newPage();
    const devtools = await visit.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.addInitScript(() => {
      // biome-ignore lint/suspicious/noExplicitAny: runs in the page.
      const page = globalThis as any;
      page.seen = { interactive: 0, shift: 0 };
      const { seen } = page;
      // biome-ignore lint/suspicious/noExplicitAny: what a browser tells.
      new page.PerformanceObserver((list: any) => {
        for (const { entryType, startTime, duration, value } of list.getEntries()) {
          if (entryType === 'layout-shift') seen.shift += value;
          else seen.interactive = Math.max(seen.interactive, startTime + duration);
        }
      }).observe({ entryTypes: ['longtask', 'paint', 'layout-shift'] });
    });
    const answer = await page.goto(url, { waitUntil: 'load' });
    if (answer?.status() !== 200) throw new Error(`${url} answered ${answer?.status()}`);
    await page.waitForTimeout(QUIET);
    return await page.evaluate(() => {
      // biome-ignore lint/suspicious/noExplicitAny: runs in the page.
      const { seen, performance } = globalThis as any;
      const [{ domContentLoadedEventEnd }] = performance.getEntriesByType('navigation');
      return { ...seen, interactive: Math.max(seen.interactive, domContentLoadedEventEnd) };
    });
  } finally {
    await visit.close();
  }
}
