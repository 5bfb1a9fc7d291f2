import { refuse } from '../kit/refusal.js';
import type { Send } from '../kit/sql/prepared.js';
import { journalBytes } from '../league/journal-bytes.js';
import type { League } from '../league/league.js';
import { contentHash } from '../match-log/content.js';
import type { StoredMatch, StoredSide } from '../match-log/match.js';
import type { NewMatch } from '../match-log/match-insert.repository.js';
import { ratedPlayersOf } from '../match-log/rated-players.js';
import { withMerges } from '../match-log/roster.js';
import { MAX_KEPT_WEIGHT, weightOf } from '../match-log/weight.js';
import type { RatingSystem } from '../raters/rating-system.js';
import type { States } from '../rating/cached-states.js';
import { storesContributions } from '../rating/contributions.js';
import type { JournalEntry } from '../rating/journal.repository.js';
import { rateInOrder, ratingUpdate } from '../rating/rate-batch.js';
import type { Tally } from '../rating/tally.js';
import { appendedMatchView } from './appended-match-view.js';
import type { CachedLeague } from './cached-league.js';
import { type AppendStatement, executeAppend, type LogAppend, toAppendStatement } from './log-append.repository.js';
import { type Candidate, pathOf, type Results, reject } from './submission-result.js';

/** A match that is to follow all others of its league. */
export interface Arrival {
  readonly candidate: Candidate;
  /** As submitted. */
  readonly sides: readonly StoredSide[];
}

/** Matches that are rated and not yet written. */
export interface RatedBatch {
  /** The league on top of which they were rated. */
  readonly cached: CachedLeague;
  /** The league as it will be; the same one where there is nothing to write. */
  readonly next: CachedLeague;
  /** Of every arrival: accepted, or rejected because the rater failed on it. */
  readonly results: Results;
  /** Null where the rater failed on all. */
  readonly statement: AppendStatement | null;
  /** Of the rated players, after the matches. */
  readonly states: States;
}

/**
 * Rates matches of which none is late on top of a league.
 * @param cached the states of all players must be in it; is left as it is
 * @param arrivals in the order of their arrival; of distinct external ids
 */
export function rateOnto(cached: CachedLeague, system: RatingSystem, arrivals: readonly Arrival[]): RatedBatch {
  const { rated, append, states, results } = rate(cached, system, arrivals);
  if (rated.length === 0) return { cached, next: cached, results, statement: null, states };
  const { league } = cached;
  const { matches, players, ratedThrough, journalBytes } = append.growth;
  const grown = {
    ...league,
    matchCount: league.matchCount + matches,
    lastSequence: league.lastSequence + matches,
    playerCount: league.playerCount + players,
    ratedThrough,
    journalBytes: league.journalBytes + journalBytes,
    version: league.version + 1,
  };
  const next = { ...cached, league: grown };
  for (const [order, { candidate, sides }] of rated.entries()) {
    const written = append.matches[order]!;
    const { sequence } = written;
    const { lines } = append.entries[order]!;
    const stored = weightOf(written) <= MAX_KEPT_WEIGHT ? () => appendedMatchView(next, written, sides, lines) : null;
    results.set(candidate, { kind: 'accepted', replayed: false, leagueId: league.id, sequence, stored });
  }
  return { cached, next, results, statement: toAppendStatement(league, append), states };
}

/**
 * Writes a rated batch. The states of the league are those after it from now on, so that others can be rated on top of it while
 * it is written; and those before it again where it is not.
 * @param send in a transaction under the league's lock, or as a transaction of its own
 * @param behind the mark of the statement that this one is on top of, where that was sent just before and is not answered yet
 * @returns false where the league has moved since it was read; nothing is written then
 */
export async function writeRatedBatch(
  send: Send,
  { cached, statement, states }: RatedBatch,
  behind?: string,
): Promise<boolean> {
  if (!statement) return true;
  const staged = cached.states.stage(states);
  let isWritten = false;
  try {
    isWritten = await executeAppend(send, statement, behind);
    return isWritten;
  } finally {
    if (isWritten) staged.commit();
    else staged.rollback();
  }
}

/** An arrival with its place in the order of arrivals; its sides as they are rated. */
type Turn = Arrival & Pick<StoredMatch, 'playedAt'> & { readonly place: number };

interface Rated {
  /** Those on which the rater did not fail, in the total order. */
  readonly rated: readonly Turn[];
  readonly append: LogAppend;
  readonly states: States;
  readonly results: Results;
}

function rate(
  { league, merges, states: known }: CachedLeague,
  system: RatingSystem,
  arrivals: readonly Arrival[],
): Rated {
  const results: Results = new Map();
  const byArrival = arrivals.map(({ candidate, sides }, place) => {
    return { candidate, place, playedAt: candidate.match.playedAt, sides: withMerges(sides, merges) };
  });
  // Rated in the total order; the sequence is given by arrival, so equal times keep that order.
  const inOrder = byArrival.toSorted((a, b) => a.playedAt.getTime() - b.playedAt.getTime() || a.place - b.place);
  const states = known.pick(inOrder.flatMap(({ sides }) => ratedPlayersOf(sides)));
  const tallies = new Map<number | string, Tally>();
  const rated: (Turn & Pick<JournalEntry, 'lines'>)[] = [];
  for (const [order, result] of rateInOrder(system, inOrder, states, tallies).entries()) {
    const arrival = inOrder[order]!;
    const { candidate } = arrival;
    if (result.kind === 'rated') rated.push({ ...arrival, lines: result.lines });
    else reject(candidate, refuse('RATER_FAILED', pathOf(candidate), result.message), results);
  }
  const ratings = [...tallies].map(([player, tally]) => ratingUpdate(system, player, states, tally));
  const orderOf = arrivalOrder(rated);
  const matches = rated.map(({ candidate, place }) =>
    newMatch(league, candidate, arrivals[place]!.sides, orderOf.get(place)!),
  );
  const entries = rated.map(({ playedAt, lines, sides }, order) => ({
    sequence: matches[order]!.sequence,
    playedAt,
    lines,
    storesContributions: storesContributions(system.rater, { sides }),
  }));
  const growth = {
    matches: matches.length,
    players: ratings.filter(({ playerId }) => !known.has(playerId)).length,
    ratedThrough: matches.at(-1)?.playedAt ?? new Date(0),
    journalBytes: bytesOf(entries),
  };
  const at = new Date(Math.max(...matches.map(({ submittedAt }) => submittedAt.getTime())));
  return { rated, append: { matches, entries, ratings, growth, at }, states, results };
}

function bytesOf(entries: readonly JournalEntry[]): number {
  let [lines, contributions] = [0, 0];
  for (const entry of entries) {
    lines += entry.lines.length;
    if (entry.storesContributions) for (const line of entry.lines) contributions += line.contributions.length;
  }
  return journalBytes(lines, contributions);
}

/** The order of arrival by place, without the gaps that rejected arrivals leave. */
function arrivalOrder(rated: readonly Turn[]): Map<number, number> {
  const places = rated.map(({ place }) => place).sort((a, b) => a - b);
  return new Map(places.map((place, order) => [place, order]));
}

/** A candidate as it goes into the log, so many places behind its newest match. */
export function newMatch(league: League, candidate: Candidate, sides: readonly StoredSide[], order: number): NewMatch {
  const { match, sender } = candidate;
  return {
    leagueId: league.id,
    sequence: league.lastSequence + 1 + order,
    externalId: match.externalId,
    playedAt: match.playedAt,
    sides,
    submittedAt: sender.submittedAt,
    submittedBy: sender.access.tokenId,
    contentHash: contentHash(match),
  };
}
