import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeInBrowser, type InPage, newVisitor, type Visitor } from '../support/browser.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { useLeague, useStory } from '../support/story.js';

describeInBrowser('the explorer', () => {
  let visitor: Visitor;
  const story = useStory();
  const league = useLeague(story, { slug: 'hidden', visibility: 'PRIVATE' }, 'ann beats ben');
  useLeague(story, 'open');
  beforeEach(async () => {
    visitor = await newVisitor();
  });
  afterEach(async () => {
    // The page needs nobody but its own origin, and breaks no rule of its policy.
    const { host } = new URL(story.url);
    expect(visitor.asked.filter((url) => !/^(blob|data):/.test(url) && new URL(url).host !== host)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  const open = async (path: string) => {
    await visitor.page.goto(`${story.url}${path}`);
    await visitor.page.waitForSelector('.graphiql-query-editor .view-lines');
  };
  const play = () => visitor.page.click('.graphiql-execute-button');
  /** Waits for what is answered; the editor shows it with spaces of its own. */
  const answered = (text: string) =>
    visitor.page.waitForFunction((expected) => {
      const shown = (globalThis as InPage).document.querySelector('.result-window');
      return shown?.textContent.replace(/\s/g, '').includes(expected);
    }, text);
  const giveToken = async () => {
    await visitor.page.click('.graphiql-editor-tool .graphiql-editor:not(.hidden) .view-lines');
    await visitor.page.keyboard.insertText(`{ "Authorization": "Bearer ${ADMIN_TOKEN}" }`);
  };

  test('is linked from the page at /, and has an example query and a hint, which phones show completely', async () => {
    await visitor.page.setViewportSize({ width: 360, height: 740 });
    await visitor.page.goto(story.url);
    await visitor.page.click('text=explorer');
    await visitor.page.waitForSelector('.graphiql-query-editor .view-line');
    const hint = () =>
      visitor.page.evaluate(() => {
        const { document } = globalThis as InPage;
        const { right } = document.querySelector('.graphiql-query-editor .monaco-editor').getBoundingClientRect();
        const lines: InPage[] = [...document.querySelectorAll('.graphiql-query-editor .view-line > span')];
        const hints = lines.filter(({ textContent }) => textContent.startsWith('#'));
        return { count: hints.length, cut: hints.filter((line) => line.getBoundingClientRect().right > right).length };
      });
    // The editor shows its lines a moment before it knows how wide it is.
    await expect.poll(hint).toEqual({ count: 8, cut: 0 });
    await play();
    await answered('"slug":"open"');
  });

  // Opening pages takes most of the time, so one has to do for both.
  test('opens when a browser visits the address of the API, and forgets a token on reload', async () => {
    await open(`/graphql?query=${encodeURIComponent('{ viewer { name } league(slug: "hidden") { slug } }')}`);
    expect(new URL(visitor.page.url()).pathname).toBe('/explorer');
    await giveToken();
    await play();
    await answered('"slug":"hidden"');
    // GraphiQL stores its tabs half a second after the last change.
    await visitor.page.waitForTimeout(600);
    const { cookies, origins } = await visitor.page.context().storageState({ indexedDB: true });
    expect({ cookies, origins }).toEqual({ cookies: [], origins: [] });

    await visitor.page.reload();
    await visitor.page.waitForSelector('.graphiql-query-editor .view-lines');
    expect(await visitor.page.content()).not.toContain(ADMIN_TOKEN);
    await play();
    await answered('"viewer":null');
  });

  test('subscribes with a token', async () => {
    const { eventCursor } = (await league.read('eventCursor')) as { eventCursor: string };
    const query = `subscription { matchRated(league: "hidden", after: "${eventCursor}") { match { externalId } } }`;
    await open(`/explorer?query=${encodeURIComponent(query)}`);
    await giveToken();
    await play();
    await league.play('cleo beats dan');
    await answered('"externalId":');
  });
});
