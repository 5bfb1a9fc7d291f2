import { type ExpectedGame, expectGames, type LoggedGame } from './games.js';
import { mostFirst, type PlayerGames, type Sighting } from './meetings.js';
import { ownGames, riseBetween, scoreOfGames } from './own-strength.js';

/** Fewer opponents, or fewer games against each, are no pattern. */
const LEAST_OPPONENTS = 4;
const LEAST_MEETINGS = 5;
const ONE_SIDED = 0.9;
const LEAST_GAMES = 40;
/** Games against others, which tell how strong the player is. */
const LEAST_OTHERS = 20;
/** Nothing is known of an opponent whose strength may be more wrong than this, as a mean square in log odds. */
const MOST_ERROR = 0.8;
/** How much stronger the player is against these opponents, in log odds: odds of 20 to 1. */
const LEAST_RISE = 3;
/** Standard deviations. The opponents are chosen by their results, so chance alone reaches more than usual. */
const DEVIATIONS = 5;

/**
 * Finds players who nearly always beat several opponents, though they are no match for others who are as strong. Results against such
 * opponents do not count towards anybody's strength.
 * @param games begins at the first of them whenever it is called
 * @param met the games of each player, in duels
 */
export function easyOpponents(games: () => Iterable<LoggedGame>, met: readonly PlayerGames[]): Sighting[] {
  const easy = met.map(easyOf);
  if (easy.every(({ size }) => size === 0)) return [];
  const isEasy = (one: number, other: number) => easy[one]!.has(other) || easy[other]!.has(one);
  return sightings(expectGames(games(), met.length, isEasy).duels, easy);
}

/** Those who nearly always lost to a player, if they are several. */
function easyOf({ meetings }: PlayerGames): ReadonlySet<number> {
  const easy = [...meetings].filter(([, { games, score }]) => games >= LEAST_MEETINGS && score >= ONE_SIDED * games);
  return new Set(easy.length < LEAST_OPPONENTS ? [] : easy.map(([other]) => other));
}

function sightings(duels: readonly ExpectedGame[], easy: readonly ReadonlySet<number>[]): Sighting[] {
  return ownGames(duels, easy.length).flatMap((all, player): Sighting[] => {
    const others = easy[player]!;
    if (others.size === 0) return [];
    const known = all.filter(({ error }) => error < MOST_ERROR);
    const won = known.filter(({ other }) => others.has(other));
    const usual = known.filter(({ other }) => !others.has(other));
    if (won.length < LEAST_GAMES || usual.length < LEAST_OTHERS) return [];
    const { rise, deviations } = riseBetween(usual, won);
    if (rise < LEAST_RISE || deviations < DEVIATIONS) return [];
    const counts = new Map<number, number>();
    for (const { other } of won) counts.set(other, (counts.get(other) ?? 0) + 1);
    const figures = {
      ...{ opponents: counts.size, games: won.length, score: scoreOfGames(won) },
      ...{ otherGames: usual.length, otherScore: scoreOfGames(usual), rise, deviations },
    };
    return [{ kind: 'EASY_OPPONENTS', player, others: mostFirst(counts), submitter: null, figures }];
  });
}
