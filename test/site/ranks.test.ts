import { beforeAll, describe, expect, test } from 'vitest';
import { newConsoleVisitor, signedIn } from '../support/console.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { type StoryLeague, useLeague, useStory } from '../support/story.js';

const story = useStory();

const read = (path: string, language = 'en') => newConsoleVisitor(story.url, language).read(path);
const WHY = 'nobodyRanked { reason message restingSince mostMatches preset presetSettings }';

describe('a resting league', () => {
  const rest = { slug: 'rest', activeWithin: 30, timeZone: 'America/New_York' };
  const league = useLeague(story, rest, 'ann beats ben', 'ann beats cleo', 'ben beats cleo', 'ben beats dan');

  test('has no ranks, and shows since when', async () => {
    const { nobodyRanked, standings } = await league.read(`${WHY} standings { totalCount }`);
    expect([nobodyRanked.reason, nobodyRanked.restingSince, standings.totalCount]).toEqual([
      'RESTING',
      '2020-01-01T03:00:00.000Z',
      0,
    ]);
    expect(nobodyRanked.message).toBe('Nobody has a rank, because nobody has played since 2020-01-01T03:00:00.000Z.');
  });

  test('shows that without a board as of then if it has too many players', async () => {
    const count = (players: string) =>
      story.sql(`UPDATE league SET player_count = ${players}, version = version + 1 WHERE slug = 'rest'`);
    await count('player_count + 1000000');
    expect((await league.read(WHY)).nobodyRanked.reason).toBe('RESTING');
    await count('player_count - 1000000');
  });

  test('shows its board as of the last match, from its first page after the start on', async () => {
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

  test('has a note on other pages that their ratings are those of today', async () => {
    for (const path of ['p/ann', 'vs/ann/ben', 'compare?p=ann&p=ben']) {
      const html = await read(`/l/rest/${path}`);
      expect(html, path).toMatch(/as of today\. The board shows those after the last match, on Dec 31, 2019,/);
    }
    expect(await read('/l/rest/p/ann')).toContain('Provisional: no match since Dec 31, 2019');
    expect(await read('/l/rest/p/ann', 'fr')).toContain('Provisoire\u00a0: aucun match depuis le 31 déc. 2019');
  });

  test('shows its present board again after a match', async () => {
    await league.play(league.match('cleo beats dan', { playedAt: new Date().toISOString() }));
    expect((await league.read(WHY)).nobodyRanked).toBeNull();
    const html = await read('/l/rest');
    expect(html).not.toContain('no match since');
    expect(html).toMatch(/<td class="number rank">1<\/td>/);
    expect(html).toMatch(
      /Provisional <span class="quiet"> *Players who have not played in the last 30 days have no rank/,
    );
    expect(await read('/l/rest/p/ann')).not.toContain('as of today');
  });
});

describe('a league whose rating system ranks nobody', () => {
  let league: StoryLeague;
  const crowd = Array.from({ length: 12 }, (_, index) => `p${index}`);
  beforeAll(async () => {
    league = await story.league('races', 'openskill');
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

  test('shows the reason, and names the preset that gives ranks', async () => {
    const { nobodyRanked } = await league.read(WHY);
    expect(nobodyRanked).toEqual({
      ...{ reason: 'TOO_UNCERTAIN', restingSince: null, mostMatches: 60, preset: 'Races' },
      message:
        'Nobody has a rank, because the rating system finds every rating too uncertain, although the most matches of a player are 60. With the preset Races, players would have one.',
      presetSettings: expect.objectContaining({ provisionalSigma: 7.5, tau: expect.any(Number) }),
    });
    expect(await read('/l/races')).toContain('finds all ratings too uncertain, even after 60 matches');
    expect(await read('/l/races', 'de')).toContain('auch nach 60 Spielen');
  });

  test('has a note for its admin in the console, where one click applies the preset', async () => {
    const admin = await signedIn(story.url, ADMIN_TOKEN);
    for (const path of ['/console/l/races', '/console/l/races/rating']) {
      expect(await admin.read(path)).toContain('With its preset “Races”, players have one.');
    }
    const french = await signedIn(story.url, ADMIN_TOKEN, 'fr');
    for (const path of ['/console/l/races', '/console/l/races/rating'])
      expect(await french.read(path)).toContain('Avec son préréglage «\u00a0Courses\u00a0», il y a des rangs.');
    expect((await admin.fill('/console/l/races/rating', 'applyPreset')).status).toBe(303);
    expect((await league.read(WHY)).nobodyRanked).toBeNull();
    expect(await read('/l/races')).toMatch(/<td class="number rank">1<\/td>/);
  });
});

test('the form of a new league warns that races would have no ranks, and names the preset that gives them', async () => {
  const admin = await signedIn(story.url, ADMIN_TOKEN);
  const page = await admin.read('/console/new?system=openskill');
  expect(page).toContain('all ratings of 10 drivers are too uncertain, even after 50 races');
  const link = /href="([^"]+)">Apply the preset “Races”/.exec(page)![1]!.replaceAll('&amp;', '&');
  const applied = await admin.read(link);
  expect(applied).not.toContain('too uncertain');
  // What is written in the form counts in its preview.
  const preview = await (
    await admin.send(applied, 'create', { _action: 'preview', 'settings.provisionalSigma': '3' })
  ).text();
  expect(preview).toContain('too uncertain');
  expect(await admin.read('/console/new?system=elo')).not.toContain('too uncertain');
});

test("an unknown preset is refused, with the names of the rating system's presets", async () => {
  const ask = (system: string, preset: string) =>
    `{ ratingSystem(key: "${system}") { unrankable(preset: "${preset}") { preset } } }`;
  expect((await story.anonymous.get(ask('openskill', 'Races'))).ratingSystem.unrankable).toBeNull();
  const { message } = await story.anonymous.fail(ask('openskill', 'unknown'));
  expect(message).toMatch(/^preset must be one of .*Races.*, null, but is "unknown"$/);
  expect((await story.anonymous.fail(ask('zonestats', ''))).message).toContain('preset must be one of');
});

test('a league with too few matches for a rank shows that', async () => {
  const league = await story.league('young', 'zonestats', { minMatches: 3, played: ['ann beats ben'] });
  expect((await league.read(WHY)).nobodyRanked).toMatchObject({ reason: 'TOO_FEW_MATCHES', mostMatches: 1 });
});

test('the page about a league explains what its rating system considers luck, by the effect of its settings', async () => {
  const gained = async (deservedOutcomeProbability: number) => {
    const league = await story.league(`luck-${100 * deservedOutcomeProbability}`, 'timed-glicko', {
      settings: { deservedOutcomeProbability },
    });
    const [match] = await league.play('ann beats ben');
    return match!.sides[0]!.participants[0]!.ratingChange!.delta!;
  };
  expect((await gained(0.84)) / (await gained(1))).toBeCloseTo(0.68, 12);
  expect(await read('/l/luck-84/about')).toMatch(
    /is assumed to win 84% of the matches, so a result between them moves ratings by 68% of what .* had a chance of 10% moves them by 19%/,
  );
  expect(await read('/l/luck-100/about')).not.toContain('counts as luck');
  expect(await read('/l/luck-84/about', 'fr')).toMatch(
    /pour de la chance\u00a0: selon les réglages, la meilleure performance gagne 84[\u00a0\u202f]% des matchs/,
  );
});

test('pages with sentences about changes show every rating with the same decimals', async () => {
  const tenths = await story.league('tenths', 'elo');
  await tenths.play('ann beats ben', 'ann beats cleo', 'ben beats cleo', 'cleo beats ann', 'ann beats ben');
  for (const path of ['/l/tenths/p/ann', '/l/tenths/m/tenths-5']) {
    const html = await read(path);
    const shown = [...html.matchAll(/<data value="[^"]*">([^<]*)<\/data>/g)].map(([, text]) => text!);
    expect(shown.length, path).toBeGreaterThan(3);
    expect(
      shown.filter((text) => !/^\d+\.\d$/.test(text)),
      path,
    ).toEqual([]);
  }
  const rating = (await tenths.read('rating(player: "ann") { value }')).rating.value.toFixed(1);
  expect(await read('/l/tenths/p/ann')).toContain(`<dd class="big">${rating}</dd>`);
});
