import { expect, test } from 'vitest';
import { DESK, describeInBrowser, type InPage, useVisitor } from '../support/browser.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { useStory } from '../support/story.js';

/** More stops than any page has. */
const FAR = 150;

/** What has the focus; null: nothing on the page has. */
type Focused = Stop | null;

interface Stop {
  /** By what assistive technology names it: its label, else its text. */
  readonly name: string;
  readonly id: string;
  /** Whether a mark shows where the focus is, inside the window. */
  readonly isSeen: boolean;
}

describeInBrowser('the console, by keyboard alone', () => {
  const story = useStory();
  const visitor = useVisitor(DESK);

  const press = (key: string) => visitor.page.keyboard.press(key);
  const type = (text: string) => visitor.page.keyboard.type(text);
  const focused = (): Promise<Focused> =>
    visitor.page.evaluate(() => {
      const { document, getComputedStyle, innerHeight } = globalThis as InPage;
      const element = document.activeElement;
      if (element === document.body) return null;
      const label = element.labels?.[0]?.querySelector(':scope > span, :scope > b') ?? element.labels?.[0] ?? element;
      const { top, bottom } = element.getBoundingClientRect();
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const isMarked = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
      const isInWindow = top < innerHeight && bottom > 0;
      return { name: label.textContent.trim(), id: element.id, isSeen: isMarked && isInWindow };
    });

  /** Goes on with Tab, and sees each stop, until something of this name has the focus. */
  const reach = async (name: string | RegExp, key = 'Tab') => {
    const passed: string[] = [];
    for (let stop = 0; stop < FAR; stop++) {
      await press(key);
      const now = await focused();
      if (now === null) continue;
      expect(now, visitor.page.url()).toMatchObject({ isSeen: true });
      if (typeof name === 'string' ? now.name === name : name.test(now.name)) return;
      passed.push(now.name);
    }
    throw new Error(`nothing on ${visitor.page.url()} is called ${name}, only ${passed.join(', ')}`);
  };
  /** Enter on a link or a button, and wait for the page that it leads to. */
  const follow = async (name: string | RegExp, url: string | RegExp) => {
    await reach(name);
    const loaded = visitor.page.waitForEvent('load');
    await press('Enter');
    await loaded;
    await visitor.page.waitForURL(url);
  };
  const fill = async (name: string | RegExp, text: string) => {
    await reach(name);
    await press('Control+A');
    await type(text);
  };
  /** What an answer says, which has the focus: the browser may give it that just after the page has come. */
  const answer = async () => {
    await expect.poll(focused, { message: visitor.page.url() }).toMatchObject({ id: 'answer', isSeen: true });
    return (await focused())!.name;
  };

  test('a user signs in, and opens their first league with three questions', async () => {
    await visitor.page.goto(`${story.url}/console`);
    await fill('Token or link', ADMIN_TOKEN);
    await press('Enter');
    await visitor.page.waitForURL('**/console');
    await follow('Open your first league', '**/console/new');
    await reach('Who plays against whom?');
    await press('ArrowDown');
    await press('ArrowUp');
    await follow('Recommend a rating system', /who=DUELS/);
    expect(await answer()).toContain('We recommend');
    await follow('Use it and continue', /system=/);
    await fill('Name', 'Keys');
    await follow('Open the league', /keys\?done=created/);
    expect(await answer()).toBe('The league is open.');
  });

  test('they add a match of newcomers, and correct it after a preview of its effect', async () => {
    await follow('Matches', '**/matches');
    await follow('Add a match', '**/new-match');
    const side = async (player: string, points: string) => {
      await fill('Player', player);
      await fill('Points', points);
    };
    await side('ann', '2');
    await side('ben', '1');
    await follow('Add the match', /new-match/);
    expect(await answer()).toContain('Nobody in this league is called “ann”');
    for (const name of ['ann', 'ben']) {
      await reach(`Yes, ${name} is new`);
      await press('Space');
    }
    await follow('Add the match', /new-match\?done=added/);
    expect(await answer()).toBe('The match was added.');

    await follow('ann 2 : 1 ben', /\/m\//);
    await fill('Points', '0');
    await follow('Preview', /kept=/);
    expect(await answer()).toContain('Today, 2 ratings change:');
    await reach('Reason', 'Shift+Tab');
    await type('the points');
    await follow('Correct the match', /done=amended/);
    expect(await answer()).toContain('The match was amended: this is version 2.');
  });

  test('they undo the correction from the audit log', async () => {
    await follow('Audit log', '**/audit');
    await follow(/^Undo/, /version=1#amend/);
    await fill('Reason', 'it was right');
    await follow('Preview', /kept=/);
    await answer();
    await follow('Correct the match', /done=putBack/);
    expect(await answer()).toContain('Version 1 of the match is restored, as version 3');
  });

  test('they change the rating system after a preview of the board, and change it back', async () => {
    const configure = async (before: () => Promise<void>) => {
      await before();
      await fill('Reason', 'a trial');
      await follow('Preview', /kept=/);
      await answer();
      await follow('Use this rating system', /done=configured/);
      await answer();
    };
    await configure(async () => {
      await follow('Rating system', '**/rating');
      // The first of two links leads to a search for better settings of it.
      await reach('Elo');
      await follow('Elo', /system=elo/);
    });
    await configure(async () => {
      await follow('Audit log', '**/audit');
      await follow(/^Undo/, /rating\?system=glicko2/);
    });
    const { league } = await story.admin.get('{ league(slug: "keys") { ratingSystem { system { key } } } }');
    expect(league.ratingSystem.system.key).toBe('glicko2');
  });
});
