import { beforeAll, describe, expect, test } from 'vitest';
import { newConsoleVisitor, signedIn } from '../support/console.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { type StoryLeague, useStory } from '../support/story.js';

const DRIVERS = Array.from({ length: 20 }, (_, index) => `driver${String(index + 1).padStart(2, '0')}`);
const story = useStory();
let races: StoryLeague;
let duels: StoryLeague;

beforeAll(async () => {
  races = await story.league('races', 'openskill', { settings: { provisionalSigma: 9 } });
  // Each race, the winner of the last one falls back to the eighth place.
  let order = DRIVERS;
  for (let race = 0; race < 3; race++) {
    const sides = order.map((player, index) => ({ placement: index + 1, participants: [{ player }] }));
    await races.play(races.match(sides, { externalId: `race-${race + 1}` }));
    order = [...order.slice(1, 8), order[0]!, ...order.slice(8)];
  }
  duels = await story.league('duels', 'zonestats');
  await duels.play('ann beats ben', 'ben beats ann', 'ann beats cleo', 'cleo beats lewis_hamilton');
});

const read = async (path: string, language = 'en') => {
  const answer = await fetch(story.url + path, { headers: { accept: 'text/html', 'accept-language': language } });
  expect(answer.status, path).toBe(200);
  return answer.text();
};

describe('a league with races', () => {
  test('has places on its board instead of wins and losses, from the first page on that anybody asks for', async () => {
    const html = await read('/l/races');
    expect(html).toMatch(/Wins \/ starts.*>Places<.*driver01/s);
    expect(html).toContain('title="1 of 3 won"');
    expect(html).toContain('aria-label="Newest first: place 7 of 20, place 8 of 20, place 1 of 20"');
    expect(html).not.toContain('class="loss"');
    expect(await read('/l/races', 'de')).toMatch(/Siege \/ Starts.*>Plätze</s);
  });

  test('counts podiums and places of a player, and neither streaks nor defeats', async () => {
    const html = await read('/l/races/p/driver03');
    expect(html).toMatch(/Podiums<\/dt><dd>3<.*Best place<\/dt><dd>1<.*Average place<\/dt><dd>2</s);
    expect(html).toMatch(/Field beaten<\/dt><dd>95%/);
    expect(html).toMatch(/place 2 of 20<\/span>.*place 3 of 20<\/span>/s);
    expect(html).not.toMatch(/streak|Worst defeats|class="loss"/);
    expect(await read('/l/races/p/driver03', 'de')).toMatch(/Podestplätze.*Bester Platz.*Mittlerer Platz<\/dt><dd>2</s);
  });

  test('shows a race as a table, and its prediction with the favourite first', async () => {
    const html = await read('/l/races/m/race-3');
    expect(html).toMatch(/<table class="race">.*>Place<.*>1<\/td>.*driver03.*>20<\/td>.*driver20/s);
    const chances = [...html.split('Prediction')[1]!.matchAll(/<strong>[<>]?(\d+)%<\/strong>/g)].map(([, share]) =>
      Number(share),
    );
    expect(chances).toHaveLength(20);
    expect(chances).toEqual(chances.toSorted((left, right) => right - left));
    // The reasons of twenty players do not name all nineteen others.
    expect(html).toMatch(/and 9 more<\/th>/);
    expect(await read('/l/races/m/race-3', 'de')).toContain('>Platz<');
  });

  test('lists the best three of a race, and those who were asked for', async () => {
    const all = await read('/l/races/matches');
    expect(all).toMatch(/driver01.*and 17 more/s);
    expect(all).not.toContain('driver19');
    const one = await read('/l/races/matches?player=driver19');
    expect(one).toMatch(/<span class="place">19<\/span>.{0,120}\/p\/driver19.*and 16 more/s);
  });

  test('counts no losses on cards either', async () => {
    for (const path of ['/embed/l/races', '/embed/l/races/p/driver03', '/l/races/live', '/p/driver03']) {
      expect(await read(path), path).not.toContain('class="loss"');
    }
  });
});

describe('two players', () => {
  test('have their meetings listed, and no draws where nobody has drawn', async () => {
    const html = await read('/l/duels/vs/ann/ben');
    expect(html).toMatch(/<h2>Meetings<\/h2>.*\/m\/duels-2.*\/m\/duels-1/s);
    expect(html).not.toContain('duels-3');
    expect(html).toContain('If \u2068ann\u2069 wins');
    expect(html).not.toContain('If they draw');
    expect(await read('/l/duels/vs/ann/ben', 'de')).toContain('<h2>Begegnungen</h2>');
  });

  test('filter the log', async () => {
    const html = await read('/l/duels/matches?player=ann&opponent=ben');
    expect(html).toContain('2 matches');
    expect(html).not.toContain('duels-3');
  });

  test('may draw where somebody has', async () => {
    await duels.play('ann draws cleo');
    expect(await read('/l/duels/vs/ann/ben')).toContain('If they draw');
  });
});

describe('a part of a name', () => {
  test('leads to players on the board', async () => {
    const html = await read('/l/duels?player=hamil');
    expect(html).toMatch(/hamil is not on this board.*href="\/l\/duels\?player=lewis_hamilton"/s);
    expect(await read('/l/duels?player=hamil', 'de')).toContain('Spieler mit „hamil“ im Namen:');
    expect(await read('/l/duels?player=lewis_hamilton')).not.toContain('in their name');
  });

  test('leads to players in the log, with the other filters kept', async () => {
    const html = await read('/l/duels/matches?player=HAM&opponent=cle&status=RATED');
    expect(html).toContain('href="/l/duels/matches?player=lewis_hamilton&amp;opponent=cle&amp;status=RATED"');
    expect(html).toContain('href="/l/duels/matches?player=HAM&amp;opponent=cleo&amp;status=RATED"');
    expect(await read('/l/duels/matches?player=ann')).not.toContain('in their name');
  });
});

const WHY = 'nobodyRanked { reason message restingSince mostMatches preset presetSettings }';

describe('a league that rests', () => {
  let league: StoryLeague;
  beforeAll(async () => {
    league = await story.league('rest', 'zonestats', { activeWithin: 30, timeZone: 'America/New_York' });
    await league.play('ann beats ben', 'ann beats cleo', 'ben beats cleo', 'ben beats dan');
  });

  test('has nobody with a rank, and says since when', async () => {
    const { nobodyRanked, standings } = await league.read(`${WHY} standings { totalCount }`);
    expect([nobodyRanked.reason, nobodyRanked.restingSince, standings.totalCount]).toEqual([
      'RESTING',
      '2020-01-01T03:00:00.000Z',
      0,
    ]);
    expect(nobodyRanked.message).toBe('Nobody has a rank, because nobody has played since 2020-01-01T03:00:00.000Z.');
  });

  test('shows its board as of the last match, from the first page on that anybody asks for', async () => {
    const html = await read('/l/rest');
    expect(html).toMatch(/no match since Dec 31, 2019.*href="\/l\/rest\?day=today">As of today</s);
    expect(html).toMatch(/class="podium".*<td class="number rank">1<\/td>.*ann/s);
    expect(html).not.toContain('Nobody has a rank');
    expect(await read('/l/rest?player=ben')).toMatch(/class="sought".*ben/s);
    expect(await read('/embed/l/rest')).toMatch(/<span class="rank">1<\/span>.*ann/s);
    expect(await read('/l/rest', 'de')).toMatch(/Seit dem 31\.12\.2019 gab es kein Spiel.*>Stand heute</s);
  });

  test('shows its board of today, and of other days, on request', async () => {
    const today = await read('/l/rest?day=today');
    expect(today).toMatch(/Nobody has a rank at the moment: nobody has played in the last 30 days/);
    expect(today).toContain('name="day" value="today"');
    expect(today).not.toContain('As of today');
    expect(await read('/l/rest?day=2019-12-31')).toContain('The board at the end of Dec 31, 2019');
  });

  test('shows its present board again after a match', async () => {
    await league.play(league.match('cleo beats dan', { playedAt: new Date().toISOString() }));
    expect((await league.read(WHY)).nobodyRanked).toBeNull();
    const html = await read('/l/rest');
    expect(html).not.toContain('no match since');
    expect(html).toMatch(/<td class="number rank">1<\/td>/);
  });
});

describe('a league whose rating system ranks nobody', () => {
  let league: StoryLeague;
  const crowd = Array.from({ length: 12 }, (_, index) => `p${index}`);
  beforeAll(async () => {
    league = await story.league('crowds', 'openskill');
    expect((await league.read(WHY)).nobodyRanked).toBeNull();
    // Each race in another order, most of it the same.
    const races = Array.from({ length: 60 }, (_, race) =>
      league.match(
        crowd.map((player, index) => ({
          placement: ((index + (index % 3 === race % 3 ? race : 0)) % 12) + 1,
          participants: [{ player }],
        })),
        { playedAt: new Date(Date.now() - (60 - race) * 60_000).toISOString() },
      ),
    );
    await league.play(...races);
  });

  test('says why, and names the preset that gives ranks', async () => {
    const { nobodyRanked } = await league.read(WHY);
    expect(nobodyRanked).toEqual({
      ...{ reason: 'TOO_UNCERTAIN', restingSince: null, mostMatches: 60, preset: 'Races' },
      message:
        'Nobody has a rank, because the rating system finds every rating too uncertain, although the most matches of a player are 60. With the preset Races, players would have one.',
      presetSettings: expect.objectContaining({ provisionalSigma: 7.5, tau: expect.any(Number) }),
    });
    expect(await read('/l/crowds')).toContain('finds all ratings too uncertain, even after 60 matches');
    expect(await read('/l/crowds', 'de')).toContain('auch nach 60 Spielen');
  });

  test('tells its admin in the console, where one click applies the preset', async () => {
    const admin = await signedIn(story.url, ADMIN_TOKEN);
    for (const path of ['/console/l/crowds', '/console/l/crowds/rating']) {
      expect(await admin.read(path)).toContain('With its preset “Races”, players have one.');
    }
    expect((await admin.fill('/console/l/crowds/rating', 'applyPreset')).status).toBe(303);
    expect((await league.read(WHY)).nobodyRanked).toBeNull();
    expect(await read('/l/crowds')).toMatch(/<td class="number rank">1<\/td>/);
  });
});

test('a league with too few matches for a rank says so', async () => {
  const league = await story.league('young', 'zonestats', { minMatches: 3 });
  await league.play('ann beats ben');
  expect((await league.read(WHY)).nobodyRanked).toMatchObject({ reason: 'TOO_FEW_MATCHES', mostMatches: 1 });
});

let league: StoryLeague;

beforeAll(async () => {
  league = await story.league('europe', 'elo');
  const many = Array.from({ length: 118 }, (_, n) => (n % 2 === 0 ? 'ann beats ben' : 'ben beats cid'));
  await league.play(...many);
  const team = { name: '=1+1, "the" team', score: 3, participants: [{ player: 'ann' }] };
  const other = { score: 1, status: 'FORFEIT', participants: [{ player: 'ben', minutesPlayed: 7.5 }] };
  await league.play(league.match([team, other], { details: { map: 'Dust' } }));
});

const file = async (path: string) => {
  const answer = await fetch(story.url + path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('everybody saves a board and a player for spreadsheets, and for programs', async () => {
  const board = await file('/l/europe/board.csv');
  expect(board.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(board.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''europe-board.csv");
  const rows = board.text.trimEnd().split('\r\n');
  expect(rows[0]).toBe('rank,player,name,rating,deviation,provisional,matches,wins,draws,losses,peak,last_played_at');
  expect(rows.slice(1).map((row) => row.split(',')[1])).toEqual(await league.board('includeProvisional: true'));
  const lines = (await file('/l/europe/board.jsonl')).text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).player.handle)).toEqual(await league.board('includeProvisional: true'));
  const history = (await file('/l/europe/p/ann/history.csv')).text.trimEnd().split('\r\n');
  expect(history).toHaveLength(1 + 60);
  expect(history[1]).toMatch(/^europe-119,2020-01-05T22:00:00.000Z,WIN,[\d.]+,[\d.]+,[\d.]+,$/);
});

test('a whole log, over many pages, is what an import takes: another league then has the same board', async () => {
  const csv = (await file('/l/europe/matches.csv')).text.trimEnd().split('\r\n');
  expect(csv).toHaveLength(1 + 2 * 119);
  // A spreadsheet takes it for no formula.
  expect(csv[1]).toBe(`europe-119,2020-01-05T22:00:00.000Z,1,1,"'=1+1, ""the"" team",,,FINISHED,3,ann,false,,`);
  const lines = (await file('/l/europe/matches.jsonl')).text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(119);
  expect(lines[0]).toEqual({
    ...{ externalId: 'europe-119', playedAt: '2020-01-05T22:00:00.000Z', details: { map: 'Dust' } },
    sides: [
      { name: '=1+1, "the" team', score: 3, participants: [{ player: 'ann' }] },
      { status: 'FORFEIT', score: 1, participants: [{ player: 'ben', minutesPlayed: 7.5 }] },
    ],
  });
  const copy = await story.league('copy', 'elo');
  const results = [...(await copy.submit(lines.slice(60))), ...(await copy.submit(lines.slice(0, 60)))];
  expect(results.filter(({ __typename }) => __typename !== 'MatchAccepted')).toEqual([]);
  const values = (of: StoryLeague) =>
    of.read('standings(includeProvisional: true) { nodes { player { handle } rating { value } } }');
  expect(await values(copy)).toEqual(await values(league));
});

test('a private league is saved by those who administer it, and by nobody else', async () => {
  const hidden = await story.league('hidden', 'elo', { visibility: 'PRIVATE' });
  await hidden.play('ann beats ben');
  expect((await file('/l/hidden/board.csv')).status).toBe(404);
  expect((await newConsoleVisitor(story.url).get('/console/l/hidden/board.csv')).status).toBe(404);
  const admin = await signedIn(story.url, ADMIN_TOKEN);
  const answer = await admin.get('/console/l/hidden/matches.jsonl');
  expect([answer.status, JSON.parse(await answer.text()).externalId]).toEqual([200, 'hidden-1']);
  expect((await file('/l/nowhere/matches.csv')).status).toBe(404);
});

test('pages lead to their files, and the end of a league to the export before it', async () => {
  for (const [path, address] of [
    ['/l/europe', '/l/europe/board.csv'],
    ['/l/europe/matches', '/l/europe/matches.jsonl'],
    ['/l/europe/p/ann', '/l/europe/p/ann/history.csv'],
  ] as const) {
    expect((await file(path)).text).toContain(`href="${address}"`);
  }
  const admin = await signedIn(story.url, ADMIN_TOKEN);
  expect(await admin.read('/console/l/europe/archive')).toContain('href="/console/l/europe/matches.jsonl"');
});
