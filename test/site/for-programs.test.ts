import { describe, expect, test } from 'vitest';
import { BROKEN_OUT, HOSTILE, useHostileSite } from './hostile-site.js';

const { story, league, get, read } = useHostileSite();

describe('for programs', () => {
  test('robots.txt names the map of the site, which has the public leagues', async () => {
    await story.league('unmapped', 'zonestats', { visibility: 'PRIVATE' });
    const robots = await get('/robots.txt');
    expect([robots.status, robots.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const map = /^Sitemap: (.*)$/m.exec(await robots.text())![1]!;
    const answer = await fetch(map);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    const xml = await answer.text();
    expect(xml).toMatch(/<loc>[^<]*\/l\/europe\/matches<\/loc><lastmod>2020-/);
    expect(xml).not.toContain('unmapped');
    const [, first] = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!);
    expect((await fetch(first!)).status).toBe(200);
  });

  test('favicon.ico is an image', async () => {
    const answer = await get('/favicon.ico');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  });

  test('the feed has every match with its page, as XML', async () => {
    const answer = await get('/l/europe/matches.atom');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const xml = await answer.text();
    expect(xml).toContain(`<link href="${story.url}/l/europe/m/europe-1"/>`);
    expect(xml).not.toMatch(BROKEN_OUT);
    expect(xml.match(/<entry>/g)!.length).toBeGreaterThan(4);
    // Readers show a match again when it was corrected.
    const { data } = await story.admin.ask(
      '{ league(slug: "europe") { matches(status: VOID) { nodes { history { at } } } } }',
    );
    const { at } = data.league.matches.nodes[0].history[1];
    expect(xml).toMatch(new RegExp(`\\(Withdrawn\\)</title>[^]*?<updated>${at}<`));
    expect(/<updated>(.*?)</.exec(xml)![1]! >= at).toBe(true);
  });

  test('a badge is an image without scripts', async () => {
    const answer = await get('/l/europe/p/ben/badge.svg');
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    const svg = await answer.text();
    expect(svg).toMatch(/#\d+ · \d+/);
    expect(svg).not.toMatch(BROKEN_OUT);
    // A page may show it in any size.
    expect(svg).toMatch(/ width="(\d+)" height="22" viewBox="0 0 \1 22"/);
    // As the reader's language writes figures.
    for (const [slug, settings, text] of [
      ['sure', { provisionalDeviation: 350 }, /#1 · \d+,\d+\u00a0%</],
      ['unsure', {}, /Sans rang · provisoire</],
    ] as const) {
      await (await story.league(slug, 'timed-glicko', { settings })).play('ann beats ben');
      const french = await get(`/l/${slug}/p/ann/badge.svg`, { 'accept-language': 'fr' });
      expect(await french.text()).toMatch(text);
    }
    expect((await get('/l/europe/p/nobody/badge.svg')).headers.get('content-type')).toMatch(/^text\/plain/);
  });

  test.each([
    ...['/l/europe/card.png', '/l/europe/p/ben/card.png', '/l/europe/p/ann/card.png', '/l/europe/m/europe-1/card.png'],
    `/l/europe/m/${encodeURIComponent(HOSTILE)}/card.png`,
  ])('%s is a picture for previews, and its page names it', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const png = Buffer.from(await answer.arrayBuffer());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.length).toBeLessThan(150_000);
    expect((await get(path, { 'if-none-match': answer.headers.get('etag')! })).status).toBe(304);
    const html = await read(path.replace('/card.png', ''));
    expect(html).toContain(`<meta property="og:image" content="${story.url}${path}"/>`);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  });

  test('there is no picture of a name with unsupported letters', async () => {
    const [match] = await league().play('山田 beats ann');
    const page = `/l/europe/p/${encodeURIComponent('山田')}`;
    expect((await get(`${page}/card.png`)).status).toBe(404);
    expect(await read(page)).not.toContain('og:image');
    // Its card would be the picture.
    const named = await read(`/l/europe/m/${match!.externalId}`);
    expect(named).not.toMatch(/og:image|json\+oembed/);
    // A team is named by its players then.
    const sides = [{ name: 'الهلال', participants: [{ player: 'ann' }] }, { participants: [{ player: 'ben' }] }];
    const [ofTeam] = await league().play(league().match(sides.map((side, index) => ({ ...side, score: index }))));
    expect((await get(`/l/europe/m/${ofTeam!.externalId}/card.png`)).status).toBe(200);
    expect((await get('/l/europe/p/nobody/card.png')).status).toBe(404);
    expect((await get('/l/europe/m/nothing/card.png')).status).toBe(404);
  });

  test('oEmbed gives a frame for a board and a player of this site, and a picture of a match', async () => {
    const ask = async (url: string) => (await get(`/oembed?url=${encodeURIComponent(url)}&maxwidth=300`)).json();
    expect(await ask(`${story.url}/l/europe`)).toMatchObject({ version: '1.0', type: 'rich', width: 300 });
    expect(await ask(`${story.url}/l/europe/m/europe-1`)).toMatchObject({
      ...{ version: '1.0', type: 'photo', width: 300, height: 158 },
      url: `${story.url}/l/europe/m/europe-1/card.png`,
    });
    const { html } = (await ask(`${story.url}/l/europe/p/ben`)) as { html: string };
    expect(html).toContain(`<iframe src="${story.url}/embed/l/europe/p/ben" title="&lt;img`);
  });

  test('a frame has the colours of its address, or those of the reader', async () => {
    const colors = async (query: string) => {
      const html = await read(`/embed/l/europe${query}`);
      return /<html [^>]*class="([^"]*)".* name="color-scheme" content="([^"]*)"/.exec(html)!.slice(1);
    };
    expect(await colors('')).toEqual(['embed', 'light dark']);
    expect(await colors('?colors=dark')).toEqual(['embed dark', 'dark']);
    expect(await colors('?colors=%22%3Ered')).toEqual(['embed', 'light dark']);
  });

  test('a renamed league has its pages at one address, and its frames and files at both', async () => {
    await (await story.league('before', 'zonestats')).play('ann beats ben');
    const idsOf = async (slug: string) => (await (await get(`/l/${slug}/matches.atom`)).text()).match(/<id>.*?<\/id>/g);
    const ids = await idsOf('before');
    await story.admin.mutate('updateLeague', { league: 'before', slug: 'after' });
    for (const path of ['', '/p/ann?chart=rank', '/matches']) {
      const { status, headers } = await get(`/l/before${path}`);
      expect([status, headers.get('location')]).toEqual([301, `/l/after${path}`]);
    }
    for (const path of ['/embed/l/before', '/embed/l/before/live', '/l/before/card.png', '/l/before/p/ann/badge.svg']) {
      expect((await get(path)).status, path).toBe(200);
    }
    // Those who read the feed are shown nothing twice.
    expect(await idsOf('before')).toEqual(ids);
    expect(await idsOf('after')).toEqual(ids);
  });

  test('oEmbed has one format', async () => {
    const asked = `/oembed?url=${encodeURIComponent(`${story.url}/l/europe`)}&format=`;
    expect((await get(`${asked}json`)).status).toBe(200);
    const xml = await get(`${asked}xml`);
    expect([xml.status, await xml.text()]).toEqual([501, expect.stringContaining('format must be json')]);
  });

  test('oEmbed requires an address, and has nothing for addresses other than pages of this site with a card', async () => {
    expect((await get('/oembed?url=')).status).toBe(400);
    for (const url of [
      'https://elsewhere.example/l/europe',
      '/l/europe',
      'javascript:alert(1)',
      `${story.url}/l/%ff`,
    ]) {
      expect((await get(`/oembed?url=${encodeURIComponent(url)}`)).status, url).toBe(404);
    }
  });
});
