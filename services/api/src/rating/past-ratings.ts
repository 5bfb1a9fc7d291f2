import { CONTRIBUTION_WIDTH } from '@openladder/rating';
import { groupedBy } from '../kit/grouped-by.js';
import { ownTurn } from '../kit/own-turn.js';
import { type AnswerSize, countWork } from '../kit/paging/answer-size.js';
import type { Sql } from '../kit/sql/transaction.js';
import { listPastLines, listPastRecords, type PastLine } from './past.repository.js';
import type { PastView } from './past-view.js';
import type { Rating, ShownRating } from './rating.js';

/** Lines, or contributions of them, that are read in the time of a point. */
const READ_PER_POINT = 10;
/** Lines of which states are restored at a time, unless they are one player's. */
const GROUP_LINES = 500;

/**
 * The ratings of some players at a past moment, by their ids; those who had none are left out.
 * @param withDisplay whether the rater's own text is wanted; else the rounded value may stand for it
 */
export async function ratingsAt(
  sql: Sql,
  view: PastView,
  playerIds: readonly number[],
  withDisplay: boolean,
  size: AnswerSize,
): Promise<Map<number, Rating>> {
  if (playerIds.length === 0) return new Map();
  const records = await listPastRecords(sql, view.lines, playerIds);
  const lines = records.reduce((sum, { matchesPlayed }) => sum + matchesPlayed, 0);
  countWork(size, Math.ceil(lines / READ_PER_POINT));
  const shown = await shownRatings(sql, view, records, withDisplay, size);
  const ratings = records.map(
    ({ playerId, matchesPlayed, wins, draws, losses, peak, playedAt }): Rating => ({
      ...{ leagueId: view.leagueId, playerId, isHidden: view.hidden.has(playerId) },
      ...withCut(shown.get(playerId)!, view, { playerId, matchesPlayed, playedAt }),
      ...{ matchesPlayed, wins, draws, losses, peak, lastPlayedAt: playedAt, lines: view.lines },
    }),
  );
  return new Map(ratings.map((rating) => [rating.playerId, rating]));
}

/** A rating as the board showed it: without a rank for those whom the league leaves out. */
function withCut(
  rating: ShownRating,
  { cut, hidden }: PastView,
  { playerId, matchesPlayed, playedAt }: Pick<Records[number], 'playerId' | 'matchesPlayed' | 'playedAt'>,
): ShownRating {
  const isInactive = cut !== null && cut.activeSince !== null && playedAt.getTime() < cut.activeSince;
  const isCut = hidden.has(playerId) || isInactive || (cut !== null && matchesPlayed < cut.minMatches);
  return { ...rating, isProvisional: rating.isProvisional || isCut };
}

type Records = Awaited<ReturnType<typeof listPastRecords>>;

async function shownRatings(
  sql: Sql,
  { past, lines }: PastView,
  records: Records,
  withDisplay: boolean,
  size: AnswerSize,
): Promise<Map<number, ShownRating>> {
  // The stored values are those that the rater gave for the state, without its text.
  if (!past || (past.needs === 'all' && !withDisplay)) {
    return new Map(records.map((last) => [last.playerId, asStored(last)]));
  }
  if (past.needs === 'last') {
    const waits = await past.waitsSince(records);
    const shown = await past.show(records.map((last) => ({ lines: [last], waits: waits.get(last.playerId) })));
    return new Map(records.map(({ playerId }, index) => [playerId, shown[index]!]));
  }
  const shown = new Map<number, ShownRating>();
  for (const players of inGroups(records)) {
    const own = await listPastLines(sql, lines, players);
    const parts = own.reduce(
      (sum, { contributions }) => sum + 1 + (contributions?.length ?? 0) / CONTRIBUTION_WIDTH,
      0,
    );
    countWork(size, Math.ceil(parts / READ_PER_POINT));
    for (const [playerId, all] of groupedBy(own, (line) => line.playerId)) {
      const isTold = !past.readsContributions || all.every(({ contributions }) => contributions !== null);
      const [rating] = isTold ? await past.show([{ lines: all }]) : [asStored(all.at(-1)!)];
      shown.set(playerId, rating!);
      await ownTurn();
    }
  }
  return shown;
}

function* inGroups(records: Records): Generator<number[]> {
  let [group, room]: [number[], number] = [[], GROUP_LINES];
  for (const { playerId, matchesPlayed } of records) {
    if (matchesPlayed > room && group.length > 0) {
      yield group;
      [group, room] = [[], GROUP_LINES];
    }
    group.push(playerId);
    room -= matchesPlayed;
  }
  if (group.length > 0) yield group;
}

/** A rating from the journal alone: without the rater's own text, the rounded value takes its place. */
function asStored({ value, deviation, score, isProvisional }: PastLine): ShownRating {
  return {
    value,
    deviation,
    score: score === Number.NEGATIVE_INFINITY ? null : score,
    isProvisional,
    display: value === null ? 'unrated' : String(Math.floor(value + 0.5)),
  };
}
