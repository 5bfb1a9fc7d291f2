import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSchema } from '../schema/files.js';
import { describeInBrowser, newVisitor } from '../support/browser.js';
import { newFolder } from '../support/folder.js';
import { useStory } from '../support/story.js';

const GENERATOR = new URL('../../services/web/docs/static.mjs', import.meta.url);

const linksOf = (html: string) => [...html.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, link]) => link!);
const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!));

describe('the documentation at /docs', () => {
  const story = useStory();
  const get = async (path: string, headers = {}) => {
    const answer = await fetch(story.url + path, { headers });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };

  test('has no broken link or anchor', async () => {
    const pages = new Map<string, string>();
    const waiting = ['/docs'];
    const broken: string[] = [];
    const links: { from: string; to: string; anchor: string }[] = [];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (pages.has(path)) continue;
      const { status, text, type } = await get(path);
      if (status !== 200) broken.push(path);
      pages.set(path, text);
      if (!type?.startsWith('text/html') || !path.startsWith('/docs')) continue;
      for (const link of linksOf(text).filter((one) => /^[/#]/.test(one))) {
        const [to = '', anchor = ''] = link.split('#');
        if (to) waiting.push(to);
        links.push({ from: path, to: to || path, anchor });
      }
    }
    const lost = links.filter(({ to, anchor }) => anchor && !idsOf(pages.get(to)!).has(anchor));
    expect([broken, lost]).toEqual([[], []]);
    expect(pages.size).toBeGreaterThan(80);
  });

  test('has the plain text of each page beside it', async () => {
    const { type, text } = await get('/docs/import.md');
    expect(type).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(/^# /);
    expect(text).toContain('](/docs/console#importing-a-file)');
  });

  test('names every type, field, argument and value of the schema', async () => {
    const all = await Promise.all(
      ['queries', 'mutations', 'subscriptions', 'objects', 'results', 'inputs', 'enums'].map((of) =>
        get(`/docs/api-${of}.md`),
      ),
    );
    const text = all.map((one) => one.text).join('\n');
    const missing = Object.values((await readSchema()).getTypeMap())
      .filter(({ name }) => !/^(__|(String|Int|Float|Boolean|Query|Mutation|Subscription)$)/.test(name))
      .flatMap((type) => [
        ...(text.includes(`## ${type.name}\n`) ? [] : [type.name]),
        ...(isObjectType(type) ? Object.keys(type.getFields()) : []).filter((name) => !text.includes(`\`${name}\``)),
      ]);
    expect(missing).toEqual([]);
    expect(text).toContain(
      '`input`: [AmendMatchInput](/docs/api-inputs#amendmatchinput)!. Corrections to a match; omitted fields stay as they are.',
    );
  });

  test('shows the examples of one file completely, and links to them', async () => {
    const { text } = await get('/docs/examples.md');
    for (const program of ['python-bot/bot.py', 'webhook-receiver/receiver.mjs', 'board-page/board.html']) {
      expect(text).toContain(`(/docs/examples#examples${program.replaceAll(/[/.]/g, '')})`);
      expect(text).toContain((await readFile(new URL(`../../examples/${program}`, import.meta.url), 'utf8')).trimEnd());
    }
  });

  test('is searched without a script, by words and by their beginnings', async () => {
    const { text } = await get('/docs/search?q=webhook%20secr');
    expect(linksOf(text)).toContain('/docs/webhooks');
    expect((await get('/docs/search?q=zzxqy')).text).toContain('zzxqy');
    // What stands in angle brackets in code is no tag.
    expect((await get('/docs/search?q=releases')).text).toContain('openladder-&lt;version>-&lt;platform>.tar.gz');
  });

  test("has a note in the reader's language that it is in English", async () => {
    const { text } = await get('/docs/import', { 'accept-language': 'de' });
    expect(text).toContain('Die Dokumentation ist auf Englisch');
    expect(text).toContain('<article lang="en">');
  });

  test('serves only its own files', async () => {
    for (const path of [
      '/docs/none',
      '/docs/none.md',
      '/docs/contents.json',
      '/docs/..%2fstamp',
      '/docs/images/..%2fx',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
  });
});

describe('the documentation as files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await newFolder();
    const { writeStaticDocs } = await import(GENERATOR.href);
    await writeStaticDocs(folder);
  });

  test('has no link that leads out of its folder or nowhere', async () => {
    const names = await readdir(folder, { recursive: true });
    const pages = names.filter((name) => name.endsWith('.html'));
    const broken: string[] = [];
    for (const page of pages) {
      for (const link of linksOf(await readFile(join(folder, page), 'utf8'))) {
        const path = link.split('#', 1)[0]!;
        if (!/^\w+:/.test(link) && path !== '' && !names.includes(path)) broken.push(`${page}: ${link}`);
      }
    }
    expect(pages.length).toBeGreaterThan(40);
    expect(broken).toEqual([]);
  });

  describeInBrowser('in a browser without a server', () => {
    test('finds words', async () => {
      const { page, complaints, leave } = await newVisitor();
      await page.goto(pathToFileURL(join(folder, 'index.html')).href);
      await page.getByRole('searchbox').fill('webhook secret');
      await page.getByRole('button').click();
      await page.getByRole('link', { name: 'Webhooks', exact: true }).last().click();
      await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
      expect(complaints).toEqual([]);
      await leave();
    });
  });
});
