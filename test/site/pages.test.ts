import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Story, type StoryLeague, startStory } from '../support/story.js';

/** Markup where a name is expected, in every text that somebody may choose. */
const HOSTILE = `<img src=x onerror=alert(1)>"'&</title><script>alert(2)</script>`;
/** What a browser would take for an element or an attribute of theirs. */
const BROKEN_OUT = /<(img src=x|script>alert)|onerror=alert\(1\)>(?!&)/;

const AMEND = 'mutation ($input: AmendMatchInput!) { amendMatch(input: $input) { errors { message } match { id } } }';
const VOID = 'mutation ($input: VoidMatchInput!) { voidMatch(input: $input) { errors { message } match { id } } }';

let story: Story;
let league: StoryLeague;

beforeAll(async () => {
  story = await startStory();
  league = await story.league('europe', 'zonestats', {
    name: `Europe ${HOSTILE}`.slice(0, 100),
    description: HOSTILE,
  });
  await league.play('ann beats ben', 'ben beats cleo', 'ann beats cleo', 'ann draws ben');
  const details = { [HOSTILE]: HOSTILE };
  const hostile = league.match(
    ['ann', 'ben'].map((player, index) => ({
      name: `${index} ${HOSTILE}`,
      score: 2 - index,
      participants: [{ player }],
    })),
    { externalId: HOSTILE, details } as object,
  );
  const [logged] = await league.play(hostile);
  await story.admin.get(AMEND, {
    input: { match: logged!.id, expectedVersion: 1, reason: 'test', playedAt: '2020-01-02T00:00:00Z' },
  });
  const [withdrawn] = await league.play('cleo beats ann');
  await story.admin.get(VOID, { input: { match: withdrawn!.id, expectedVersion: 1, reason: 'test' } });
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
  ['/l/europe/p/ben', /A win, where a score of 0\.\d\d was expected\./],
  ['/l/europe/p/ann', /class="band"|class="line"/],
  ['/l/europe/m/europe-1', 'How it was foreseen'],
  [`/l/europe/m/${encodeURIComponent(HOSTILE)}`, /<del>.*<\/del>.*<ins>/s],
  ['/l/europe/matches', '>Withdrawn<'],
  ['/l/europe/matches?player=ben&from=2020-01-01&status=RATED', /class="result">/],
  ['/l/europe/vs/ann/ben', /2–1–0/],
  ['/l/europe/live', 'data-live="europe"'],
  ['/l/europe/stats', '<rect'],
  ['/l/europe/about', 'initialRating'],
  ['/p/ben', 'href="/l/europe/p/ben"'],
  ['/embed/l/europe', 'target="_top"'],
  ['/embed/l/europe/p/ben', 'class="player-card"'],
  ['/embed/l/europe/live', 'data-live="europe"'],
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
    expect(await german.text()).toContain('<html lang="de"');
    expect(html).toContain('<html lang="en"');
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
});

describe('what is not there', () => {
  test.each([
    ...['/l/nowhere', '/l/%3Cscript%3E', '/l/europe/p/nobody', '/l/europe/m/nothing', '/p/nobody', '/l/nowhere/about'],
    ...['/embed/l/nowhere', '/embed/l/europe/p/nobody'],
  ])('%s is answered with 404 and a page that says so', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('Not found');
  });

  test.each([
    '/l/europe?day=2020-02-30',
    '/l/europe?day=%3Cscript%3E',
    '/l/europe?after=nonsense',
    '/l/europe/matches?status=x',
  ])('%s is answered with 400 and what is wrong with it', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toMatch(/must be/);
    expect(html).not.toMatch(/<script>/);
  });

  test('a private league is not there', async () => {
    await story.league('secret', 'zonestats', { visibility: 'PRIVATE' });
    expect((await get('/l/secret')).status).toBe(404);
    expect(await read('/')).not.toContain('secret');
  });
});

describe('for programs', () => {
  test('the feed has every match with its page, as XML', async () => {
    const answer = await get('/l/europe/matches.atom');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const xml = await answer.text();
    expect(xml).toContain(`<link href="${story.url}/l/europe/m/europe-1"/>`);
    expect(xml).not.toMatch(BROKEN_OUT);
    expect(xml.match(/<entry>/g)!.length).toBeGreaterThan(4);
  });

  test('a badge is an image that runs nothing', async () => {
    const answer = await get('/l/europe/p/ben/badge.svg');
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    const svg = await answer.text();
    expect(svg).toMatch(/#\d+ · \d+/);
    expect(svg).not.toMatch(BROKEN_OUT);
    expect((await get('/l/europe/p/nobody/badge.svg')).headers.get('content-type')).toMatch(/^text\/plain/);
  });

  test('oEmbed gives a frame for a board and a player of this site', async () => {
    const ask = async (url: string) => (await get(`/oembed?url=${encodeURIComponent(url)}&maxwidth=300`)).json();
    expect(await ask(`${story.url}/l/europe`)).toMatchObject({ version: '1.0', type: 'rich', width: 300 });
    const { html } = (await ask(`${story.url}/l/europe/p/ben`)) as { html: string };
    expect(html).toContain(`<iframe src="${story.url}/embed/l/europe/p/ben" title="&lt;img`);
  });

  test.each(['', 'https://elsewhere.example/l/europe', '/l/europe', 'javascript:alert(1)'])(
    'oEmbed refuses %j, which is no page of this site with a card',
    async (url) => {
      expect((await get(`/oembed?url=${encodeURIComponent(url)}`)).status).toBe(400);
    },
  );
});
