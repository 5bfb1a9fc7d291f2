import { stateAt } from '@openladder/rating';
import { beginWork, countWork, type ResponseSize } from '../kit/paging/response-size.js';
import type { Sql } from '../kit/sql/transaction.js';
import { yieldToEventLoop } from '../kit/waiting.js';
import type { League } from '../league/league.js';
import type { StoredMatch } from '../match-log/match.js';
import { chancesOf as leagueChances } from '../raters/league-chances.js';
import type { RaterCatalogue } from '../raters/raters.js';
import { pointsPerLine } from '../rating/journal-line.js';
import { listRatings } from '../rating/rating.repository.js';
import { statesBefore } from './changes.js';
import { PAIRS_PER_POINT, type PredictedSide, placedByChance } from './prediction.js';

/** To restore a state, in points. */
const STATE_POINTS = 3;
/** Matches after which others have their turn. */
const AT_A_TIME = 10;

/**
 * The chances that the sides of matches had by the ratings just before them, as these are known now.
 * @param matches of one league
 * @param size is charged for what is read and worked out
 * @returns in the order of the matches; null for a void match, one in which a side has nobody who is rated, and where the version of the
 * rater that made the ratings is not installed or does not restore its states
 */
export async function preMatchChances(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  matches: readonly StoredMatch[],
  size: ResponseSize,
): Promise<(readonly PredictedSide[] | null)[]> {
  const rater = raters.get(league.rater);
  if (!rater?.restore || rater.version !== league.raterVersion) return matches.map(() => null);
  const { settings, chanceFit } = league;
  const predicted = matches.map((match) => {
    const sides = match.sides.map((side) => side.participants.filter(({ isGuest }) => !isGuest));
    return match.status === 'RATED' && sides.every((side) => side.length > 0) ? sides : null;
  });
  const places = predicted.flatMap((sides, index) => {
    const { playedAt, sequence } = matches[index]!;
    return (sides ?? []).flat().map(({ playerId }) => ({ playerId, playedAt, sequence }));
  });
  let work = STATE_POINTS * places.length;
  const linePoints = pointsPerLine(rater);
  if (linePoints > 0) {
    const ratings = await listRatings(sql, league.id, [...new Set(places.map(({ playerId }) => playerId))]);
    const lengths = new Map(ratings.map(({ playerId, matchesPlayed }) => [playerId, matchesPlayed]));
    work += Math.ceil(linePoints * places.reduce((sum, { playerId }) => sum + (lengths.get(playerId) ?? 0), 0));
  }
  await beginWork(size, work);
  const states = await statesBefore(sql, league, { rater, settings, shownThrough: null }, places);
  let place = 0;
  const chancesOf = (sides: StoredMatch['sides'][number]['participants'][], index: number) => {
    countWork(size, Math.ceil(sides.length ** 2 / PAIRS_PER_POINT));
    const at = matches[index]!.playedAt.getTime();
    const stateOf = () => {
      const state = states.has(place) ? states.get(place) : rater.initial(settings);
      place++;
      return stateAt(rater, settings, state, at);
    };
    const chances = leagueChances(
      { rater, settings, chanceFit },
      sides.map((side) => side.map(stateOf)),
      { at, roles: matches[index]!.sides.map(({ role }) => role ?? undefined) },
    );
    return placedByChance(
      sides.map((side, number) => ({
        playerIds: side.map(({ playerId }) => playerId),
        winProbability: chances[number]!,
      })),
    );
  };
  const found: (readonly PredictedSide[] | null)[] = [];
  for (const [index, sides] of predicted.entries()) {
    found.push(sides && chancesOf(sides, index));
    if (found.length % AT_A_TIME === 0) await yieldToEventLoop();
  }
  return found;
}
