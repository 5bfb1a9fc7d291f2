import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser, newVisitor, type OtherSite, openOtherSite, type Visitor } from '../support/browser.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { type StoryLeague, useStory } from '../support/story.js';
import { bundle } from './bundle.js';

describeInBrowser('the client in a browser, on another origin', () => {
  let league: StoryLeague;
  let site: OtherSite;
  let visitor: Visitor;
  const story = useStory();
  beforeAll(async () => {
    league = await story.league('europe');
    const code = await bundle(`import * as client from '@openladder/client'; globalThis.ladder = client;`);
    site = await openOtherSite({
      '/': '<!doctype html><script type="module" src="/page.js"></script>',
      '/page.js': code,
    });
    visitor = await newVisitor();
    await visitor.page.goto(site.origin);
    await visitor.page.waitForFunction('globalThis.ladder');
  });
  afterAll(async () => {
    await visitor.leave();
    await site.stop();
  });

  /** Runs a function body on the page, with `europe`, the league by the token, and `ladder`, the module. */
  const onPage = (body: string, token?: string) =>
    visitor.page.evaluate(`(async () => {
      const client = ladder.createClient(${JSON.stringify({ url: story.url, token })});
      const europe = client.league('europe');
      ${body}
    })()`);

  test('submits with a token in batches, and reads lists without one', async () => {
    const submitted = await onPage(
      `const sides = ladder.duel('ann', 'ben');
       const at = (n) => new Date(Date.UTC(2020, 0, 1, 0, n));
       const results = await Promise.all([1, 2].map((n) => europe.submit({ externalId: 'b-' + n, playedAt: at(n), sides })));
       return results.map(({ ok }) => ok);`,
      ADMIN_TOKEN,
    );
    expect(submitted).toEqual([true, true]);
    const listed = await onPage(`const ids = [];
      for await (const { externalId } of europe.matches()) ids.push(externalId);
      return ids;`);
    expect(listed).toEqual(['b-2', 'b-1']);
  });

  test('follows matches that come after the last one', async () => {
    const followed = onPage(`const events = europe.matchRated();
      const first = await events.next();
      return [first.value.match.externalId];`);
    let isOver = false;
    const playing = (async () => {
      while (!isOver) await league.play('cid beats dan');
    })();
    expect(await followed).toEqual([expect.stringMatching(/^europe-/)]);
    isOver = true;
    await playing;
  });

  test('throws errors with the codes of the service', async () => {
    const failure = await onPage(
      `return europe.submit({ externalId: 'x', playedAt: new Date(), sides: [] }).catch(({ name, code }) => [name, code]);`,
      'ol_wrong',
    );
    expect(failure).toEqual(['Unauthenticated', 'UNAUTHENTICATED']);
  });
});
