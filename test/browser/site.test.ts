import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeInBrowser, newVisitor, type Visitor } from '../support/browser.js';
import { type Story, type StoryLeague, startStory } from '../support/story.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };
/** As wide as a handle can be without a place to break it. */
const LONG = 'W'.repeat(64);

const PAGES = [
  '/',
  '/l/europe',
  '/l/europe?day=2020-01-01',
  '/l/europe/p/ann',
  `/l/europe/p/${LONG}`,
  '/l/europe/m/europe-2',
  '/l/europe/m/crowd',
  '/l/europe/matches',
  '/l/europe/vs/ann/ben',
  '/l/europe/live',
  '/l/europe/stats',
  '/l/europe/about',
  '/p/ann',
  '/embed/l/europe',
  '/embed/l/europe/p/ann',
  '/embed/l/europe/live',
  '/l/nowhere',
];

describeInBrowser('the site', () => {
  let story: Story;
  let league: StoryLeague;
  beforeAll(async () => {
    story = await startStory();
    league = await story.league('europe', 'zonestats', { description: 'A league to look at.' });
    const crowd = ['ann', 'ben', 'cleo', LONG].map((player) => ({ participants: [{ player }] }));
    await league.play(
      ...['ann beats ben', 'ben beats cleo', 'ann beats cleo', 'cleo beats ann', 'ann draws ben'],
      league.match(
        crowd.map((side, index) => ({ ...side, placement: index + 1 })),
        { externalId: 'crowd' },
      ),
      `ann beats ${LONG}`,
    );
  });
  afterAll(() => story.stop());

  describe.each([
    ['a phone, in light', PHONE, 'light'],
    ['a desk, in dark', DESK, 'dark'],
  ] as const)('on %s', (_, size, colorScheme) => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await newVisitor(size);
      await visitor.page.emulateMedia({ colorScheme });
      await visitor.page.addInitScript(await readFile(AXE, 'utf8'));
    });
    afterAll(() => visitor.leave());

    test.each(PAGES)('%s fits, and is open to everybody', async (path) => {
      const answer = await visitor.page.goto(story.url + path);
      expect(answer!.status()).toBe(path === '/l/nowhere' ? 404 : 200);
      const { tooWide, violations } = await visitor.page.evaluate(async () => {
        // biome-ignore lint/suspicious/noExplicitAny: runs in the page.
        const { document, axe } = globalThis as any;
        for (const details of document.querySelectorAll('details')) details.open = true;
        const { scrollWidth, clientWidth } = document.documentElement;
        const found = await axe.run(document, { resultTypes: ['violations'] });
        return {
          tooWide: Math.max(scrollWidth - clientWidth, 0),
          // biome-ignore lint/suspicious/noExplicitAny: as axe has it.
          violations: found.violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html}`),
        };
      });
      expect({ tooWide, violations }).toEqual({ tooWide: 0, violations: [] });
      const complaints = visitor.complaints.filter((complaint) => !/status of 404/.test(complaint));
      expect(complaints).toEqual([]);
      expect(
        visitor.asked.filter((url) => !/^data:/.test(url) && new URL(url).host !== new URL(story.url).host),
      ).toEqual([]);
    });
  });

  test('forms lead where they say, by keyboard alone', async () => {
    const visitor = await newVisitor(PHONE);
    await visitor.page.goto(`${story.url}/l/europe`);
    await visitor.page.getByLabel('Where am I?').focus();
    await visitor.page.keyboard.type('cleo');
    await visitor.page.keyboard.press('Enter');
    await visitor.page.waitForURL('**/l/europe?player=cleo');
    expect(await visitor.page.locator('tr.sought').textContent()).toContain('cleo');
    await visitor.leave();
  });

  test('times are in the zone of the reader', async () => {
    const visitor = await newVisitor(DESK);
    await visitor.page.goto(`${story.url}/l/europe/m/europe-2`);
    const time = visitor.page.locator('time[data-form=minute]').first();
    await visitor.page.waitForFunction(
      // biome-ignore lint/suspicious/noExplicitAny: runs in the page.
      () => (globalThis as any).document.querySelector('time[data-form=minute]').title !== '',
    );
    expect(await time.getAttribute('datetime')).toBe('2020-01-01T01:00:00.000Z');
    expect(await time.textContent()).not.toMatch(/UTC/);
    await visitor.leave();
  });

  test('the live page and the board show a match as it is played, in two tabs with one socket', async () => {
    const visitor = await newVisitor(DESK);
    const board = await visitor.page.context().newPage();
    await visitor.page.goto(`${story.url}/l/europe/live`);
    await board.goto(`${story.url}/l/europe`);
    await league.play('dora beats ann');
    for (const page of [visitor.page, board]) await page.waitForSelector('#live >> text=dora');
    expect(visitor.asked.filter((url) => url.startsWith('ws:'))).toHaveLength(1);
    await visitor.leave();
  });
});
