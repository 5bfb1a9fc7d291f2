import { beforeAll, expect, test } from 'vitest';
import { DESK, describeInBrowser, type InPage, newExaminer, newVisitor, PHONE } from '../support/browser.js';
import { useStory } from '../support/story.js';
import { playLeagues } from './site-leagues.js';

describeInBrowser('what pages answer to pointing and typing', () => {
  const story = useStory();
  beforeAll(() => playLeagues(story));

  test('a chart shows a point and its match at the pointer or by keyboard, and nothing moves', async () => {
    const visitor = await newVisitor(DESK);
    const { page } = visitor;
    await page.goto(`${story.url}/l/europe/p/ann`);
    const readout = page.locator('.readout');
    // Focus may scroll, so places are those on the page.
    const placeOf = () =>
      page.locator('.chart svg').evaluate((svg) => {
        const { x, y, width, height } = svg.getBoundingClientRect();
        return [x, y + (globalThis as InPage).scrollY, width, height];
      });
    const place = await placeOf();
    const newest = await readout.textContent();
    await page.locator('.chart svg').hover({ position: { x: 2, y: 100 } });
    const oldest = await readout.textContent();
    expect(oldest).not.toBe(newest);
    expect(await readout.locator('a').getAttribute('href')).toBe('/l/europe/m/crowd');
    expect(await page.locator('.chart .cursor').getAttribute('d')).toMatch(/^M0 0V/);
    const slider = page.getByRole('slider', { name: 'Rating of ann over time' });
    await page.reload();
    const said = async () => [
      await slider.getAttribute('aria-valuetext'),
      (await readout.locator('span').allTextContents()).join(' '),
    ];
    const [first, shown] = await said();
    expect(first).toBe(shown);
    await slider.press('End');
    expect(await readout.textContent()).toBe(newest);
    await slider.press('Home');
    await slider.press('ArrowRight');
    expect([oldest, newest]).not.toContain(await readout.textContent());
    const [next, shownNext] = await said();
    expect(next).toBe(shownNext);
    expect(await placeOf()).toEqual(place);
    await visitor.leave();
  });

  test('a chart of several players also names the player, and one of ranks shows the rank', async () => {
    const visitor = await newVisitor(PHONE);
    await visitor.page.goto(`${story.url}/l/europe/compare?p=ann&p=ben`);
    const readout = visitor.page.locator('.readout');
    const [, ben] = await visitor.page.locator('.compared th[scope=row]').allTextContents();
    const slider = visitor.page.getByRole('slider');
    const named = new Set<string>();
    for (let index = Number(await slider.getAttribute('max')); index >= 0; index--) {
      await slider.fill(String(index));
      named.add((await readout.locator('span').first().textContent())!);
    }
    expect([...named].sort()).toEqual(['ann', ben]);
    await visitor.page.goto(`${story.url}/l/europe/p/ann?chart=rank`);
    await visitor.page.getByRole('slider').press('Home');
    expect(await readout.textContent()).toMatch(/Feb 2, 2020.*Rank 1$/);
    await visitor.page.getByRole('slider').press('ArrowRight');
    expect(await readout.textContent()).toMatch(/Feb 3, 2020.*Rank \d\d$/);
    await visitor.leave();
  });

  test('names are suggested during typing, and chosen by keyboard or by a press', async () => {
    const visitor = await newExaminer(/^$/);
    const { page } = visitor;
    await page.goto(`${story.url}/l/europe`);
    const search = page.getByRole('combobox', { name: /find|search/i }).first();
    await search.fill('an');
    await page.locator('.options li').first().waitFor();
    await visitor.look();
    await search.press('ArrowDown');
    const first = page.locator('[role=option][aria-selected=true]');
    expect(await search.getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'));
    await search.press('Escape');
    expect([await search.getAttribute('aria-expanded'), await page.locator('.options').count()]).toEqual(['false', 0]);
    await search.pressSequentially('n');
    await page.locator('.options li').first().waitFor();
    await search.press('ArrowDown');
    await search.press('Enter');
    await page.waitForURL('**/p/ann');
    await page.goto(`${story.url}/l/europe`);
    await page.getByLabel('Where am I?').fill('cl');
    await page.locator('.options li', { hasText: 'cleo' }).click();
    await page.waitForURL('**/l/europe?player=cleo#me');
    expect(await page.locator('tr.sought').textContent()).toContain('cleo');
    await visitor.leave();
  });

  test('days with matches are highlighted in a calendar, in the colour of the site', async () => {
    const visitor = await newVisitor(DESK);
    await visitor.page.goto(`${story.url}/l/europe/p/ann`);
    const fills = await visitor.page.evaluate(() => {
      const { document, getComputedStyle } = globalThis as InPage;
      const fillOf = (selector: string) => getComputedStyle(document.querySelector(selector)).fill;
      return [fillOf('.calendar .shade-4'), fillOf('.calendar .shade-0')];
    });
    expect(fills[0]).not.toBe('rgb(0, 0, 0)');
    expect(fills[0]).not.toBe(fills[1]);
    await visitor.leave();
  });
});
