import type { ExpectedGame } from './games.js';
import { mostFirst } from './meetings.js';
import { ownGames, riseBetween, scoreOfGames } from './own-strength.js';
import type { Signal } from './signal.js';

/** Later games say nothing of first ones. */
const FIRST_GAMES = 100;
const LEAST_BEFORE = 8;
const LEAST_AFTER = 20;
/** How much stronger a player is after the first games, in log odds: odds of 12 to 1. */
const LEAST_RISE = 2.5;
/** And how much more of the points they score: few honest players do, and the rest takes no time. */
const LEAST_GAIN = 0.3;
/** Standard deviations of the rise. It is the greatest of many places to divide the games, so chance alone reaches 3. */
const DEVIATIONS = 5;

/** Finds players who play far better after their first games than in them, as nobody learns: they may have lost those on purpose. */
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
    if (best.deviations < DEVIATIONS) return [];
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
