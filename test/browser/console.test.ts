import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DESK,
  describeInBrowser,
  type Examiner,
  type InPage,
  newExaminer,
  newVisitor,
  PHONE,
  type Visitor,
} from '../support/browser.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { type StoryLeague, useStory } from '../support/story.js';

/** As wide as a handle can be without a place to break it. */
const LONG = 'W'.repeat(64);

const PAGES = [
  '/console/sign-in',
  '/console',
  '/console/new',
  '/console/new?system=elo',
  '/console/l/europe',
  '/console/l/europe/matches',
  '/console/l/europe/new-match',
  '/console/l/europe/import',
  '/console/l/europe/m/europe-2',
  `/console/l/europe/m/${LONG}`,
  '/console/tokens',
  '/console/l/europe/players',
  '/console/l/europe/players?duplicates=yes',
  `/console/l/europe/p/${LONG}`,
  '/console/l/europe/webhooks',
  '/console/l/europe/integrity',
  '/console/l/europe/audit',
  '/console/l/europe/rating',
  '/console/l/europe/rating?system=elo',
  '/console/l/europe/settings',
  '/console/l/europe/archive',
  '/console/l/nowhere',
];

describeInBrowser('the console', () => {
  let league: StoryLeague;
  const story = useStory({ env: { OPENLADDER_WEBHOOK_ALLOW: '127.0.0.1/32' } });
  beforeAll(async () => {
    league = await story.league('europe', 'elo', { description: 'A league to look at.' });
    await league.play('ann beats ben', 'ben beats cleo', league.match(`ann beats ${LONG}`, { externalId: LONG }));
  });

  const signIn = async ({ page }: Visitor) => {
    await page.goto(`${story.url}/console`);
    await page.getByLabel('Token or link').fill(ADMIN_TOKEN);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console');
  };

  describe('each of its pages, on a phone and on a desk', () => {
    let visitor: Examiner;
    beforeAll(async () => {
      visitor = await newExaminer(/status of 4\d\d/);
      await signIn(visitor);
    });
    afterAll(() => visitor.leave());
    const look = () => visitor.look();

    test('the page of a webhook with its messages fits, and is accessible', async () => {
      await visitor.page.goto(`${story.url}/console/l/europe/webhooks`);
      await visitor.page.getByLabel('Address').fill(`https://127.0.0.1:9/${LONG}`);
      await visitor.page.getByRole('button', { name: 'Add a webhook' }).click();
      await visitor.page.waitForSelector('text=whsec_');
      await look();
      await visitor.page.locator('.entries a').first().click();
      await visitor.page.getByRole('button', { name: 'Send a test' }).click();
      await visitor.page.waitForSelector('[role=status]');
      await look();
    });

    const focused = () =>
      visitor.page.evaluate(() => {
        const { document, innerHeight } = globalThis as InPage;
        const { id } = document.activeElement;
        const { top } = document.activeElement.getBoundingClientRect();
        return { id, isInView: top >= 0 && top < innerHeight };
      });

    test('a secret is visible and has the focus, and can be copied', async () => {
      const { page } = visitor;
      await page.goto(`${story.url}/console/tokens`);
      await page.getByLabel('Name').last().fill('a bot');
      await page.getByLabel('Other leagues').fill('europe');
      await page.getByRole('button', { name: 'Create a token' }).click();
      await page.waitForSelector('text=ol_');
      await expect.poll(focused).toEqual({ id: 'answer', isInView: true });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate(() => (globalThis as InPage).navigator.clipboard.readText())).toMatch(/^ol_/);
      await look();
    });

    test('a plan and its result are visible and have the focus, and one can go back to the plan', async () => {
      const { page } = visitor;
      await page.goto(`${story.url}/console/l/europe/m/europe-3`);
      const form = page.locator('#amend');
      await form.getByLabel('Place').first().fill('2');
      await form.getByLabel('Place').last().fill('1');
      await form.getByLabel('Reason').fill('the places');
      await form.getByRole('button', { name: 'Preview' }).click();
      await page.waitForURL('**kept=**');
      await expect.poll(focused).toEqual({ id: 'answer', isInView: true });
      await look();
      await form.getByRole('button', { name: 'Correct the match' }).click();
      await page.waitForURL('**done=amended**');
      await expect.poll(focused).toEqual({ id: 'answer', isInView: true });
      await look();
      await page.goBack();
      expect(page.url()).toContain('kept=');
      await page.getByText('Changed since version').waitFor();
      await look();
    });

    test.each(PAGES)('%s fits, and is accessible', async (path) => {
      await visitor.page.goto(story.url + path);
      await look();
    });

    test('the pages of a file, its check and its refusal fit, and are accessible', async () => {
      const { page } = visitor;
      const csv = `day,${LONG},away,home score,away score\n2020-01-01,ann b,ben,1,0\n01.02.2020,ann b,ben,1,0\n2020-01-03,cleo,${LONG},1,x`;
      await page.goto(`${story.url}/console/l/europe/import`);
      const file = { name: `${LONG}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) };
      await page.getByLabel('File').setInputFiles(file);
      await page.getByRole('button', { name: 'Upload the file' }).click();
      await page.getByLabel(LONG).selectOption('player1');
      await look();
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('heading', { name: 'Preview' }).waitFor();
      await look();
      expect(await page.evaluate('document.activeElement.textContent')).toMatch(/kB · checked$/);
    });

    test('a new league defaults to the time zone of the browser, and keeps another one if the admin chooses it', async () => {
      const abroad = await newVisitor(DESK, 'Asia/Tokyo');
      const { page } = abroad;
      await signIn(abroad);
      await page.goto(`${story.url}/console/new?system=elo`);
      const zone = page.getByLabel('Time zone');
      expect(await zone.inputValue()).toBe('Asia/Tokyo');
      await zone.selectOption('UTC');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.waitForURL(/kept=/);
      expect(await zone.inputValue()).toBe('UTC');
      await abroad.leave();
    });

    test('a match being entered survives a closed page and a lost response, and counts once', async () => {
      // The check of every page complains about lost answers.
      const phone = await newVisitor(PHONE);
      const { page } = phone;
      await signIn(phone);
      const club = await story.league('club', 'zonestats', { played: ['Ann_B beats bert', 'bert beats Ann_B'] });
      const count = async () => (await club.read('matchCount')).matchCount;
      const players = () => page.locator('[name$=player]').evaluateAll((all) => all.map(({ value }: InPage) => value));
      await page.goto(`${story.url}/console/l/club/new-match`);
      await page.locator('[name$=player]').first().focus();
      for (const name of ['ann b', 'be']) {
        await page.keyboard.type(name);
        // The next player is waited for then.
        await page.locator('.options li').first().click();
      }
      await page.locator('[name="sides.0.score"]').fill('1');
      await page.locator('[name="sides.1.score"]').fill('0');
      const team = page.locator('[name="sides.0.name"]');
      await page.locator('.side-fields summary').first().click();
      await team.fill('Owls');
      await page.reload();
      expect(await players()).toEqual(['Ann_B', 'bert']);
      expect(await team.isVisible()).toBe(true);
      await team.fill('');
      for (const arrives of [false, true]) {
        await page.route('**/new-match**', async (route) => {
          if (route.request().method() !== 'POST') return route.continue();
          if (arrives) await route.fetch({ maxRedirects: 0 });
          return route.abort();
        });
        await page.getByRole('button', { name: 'Add the match' }).click({ noWaitAfter: true });
        await expect.poll(() => page.url()).toContain('chrome-error');
        await page.unroute('**/new-match**');
        await page.goto(`${story.url}/console/l/club/new-match`);
        expect([await players(), await count()]).toEqual(arrives ? [['', ''], 3] : [['Ann_B', 'bert'], 2]);
      }
      // What nobody wrote is as the next page has it.
      await story.league('heats', 'openskill');
      await page.goto(`${story.url}/console/l/heats/new-match?sides=2&players=1`);
      await page.locator('[name="sides.1.participants.0.player"]').fill('bert');
      await page.goto(`${story.url}/console/l/heats/new-match?sides=3&players=1`);
      expect(await players()).toEqual(['', 'bert', '']);
      const places = page.locator('[name$=placement]').evaluateAll((all) => all.map(({ value }: InPage) => value));
      expect(await places).toEqual(['1', '2', '3']);
      // Who signs out leaves nothing for the next one. The button is in a menu, because a phone has room for the page alone.
      const signOut = page.getByRole('button', { name: 'Sign out' });
      expect(await signOut.isVisible()).toBe(false);
      await page.getByText('Menu', { exact: true }).click();
      await signOut.click();
      await page.waitForURL('**done=signedOut');
      await signIn(phone);
      await page.goto(`${story.url}/console/l/heats/new-match?sides=3&players=1`);
      expect(await players()).toEqual(['', '', '']);
      await phone.leave();
    });

    test('an import is withdrawn and restored on a page that fits and is accessible', async () => {
      const { page } = visitor;
      const buffer = Buffer.from(`date,white,black,result\n2020-01-01,${LONG},ben,1-0\n2020-01-02,cleo,ben,½-½\n`);
      await page.goto(`${story.url}/console/l/europe/import`);
      await page.getByLabel('File').setInputFiles({ name: `${LONG}.csv`, mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Upload the file' }).click();
      expect(await page.getByLabel('Roles of the sides').inputValue()).toBe('white, black');
      const own = page.url();
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('button', { name: 'Import 2 matches' }).waitFor();
      await look();
      await page.getByRole('button', { name: 'Import 2 matches' }).click();
      await page.getByText('2 matches were added.').waitFor();
      expect(new URL(page.url()).pathname).toBe(new URL(own).pathname);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByLabel('Reason').fill('The file of another league.');
      await look();
      await page.getByRole('button', { name: 'Withdraw 2 matches' }).click();
      await page.getByText('2 matches were withdrawn. You can restore them below.').waitFor();
      await look();
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('button', { name: 'Restore 2 matches' }).waitFor();
      await look();
    });

    test('the pages of a comparison, a search and a refusal fit, and are accessible', async () => {
      const { page } = visitor;
      await page.goto(`${story.url}/console/l/europe/rating`);
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.getByText('Compared on 3 matches, the smallest loss first.').waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toContain('Compared on 3 matches');
      await look();
      await page.getByLabel('Maximum number of combinations to try').fill('9');
      await page.getByRole('button', { name: 'Search for better settings' }).click();
      // The script of the page brings it.
      await page.getByRole('heading', { name: 'Search results for Elo' }).waitFor();
      expect(await page.getByRole('status').allTextContents()).toEqual(['Done: the page shows the result.']);
      await page.getByRole('button', { name: 'Measure the improvement' }).waitFor();
      await look();
      await page.goto(`${story.url}/console/l/europe/settings`);
      await page.getByLabel('Matches for a rank').fill('2000');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').waitFor();
      await look();
    });
  });

  test('the link of the first start signs in one browser, and leaves nothing in its history', async () => {
    await story.sql(`INSERT INTO session
      SELECT sha256('once_abcdefghijklmnopqrstuvwx'), true, id, secret_hash, now(), now() + interval '1 day' FROM token WHERE id = 1`);
    const [first, second] = [await newVisitor(DESK), await newVisitor(DESK)];
    await first.page.goto(`${story.url}/console/sign-in#code=once_abcdefghijklmnopqrstuvwx`);
    await first.page.waitForURL('**/console');
    expect(await first.page.locator('#sign-out').textContent()).toContain('Signed in as OPENLADDER_ADMIN_TOKEN');
    expect(first.asked.filter((url) => url.includes('once_abcdefghijklmnopqrstuvwx') && !url.includes('#'))).toEqual(
      [],
    );
    await second.page.goto(`${story.url}/console/sign-in#code=once_abcdefghijklmnopqrstuvwx`);
    await second.page.getByRole('alert').waitFor();
    expect(second.page.url()).not.toContain('once_abcdefghijklmnopqrstuvwx');
    // A link of somebody else exchanges nobody who is signed in, unless they press the button.
    await first.page.goto(`${story.url}/console/sign-in#code=another_abcdefghijklmnopqrst`);
    await first.page.getByText('You are signed in already.').waitFor();
    await expect.poll(() => first.page.getByLabel('Token or link').inputValue()).toBe('another_abcdefghijklmnopqrst');
    expect(first.page.url()).toBe(`${story.url}/console/sign-in`);
    await first.leave();
    await second.leave();
  });
});
