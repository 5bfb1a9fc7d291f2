import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DESK, describeInBrowser, type InPage, newVisitor, PHONE } from '../support/browser.js';
import { useStory } from '../support/story.js';

const DRIVERS = 50;
const LAST = `d${DRIVERS}`;
const MIDDLE = 'd25';

describeInBrowser('what lies far below the first screen of a phone', () => {
  const story = useStory();
  beforeAll(async () => {
    const league = await story.league('races', 'openskill');
    const race = Array.from({ length: DRIVERS }, (_, index) => ({
      placement: index + 1,
      participants: [{ player: `d${index + 1}` }],
    }));
    await league.play(league.match(race));
  });

  /** The rows of the board that are not laid out. */
  const skipped = (page: Page): Promise<number> =>
    page.evaluate(() => {
      const names = [...(globalThis as InPage).document.querySelectorAll('.ladder bdi')];
      return names.filter((name) => !name.checkVisibility({ contentVisibilityAuto: true })).length;
    });
  const open = async (path: string, size = PHONE) => {
    const visitor = await newVisitor(size);
    await visitor.page.goto(story.url + path, { waitUntil: 'networkidle' });
    return visitor;
  };
  const linkOf = (page: Page, player: string) => page.locator('.ladder a.player', { hasText: player });
  const isLaidOut = (page: Page, player: string): Promise<boolean> =>
    linkOf(page, player).evaluate((link: InPage) => link.checkVisibility({ contentVisibilityAuto: true }));

  test('is laid out when the reader scrolls near it, but always on paper and on wide screens', async () => {
    const phone = await open('/l/races');
    expect(await skipped(phone.page)).toBeGreaterThan(10);
    const last = phone.page.locator('.ladder tr').last();
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => isLaidOut(phone.page, LAST)).toBe(true);
    await phone.leave();
    const paper = await open('/l/races');
    await paper.page.emulateMedia({ media: 'print' });
    expect(await skipped(paper.page)).toBe(0);
    await paper.leave();
    const desk = await open('/l/races', DESK);
    expect(await skipped(desk.page)).toBe(0);
    await desk.leave();
  });

  test('opens from anywhere in the row of a player, except from the country', async () => {
    await story.admin.mutate('updatePlayer', { player: 'd2', country: 'SE', reason: 'test' });
    const { page, leave } = await open('/l/races', DESK);
    const row = page.locator('.ladder tr', { has: page.locator('bdi', { hasText: /^d2$/ }) });
    await row.locator('.country').click();
    await page.waitForURL('**/l/races?country=SE');
    // The link of the name lies over the row.
    await row.locator('td').last().click({ force: true });
    await page.waitForURL('**/l/races/p/d2');
    await leave();
  });

  test('is found by a search in the page', async () => {
    const { page, leave } = await open('/l/races');
    expect(await isLaidOut(page, LAST)).toBe(false);
    expect(await page.evaluate((name) => (globalThis as InPage).find(name), LAST)).toBe(true);
    await expect.poll(() => isLaidOut(page, LAST)).toBe(true);
    await leave();
  });

  test('is scrolled into the window when it gets the focus', async () => {
    const { page, leave } = await open('/l/races');
    expect(await isLaidOut(page, LAST)).toBe(false);
    await linkOf(page, LAST).focus();
    await expect.poll(() => isLaidOut(page, LAST)).toBe(true);
    await expect.poll(async () => (await linkOf(page, LAST).boundingBox())!.y).toBeLessThan(PHONE.height);
    await leave();
  });

  test('is laid out completely if the page starts at a player', async () => {
    const { page, leave } = await open(`/l/races?player=${MIDDLE}#me`);
    expect(await skipped(page)).toBe(0);
    const { y } = (await page.locator('#me').boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(-1);
    expect(y).toBeLessThan(PHONE.height);
    await leave();
  });

  test('the day of a board is a text field until it is opened', async () => {
    const { page, leave } = await open('/l/races');
    const day = page.locator('#day');
    const today = await day.inputValue();
    expect(await day.getAttribute('type')).toBeNull();
    await page.locator('.tools summary').click();
    await expect.poll(() => day.getAttribute('type')).toBe('date');
    expect(await day.inputValue()).toBe(today);
    await day.fill('2020-01-02');
    await page.locator('.tools form', { has: day }).getByRole('button').click();
    await page.waitForURL('**/l/races?day=2020-01-02');
    expect(await page.locator('#day').getAttribute('type')).toBe('date');
    await leave();
  });
});
