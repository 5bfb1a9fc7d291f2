import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Story, type StoryLeague, startStory } from '../support/story.js';

/** Markup where a name is expected, in every text that somebody may choose. */
const HOSTILE = `<img src=x onerror=alert(1)>"'&</title><script>alert(2)</script>`;
/** What a browser would take for an element or an attribute of theirs. */
const BROKEN_OUT = /<(img src=x|script>alert)|onerror=alert\(1\)>(?!&)/;

let story: Story;
let league: StoryLeague;

beforeAll(async () => {
  story = await startStory();
  league = await story.league('europe', 'zonestats', {
    name: `Europe ${HOSTILE}`.slice(0, 100),
    description: HOSTILE,
  });
  await league.play('ann beats ben', 'ben beats cleo', 'ann beats cleo', 'ann draws ben');
  await story.admin.get(
    'mutation ($input: UpdatePlayerInput!) { updatePlayer(input: $input) { errors { message } player { handle } } }',
    { input: { player: 'ben', displayName: HOSTILE.slice(0, 40), reason: 'test' } },
  );
});
afterAll(() => story.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(story.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const read = async (path: string, headers?: Record<string, string>) => {
  const answer = await get(path, headers);
  expect(answer.status, path).toBe(200);
  return answer.text();
};

/** Every page there is, with what must be on it. */
const PAGES: readonly (readonly [string, string | RegExp])[] = [
  ['/', 'href="/l/europe"'],
  ['/l/europe', /<td class="number rank">1<\/td>.*ann/s],
  ['/l/europe?player=ben', 'class="sought"'],
  ['/l/europe?day=2020-01-01', 'The board at the end of'],
];

describe.each(PAGES)('%s', (path, expected) => {
  let html: string;
  let answer: Response;
  beforeAll(async () => {
    answer = await get(path);
    html = await answer.text();
  });

  test('is a page with what it is about', () => {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toMatch(expected);
  });

  test('shows hostile names as text', () => {
    expect(html).toContain('&lt;img src=x onerror=alert(1)');
    expect(html).not.toMatch(BROKEN_OUT);
  });

  test('has neither scripts nor styles in it, and a policy that would not run them', () => {
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+="/);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self'/,
    );
  });

  test('is sent again only after a change', async () => {
    const again = await get(path, { 'if-none-match': answer.headers.get('etag')! });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('has its words in the language that the browser asks for', async () => {
    const german = await get(path, { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' });
    expect(german.headers.get('content-language')).toBe('de');
    expect(await german.text()).toContain('<html lang="de">');
    expect(html).toContain('<html lang="en">');
  });
});

describe('every page', () => {
  test('names files that are there, for ever', async () => {
    const html = await read('/l/europe');
    const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const answer = await get(file);
      expect([file, answer.status]).toEqual([file, 200]);
      expect(answer.headers.get('cache-control')).toMatch(/immutable/);
    }
  });

  test('is new after a match', async () => {
    const before = await get('/l/europe');
    await league.play('dan beats ann');
    const after = await get('/l/europe', { 'if-none-match': before.headers.get('etag')! });
    expect(after.status).toBe(200);
    expect(await after.text()).toContain('>dan<');
  });

  test('is not for pages of others to frame', async () => {
    expect((await get('/')).headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
  });
});

describe('what is not there', () => {
  test.each(['/l/nowhere', '/l/%3Cscript%3E'])('%s is answered with 404 and a page that says so', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('Not found');
  });

  test.each(['/l/europe?day=2020-02-30', '/l/europe?day=%3Cscript%3E', '/l/europe?after=nonsense'])(
    '%s is answered with 400 and what is wrong with it',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(400);
      const html = await answer.text();
      expect(html).toMatch(/must be/);
      expect(html).not.toMatch(/<script>/);
    },
  );

  test('a private league is not there', async () => {
    await story.league('secret', 'zonestats', { visibility: 'PRIVATE' });
    expect((await get('/l/secret')).status).toBe(404);
    expect(await read('/')).not.toContain('secret');
  });
});
