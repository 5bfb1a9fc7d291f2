import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  SiteAboutDocument,
  SiteBoardDocument,
  SiteCardDocument,
  SiteLiveDocument,
  SiteMatchDocument,
  SiteMatchesDocument,
  SiteNumbersDocument,
  SitePlayerDocument,
} from '../../services/web/dist/operations.js';
import { postGraphql } from '../support/graphql.js';
import { startService } from '../support/service.js';
import { BROKEN_OUT, HOSTILE, UNNAMED_TABLE, useHostileSite } from './hostile-site.js';

const { story, league, get, read } = useHostileSite();

test('a page shows the countries and links of players, and loads nothing from there', async () => {
  const links = ['https://twitch.tv/zoe?a=1&b="2"', 'https://zoe.example'];
  await story.league('cup', 'elo', { hue: 144, played: ['zoe beats yan', 'zoe beats yan'] });
  await story.admin.mutate('updatePlayer', { player: 'zoe', country: 'SE', links, reason: 'test' });
  const tag =
    /<a class="country" href="\/l\/cup\?country=SE" title="Sweden" rel="nofollow">SE<span class="hidden"> Sweden</;
  for (const path of ['/l/cup', '/l/cup/m/cup-1']) expect(await read(path)).toMatch(tag);
  const filtered = await read('/l/cup?country=se');
  expect(filtered).toMatch(/<option value="SE" selected>Sweden<.*1 player with these filters.*>zoe</s);
  expect(filtered).not.toContain('>yan<');
  expect(filtered).toContain('href="/l/cup/board.csv?country=se"');
  expect((await get('/l/cup?country=ZZ')).status).toBe(400);
  for (const path of ['/l/cup/p/zoe', '/p/zoe']) {
    const html = await read(path, { 'accept-language': 'de' });
    expect(html).toContain('Schweden');
    expect(html).toContain(
      '<a href="https://twitch.tv/zoe?a=1&amp;b=%222%22" rel="nofollow ugc noopener">twitch.tv</a><a href="https://zoe.example/"',
    );
    expect(html).not.toMatch(/(?:src|srcset)="https:/);
  }
  expect(await read('/l/cup')).toContain('<main id="main" data-hue="of-140">');
  expect(await read('/')).toContain('<li class="card" data-hue="of-140">');
  expect(await read('/l/europe')).toMatch(/<main id="main" data-hue="\d">/);
});

test('a board says how far each player is behind the next one, as its figures say', async () => {
  await story.league('gaps', 'elo', { played: ['ann beats ben', 'ann beats cleo', 'ben beats cleo', 'ann beats ben'] });
  const rows = /<td class="number value">(\d+)<\/td><td class="number wide quiet">([^<]*)</g;
  const [first, second, third] = [...(await read('/l/gaps')).matchAll(rows)].map(([, points, gap]) => [points, gap]);
  expect(first![1]).toBe('–');
  expect(second![1]).toBe(`${Number(first![0]) - Number(second![0])}`);
  expect(third![1]).toBe(`${Number(second![0]) - Number(third![0])}`);
  expect(await read('/l/gaps?order=WINS')).not.toContain('>Behind</th>');
});

test('the page of a player names the records of the league that they hold', async () => {
  const held = async (player: string) =>
    /<p class="facts">(<span class="flag">.*?)<\/p>/.exec(await read(`/l/gaps/p/${player}`))?.[1];
  expect(await held('ann')).toBe(
    '<span class="flag">Highest peak</span><span class="flag">Most wins</span><span class="flag">Most matches</span>',
  );
  expect(await held('cleo')).toBeUndefined();
});

test('a page has its address and its subject for programs', async () => {
  const canonical = (path: string) => `<link rel="canonical" href="${story.url}${path}"`;
  for (const path of ['/', '/l/europe', '/l/europe/p/ann', '/l/europe/m/europe-1']) {
    expect(await read(path)).toContain(canonical(path));
  }
  expect(await read('/l/europe?name=a')).not.toContain('rel="canonical"');
  expect(await read('/l/europe')).toMatch(
    /itemtype="https:\/\/schema.org\/SportsOrganization"><h1><bdi itemprop="name">/,
  );
  await story.league('solo', 'elo').then((solo) =>
    solo.play(
      solo.match([
        { name: 'Ferrari', placement: 1, participants: [{ player: 'solo_one' }] },
        { placement: 2, participants: [{ player: 'solo_two' }] },
      ]),
    ),
  );
  const itemOf = (type: string, name: string) =>
    `itemtype="https://schema.org/${type}"><meta itemprop="name" content="${name}"/>`;
  expect(await read('/l/solo/m/solo-1')).toContain(itemOf('Person', 'solo_one'));
  expect(await read('/l/solo/m/solo-1')).toContain('itemscope><meta itemprop="name" content="solo_two"/>');
  expect(await read('/l/solo/p/solo_one')).toMatch(/schema.org\/Person">.*<span itemprop="name">.*solo_one/s);
  // Nobody knows whether this is a club that was entered as a player.
  expect(await read('/l/solo/p/solo_two')).toMatch(/<section class="summary" itemscope><h1>.*<span itemprop="name">/s);
  const clubs = await story.league('clubs', 'elo');
  const at = (role: string, placement: number) => ({ role, placement, participants: [{ player: `club_${role}` }] });
  await clubs.play(clubs.match([at('home', 1), at('away', 2)]));
  expect(await read('/l/clubs/p/club_away')).toMatch(/<section class="summary" itemscope itemtype="[^"]+SportsTeam">/);
  expect(await read('/l/europe/m/europe-1')).toMatch(
    /schema.org\/SportsEvent"><h1 itemprop="name">.*<time datetime="[^"]+Z"[^>]* itemprop="startDate">.*<span itemprop="competitor" itemscope><meta itemprop="name" content="ann"/s,
  );
});

test('a page names the time zone of its times once', async () => {
  const zones = async (path: string) =>
    [...(await read(path)).matchAll(/<span data-zone[^>]*>([^<]+)/g)].map(([, zone]) => zone);
  expect(await zones('/l/europe')).toEqual(['UTC']);
  expect(await zones('/')).toEqual(['of each league']);
});

/** Every page there is, with what must be on it. */
const PAGES: readonly (readonly [string, string | RegExp])[] = [
  ['/', /Latest results.*Corrections.*Match withdrawn.*class="card".*href="\/l\/europe"/s],
  ['/search?q=ben', /<h1>Search: ben<\/h1>.*href="\/p\/ben"/s],
  ['/search?q=europ', 'href="/l/europe"'],
  ['/l/europe', /<td class="number rank">1<\/td>.*ann/s],
  [
    '/l/europe',
    /<aside.*Latest results.*href="\/l\/europe\/m\/.*Records.*Highest peak.*href="\/l\/europe\/p\/.*Corrections.*Match withdrawn/s,
  ],
  ['/l/europe?player=ben', /<form action="\/l\/europe#me">.*<tr class="sought" id="me">/s],
  ['/l/europe?player=nobody', /<p class="notice" id="me">nobody is not on this board/],
  ['/l/europe?order=WINS', /<b aria-current="true">Most wins<\/b>.*<table.*ann.*ben.*cleo/s],
  [
    '/l/europe?name=b&min=2',
    /1 player with these filters\..*<td class="number rank">2<.*href="\/l\/europe\/board\.csv\?minMatches=2&amp;name=b"/s,
  ],
  ['/l/europe?order=CLIMBERS', 'has gained points'],
  ['/l/europe?rank=2', /<td class="number rank">2<\/td>(?!.*<td class="number rank">1<)/s],
  ['/l/europe?day=2020-01-01', 'The board at the end of'],
  [
    '/l/europe/p/ben',
    /\d% won<.*So far.* has played \d matches since .*Beat an opponent rated \d+(\.\d)? \(expected score 0\.\d+\): \+\d+(\.\d)?, to \d/s,
  ],
  [
    '/l/europe/p/ann',
    /class="line".*<li>Jan 1, 2020<\/li>.*<g aria-hidden="true"><path class="shade-\d" d="[^"]+"><title>Jan 1, 2020: 3 matches<\/title>/s,
  ],
  ['/l/europe/m/europe-1', /Prediction.*The story.*There was no favourite: all chances were equal./s],
  [`/l/europe/m/${encodeURIComponent(HOSTILE)}`, /class="place">Won · home · .*<del>.*<\/del>.*<ins>/s],
  ['/l/europe/matches', '>Withdrawn<'],
  ['/l/europe/matches?player=ben&from=2020-01-01&status=RATED', /class="result">/],
  ['/l/europe/vs/ann/ben', /2 : 0.*1 draw.*ann\u2069 is slightly favoured\./s],
  ['/l/europe/compare', /Add up to 5 players, one after another.*<input name="p"/s],
  ['/l/europe/compare?p=ann&p=BEN&p=ann', /class="line line-1".*<td class="number">1<\/td>.*name="p" value="ben"/s],
  ['/l/europe/live', 'data-live="europe"'],
  ['/l/europe/queue', /1 player is waiting\..*href="\/l\/europe\/p\/ben"/s],
  [
    '/l/europe/stats',
    /<rect.*chances on match pages are different figures.*scores are .* percentage points off the expected scores.*<circle/s,
  ],
  [
    '/l/europe/stats?player=ben',
    / is at the line".*<path class="here".*id="here".*at least as good as 50% of the others.*action="\/l\/europe\/stats#here"/s,
  ],
  [
    '/l/europe/year/2020',
    /<dd class="big">5<.*<dd class="big">3<.*At the top in the end.*ann.*Most active.*4 matches/s,
  ],
  ['/l/europe/year/2019', 'No matches yet'],
  [
    `/l/europe/team/${encodeURIComponent(`0 ${HOSTILE}`)}`,
    /<text[^>]*>0I<.*1–0–0.*href="\/l\/europe\/p\/ann".*Meetings.*href="\/l\/europe\/team\/1%20.*Newest matches/s,
  ],
  [
    '/l/europe/about',
    /How ratings work here.*Everybody begins with 500 points\..*The newest match as an example.*: .*\d [+−]\d[\d.]* = \d.*<code>equation5<\/code>.*initialRating/s,
  ],
  ['/p/ben', 'href="/l/europe/p/ben"'],
  ['/embed/l/europe', 'target="_top"'],
  ['/embed/l/europe/p/ben', /<main id="main" data-hue="[^"]+">.*class="player-card"/s],
  ['/embed/l/europe/live', 'data-live="europe"'],
];

describe.each(PAGES)('%s', (path, expected) => {
  let html: string;
  let answer: Response;
  beforeAll(async () => {
    answer = await get(path);
    html = await answer.text();
  });

  test('is a page with its subject', () => {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toMatch(expected);
  });

  test('shows hostile names as text', () => {
    expect(html).toContain('&lt;img src=x onerror=alert(1)');
    expect(html).not.toMatch(BROKEN_OUT);
  });

  test('contains neither scripts nor styles, and a policy that blocks them', () => {
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+="/);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self'/,
    );
  });

  test('gives every table a name for screen readers', () => {
    expect(html).not.toMatch(UNNAMED_TABLE);
  });

  test('is sent again only after a change', async () => {
    const again = await get(path, { 'if-none-match': answer.headers.get('etag')! });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('has its texts in the language of the browser', async () => {
    const german = await get(path, { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' });
    expect(german.headers.get('content-language')).toBe('de');
    expect(await german.text()).toContain('<html lang="de"');
    expect(html).toContain('<html lang="en"');
  });
});

describe('days are those of the league', () => {
  beforeAll(async () => {
    const west = await story.league('west', 'zonestats', { timeZone: 'America/New_York' });
    // Five hours before midnight there, and an hour after it.
    await west.play('ann beats ben');
    await west.play(west.match('cleo beats dan', { playedAt: '2020-01-01T06:00:00Z' }));
  });

  test('on the board, from its first page after the start on', async () => {
    const before = await read('/l/west?day=2019-12-31');
    expect([before.includes('/p/ann"'), before.includes('/p/cleo"')]).toEqual([true, false]);
    expect(before).toContain('The board at the end of Dec 31, 2019');
    const after = await read('/l/west?day=2020-01-01');
    expect([after.includes('/p/ann"'), after.includes('/p/cleo"')]).toEqual([true, true]);
  });

  test('in the log', async () => {
    const first = await read('/l/west/matches?from=2019-12-31&to=2019-12-31');
    expect([first.includes('/p/ann"'), first.includes('/p/cleo"')]).toEqual([true, false]);
    const second = await read('/l/west/matches?from=2020-01-01&to=9999-12-31');
    expect([second.includes('/p/ann"'), second.includes('/p/cleo"')]).toEqual([false, true]);
  });

  test('in times, which a script converts to those of the reader', async () => {
    const html = await read('/l/west/m/west-1');
    expect(html).toMatch(/<time datetime="2020-01-01T00:00:00.000Z"[^>]*>Dec 31, 2019, 07:00\sPM EST</);
    expect(await read('/p/cleo')).toMatch(/Jan 1, 2020/);
    expect(await read('/')).toMatch(/<time[^>]*>Jan 1, 2020</);
  });

  test('in the calendar of a player', async () => {
    expect(await read('/l/west/p/ann')).toContain('<title>Dec 31, 2019: 1 match</title>');
  });
});

describe('every page', () => {
  test('names existing files with permanent addresses', async () => {
    const html = await read('/l/europe');
    const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const answer = await get(file);
      expect([file, answer.status]).toEqual([file, 200]);
      expect(answer.headers.get('cache-control')).toMatch(/immutable/);
    }
  });

  test('costs the same from the cache and without', async () => {
    const limited = await startService({
      databaseUrl: story.databaseUrl,
      env: { OPENLADDER_RATE_LIMIT: '3000', OPENLADDER_TRUSTED_PROXIES: '127.0.0.1' },
    });
    onTestFinished(() => limited.stop());
    const statuses: number[] = [];
    while (statuses.length < 400 && statuses.at(-1) !== 429) {
      statuses.push((await fetch(`${limited.url}/embed/l/europe/p/ben`, { headers: { accept: 'text/html' } })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThan(10);
    // They can pay for drawing one picture, and not for two.
    const draw = (path: string) => fetch(limited.url + path, { headers: { 'x-forwarded-for': '192.0.2.7' } });
    expect((await draw('/l/europe/card.png')).status).toBe(200);
    expect((await draw('/l/europe/card.png')).status).toBe(200);
    const refused = await draw('/l/europe/p/ben/card.png');
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  });

  test.each([
    [SiteBoardDocument, { since: '2020-01-01T00:00:00Z', isFront: true, activeFrom: '2020-01-01T00:00:00Z' }],
    [SitePlayerDocument, { player: 'ann', locale: 'en' }],
    [SiteMatchDocument, { externalId: 'europe-1', locale: 'en' }],
    [SiteMatchesDocument, {}],
    [SiteLiveDocument, { since: '2020-01-01T00:00:00Z' }],
    [SiteNumbersDocument, {}],
    [SiteAboutDocument, { locale: 'en' }],
    [SiteCardDocument, { player: 'ann', hasPlayer: true }],
  ])('of a league is made from a cached response', async (document, variables) => {
    const query = document.toString();
    const answer = await postGraphql(story.url, { query, variables: { league: 'europe', ...variables } });
    expect([query.slice(0, 40), answer.headers.get('etag')]).toEqual([query.slice(0, 40), expect.any(String)]);
  });

  test('is new after a match', async () => {
    const before = await get('/l/europe');
    await league().play('dan beats ann');
    const after = await get('/l/europe', { 'if-none-match': before.headers.get('etag')! });
    expect(after.status).toBe(200);
    expect(await after.text()).toContain('>dan<');
  });
});

describe('players on one chart', () => {
  test('can be at most five, and each of them can be removed', async () => {
    await league().play('eve beats fay', 'gus beats hal', 'eve beats gus');
    const html = await read('/l/europe/compare?p=ann&p=ben&p=eve&p=fay&p=gus&p=hal');
    expect(html).toMatch(/room for 5 players\. Left out: .?hal/);
    expect(html.match(/class="line line-\d" data-hue/g)).toHaveLength(2 * 5);
    expect(html).toContain('href="/l/europe/compare?p=ann&amp;p=eve&amp;p=fay&amp;p=gus"');
    expect(html).not.toMatch(/href="[^"]*p=hal|<input name="p"/);
  });

  test('are those that the league knows', async () => {
    const two = await read('/l/europe/compare?p=Bem&p=ann&p=nobody');
    expect(two).toMatch(/“Bem” has a rating.*Did you mean:.*“nobody” has a rating/s);
    const both = await read('/l/europe/compare?p=Bem&p=ann&p=evf');
    expect(both).toMatch(
      /“Bem” has a rating.*Did you mean: <a href="[^"]*\?p=ben&amp;p=ann&amp;p=evf".*“evf” has a rating.*Did you mean: <a href="[^"]*\?p=Bem&amp;p=ann&amp;p=eve"/s,
    );
    expect(await read('/l/europe/compare?p=ann&p=nobody')).toMatch(
      /Nobody called “nobody” has a rating.*class="line[ "]/s,
    );
    expect(await read('/l/europe/compare')).toMatch(/<input name="p"/);
    const mistyped = '/l/europe/compare?p=Bem&p=ann';
    const questions = { en: 'Did you mean:', de: 'Meinst du:', fr: 'Vouliez-vous dire\u00a0:' };
    for (const [language, question] of Object.entries(questions)) {
      const html = await read(mistyped, { 'accept-language': language });
      expect(html).toMatch(new RegExp(`Bem.*${question} <a href="/l/europe/compare\\?p=ben&amp;p=ann"`, 's'));
    }
  });
});

test('the next page of leagues has a heading', async () => {
  const { data } = await story.admin.ask('{ leagues(first: 1, orderBy: ACTIVITY) { pageInfo { endCursor } } }');
  await story.league('zulu', 'zonestats');
  const html = await read(`/?after=${data.leagues.pageInfo.endCursor}`);
  expect([...html.matchAll(/<(h\d)/g)].slice(0, 3).map(([, level]) => level)).toEqual(['h1', 'h2', 'h3']);
});

test('the front page shows the players who climbed in the last seven days, and the least expected wins', async () => {
  expect(await read('/')).not.toContain('Climbers of the week');
  const active = await story.league('active', 'elo');
  const playedAt = new Date(Date.now() - 3_600_000).toISOString();
  await active.play('kim beats lee', 'kim beats lee', active.match('lee beats kim', { playedAt }));
  const html = await read('/');
  expect(html).toMatch(/Climbers of the week.*href="\/l\/active\/p\/lee".*class="delta gain"/s);
  expect(html).toMatch(/Least expected wins of the week.*href="\/l\/active\/m\/active-1">lee beat kim<.*4\d%/s);
});

test('an unexpected win of a team was expected by less than half, for teams of any size, on each page', async () => {
  const teams = await story.league('teams', 'elo');
  const sideOf = (players: string, placement: number) => ({
    ...{ name: players, placement },
    participants: [...players].map((one) => ({ player: `${one}-of-teams` })),
  });
  const playedAt = new Date(Date.now() - 3_600_000).toISOString();
  await teams.play(teams.match([sideOf('abc', 1), sideOf('xyz', 2)]));
  await teams.play(teams.match([sideOf('abc', 2), sideOf('xyz', 1)], { playedAt }));
  for (const path of ['/', '/l/teams', `/l/teams/year/${playedAt.slice(0, 4)}`])
    expect(await read(path), path).toMatch(/Least expected wins.*x-of-teams, y-of-teams.*\D4\d%/s);
});

test('the shown effect of a match on a rating adds up, even after a long rest', async () => {
  const rested = await story.league('rested', 'margin');
  const result = (ann: number, ben: number, playedAt: string) => {
    const sides = [['ann', ann] as const, ['ben', ben] as const];
    return rested.match(
      sides.map(([player, score]) => ({ score, participants: [{ player }] })),
      { playedAt },
    );
  };
  await rested.play(result(9, 2, '2024-01-01T12:00:00Z'), result(8, 4, '2025-06-01T12:00:00Z'));
  const html = await read('/l/rested/m/rested-2');
  const shown = [
    ...html.matchAll(/class="who"><data[^>]*>([\d.]+)<.*?<strong><data[^>]*>([\d.]+)<.*?class="delta[^>]*>([^<]+)</gs),
  ];
  const sums = shown.map(([, from, to, change]) => [
    (Number(from) + Number(change!.replace('−', '-'))).toFixed(1),
    Number(to).toFixed(1),
  ]);
  expect(html).toContain('The time since the last match');
  expect(sums).toHaveLength(2);
  for (const [sum, end] of sums) expect(sum).toBe(end);
});

test('a search without results reports that, and a long one is cut', async () => {
  expect(await read('/search?q=nobody+at+all')).toContain('Nothing here is called “nobody at all”.');
  expect(await read(`/search?q=${'x'.repeat(500)}`)).toContain('Nothing here is called');
  expect(await read('/search')).toContain('Search for leagues, players and matches');
});
