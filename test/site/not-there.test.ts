import { describe, expect, test } from 'vitest';
import { signedIn } from '../support/console.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { BROKEN_OUT, useHostileSite } from './hostile-site.js';

const { story, get, read } = useHostileSite();

describe('an unknown address', () => {
  test.each([
    ...['/l/nowhere', '/l/%3Cscript%3E', '/l/europe/p/nobody', '/l/europe/m/nothing', '/p/nobody', '/l/nowhere/about'],
    ...['/l/europe/vs/ann/nobody', '/l/europe/vs/nobody/ann', '/l/nowhere/vs/ann/ben'],
    ...['/l/europe/team/nobody', '/l/europe/team/%00', '/l/nowhere/team/red'],
    ...['/embed/l/nowhere', '/embed/l/europe/p/nobody', '/nowhere', '/l', '/l/europe/nothing/here', '/assets/site.css'],
  ])('%s gets 404 and a page', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('Not found');
  });

  test.each([
    ...['/l/europe/p/nobody', '/l/europe/m/nothing', '/l/europe/vs/ann/nobody', '/l/europe/nothing', '/l/europe/p'],
    '/l/europe/nothing/here',
  ])('%s keeps the links to its league', async (path) => {
    const html = await (await get(path)).text();
    expect(html).toMatch(/class="league-name"><a href="\/l\/europe".*href="\/l\/europe\/matches".*<h1>Not found</s);
    expect(html).not.toMatch(BROKEN_OUT);
  });

  test('an unknown player can be searched by part of their name', async () => {
    expect(await (await get('/l/europe/p/nobody')).text()).toContain(
      '<a href="/l/europe?player=nobody">Look for “nobody” on the board</a>',
    );
  });

  test.each([
    '/l/europe?day=2020-02-30',
    '/l/europe?day=%3Cscript%3E',
    '/l/europe?after=nonsense',
    '/l/europe?order=nonsense',
    '/l/europe/year/20x0',
    '/l/europe/p/ann?chart=nonsense',
    '/l/europe?min=0',
    '/l/europe?active=soon',
    '/l/europe/matches?status=x',
    '/embed/l/europe/live?places=0',
    '/embed/l/europe/live?matches=many',
  ])('%s gets 400 and its fault', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toMatch(/must be/);
    expect(html).not.toMatch(/<script>/);
  });

  test('errors are shown in the language of the page', async () => {
    const answer = await get('/l/europe?day=2020-02-30', { 'accept-language': 'de' });
    expect(await answer.text()).toContain('day muss ein Tag sein, etwa 2026-11-22, ist aber „2020-02-30“.');
  });

  test('an invalid address gets a page, and so does a form sent to the wrong place', async () => {
    const unreadable = await get('/l/%zz');
    expect([unreadable.status, unreadable.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    const sent = await fetch(`${story.url}/nowhere`, { method: 'POST', headers: { accept: 'text/html' } });
    expect([sent.status, await sent.text()]).toEqual([404, expect.stringContaining('<html lang="en"')]);
  });

  test.each([undefined, 'application/json', '*/*'])('programs that accept %s get JSON', async (accept) => {
    const answer = await fetch(`${story.url}/nowhere`, accept ? { headers: { accept } } : {});
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    expect(await answer.json()).toEqual({ errors: [expect.objectContaining({ extensions: { code: 'NOT_FOUND' } })] });
  });

  test('the card of a league without ranks shows the reason, and the leading players', async () => {
    const young = await story.league('young', 'zonestats', { minMatches: 3, played: ['flo beats gil'] });
    const card = async () =>
      /<li class="card"[^>]*>(?:(?!<\/li><li class="card").)*href="\/l\/young".*?facts.*?<\/p>/s
        .exec(await read('/'))![0]
        .split('class="card"')
        .at(-1)!;
    expect(await card()).toMatch(
      /Nobody has a rank yet: it takes at least 3 rated matches.*<span class="rank">–<\/span>.*flo.*2 players.*1 match/s,
    );
    await young.play('flo beats gil', 'gil beats flo');
    expect(await card()).not.toContain('Nobody has a rank');
    await story.admin.mutate('updateLeague', { league: 'young', activeWithin: 30, reason: 'test' });
    expect(await card()).toContain('nobody has played in the last 30 days');
  });

  test('a league with only provisional players shows how many matches they lack, and lists them', async () => {
    const newcomers = await story.league('newcomers', 'elo', {
      minMatches: 2,
      settings: { k: 20, newcomerK: 40, newcomerMatches: 30 },
    });
    await newcomers.play('gus beats hal', 'gus beats ida');
    expect(await read('/')).toContain('Nobody has a rank yet: it takes at least 30 rated matches.');
    const board = await read('/l/newcomers');
    expect(board).toMatch(/class="notice">Nobody has a rank yet: it takes at least 30 rated matches\..*<table/s);
    expect(board).toMatch(/A rank takes at least 30 rated matches\..*gus.*28 more matches for a rank.*hal.*29 more/s);
    expect(await read('/l/newcomers?player=HAL')).toMatch(
      /class="notice">\P{L}?hal\P{L}? is provisional and has no rank: 29 more matches for a rank\..*class="sought"/su,
    );
    expect(await read('/l/newcomers/p/gus')).toContain('Provisional: 28 more matches for a rank');
    expect(await read('/l/newcomers/stats')).toContain('<p>Nobody has a rank at the moment.</p>');
    expect(await read('/l/newcomers/live')).toMatch(/<span class="rank">–<\/span>.*gus/s);
  });

  test('a private league looks like an unknown one', async () => {
    await story.league('secret', 'zonestats', { visibility: 'PRIVATE' });
    expect((await get('/l/secret')).status).toBe(404);
    expect(await read('/')).not.toContain('secret');
  });

  test.each(['', '/matches', '/p/ann', '?day=2020-02-30', '/nothing/here'])(
    'the cache of a private league is not visible at /l/hidden%s',
    async (path) => {
      const kept = { visibility: 'PRIVATE', timeZone: 'Asia/Tokyo' };
      await story.admin.attempt('createLeague', { slug: 'hidden', name: 'Hidden', ratingSystem: 'elo', ...kept });
      const admin = await signedIn(story.url, ADMIN_TOKEN);
      expect(await admin.read('/console/l/hidden')).toContain('Hidden');
      expect((await admin.get('/l/hidden')).status).toBeLessThan(500);
      const [hidden, none] = [await get(`/l/hidden${path}`), await get(`/l/absent${path}`)];
      expect(hidden.status).toBe(none.status);
      expect(await hidden.text()).not.toContain('Tokyo');
    },
  );
});
