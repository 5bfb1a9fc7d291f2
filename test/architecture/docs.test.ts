import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { openladder } from '../../services/api/dist/main.js';
import { WEBHOOK_EVENTS } from '../../services/api/dist/webhook/webhook.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LINK = /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
/** A path in a code span: words with slashes between them. */
const PATH = /`(\w[\w.-]*(?:\/[\w.-]+)+\/?)`/g;
/** Where a path may begin, beside its document's own folder. GLOSSARY.md says what `api/` stands for. */
const STARTS = ['', 'services/api/src', 'services/api', 'packages', 'schema', 'test', 'test/bench'];
/** What looks like a path and is none: media types, dates, builds, and what benchmarks write. */
const NO_PATH = /^(application\/|\d|dist\/?$|test\/bench\/results\.json$)/;
/** What a reader may call by its end only: `kit/sql/transaction.ts`, `token.ts`. */
const endsWith = (files: ReadonlySet<string>, path: string) => [...files].some((file) => file.endsWith(`/${path}`));

/** Files and folders of the repository. */
let paths: ReadonlySet<string>;
let documents: ReadonlyMap<string, string>;

beforeAll(async () => {
  const listed = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    maxBuffer: 10_000_000,
  });
  const files = listed.stdout.trim().split('\n');
  paths = new Set(
    files.flatMap((file) => file.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))),
  );
  const texts = files.filter((file) => file.endsWith('.md'));
  documents = new Map(
    await Promise.all(texts.map(async (file) => [file, await readFile(join(ROOT, file), 'utf8')] as const)),
  );
});

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** How the API names an event of webhooks. */
const nameOf = (event: string) => event.toUpperCase().replace('.', '_');

describe('the documents', () => {
  test('list every command in the pages about running commands', async () => {
    const [, list] = documents.get('docs/run-it.md')!.split('## Commands\n');
    const names = (await openladder()).commands.map((command) => command.name());
    expect(names.filter((name) => !list!.includes(`\`${name}\``))).toEqual([]);
  });

  test('list every rating system and every webhook event in their tables', () => {
    const raters = [...paths].flatMap((path) => path.match(/^packages\/rater-[\w-]+$/) ?? []);
    const rows = [
      ...raters.map((path) => ['docs/run-a-league.md', `(../${path}) |`] as const),
      ...WEBHOOK_EVENTS.map((event) => ['docs/webhooks.md', `| \`${event}\` | \`${nameOf(event)}\` |`] as const),
    ];
    expect(raters.length).toBeGreaterThan(7);
    expect(rows.filter(([file, row]) => !documents.get(file)!.includes(row))).toEqual([]);
  });

  test('have no broken links', () => {
    const broken: string[] = [];
    for (const [file, text] of documents) {
      for (const [link, path, anchor] of text.matchAll(LINK)) {
        const target = path ? normalize(join(dirname(file), path)).replace(/\/$/, '') : file;
        const isThere = target === '.' || paths.has(target);
        const linked = documents.get(target);
        if (!isThere || (anchor && linked && !anchorsOf(linked).has(anchor))) broken.push(`${file}: ${link}`);
      }
    }
    expect(documents.size).toBeGreaterThan(60);
    expect(broken).toEqual([]);
  });

  test('of packages link to nothing outside of the package', () => {
    const pages = [...documents].filter(([file]) => /^(packages|services)\/\w[\w-]*\/README\.md$/.test(file));
    expect(pages.length).toBeGreaterThan(7);
    const outside = pages.flatMap(([file, text]) =>
      [...text.matchAll(LINK)].filter(([, path]) => path).map(([link]) => `${file}: ${link}`),
    );
    expect(outside).toEqual([]);
  });

  test('name existing paths', () => {
    const missing: string[] = [];
    for (const [file, text] of documents) {
      for (const [, written] of text.matchAll(PATH)) {
        const path = written!.replace(/\/$/, '');
        const starts = [...STARTS, dirname(file), join(dirname(file), 'src')];
        const candidates = [path, path.replace(/^api\//, 'services/api/src/')];
        const isThere = candidates.some((it) => starts.some((start) => paths.has(normalize(join(start, it)))));
        if (!isThere && !NO_PATH.test(path) && !endsWith(paths, path)) missing.push(`${file}: ${written}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test('of decisions have unique numbers, which their titles repeat', () => {
    const decisions = [...documents].filter(([file]) => file.startsWith('docs/decisions/')).sort();
    const numbers = decisions.map(([file]) => file.match(/\/(\d{4})-/)?.[1]);
    const titles = decisions.map(([, text]) => text.match(/^# (\d+)\. /)?.[1]?.padStart(4, '0'));
    expect(titles).toEqual(numbers);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  test('of decisions have a status', () => {
    const decisions = [...documents].filter(([file]) => file.startsWith('docs/decisions/'));
    const without = decisions.filter(([, text]) => !/^Status: (accepted|superseded)/m.test(text));
    expect(without.map(([file]) => file)).toEqual([]);
  });
});
