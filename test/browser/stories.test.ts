import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser, newVisitor, type Visitor } from '../support/browser.js';
import type { Row } from '../support/graphql.js';
import { FOOTBALL } from '../support/real-data.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { type Story, startStory } from '../support/story.js';

/** The first international matches; those of a real file where it is there. */
const FEW = `date,home_team,away_team,home_score,away_score,tournament
1872-11-30,Scotland,England,0,0,Friendly
1873-03-08,England,Scotland,4,2,Friendly
1874-03-07,Scotland,England,2,1,Friendly
1875-03-06,England,Scotland,2,2,Friendly
1876-03-04,Scotland,England,3,0,Friendly
1876-03-25,Scotland,Wales,4,0,Friendly
1877-03-03,England,Scotland,1,3,Friendly
1877-03-05,Wales,Scotland,0,2,Friendly
`;
const ROWS = 400;

async function file(): Promise<string> {
  if (!existsSync(FOOTBALL)) return FEW;
  const lines = (await readFile(FOOTBALL, 'utf8')).split('\n', ROWS + 1);
  return `${lines.join('\n')}\n`;
}

describeInBrowser('an administrator', () => {
  let story: Story;
  let csv: string;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    story = await startStory();
    csv = await file();
    visitor = await newVisitor();
    page = visitor.page;
    await page.goto(`${story.url}/console`);
    await page.getByLabel('Token or link').fill(ADMIN_TOKEN);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console');
  });
  afterAll(async () => {
    await visitor?.leave();
    await story?.stop();
  });

  const board = async (): Promise<string[]> => {
    const { league } = await story.admin.get(
      '{ league(slug: "football") { standings(first: 30, includeProvisional: true) { nodes { player { handle } rating { value } } } } }',
    );
    return league.standings.nodes.map(({ player, rating }: Row) => `${player.handle} ${rating.value}`);
  };

  test('opens a league with the matches of a CSV file, and everybody sees its board', async () => {
    const rows = csv.trim().split('\n').length - 1;
    await page.getByRole('link', { name: 'New league' }).click();
    await page.getByRole('link', { name: 'Elo', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Football');
    await page.getByRole('button', { name: 'Open it and import a file' }).click();
    await page.getByText('The league is open.').waitFor();

    await page
      .getByLabel('File')
      .setInputFiles({ name: 'results.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('button', { name: 'Upload the file' }).click();
    // The names of the columns say what they are, but for one that is chosen in vain and let go again.
    await page.getByLabel('tournament').selectOption('id');
    await page.getByLabel('tournament').selectOption('');
    expect(await page.getByLabel('home_team').inputValue()).toBe('player1');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('heading', { name: 'Preview' }).waitFor();
    expect(await page.getByText('Matches to add').locator('..').textContent()).toContain(String(rows));
    expect(await board()).toEqual([]);
    await page.getByRole('button', { name: `Import ${rows} matches` }).click();
    await page.getByText(`${rows} matches were added.`).waitFor();
    await page.getByRole('link', { name: 'See the board' }).click();
    await page.waitForURL('**/l/football');
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(2);
    expect(visitor.complaints).toEqual([]);

    const reader = await newVisitor({ width: 360, height: 740 });
    await reader.page.goto(`${story.url}/l/football`);
    expect(await reader.page.locator('tbody tr').first().textContent()).toMatch(/Scotland|England/);
    await reader.leave();
  });

  test('puts right a wrong result of long ago, sees what it does, and takes it back', async () => {
    const before = await board();
    await page.goto(`${story.url}/console/l/football/matches`);
    await page.getByLabel('To').fill('1873-12-31');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('link', { name: /^England .* Scotland$/ }).click();
    await page.getByLabel('Points', { exact: true }).first().fill('2');
    await page.getByLabel('Points', { exact: true }).last().fill('4');
    await page.getByRole('button', { name: 'Preview' }).first().click();
    await page.getByText('ratings change').waitFor();
    expect(await board()).toEqual(before);
    await page.getByLabel('Reason').first().fill('the score sheet says so');
    await page.getByRole('button', { name: 'Correct the match' }).click();
    await page.getByText('The match was amended: this is version 2.').waitFor();
    expect(await board()).not.toEqual(before);

    await page.getByRole('link', { name: 'Restore this version' }).last().click();
    await page.getByRole('button', { name: 'Preview' }).first().click();
    await page.getByLabel('Reason').first().fill('the score sheet was of another year');
    await page.getByRole('button', { name: 'Correct the match' }).click();
    await page.getByText('Version 1 of the match is restored, as version 3;').waitFor();
    expect(await board()).toEqual(before);
  });
});
