import {
  changeLine,
  defaultSettings,
  type Match,
  type PlayerId,
  type RatingChange,
  rateMatch,
  replay,
} from '@openladder/rating';
import { testRater } from '@openladder/rating/conformance';
import { seededRandom } from '@openladder/rating/random';
import { describe, expect, test } from 'vitest';
import { inColumns, type PlayedGame } from './games.js';
import type { History } from './history.js';
import { type Game, solveRating } from './performance.js';
import { rater, raterWith } from './rater.js';
import { type Settings, VARIANTS } from './settings.js';

const DAY = 86_400_000;

const SETTINGS: readonly Partial<Settings>[] = [
  ...VARIANTS.map((variant) => ({ variant })),
  // One of each kind: without a rating at times, weighed by all games, by days, by opponents.
  ...(['p1', 'p4', 'p6', 'p8'] as const).map((variant) => ({ variant, multiplayer: 'pairwise' as const })),
];

/** Beside the default, `test/simulations/long-logs.test.ts` checks them. Under p6 a history is the list of its games, so a long log of races takes half an hour. */
const TAKES_LONG = /p(?:3|5|6|7)".*pairwise.*in a long log/;
testRater(rater, { test: (name, run) => void (TAKES_LONG.test(name) || test(name, run)), settings: SETTINGS });
// The histories of the laws are short. With lists of three games they are treated as long ones. Under p6 a history is the list of its games.
testRater(raterWith(3), {
  test: (name, run) => void (/in a long log/.test(name) || test(`${name}, in long histories`, run)),
  settings: SETTINGS.filter(({ variant }) => variant !== 'p6'),
});

function settingsOf(settings: Partial<Settings>): Settings {
  return { ...defaultSettings<Settings>(rater.settings), ...settings };
}

function duel(winner: PlayerId, loser: PlayerId, day = 0): Match {
  return { playedAt: day * DAY, sides: [winner, loser].map((player, index) => side(index + 1, player)) };
}

function side(placement: number, ...players: PlayerId[]): Match['sides'][number] {
  return { placement, participants: players.map((player) => ({ player })) };
}

/** All changes of a log, and the states after it. */
function play(log: readonly Match[], settings: Settings) {
  const states = new Map<PlayerId, History>();
  const changes = [...replay(rater, settings, log, states)].flatMap((step) => step.changes);
  return { states, changes };
}

const ratingOf = (states: ReadonlyMap<PlayerId, History>, player: PlayerId) => states.get(player)!.value;
const changesOf = (changes: readonly RatingChange<History>[], player: PlayerId) =>
  changes.filter((change) => change.player === player);

describe('a league', () => {
  const log = [duel('ann', 'ben', 0), duel('ben', 'cyd', 0.25), duel('ann', 'cyd', 3), duel('cyd', 'ann', 3.5)];

  test.each(VARIANTS)('rates by %s like the list of the same games', (variant) => {
    const { states, changes } = play(log, settingsOf({ variant }));
    const counted = (value: number | null) => value ?? 1500;
    const games = changesOf(changes, 'ann').map(({ contributions: [game] }, index): Game => {
      const days = 3.5 - [0, 3, 3.5][index]!;
      const { opponent, opponentValue, actual } = game!;
      return { opponent, rating: counted(opponentValue), result: actual as Game['result'], days };
    });
    expect(games.map(({ opponent, result }) => [opponent, result])).toEqual([
      ['ben', 1],
      ['cyd', 1],
      ['cyd', 0],
    ]);
    expect(ratingOf(states, 'ann')).toBe(solveRating(games.reverse(), variant));
  });

  test("uses the opponent's state before the match, for both alike", () => {
    const { changes } = play(log, settingsOf({ variant: 'p8' }));
    for (const change of changes) {
      const opponent = change.contributions[0]!.opponent;
      const past = changes.slice(0, changes.indexOf(change) - (changes.indexOf(change) % 2));
      const known = changesOf(past, opponent).at(-1)?.after.value;
      expect(change.contributions[0]!.opponentValue).toBe(known ?? rater.initial(settingsOf({})).value);
    }
  });

  test('explains a duel by the game itself, and by the fading of older ones', () => {
    const { changes } = play(log, settingsOf({ variant: 'p7' }));
    const change = changesOf(changes, 'cyd').at(-1)!;
    const { before, after, contributions } = change;
    expect(contributions).toHaveLength(1);
    const { opponent, opponentValue, expected, actual, weight, delta } = contributions[0]!;
    expect([opponent, actual]).toEqual(['ann', 1]);
    const [fading, ...others] = rater.adjustments!(changeLine(change), settingsOf({ variant: 'p7' }));
    expect(others).toEqual([]);
    expect(fading!.reason).toBe('fading');
    expect(delta! + fading!.points).toBeCloseTo(after.value! - before.value!, 9);
    expect(expected).toBeCloseTo(1 / (1 + 10 ** ((opponentValue! - before.value!) / 400)), 12);
    // The second game against ann: two games share the scale sqrt(2), the newer one takes 1 / (1 + 0.98) of it.
    expect(weight).toBeCloseTo(Math.SQRT2 / 1.98, 12);
  });
});

describe('fading', () => {
  test.each(['p1', 'p2'] as const)('is nothing by %s, if a game is the whole change', (variant) => {
    const settings = settingsOf({ variant });
    const log = Array.from({ length: 40 }, (_, day) =>
      day % 3 === 0 ? duel('ben', 'ann', day) : duel('ann', 'ben', day),
    );
    for (const change of play(log, settings).changes)
      expect(rater.adjustments!(changeLine(change), settings)).toEqual([]);
  });

  test.each(VARIANTS)('never reverses by %s the effect of a single game, in lists and in summaries', (variant) => {
    const random = seededRandom(19);
    const players = Array.from({ length: 6 }, (_, player) => player);
    const log = Array.from({ length: 300 }, (_, hour) => {
      const [one, other] = random.shuffle([...players]) as [number, number];
      const isUpset = random.chance(0.2);
      return duel(one < other !== isUpset ? one : other, one < other !== isUpset ? other : one, hour / 24);
    });
    const { changes } = play(log, settingsOf({ variant }));
    const turned = changes.filter(({ before, after, contributions: [game] }) => {
      if (before.value === null || after.value === null) return false;
      expect(Math.sign(game!.delta!)).toBe(game!.actual === 1 ? 1 : -1);
      return Math.sign(after.value - before.value) !== Math.sign(game!.delta!);
    });
    if (variant === 'p1' || variant === 'p2') expect(turned).toEqual([]);
    if (variant === 'p8') expect(turned.length).toBeGreaterThan(0);
  });

  test('explains to a falling winner why: the example of the measurements', () => {
    const settings = settingsOf({ variant: 'p8' });
    // Ann beat six strong players. Now she beats somebody much weaker.
    const strong = Array.from({ length: 6 }, (_, player) => player);
    const known = (value: number): History => ({ value, games: inColumns([]) });
    const states = new Map<PlayerId, History>(strong.map((player) => [player, known(2000)]));
    states.set('low', known(1400));
    for (const player of strong) rateMatch(rater, settings, duel('ann', player, player), states);
    const change = changesOf(rateMatch(rater, settings, duel('ann', 'low', 6), states), 'ann')[0]!;
    expect(change.after.value!).toBeLessThan(change.before.value!);
    expect(change.contributions[0]!.delta!).toBeGreaterThan(0);
    expect(rater.explain!(changeLine(change), settings, 'en')).toBe(
      'Beat an opponent rated 1400.0 (expected score >0.99): +1.0. The fading of older games took 3.6. In total: \u22122.6, to 2697.3.',
    );
    expect(rater.explain!(changeLine(change), settings, 'de')).toBe(
      'Sieg gegen einen Gegner mit Wertung 1400,0 (erwartete Punktzahl >0,99): +1,0. Das Verblassen älterer Spiele kostete 3,6. Insgesamt: \u22122,6 auf 2697,3.',
    );
  });
});

test.each([
  ['p1', null, 'unrated'],
  ['p2', 0, '0 +529 −529'],
  ['p7', 0, '0 +529 −529'],
  ['p8', 1500, '1500 +417 −417'],
] as const)('players without games have by %s the value %s, shown as %s', (variant, value, text) => {
  const settings = settingsOf({ variant });
  const state = rater.initial(settings);
  expect(rater.rating(state, settings)).toEqual({ value, deviation: null, score: value, isProvisional: true });
  expect(rater.display!(state, settings)).toBe(text);
});

describe('p1', () => {
  const settings = settingsOf({ variant: 'p1', unratedOpponentRating: 1400 });

  test('leaves players unrated who have won or lost everything, and counts them by the setting', () => {
    const { states, changes } = play([duel('ann', 'ben'), duel('ann', 'cyd'), duel('ben', 'ann')], settings);
    expect(ratingOf(states, 'cyd')).toBeNull();
    expect(rater.rating(states.get('cyd')!, settings).isProvisional).toBe(true);
    expect(rater.display!(states.get('cyd')!, settings)).toBe('unrated');
    expect(ratingOf(states, 'ann')).toBeCloseTo(1400 + 400 * Math.log10(2), 9);
    expect(ratingOf(states, 'ben')).toBeCloseTo(1400, 9);
    expect(changes.flatMap(({ contributions }) => contributions.map(({ delta }) => delta))).toEqual(
      new Array(6).fill(null),
    );
    expect(changes[0]!.contributions[0]).toMatchObject({ opponentValue: null, expected: 0.5, weight: 1 });
  });

  test('attributes no change to a part of a match if the whole has none', () => {
    const match = { playedAt: 0, sides: [side(1, 'ann'), side(2, 'ben'), side(3, 'cyd')] };
    const { changes } = play([match], settingsOf({ variant: 'p1', multiplayer: 'pairwise' }));
    const [ben] = changesOf(changes, 'ben');
    expect(ben!.after.value).toBeCloseTo(1500, 9);
    expect(ben!.contributions.map(({ delta }) => delta)).toEqual([null, null]);
  });
});

describe('a match of many', () => {
  const settings = settingsOf({ multiplayer: 'pairwise' });

  test('is refused or rated in pairs by the setting', () => {
    expect(rater.formats(settingsOf({}))).toEqual({
      minSides: 2,
      maxSides: 2,
      minPlayersPerSide: 1,
      maxPlayersPerSide: 1,
    });
    expect(rater.formats(settings)).toEqual({
      minSides: 2,
      maxSides: null,
      minPlayersPerSide: 1,
      maxPlayersPerSide: null,
    });
  });

  test('is one game against everybody on the other sides, at their rating before the match', () => {
    const { states } = play([duel('ann', 'ben', 0)], settings);
    const [ann, ben] = ['ann', 'ben'].map((player) => ratingOf(states, player));
    const match = { playedAt: DAY, sides: [side(1, 'ann', 'ben'), side(2, 'cyd', 'dan'), side(2, 'eve')] };
    const changes = rateMatch(rater, settings, match, states);
    const [cyd] = changesOf(changes, 'cyd');
    expect(cyd!.contributions.map(({ opponent, opponentValue, actual }) => [opponent, opponentValue, actual])).toEqual([
      ['ben', ben, 0],
      ['eve', 1500, 0.5],
      ['ann', ann, 0],
    ]);
    const games = cyd!.contributions.map(
      ({ opponent, opponentValue, actual }): Game => ({
        opponent,
        rating: opponentValue!,
        result: actual as Game['result'],
        days: 0,
      }),
    );
    expect(cyd!.after.value).toBe(solveRating(games.reverse(), 'p8'));
    const [fading] = rater.adjustments!(changeLine(cyd!), settings);
    expect(
      cyd!.contributions.reduce((sum, { delta }) => sum + delta!, cyd!.before.value! + fading!.points),
    ).toBeCloseTo(cyd!.after.value!, 9);
  });

  test.each(VARIANTS)('is rated by %s the same to the bit, in any order of its participants', (variant) => {
    const byVariant = settingsOf({ variant, multiplayer: 'pairwise' });
    const history = [duel('ann', 'ben', 0), duel('ann', 'ben', 1), duel('cyd', 'ann', 2)];
    const match = {
      playedAt: 3 * DAY,
      sides: [side(1, 'eve', 'ben'), side(2, 'ann', 7), side(2, 'cyd'), side(4, 8)],
    };
    const turned = {
      playedAt: 3 * DAY,
      sides: match.sides.map((one) => ({ ...one, participants: one.participants.toReversed() })).reverse(),
    };
    const [states, others] = [match, turned].map((last) => play([...history, last], byVariant).states);
    for (const player of states!.keys()) expect(ratingOf(others!, player)).toBe(ratingOf(states!, player));
  });

  test.each(VARIANTS)(
    'never rates by %s a better result lower if equal opponents have different weights',
    (variant) => {
      // With a steep decay it matters much which game of a match counts as the newer one.
      const steep = settingsOf({ variant, decay: 0.2, multiplayer: 'pairwise' });
      const rounds = Array.from({ length: 12 }, (_, day): PlayedGame => {
        return { opponent: 'old', rating: 100, result: day % 2 === 0 ? 1 : 0, playedAt: day * DAY };
      });
      const before = new Map([
        ['ann', { value: 100, games: inColumns(rounds) }],
        ['old', { value: 100, games: inColumns([]) }],
        ['new', { value: 100, games: inColumns([]) }],
      ]);
      const worse = { won: 3, drawn: 2, lost: 1 };
      const annAfter = (old: keyof typeof worse, fresh: keyof typeof worse) => {
        const match = {
          playedAt: 20 * DAY,
          sides: [side(2, 'ann'), side(worse[old], 'old'), side(worse[fresh], 'new')],
        };
        return rater.rate(match, before, steep).get('ann')!.state.value!;
      };
      for (const other of ['won', 'drawn', 'lost'] as const) {
        expect(annAfter('won', other)).toBeGreaterThan(annAfter('drawn', other));
        expect(annAfter('drawn', other)).toBeGreaterThan(annAfter('lost', other));
        expect(annAfter(other, 'won')).toBeGreaterThan(annAfter(other, 'drawn'));
        expect(annAfter(other, 'drawn')).toBeGreaterThan(annAfter(other, 'lost'));
      }
    },
  );
});

describe('a prediction', () => {
  test('approaches the expected score after many games', () => {
    const settings = settingsOf({ variant: 'p1' });
    const games = Array.from({ length: 1500 }, (_, game) => (game % 3 ? duel('ann', 'ben') : duel('ben', 'ann')));
    const { states } = play(games, settings);
    const [ann, ben] = [states.get('ann')!, states.get('ben')!];
    const chance = 1 / (1 + 10 ** ((ben.value! - ann.value!) / 400));
    expect(rater.predict([[ann], [ben]], settings)[0]).toBeCloseTo(chance, 2);
  });

  test('for teams adds up the leads of their players, and unrated players have none', () => {
    const settings = settingsOf({ variant: 'p1', multiplayer: 'pairwise', unratedOpponentRating: 1400 });
    const { states } = play([duel('ann', 'ben'), duel('ben', 'ann'), duel('ann', 'ben')], settings);
    const [unrated, ann] = [rater.initial(settings), states.get('ann')!];
    const [alone] = rater.predict([[ann], [unrated]], settings);
    expect(alone).not.toBe(0.5);
    const [together] = rater.predict(
      [
        [unrated, ann],
        [unrated, unrated],
      ],
      settings,
    );
    expect(Math.sign(together! - 0.5)).toBe(Math.sign(alone! - 0.5));
    expect(rater.predict([[unrated, unrated], [unrated]], settings)).toEqual([0.5, 0.5]);
  });
});

test('a rating is shown rounded, with the changes after a win and a loss', () => {
  const settings = settingsOf({ variant: 'p2' });
  const { states } = play([duel('ann', 'ben'), duel('cyd', 'ben')], settings);
  expect(rater.display!(states.get('ann')!, settings)).toMatch(/^529 \+\d+ −\d+$/);
  expect(rater.display!(states.get('ben')!, settings)).toMatch(/^−\d+ \+\d+ −\d+$/);
});
