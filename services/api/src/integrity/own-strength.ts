import { type ExpectedGame, expectGames, type LoggedGame } from './games.js';
import { mostFirst, type PlayerGames, type Sighting } from './meetings.js';
import type { Signal } from './signal.js';

/** Fewer opponents, or fewer games against each, are no pattern. */
const LEAST_OPPONENTS = 4;
const LEAST_MEETINGS = 5;
const ONE_SIDED = 0.9;
const LEAST_AGAINST = 40;
/** Games against others, which show how strong the player is. */
const LEAST_OTHERS = 20;
/** An opponent whose strength may be further off than this is unknown; a mean square in log odds. */
const MAX_ERROR = 0.8;
/** How much stronger the player is against these opponents, in log odds: odds of 20 to 1. */
const LEAST_RISE_AGAINST = 3;
/**
 * Standard deviations, of both signals. Higher than usual, because the opponents are chosen by their results, and the rise is the greatest
 * of many places to divide the games.
 */
const LEAST_DEVIATIONS = 5;

/**
 * Finds players who nearly always beat several opponents, but not others of the same strength. Results against such opponents do not
 * count towards anybody's strength.
 * @param games starts at the beginning whenever it is called
 * @param met the games of each player, in duels
 */
export function easyOpponents(games: () => Iterable<LoggedGame>, met: readonly PlayerGames[]): Sighting[] {
  const easy = met.map(easyOf);
  if (easy.every(({ size }) => size === 0)) return [];
  const isEasy = (one: number, other: number) => easy[one]!.has(other) || easy[other]!.has(one);
  return easySightings(expectGames(games(), met.length, isEasy).duels, easy);
}

/** Opponents who nearly always lost to a player, if there are several. */
function easyOf({ meetings }: PlayerGames): ReadonlySet<number> {
  const easy = [...meetings].filter(([, { games, score }]) => games >= LEAST_MEETINGS && score >= ONE_SIDED * games);
  return new Set(easy.length < LEAST_OPPONENTS ? [] : easy.map(([other]) => other));
}

function easySightings(duels: readonly ExpectedGame[], easy: readonly ReadonlySet<number>[]): Sighting[] {
  return ownGames(duels, easy.length).flatMap((all, player): Sighting[] => {
    const others = easy[player]!;
    if (others.size === 0) return [];
    const known = all.filter(({ error }) => error < MAX_ERROR);
    const won = known.filter(({ other }) => others.has(other));
    const usual = known.filter(({ other }) => !others.has(other));
    if (won.length < LEAST_AGAINST || usual.length < LEAST_OTHERS) return [];
    const { rise, deviations } = riseBetween(usual, won);
    if (rise < LEAST_RISE_AGAINST || deviations < LEAST_DEVIATIONS) return [];
    const counts = new Map<number, number>();
    for (const { other } of won) counts.set(other, (counts.get(other) ?? 0) + 1);
    const figures = {
      ...{ opponents: counts.size, games: won.length, score: scoreOfGames(won) },
      ...{ otherGames: usual.length, otherScore: scoreOfGames(usual), rise, deviations },
    };
    return [{ kind: 'EASY_OPPONENTS', player, others: mostFirst(counts), submitter: null, figures }];
  });
}

/** How many of a player's games are examined, from the first on: later ones show nothing about the first. */
const FIRST_GAMES = 100;
const LEAST_BEFORE = 8;
const LEAST_AFTER = 20;
/** How much stronger a player is after the first games, in log odds: odds of 12 to 1. */
const LEAST_RISE = 2.5;
/** The additional share of points: few honest players reach it, and checking the rest takes no time. */
const LEAST_GAIN = 0.3;

/** Finds players who play far better after their first games than in them, faster than anybody learns: they may have lost those on purpose. */
export function lateRises(duels: readonly ExpectedGame[], players: number): Signal[] {
  return ownGames(duels, players).flatMap((all, player): Signal[] => {
    const games = all.slice(0, FIRST_GAMES);
    let best = { at: 0, deviations: 0, rise: 0 };
    const total = scoreOfGames(games);
    let scored = 0;
    for (let at = 1; at <= games.length - LEAST_AFTER; at++) {
      scored += games[at - 1]!.score;
      const gained = (total - scored) / (games.length - at) - scored / at;
      if (at < LEAST_BEFORE || gained < LEAST_GAIN) continue;
      const { rise, deviations } = riseBetween(games.slice(0, at), games.slice(at));
      if (rise > LEAST_RISE && deviations > best.deviations) best = { at, deviations, rise };
    }
    if (best.deviations < LEAST_DEVIATIONS) return [];
    const [before, after] = [games.slice(0, best.at), games.slice(best.at)];
    const met = new Map<number, number>();
    for (const { other } of before) met.set(other, (met.get(other) ?? 0) + 1);
    const figures = {
      ...{ games: before.length, score: scoreOfGames(before) },
      ...{ laterGames: after.length, laterScore: scoreOfGames(after), rise: best.rise, deviations: best.deviations },
    };
    const matches = before.map(({ sequence }) => sequence);
    return [{ kind: 'LATE_RISE', player, others: mostFirst(met), submitter: null, figures, matches }];
  });
}

/** A game as one player sees it. */
interface OwnGame {
  readonly sequence: number;
  readonly other: number;
  /** The opponent's strength, in log odds, and the mean square of its error. */
  readonly strength: number;
  readonly error: number;
  readonly score: number;
}

/** The games of each player, in playing order. */
function ownGames(duels: readonly ExpectedGame[], players: number): readonly (readonly OwnGame[])[] {
  const games = Array.from({ length: players }, (): OwnGame[] => []);
  for (const { one, other, sequence, score, known } of duels) {
    games[one]!.push({ sequence, other, score, ...known[1] });
    games[other]!.push({ sequence, other: one, score: 1 - score, ...known[0] });
  }
  return games;
}

function scoreOfGames(games: readonly OwnGame[]): number {
  return games.reduce((sum, { score }) => sum + score, 0);
}

/** How much stronger a player was in some games than in others, in log odds, and in standard deviations by the likelihood ratio. */
function riseBetween(before: readonly OwnGame[], after: readonly OwnGame[]) {
  const [one, other, both] = [strengthIn(before), strengthIn(after), strengthIn([...before, ...after])];
  const gain = Math.max(0, one.likelihood + other.likelihood - both.likelihood);
  return { rise: other.strength - one.strength, deviations: Math.sqrt(2 * gain) };
}

const ROUNDS = 12;

/** The strength that best explains results, and how well it does. */
function strengthIn(games: readonly OwnGame[]): { readonly strength: number; readonly likelihood: number } {
  let strength = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // As if one game against an average player was drawn: wins alone have no best strength.
    let [gradient, information] = [0.5 - 1 / (1 + Math.exp(-strength)), 0.25];
    for (const game of games) {
      const expected = 1 / (1 + Math.exp(game.strength - strength));
      gradient += game.score - expected;
      information += expected * (1 - expected);
    }
    strength += Math.max(-1, Math.min(1, gradient / information));
  }
  const likelihood = games.reduce((sum, game) => {
    const lead = strength - game.strength;
    return sum + game.score * lead - Math.log1p(Math.exp(lead));
  }, 0);
  return { strength, likelihood };
}
