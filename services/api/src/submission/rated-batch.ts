import { setImmediate } from 'node:timers/promises';
import type { PlayerId } from '@openladder/rating';
import { refuse } from '../kit/refusal.js';
import { journalBytes } from '../league/journal-bytes.js';
import type { League } from '../league/league.js';
import { contentHash } from '../match-log/content.js';
import { ratedPlayersOf, type StoredSide } from '../match-log/match.js';
import type { NewMatch } from '../match-log/match-insert.repository.js';
import { withMerges } from '../match-log/roster.js';
import { MAX_KEPT_WEIGHT, weightOf } from '../match-log/weight.js';
import type { RatingSystem } from '../raters/rating-system.js';
import type { States } from '../rating/cached-states.js';
import { storesContributions } from '../rating/contributions.js';
import type { JournalEntry } from '../rating/journal.repository.js';
import type { Tally } from '../rating/journal-line.js';
import { type BatchResult, rateInOrder, ratingUpdate, type TurnedMatch } from '../rating/rate-batch.js';
import { appendedMatchView } from './appended-match-view.js';
import { type Candidate, pathOf, type Results, reject } from './batch.js';
import type { CachedLeague } from './cached-league.js';
import type { LogAppend } from './log-append.repository.js';

/** A match about to be written; its players have ids. */
export interface Arrival {
  readonly candidate: Candidate;
  /** As submitted. */
  readonly sides: readonly StoredSide[];
}

/** Matches that are rated and not yet written. */
export interface RatedBatch {
  /** One for every arrival: accepted, or rejected because the rater failed. */
  readonly results: Results;
  /** Null if the rater failed on all. */
  readonly append: LogAppend | null;
  /** Of the rated players, after the matches. */
  readonly states: States;
}

/** Matches rated before other work gets its turn. */
const MATCHES_PER_TURN = 250;

/**
 * Rates matches on top of a league. None of them is late.
 * @param cached with the states of all players
 * @param arrivals in order of arrival, with distinct external ids
 */
export async function rateOnto(
  cached: CachedLeague,
  system: RatingSystem,
  arrivals: readonly Arrival[],
): Promise<RatedBatch> {
  const { league, merges } = cached;
  // Equal times stay in order of arrival, in which sequences are given: this is the total order.
  const inOrder = arrivals
    .map(({ candidate, sides }, place) => {
      return { candidate, place, playedAt: candidate.match.playedAt, sides: withMerges(sides, merges) };
    })
    .sort((a, b) => a.playedAt.getTime() - b.playedAt.getTime() || a.place - b.place);
  const states = cached.states.pick(inOrder.flatMap(({ sides }) => ratedPlayersOf(sides)));
  const tallies = new Map<PlayerId, Tally>();
  const outcomes = await rateInTurns(system, inOrder, states, tallies);

  const results: Results = new Map();
  const sequences = sequencesFrom(league.lastSequence + 1, inOrder, outcomes);
  const matches: NewMatch[] = [];
  const entries: JournalEntry[] = [];
  for (const [order, { candidate, place, playedAt, sides }] of inOrder.entries()) {
    const outcome = outcomes[order]!;
    if (outcome.kind === 'failed') {
      reject(candidate, refuse('RATER_FAILED', pathOf(candidate), outcome.message), results);
      continue;
    }
    const { lines } = outcome;
    const sequence = sequences.get(place)!;
    const match = newMatch(league, arrivals[place]!, sequence);
    matches.push(match);
    entries.push({ sequence, playedAt, lines, storesContributions: storesContributions(system.rater, { sides }) });
    const stored = weightOf(match) <= MAX_KEPT_WEIGHT ? () => appendedMatchView(cached, match, sides, lines) : null;
    results.set(candidate, { kind: 'accepted', replayed: false, leagueId: league.id, sequence, stored });
  }
  if (matches.length === 0) return { results, append: null, states };
  // These tallies are of the batch alone: the statement knows how many matches there are.
  const { boardRule } = system;
  const counted = boardRule ? { ...system, boardRule: { ...boardRule, minMatches: 0 } } : system;
  const ratings = [...tallies].map(([player, tally]) => ratingUpdate(counted, player, states, tally));
  const growth = {
    matches: matches.length,
    players: ratings.filter(({ playerId }) => !cached.states.has(playerId)).length,
    ratedThrough: matches.at(-1)!.playedAt,
    journalBytes: entries.reduce((sum, entry) => sum + bytesOf(entry), 0),
  };
  const at = new Date(Math.max(...matches.map(({ submittedAt }) => submittedAt.getTime())));
  return { results, append: { matches, entries, ratings, growth, at }, states };
}

async function rateInTurns(
  system: RatingSystem,
  matches: readonly TurnedMatch[],
  states: States,
  tallies: Map<PlayerId, Tally>,
): Promise<BatchResult[]> {
  const outcomes: BatchResult[] = [];
  for (let from = 0; from < matches.length; from += MATCHES_PER_TURN) {
    if (from > 0) await setImmediate();
    outcomes.push(...rateInOrder(system, matches.slice(from, from + MATCHES_PER_TURN), states, tallies));
  }
  return outcomes;
}

/** Sequences by place in the order of arrival, without gaps for matches on which the rater failed. */
function sequencesFrom(
  first: number,
  inOrder: readonly { readonly place: number }[],
  outcomes: readonly BatchResult[],
): Map<number, number> {
  const rated = inOrder.filter((_, order) => outcomes[order]!.kind === 'rated').map(({ place }) => place);
  return new Map(rated.sort((a, b) => a - b).map((place, order) => [place, first + order]));
}

/** Bytes of a match in the journal. */
export function bytesOf({ lines, storesContributions }: JournalEntry): number {
  let contributions = 0;
  if (storesContributions) for (const line of lines) contributions += line.contributions.length;
  return journalBytes(lines.length, contributions);
}

/** A match as it goes into the log. */
export function newMatch(league: League, { candidate, sides }: Arrival, sequence: number): NewMatch {
  const { match, sender } = candidate;
  return {
    leagueId: league.id,
    sequence,
    externalId: match.externalId,
    playedAt: match.playedAt,
    sides,
    submittedAt: sender.submittedAt,
    submittedBy: sender.access.tokenId,
    details: match.details,
    contentHash: contentHash(match),
  };
}
