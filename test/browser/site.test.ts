import { get as httpGet } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DESK,
  describeInBrowser,
  type Examiner,
  type InPage,
  newExaminer,
  newVisitor,
  PHONE,
} from '../support/browser.js';
import type { Row } from '../support/graphql.js';
import { useStory } from '../support/story.js';
import { LONG, playLeagues } from './site-leagues.js';

const PAGES = [
  '/',
  '/search?q=ann',
  '/l/europe',
  '/l/europe?day=2020-01-01',
  '/l/europe?name=a&min=2&active=90',
  '/l/europe?order=CLIMBERS',
  '/l/europe/p/ann',
  `/l/europe/p/${LONG}`,
  '/l/europe/m/europe-2',
  '/l/europe/m/crowd',
  '/l/europe/m/withdrawn',
  '/l/europe/m/race',
  '/l/races',
  '/l/races/p/d1',
  '/l/races/matches?player=d&opponent=d1',
  '/l/europe/matches',
  '/l/europe/p/ann?chart=rank',
  `/l/europe/compare?p=ann&p=ben&p=cleo&p=${LONG}`,
  '/l/europe/vs/ann/ben',
  `/l/europe/vs/ann/${LONG}`,
  '/l/europe/live',
  '/l/europe/queue',
  '/l/europe/stats?player=ann',
  '/l/europe/year/2020',
  '/l/europe/m/teams',
  '/l/europe/team/Red%20Foxes',
  '/l/europe/about',
  '/docs',
  '/docs/run-it',
  '/docs/api-mutations',
  '/docs/search?q=webhook',
  '/p/ann',
  '/embed/l/europe',
  '/embed/l/europe/p/ann',
  '/embed/l/europe/live',
  '/l/nowhere',
];

describeInBrowser('the site', () => {
  const story = useStory();
  beforeAll(async () => {
    await playLeagues(story);
  });

  describe('each of its pages, on a phone and on a desk', () => {
    let visitor: Examiner;
    beforeAll(async () => {
      visitor = await newExaminer(/status of 404/);
    });
    afterAll(() => visitor.leave());

    test.each(PAGES)('%s fits, and is accessible', async (path) => {
      const answer = await visitor.page.goto(story.url + path);
      expect(answer!.status()).toBe(path === '/l/nowhere' ? 404 : 200);
      await visitor.look();
      expect(
        visitor.asked.filter((url) => !/^data:/.test(url) && new URL(url).host !== new URL(story.url).host),
      ).toEqual([]);
    });
  });

  test('every page fits in German on the narrowest phone, in both directions and with wide text (WCAG 1.4.12), with targets that are large enough', async () => {
    const visitor = await newExaminer(/status of 404/);
    const { page } = visitor;
    await page.setExtraHTTPHeaders({ 'accept-language': 'de' });
    await page.setViewportSize({ width: 320, height: 700 });
    const wrong: string[] = [];
    for (const path of PAGES) {
      await page.goto(story.url + path);
      await visitor.layOutEverything();
      for (const way of ['ltr', 'rtl', 'wide']) {
        const found = await page.evaluate(async (way) => {
          const { document, getComputedStyle, axe, CSSStyleSheet } = globalThis as InPage;
          document.documentElement.dir = way === 'rtl' ? 'rtl' : 'ltr';
          if (way === 'wide') {
            const spacing = new CSSStyleSheet();
            spacing.replaceSync(
              '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
            );
            document.adoptedStyleSheets = [...document.adoptedStyleSheets, spacing];
          }
          const { scrollWidth, clientWidth } = document.documentElement;
          // Sizes are the same or larger in the others.
          const { violations } =
            way === 'ltr' ? await axe.run(document, { runOnly: ['target-size'] }) : { violations: [] };
          const small = violations.flatMap(({ nodes }: InPage) => nodes.map(({ html }: InPage) => html));
          const inPieces = [...document.querySelectorAll('.history .value')]
            .filter((value) => value.offsetHeight > 1.5 * Number.parseFloat(getComputedStyle(value).lineHeight))
            .map((value) => `${value.textContent} in pieces`);
          return [...(scrollWidth > clientWidth ? [`${scrollWidth} wide`] : []), ...small, ...inPieces];
        }, way);
        wrong.push(...found.map((what: string) => `${path} ${way}: ${what}`));
      }
    }
    expect(wrong).toEqual([]);
    await visitor.leave();
  });

  test.each(['en', 'de', 'fr'])(
    'the search field shows its whole hint on the smallest phones, in %s',
    async (language) => {
      const { page, leave } = await newVisitor({ width: 320, height: 700 });
      await page.setExtraHTTPHeaders({ 'accept-language': language });
      await page.goto(story.url);
      const room = await page.evaluate(() => {
        const { document, getComputedStyle } = globalThis as InPage;
        const field = document.querySelector('input[type=search]');
        const { font, paddingLeft, paddingRight } = getComputedStyle(field);
        const context = document.createElement('canvas').getContext('2d');
        context.font = font;
        const hint = context.measureText(field.placeholder).width;
        return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - hint;
      });
      expect(room).toBeGreaterThan(0);
      await leave();
    },
  );

  test('names and figures do not touch on a phone with letters of double size', async () => {
    const { page, leave } = await newVisitor({ width: 180, height: 370 });
    for (const path of ['/l/europe/p/ann', '/l/europe/m/teams']) {
      await page.goto(story.url + path);
      const found = await page.evaluate(() => {
        const { document } = globalThis as InPage;
        // Letters may leave the box that they are in.
        const lettersOf = (element: InPage) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getBoundingClientRect();
        };
        const lines = [...document.querySelectorAll('.history > li')].map(({ children }) =>
          [...children].filter(({ localName }) => localName !== 'details').map(lettersOf),
        );
        const over = lines.filter((line) =>
          line.some((one, index) =>
            line
              .slice(index + 1)
              .some(
                (other) =>
                  one.right > other.left && other.right > one.left && one.bottom > other.top && other.bottom > one.top,
              ),
          ),
        );
        const { scrollWidth } = document.querySelector('header.site');
        return { lines: lines.length, over: over.length, isTooWide: scrollWidth > 180 };
      });
      expect(found.lines, path).toBeGreaterThan(1);
      expect(found, path).toMatchObject({ over: 0, isTooWide: false });
    }
    await leave();
  });

  test('the current tab and the requested player are still marked in forced colours', async () => {
    const visitor = await newVisitor(DESK);
    await visitor.page.emulateMedia({ forcedColors: 'active' });
    await visitor.page.goto(`${story.url}/l/europe?player=ann`);
    const marks = await visitor.page.evaluate(() => {
      const { document, getComputedStyle } = globalThis as InPage;
      const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector));
      const lineOf = (own: string) => styleOf(`header.league nav a${own}`).borderBlockEndWidth;
      return {
        current: lineOf('[aria-current]'),
        other: lineOf(':not([aria-current])'),
        sought: styleOf('tr.sought').outlineStyle,
      };
    });
    expect(marks).toEqual({ current: '2px', other: '0px', sought: 'solid' });
    await visitor.leave();
  });

  test('faces are square, even in the reasons for a change', async () => {
    const visitor = await newVisitor(DESK);
    await visitor.page.goto(`${story.url}/l/europe/p/ann`);
    await visitor.page.locator('.why summary').first().click();
    const faces = visitor.page.locator('.face:visible');
    const sizes = await Promise.all((await faces.all()).map((face) => face.boundingBox()));
    expect(sizes.filter((size) => size!.width !== size!.height)).toEqual([]);
    expect(await visitor.page.locator('.why .face:visible').count()).toBeGreaterThan(0);
    await visitor.leave();
  });

  test('a dark page is printed light, without links to elsewhere', async () => {
    const visitor = await newVisitor(DESK);
    await visitor.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await visitor.page.goto(`${story.url}/l/europe`);
    const seen = async (selector: string) => (await visitor.page.locator(selector).first().isVisible()) && selector;
    const parts = ['header.site', 'header.league nav', '.tools', '.legend', 'nav.facts', 'footer.site', 'h1', '.board'];
    expect((await Promise.all(parts.map(seen))).filter(Boolean)).toEqual(['h1', '.board']);
    const { paper, width } = await visitor.page.evaluate(() => {
      const { document, getComputedStyle } = globalThis as InPage;
      const { backgroundColor } = getComputedStyle(document.body);
      return { paper: backgroundColor, width: document.querySelector('.board').clientWidth };
    });
    expect(paper).toBe('rgb(251, 250, 247)');
    expect(width).toBeGreaterThan(DESK.width * 0.7);
    await visitor.leave();
  });

  test('times are in the zone of the reader', async () => {
    const visitor = await newVisitor(DESK);
    await visitor.page.goto(`${story.url}/l/europe/m/europe-2`);
    const time = visitor.page.locator('time[data-form=minute]').first();
    await visitor.page.getByText('in the time zone of your device').waitFor();
    expect(await time.getAttribute('datetime')).toBe('2020-01-01T01:00:00.000Z');
    expect(await time.textContent()).not.toMatch(/UTC/);
    await time.hover();
    expect(await time.getAttribute('title')).toMatch(/^Wednesday, January 1, 2020.*1:00:00.AM.*UTC$/);
    // Midnight of the league stands for its day.
    await visitor.page.goto(`${story.url}/l/europe/m/crowd`);
    const day = visitor.page.locator('time[datetime="2020-01-01T00:00:00.000Z"]').first();
    expect([await day.getAttribute('data-form'), await day.textContent()]).toEqual([null, 'Jan 1, 2020']);
    await visitor.leave();
  });

  test('pages about days of the league show the same days in every zone of the reader', async () => {
    const visitor = await newVisitor(DESK, 'Pacific/Apia');
    const played = await story.league('newyear', 'elo');
    await played.play('ann beats ben', played.match('ben beats ann', { playedAt: '2020-12-31T22:00:00Z' }));
    await visitor.page.goto(`${story.url}/l/newyear/year/2020`, { waitUntil: 'networkidle' });
    expect(await visitor.page.locator('.year time').allTextContents()).toEqual(['Dec 31, 2020']);
    expect(await visitor.page.locator('[data-zone]').textContent()).toBe('UTC');
    await visitor.page.goto(`${story.url}/l/newyear?day=2020-12-31`);
    await visitor.page.getByText('in the time zone of your device').waitFor();
    expect(await visitor.page.locator('.board time').allTextContents()).toEqual(['Dec 31, 2020', 'Dec 31, 2020']);
    await visitor.leave();
  });

  test.each([
    ['en', 'America/St_Johns'],
    ['en-GB', 'Pacific/Apia'],
    ['en-CA', 'Europe/Berlin'],
    ['de', 'America/St_Johns'],
    ['fr', 'Pacific/Apia'],
    ['fr-CA', 'Europe/Berlin'],
  ])("times in %s, in %s, are in the browser's own format", async (language, zone) => {
    const visitor = await newVisitor(PHONE, zone);
    await visitor.page.setExtraHTTPHeaders({ 'accept-language': language });
    await visitor.page.goto(`${story.url}/l/europe/matches`);
    const found = await visitor.page.evaluate((tag) => {
      const { document, Event } = globalThis as InPage;
      const [first] = document.querySelectorAll('time[data-form=minute]');
      // Of every month, around noon and midnight, while clocks go back and forward, and before there were zones.
      const moments = Array.from({ length: 800 }, (_, index) => Date.UTC(1890, 0, 1) + index * 5_432_100_000);
      const berlin = Array.from({ length: 48 }, (_, hour) => Date.UTC(2026, 9, 24, hour));
      const times = [...moments, ...berlin, Date.UTC(2026, 6, 1), Date.UTC(2026, 6, 1, 12)].flatMap((moment) =>
        ['day', 'minute'].map((form) => {
          const time = first.cloneNode(true);
          time.dateTime = new Date(moment).toISOString();
          time.dataset.form = form;
          first.after(time);
          return time;
        }),
      );
      document.dispatchEvent(new Event('page-changed'));
      const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' });
      const minute = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' });
      return times.map(({ dateTime, dataset, textContent }) => [
        textContent,
        (dataset.form === 'day' ? day : minute).format(new Date(dateTime)),
      ]);
    }, language);
    expect(found.length).toBe(1700);
    // The service's ICU parts hours from their half by a narrow space, and Chromium's by a wide one.
    const plain = (text: string) => text.replaceAll('\u202F', ' ');
    // No Intl writes the first of a month as the French do.
    const first = language.startsWith('fr') ? '1er ' : '1 ';
    expect(found.filter(([written, wanted]) => plain(written) !== plain(wanted).replace(/^1 /, first))).toEqual([]);
    await visitor.leave();
  });

  test('no page shifts its content while it loads', async () => {
    const shifts: [string, number][] = [];
    const paths = PAGES.values();
    const look = async () => {
      // Whose times are others than those that the server wrote.
      const visitor = await newVisitor(PHONE, 'America/St_Johns');
      await visitor.page.addInitScript(() => {
        const page = globalThis as InPage;
        page.shifts = 0;
        new page.PerformanceObserver((list: Row) => {
          for (const { value } of list.getEntries()) page.shifts += value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      for (const path of paths) {
        await visitor.page.goto(story.url + path, { waitUntil: 'networkidle' });
        shifts.push([path, await visitor.page.evaluate(() => (globalThis as InPage).shifts)]);
      }
      await visitor.leave();
    };
    // Side by side, because each page is waited for until its network is silent for half a second.
    await Promise.all(Array.from({ length: 6 }, look));
    expect(shifts).toHaveLength(PAGES.length);
    expect(shifts.filter(([, shift]) => shift > 0.01)).toEqual([]);
  });

  test('no page weighs more than 40 kB for its first reader, its scripts more than 30 kB, nor the styles more than 12 kB', async () => {
    const heavy: [string, number][] = [];
    const weigh = (what: string, bytes: number, most: number) => bytes > most && heavy.push([what, bytes]);
    for (const path of PAGES) {
      // Nobody has read it in this language yet.
      const { sent, text: html } = await transfer(path, { accept: 'text/html', 'accept-language': 'de' });
      weigh(path, sent, 40_000);
      const scripts = [...html.matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, src]) => src!);
      expect(scripts.length, path).toBeGreaterThan(0);
      let all = 0;
      for (const src of scripts) all += (await transfer(src)).sent;
      weigh(`scripts of ${path}`, all, 30_000);
      const [, styles] = /<link rel="stylesheet" href="([^"]+)"/.exec(html)!;
      weigh('styles', (await transfer(styles!)).sent, 12_000);
    }
    expect(heavy).toEqual([]);
  });

  /** How many bytes come over the wire, and the text that they are. */
  const transfer = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ sent: number; text: string }>((resolve, reject) => {
      const request = httpGet(story.url + path, { headers: { 'accept-encoding': 'gzip', ...headers } });
      request.on('error', reject);
      request.on('response', async (answer) => {
        const body = await buffer(answer);
        const isDense = answer.headers['content-encoding'] === 'gzip';
        resolve({ sent: body.length, text: (isDense ? gunzipSync(body) : body).toString() });
      });
    });
});
