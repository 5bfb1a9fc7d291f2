import { describe, expect, test } from 'vitest';
import { formatOf, localeOf, textsOf, type Ui } from '../ui.js';
import { careerStory, matchStory, textOf } from './stories.js';

const uiOf = (tag: string): Ui => {
  const locale = localeOf(tag);
  return { locale, t: textsOf(locale.language), format: formatOf(tag), theme: {} as Ui['theme'] };
};
const [english, german, french] = [uiOf('en-US'), uiOf('de-DE'), uiOf('fr-FR')];
/** Without the signs around names. */
const storyOf = (...story: Parameters<typeof textOf>) => textOf(...story).replace(/[\u2068\u2069]/g, '');

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`;
const match = (day: number) => ({ externalId: `m-${day}`, playedAt: at(day) });
const ben = { handle: 'ben', displayName: 'Ben' };
const cid = { handle: 'cid', displayName: null };
const NEW = { player: { handle: 'ann' }, wins: 0, draws: 0, losses: 0, matchesPlayed: 0, series: [], value: null };
const DUELS = {
  ...{ player: { handle: 'ann' }, wins: 4, draws: 0, losses: 2, matchesPlayed: 6, series: [{ at: at(1) }] },
  ...{ peak: 1612.4, peakMatch: match(4), value: 1590, lastPlayedAt: at(4) },
  streaks: {
    current: { result: 'LOSS', matches: 1, from: at(4) },
    longestWinning: { matches: 3, from: at(2), to: at(4) },
  },
  bestWins: [{ match: match(3), contributions: [{ opponent: ben, expected: 0.314 }] }],
  rival: { nodes: [{ opponent: ben, wins: 1, draws: 1, losses: 1 }] },
  nemesis: { nodes: [{ opponent: cid, wins: 1, draws: 1, losses: 2 }] },
};

describe('a career', () => {
  test('is told in sentences made from data', () => {
    expect(storyOf(careerStory('l', DUELS, english))).toBe(
      'ann has played 6 matches since Mar 1, 2026: 4 won, 2 lost. The best rating was 1612.4, on Mar 4, 2026. ' +
        'The longest winning streak was 3 wins in a row, from Mar 2, 2026 to Mar 4, 2026. ' +
        'The best win was against Ben on Mar 3, 2026, with an expected score of 0.31. ' +
        'The closest rival is Ben: 1 won, 1 drawn, 1 lost. The nemesis is cid: 1 won, 1 drawn, 2 lost.',
    );
    expect(storyOf(careerStory('l', DUELS, german))).toMatch(
      /^Seit dem 01\.03\.2026 hat ann 6 Spiele bestritten: 4 gewonnen/,
    );
  });

  test('omits sentences without data', () => {
    expect(careerStory('l', NEW, english)).toEqual([]);
    const { rival, nemesis, ...alone } = DUELS;
    const few = { nodes: [{ opponent: ben, wins: 1, draws: 0, losses: 1 }] };
    const story = storyOf(careerStory('l', { ...alone, rival: few, nemesis: few, bestWins: [] }, english));
    expect(story).not.toMatch(/rival|nemesis|best win/);
    // After one match every rating is the best, even that of a defeat.
    const debut = { ...NEW, matchesPlayed: 1, losses: 1, peak: 1484, peakMatch: match(1), value: 1484 };
    expect(careerStory('l', debut, english)).toEqual([]);
  });

  test('names an opponent who is rival and nemesis once', () => {
    const nemesis = { nodes: [{ opponent: ben, wins: 0, draws: 0, losses: 3 }] };
    const story = storyOf(careerStory('l', { ...DUELS, nemesis }, english));
    expect(story).toContain('The nemesis is Ben: 0 won, 3 lost.');
    expect(story).not.toContain('rival');
  });

  // In the other story, the last matches are of one time.
  test('reports streaks that still last', () => {
    const streaks = { ...DUELS.streaks, current: { result: 'WIN', matches: 3, from: at(2) } };
    const now = { ...DUELS, value: DUELS.peak, streaks };
    expect(storyOf(careerStory('l', now, english))).toMatch(
      /The current rating, 1612\.4, is the best so far\. The longest winning streak is the current one: 3 wins in a row since/,
    );
  });

  test('counts in French as French does', () => {
    expect(storyOf(careerStory('l', { ...DUELS, draws: 1, losses: 2 }, french))).toContain(
      '\u00a0: 4 victoires, 1 nul, 2 défaites.',
    );
  });

  test('of races reports places', () => {
    const { streaks: _, ...career } = DUELS;
    const racer = { ...career, raceCount: 6, bestPlace: 1, meanPlace: 4.25, podiums: 2 };
    expect(storyOf(careerStory('l', racer, english))).toMatch(
      /^ann has started in 6 races since Mar 1, 2026 and won 4\. The best place was 1, the average finish 4\.3, with 2 in the top three\..*rival is Ben: 1 time ahead, 1 behind/,
    );
    expect(storyOf(careerStory('l', { ...racer, raceCount: 3 }, english))).toMatch(
      /^ann has started in 6 races since .* and won 4\./,
    );
    // Too many to be counted.
    expect(storyOf(careerStory('l', { ...career, recentPlaces: [] }, english))).not.toMatch(/ won | matches/);
  });
});

const side = (handle: string, effectivePlacement: number | null, delta: number | null = null) => ({
  ...{ name: null, effectivePlacement, status: 'FINISHED' as const, score: null },
  participants: [{ player: { handle }, score: null, ratingChange: { delta } }],
});
const chances = (...each: readonly number[]) =>
  each.map((winProbability) => ({
    winProbability,
    place: 1 + each.filter((other) => other > winProbability).length,
  }));
const DUEL = {
  status: 'RATED' as const,
  sides: [side('ann', 2), side('ben', 1)],
  expected: chances(0.7, 0.3),
  upset: null,
};

describe('a match', () => {
  test.each([
    [1, 'none was less expected'],
    [2, 'only one was less expected'],
    [20, 'only 19 were less expected'],
  ])('that is number %i of the surprises is called one', (place, words) => {
    const upset = { expected: 0.3, place, among: 100 };
    expect(storyOf(matchStory('l', { ...DUEL, upset }, english))).toBe(
      `ben won against the odds: the chance was 30%. Of the 100 results up to then, ${words}.`,
    );
  });

  test.each([
    { expected: 0.3, place: 21, among: 100 },
    { expected: 0.3, place: 1, among: 9 },
  ])('that is no great surprise (%o) is not called one', (upset) => {
    expect(storyOf(matchStory('l', { ...DUEL, upset }, english))).toBe('ben won against the odds: the chance was 30%.');
  });

  test('that was won by the favourite, drawn, withdrawn or not predicted', () => {
    const tell = (over: object) => storyOf(matchStory('l', { ...DUEL, ...over }, english));
    expect(tell({ expected: chances(0.2, 0.8) })).toBe('The favourite won: the chance of ben was 80%.');
    expect(tell({ sides: [side('ann', 1), side('ben', 1)] })).toBe(
      'Nobody won; the favourite, ann, had a chance of 70%.',
    );
    expect(tell({ expected: chances(0.53, 0.47) })).toBe('It was nearly even: the chance of ben was 47%.');
    expect(tell({ expected: chances(0.55, 0.45) })).toBe('ben won against the odds: the chance was 45%.');
    expect(tell({ expected: chances(0.5, 0.5) })).toBe('There was no favourite: all chances were equal.');
    expect([tell({ status: 'VOID' }), tell({ expected: null })]).toEqual(['', '']);
  });

  test('of many that the favourite did not win names the favourite', () => {
    const sides = [side('ann', 2), side('ben', 1), side('cid', 3)];
    expect(storyOf(matchStory('l', { ...DUEL, sides, expected: chances(0.5, 0.3, 0.2) }, english))).toBe(
      'ben won with a chance of 30%; the favourite was ann.',
    );
  });

  test('of many names the player ahead of the forecast, and the largest gain and loss', () => {
    const sides = [side('ann', 1, 2), side('ben', 4, -9), side('cid', 3, 1), side('dan', 2, 6)];
    const race = { ...DUEL, sides, expected: chances(0.4, 0.3, 0.2, 0.1), history: [{ at: at(1) }, { at: at(2) }] };
    expect(storyOf(matchStory('l', race, english))).toBe(
      'The favourite won: the chance of ann was 40%. ' +
        'Nobody was further ahead of the forecast than dan: place 2 instead of 4. ' +
        'dan gained most (+6.0), and ben lost most (−9.0). The result was corrected, last on Mar 2, 2026.',
    );
  });

  test('names nobody ahead of the forecast who did not finish', () => {
    const out = { ...side('dan', 2), status: 'DID_NOT_FINISH' as const };
    const race = { ...DUEL, sides: [side('ann', 1), side('ben', 2), side('cid', 2), out] };
    expect(storyOf(matchStory('l', { ...race, expected: chances(0.4, 0.3, 0.2, 0.1) }, english))).toBe(
      'The favourite won: the chance of ann was 40%.',
    );
  });
});
