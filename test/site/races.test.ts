import { beforeAll, describe, expect, test } from 'vitest';
import { formIn, newConsoleVisitor, signedIn } from '../support/console.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { type StoryLeague, useLeague, useStory } from '../support/story.js';

const DRIVERS = Array.from({ length: 20 }, (_, index) => `driver${String(index + 1).padStart(2, '0')}`);

const story = useStory();
const races = useLeague(story, { slug: 'races', ratingSystem: 'openskill', settings: { provisionalSigma: 9 } });
let duels: StoryLeague;
beforeAll(async () => {
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

const read = (path: string, language = 'en') => newConsoleVisitor(story.url, language).read(path);

describe('a league with races', () => {
  test('has places on its board instead of wins and losses, from its first page after the start on', async () => {
    const html = await read('/l/races');
    expect(html).toMatch(/Races won, and races started in\..*Wins \/ starts.*>Places<.*driver01/s);
    expect(html).toContain('<span class="record">1 / 3</span>');
    expect(html).toContain('aria-label="Newest first: place 7 of 20, place 8 of 20, place 1 of 20"');
    expect(html).not.toContain('class="loss"');
    expect(await read('/l/races', 'de')).toMatch(/Siege \/ Starts.*>Plätze</s);
  });

  test('counts podiums and places of a player, and neither streaks nor defeats', async () => {
    const html = await read('/l/races/p/driver03');
    expect(html).toMatch(/Podiums<\/dt><dd>3<.*Best place<\/dt><dd>1<.*Average place when finished<\/dt><dd>2</s);
    expect(html).toMatch(/Field beaten<\/dt><dd>95%/);
    expect(html).toMatch(/place 2 of 20<\/span>.*place 3 of 20<\/span>/s);
    expect(html).not.toMatch(/streak|Worst defeats|class="loss"/);
    expect(await read('/l/races/p/driver03', 'de')).toMatch(
      /Podestplätze.*Bester Platz.*Mittlerer Platz im Ziel<\/dt><dd>2</s,
    );
  });

  test('gives points by place where it has a table of them, on its pages and in its order', async () => {
    await story.admin.mutate('updateLeague', { league: 'races', placePoints: [25, 18, 15] });
    const board = await read('/l/races');
    expect(board).toMatch(
      /<a href="\/l\/races\?order=POINTS" rel="nofollow">By points<.*>Points<.*class="number earned">/s,
    );
    expect(board).toMatch(/<h2>The title<\/h2>.*>Behind<.*driver03/s);
    const byPoints = await read('/l/races?order=POINTS');
    expect(byPoints).toMatch(/<b aria-current="true">By points<.*Podiums.*Not finished.*<tbody>.*driver03/s);
    const career = await read('/l/races/p/driver03');
    expect(career).toMatch(
      /Points<\/dt><dd>58<.*place 2 of 20<\/span> <span class="quiet">[\d.]+ expected · Points: 18</s,
    );
    expect(await read('/l/races/m/race-3')).toMatch(
      />Predicted<.*>Points<.*class="place-1".*>25<.*Prediction and result/s,
    );
    await story.admin.mutate('updateLeague', { league: 'races', placePoints: null });
    expect(await read('/l/races')).not.toContain('By points');
  });

  test('says who won, who was to win, and how much of a race was foreseen', async () => {
    const html = await read('/l/races/m/race-3');
    expect(html).toMatch(/Winner<\/dt>.*driver03.*predicted in place \d+<.*Favourite<\/dt>.*finished in place \d+</s);
    const [, right] =
      /Predicted correctly<\/dt><dd><strong>\d+%<\/strong><\/dd><dd class="quiet">(\d+) of 190 pairs</.exec(html)!;
    expect(Number(right)).toBeGreaterThan(95);
    expect(html).toMatch(/class="slopes" aria-hidden="true"/);
  });

  test('shows a race as a table, and its prediction with the favourite first', async () => {
    const html = await read('/l/races/m/race-3');
    expect(html).toMatch(/<h1 itemprop="name">\S+ ahead of 19 others<\/h1>.*<tr class="place-1">/s);
    expect(html).toMatch(/<table class="race">.*>Place<.*>1<\/td>.*driver03.*>20<\/td>.*driver20/s);
    const chances = [...html.split('>Prediction<')[1]!.matchAll(/<strong>[<>]?(\d+)%<\/strong>/g)].map(([, share]) =>
      Number(share),
    );
    expect(chances).toHaveLength(20);
    expect(chances).toEqual(chances.toSorted((left, right) => right - left));
    // The reasons of twenty players do not name all nineteen others.
    expect(html).toMatch(/and 9 more<\/th>/);
    // Half of them are folded: the page is long.
    expect(html.split('<summary>and 10 more</summary>')[1]).toContain('/p/driver20"');
    expect(await read('/l/races/m/race-3', 'de')).toContain('>Platz<');
  });

  test('shows the figures of players in teams beside their own names', async () => {
    const crews = await story.league('crews', 'openskill');
    const sides = [1, 2, 3, 4, 5].map((placement) => ({
      ...{ name: `Crew ${placement}`, placement },
      participants: [{ player: `guest${placement}`, isGuest: true }, { player: `owner${placement}` }],
    }));
    await crews.play(crews.match(sides));
    const table = (await read('/l/crews/m/crews-1')).match(/<table class="race">.*?<\/table>/s)![0];
    const rows = table.split('<tr').map((row) =>
      row
        .replace(/^[^>]*>|<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
    expect(rows.slice(2, 4)).toEqual([
      '1 guest1 guest 1 – –',
      expect.stringMatching(/^owner1 C1 Crew 1 Predicted: 1 \d+\.\d \+\d\.\d$/),
    ]);
    expect(rows).toHaveLength(2 + 10);
  });

  test('lists the best three of a race, and the requested players', async () => {
    const all = await read('/l/races/matches');
    expect(all).toMatch(/driver01.*and 17 more/s);
    expect(all).not.toContain('driver19');
    const one = await read('/l/races/matches?player=driver19');
    expect(one).toMatch(/<span class="place">19<\/span>.{0,120}\/p\/driver19.*and 16 more/s);
  });

  test('lists only the two players in races in which they met, and links to their chart', async () => {
    const html = await read('/l/races/vs/driver18/driver19');
    expect(html).toMatch(/<h2>Meetings<\/h2>.*driver18.*driver19.*and 18 more/s);
    expect(html).not.toContain('/p/driver01"');
    expect(html).toContain('href="/l/races/compare?p=driver18&amp;p=driver19">Both on one chart</a>');
  });

  test('explains the figures on the card of a player', async () => {
    const html = await read('/embed/l/races/p/driver03');
    expect(html).toContain('<span class="quiet">Wins / starts</span> <span class="record">1 / 3</span>');
  });

  test('counts no losses on cards', async () => {
    for (const path of ['/embed/l/races', '/embed/l/races/p/driver03', '/l/races/live', '/p/driver03']) {
      expect(await read(path), path).not.toContain('class="loss"');
    }
  });
});

test('a race with as many players as allowed is shown, with the largest effects of each', async () => {
  const crowd = await story.league('crowd', 'elo');
  const sides = Array.from({ length: 200 }, (_, index) => ({
    placement: index + 1,
    participants: [{ player: `c${index}` }],
  }));
  await crowd.play(crowd.match(sides, { externalId: 'all' }));
  const html = await read('/l/crowd/m/all');
  expect(html).toMatch(/c0\S* ahead of 199 others<\/h1>/);
  expect(html.match(/and 196 more<\/th>/g)).toHaveLength(200);
});

describe('a side that did not finish', () => {
  beforeAll(async () => {
    const rally = await story.league('rally', 'openskill');
    const side = (player: string, more: object) => ({ ...more, participants: [{ player }] });
    const first = [
      side('ann', { placement: 1 }),
      side('ben', { placement: 2 }),
      side('cleo', { status: 'DISQUALIFIED' }),
    ];
    const second = [
      side('cleo', { placement: 1 }),
      side('ann', { placement: 2 }),
      side('ben', { status: 'DID_NOT_FINISH' }),
    ];
    await rally.play(rally.match(first), rally.match(second));
  });

  test('has a reason instead of a place in lists and on the page of a match', async () => {
    const list = await read('/l/rally/matches');
    expect(list).toMatch(
      /<span class="place">–<\/span>((?!<li).)*\/p\/cleo((?!<li).)*<small class="quiet">disqualified</s,
    );
    expect(list).not.toContain('<span class="place">3<');
    const match = await read('/l/rally/m/rally-2');
    expect(match).toMatch(/<p class="place">Place 2<.*<p class="place">did not finish</s);
    expect(match).not.toContain('Place 3');
  });

  test('is entered by places, with all other fields folded', async () => {
    const admin = await signedIn(story.url, ADMIN_TOKEN);
    const page = await admin.read('/console/l/races/new-match');
    const [inView, folded] = page.match(/<fieldset class="side-fields">.*?<\/fieldset>/s)![0].split('<details');
    expect(inView).toMatch(/name="sides\.0\.participants\.0\.player".*name="sides\.0\.placement"/s);
    expect(folded).toMatch(/^><summary>Ended, points.*name="sides\.0\.score".*name="sides\.0\.status"/s);
    expect(page).toContain('in the order in which they finished');
    expect(formIn(page, 'submit').fields).toMatchObject({ 'sides.0.placement': '1', 'sides.1.placement': '2' });
    // Of a duel, points are in view as before.
    expect(await admin.read('/console/l/duels/new-match')).toContain('<summary>Place, team');
    // Where no points say by how much, the first side is the winner.
    const blitz = await story.league('blitz');
    const scores = async () => {
      const { fields } = formIn(await admin.read('/console/l/blitz/new-match'), 'submit');
      return [fields['sides.0.score'], fields['sides.1.score']];
    };
    const play = (score: number, other: number) =>
      blitz.play(
        blitz.match([
          { score, participants: [{ player: 'ann' }] },
          { score: other, participants: [{ player: 'ben' }] },
        ]),
      );
    await play(1, 0);
    await play(0.5, 0.5);
    expect(await scores()).toEqual(['', '']);
    await play(0, 1);
    expect(await scores()).toEqual(['1', '0']);
    await play(3, 0);
    expect(await scores()).toEqual(['', '']);
    // A match that was withdrawn says nothing, and is not shown as a result.
    const newest = async () => (await admin.read('/console/l/blitz/new-match')).match(/> 3 : 0 </g);
    expect(await newest()).toHaveLength(1);
    const { matches } = await blitz.read('matches(first: 1) { nodes { id version } }');
    const [{ id: match, version: expectedVersion }] = matches.nodes;
    await story.admin.mutate('voidMatch', { match, expectedVersion, reason: 'entered twice' }, 'match { status }');
    expect([await newest(), await scores()]).toEqual([null, ['1', '0']]);
    // There is room for the largest of the newest fields, with their places even after a race of two.
    const short = await story.league('short');
    for (const players of [
      ['ann', 'ben', 'cleo', 'dan'],
      ['ben', 'ann', 'dan'],
      ['ben', 'ann'],
    ]) {
      await short.play(
        short.match(players.map((player, index) => ({ placement: index + 1, participants: [{ player }] }))),
      );
    }
    const { fields } = formIn(await admin.read('/console/l/short/new-match'), 'submit');
    expect([fields['sides.3.placement'], fields['sides.4.placement']]).toEqual(['4', undefined]);
  });

  test('is corrected in one line with the others, with all other fields folded until one is filled', async () => {
    const admin = await signedIn(story.url, ADMIN_TOKEN);
    const path = '/console/l/rally/m/rally-2';
    const page = await admin.read(path);
    const lines = (html: string) => [...html.matchAll(/<div class="side-line">.*?<\/select>/gs)].map(String);
    expect(lines(page)).toHaveLength(3);
    expect(lines(page)[2]).toMatch(/<summary><bdi>ben<\/bdi>.*<option value="DID_NOT_FINISH" selected>did not finish/s);
    expect(page).not.toContain('<details open');
    const answer = await admin.send(page, 'amend', { 'sides.2.status': 'FINISHED', 'sides.2.placement': 'x' });
    expect(await answer.text()).toMatch(/sides\.2\.placement-error/);
    const misread = await admin.send(page, 'amend', { 'sides.1.participants.0.minutesPlayed': 'long' });
    const folded = lines(await misread.text()).map((line) => !line.includes('<details open'));
    expect(folded).toEqual([true, false, true]);
    const planned = await admin.send(page, 'amend', { 'sides.2.status': 'FINISHED', 'sides.2.placement': '3' });
    const plan = await planned.text();
    expect(plan).not.toContain('<details open');
    expect(plan).toContain('No rating would change.');
  });

  test('is not counted in their places, which name the number of races', async () => {
    const html = await read('/l/rally/p/cleo');
    expect(html).toMatch(/Podiums<\/dt><dd>1<.*Best place<\/dt><dd>1<.*Average place when finished<\/dt><dd>1</s);
    expect(html).toMatch(/<th scope="row" class="number">without a place<\/th><td class="number">1<\/td>/);
    expect(html).toContain('aria-label="Newest first: place 1 of 3, disqualified"');
    expect(html).toContain('<i title="disqualified" aria-hidden="true">–</i>');
    expect(html).not.toMatch(/place 3 of 3/);
    expect(await read('/l/rally/p/ben', 'fr')).toContain('<span>abandon</span>');
  });
});

describe('two players', () => {
  test('have their meetings listed, without draws if there were none', async () => {
    const html = await read('/l/duels/vs/ann/ben');
    expect(html).toMatch(/<h2>Meetings<\/h2>.*\/m\/duels-2.*\/m\/duels-1/s);
    expect(html).not.toContain('duels-3');
    expect(html).toMatch(/<h2>If they played now<\/h2><p>An even match\.<\/p>/);
    expect(html).toContain('If \u2068ann\u2069 wins');
    expect(html).not.toContain('If they draw');
    expect(await read('/l/duels/vs/ann/ben', 'de')).toContain('<h2>Begegnungen</h2>');
  });

  test('filter the log', async () => {
    const html = await read('/l/duels/matches?player=ann&opponent=ben');
    expect(html).toContain('2 matches');
    expect(html).not.toContain('duels-3');
  });

  test('may draw if they have before', async () => {
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

  test('leads to players in the log, with the other filters unchanged', async () => {
    const html = await read('/l/duels/matches?player=HAM&opponent=cle&status=RATED');
    expect(html).toContain('href="/l/duels/matches?player=lewis_hamilton&amp;opponent=cle&amp;status=RATED"');
    expect(html).toContain('href="/l/duels/matches?player=HAM&amp;opponent=cleo&amp;status=RATED"');
    expect(await read('/l/duels/matches?player=ann')).not.toContain('in their name');
  });
});
