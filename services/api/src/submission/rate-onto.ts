import { setImmediate } from 'node:timers/promises';
import type { PlayerId } from '@openladder/rating';
import { refuse } from '../kit/refusal.js';
import { type League, newMark } from '../league/league.js';
import { journalBytes, type NeedsTokenGrowth } from '../league/quota.js';
import { contentHash } from '../match-log/checks.js';
import {
  asReported,
  contributionsOf,
  MAX_KEPT_CONTRIBUTIONS,
  ratedPlayersOf,
  type StoredMatch,
  toRaterMatch,
} from '../match-log/match.js';
import type { NewMatch } from '../match-log/match-write.repository.js';
import { withMerges } from '../match-log/roster.js';
import type { RatingSystem } from '../raters/rating-system.js';
import type { States } from '../rating/cached-states.js';
import type { JournalEntry } from '../rating/journal.repository.js';
import { type RatedLine, storesContributions, type Tally } from '../rating/journal-line.js';
import { type BatchResult, type OrderedMatch, rateMatches, ratingUpdates } from '../rating/rate-batch.js';
import { deltaOf, type JournalChange, type MatchView, scoreSums, VERDICT_NUMBERS } from '../rating/rating.js';
import type { LogAppend } from './append.repository.js';
import { type Admitted, type Candidate, pathOf, type Results, reject } from './batch.js';
import type { LeagueState } from './league-state.js';

/** Matches that are rated and not yet written. */
export interface RatedMatches {
  /** One for every match: accepted, or rejected because the rater failed. */
  readonly results: Results;
  /** Rejected matches that the rater did not reach, because of others. */
  readonly untried: readonly Candidate[];
  /** Null if the rater failed on all. */
  readonly append: LogAppend | null;
  /** The states of the rated players after the matches. */
  readonly states: States;
}

/** Matches to rate before other work gets a turn. */
const MATCHES_PER_TURN = 250;

const NEW = { areNew: true, isShown: true };

/**
 * Rates matches at the end of the log of a league. None of them is late.
 * @param state with the states of all players
 * @param admitted in order of arrival, with distinct external ids
 * @param stayAwake of a transaction that waits; see `keepingAwake`
 */
export async function rateOnto(
  state: LeagueState,
  system: RatingSystem,
  admitted: readonly Admitted[],
  stayAwake?: () => Promise<void>,
): Promise<RatedMatches> {
  const { league, merges } = state;
  // Matches of the same time stay in order of arrival, by which they get their sequences: this is the total order.
  const inOrder = admitted
    .map(({ candidate, sides }, place) => {
      const { playedAt, weight } = candidate.match;
      const own = { playedAt, weight, sides: withMerges(sides, merges) };
      return { candidate, place, ...own, rated: toRaterMatch(own) };
    })
    .sort((a, b) => a.playedAt.getTime() - b.playedAt.getTime() || a.place - b.place);
  const states = state.states.pick(inOrder.flatMap(({ sides }) => ratedPlayersOf(sides)));
  const tallies = new Map<PlayerId, Tally>();
  const outcomes = await rateInTurns(
    system,
    inOrder.map(({ rated }) => rated),
    states,
    tallies,
    stayAwake,
  );

  const results: Results = new Map();
  const untried: Candidate[] = [];
  const sequences = sequencesFrom(league.lastSequence + 1, inOrder, outcomes);
  const matches: NewMatch[] = [];
  const entries: JournalEntry[] = [];
  for (const [order, { candidate, place, playedAt, sides }] of inOrder.entries()) {
    const outcome = outcomes[order]!;
    if (outcome.kind === 'failed') {
      reject(candidate, refuse('RATER_FAILED', pathOf(candidate), { problem: outcome.message }), results);
      if (outcome.cause === 'not tried') untried.push(candidate);
      continue;
    }
    const { lines } = outcome;
    const sequence = sequences.get(place)!;
    const match = newMatch(league, admitted[place]!, sequence);
    matches.push(match);
    entries.push({ sequence, playedAt, lines, storesContributions: storesContributions(system.rater, { sides }) });
    const stored =
      contributionsOf(match) <= MAX_KEPT_CONTRIBUTIONS ? () => appendedMatchView(state, match, sides, lines) : null;
    results.set(candidate, { kind: 'accepted', replayed: false, leagueId: league.id, sequence, stored });
  }
  if (matches.length === 0) return { results, untried, append: null, states };
  // These tallies cover only this batch; the statement checks the minimum of matches with the stored count.
  const { boardRule } = system;
  const counted = boardRule ? { ...system, boardRule: { ...boardRule, minMatches: 0 } } : system;
  const ratings = await ratingUpdates(
    counted,
    [...tallies.keys()],
    () => states,
    (player) => tallies.get(player),
  );
  const growth = {
    matches: matches.length,
    players: ratings.filter(({ playerId }) => !state.states.has(playerId)).length,
    ratedThrough: matches.at(-1)!.playedAt,
    journalBytes: entries.reduce((sum, entry) => sum + bytesOf(entry), 0),
  };
  const at = new Date(Math.max(...matches.map(({ submittedAt }) => submittedAt.getTime())));
  return { results, untried, append: { matches, entries, ratings, growth, mark: newMark(), at }, states };
}

async function rateInTurns(
  system: RatingSystem,
  matches: readonly OrderedMatch[],
  states: States,
  tallies: Map<PlayerId, Tally>,
  stayAwake: (() => Promise<void>) | undefined,
): Promise<BatchResult[]> {
  const outcomes: BatchResult[] = [];
  for (let from = 0; from < matches.length; from += MATCHES_PER_TURN) {
    if (from > 0) await setImmediate();
    const turn = matches.slice(from, from + MATCHES_PER_TURN);
    outcomes.push(...(await rateMatches(system, turn, states, tallies, NEW, stayAwake)));
  }
  return outcomes;
}

/** Sequences by order of arrival, without gaps for matches on which the rater failed. */
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

/** A match as it is stored in the log. */
export function newMatch(league: League, { candidate, sides }: Admitted, sequence: number): NewMatch {
  const { match, sender } = candidate;
  return {
    leagueId: league.id,
    sequence,
    externalId: match.externalId,
    playedAt: match.playedAt,
    sides,
    submittedAt: sender.submittedAt,
    submittedBy: sender.access.tokenId,
    weight: match.weight,
    details: match.details,
    contentHash: contentHash(match),
  };
}

/** Counts appended matches toward the storage of the tokens that sent them. */
export function countGrowth({ tokenGrowth }: NeedsTokenGrowth, { matches, entries, at }: LogAppend): void {
  for (const [order, { submittedBy }] of matches.entries()) {
    if (submittedBy !== null) tokenGrowth.add(submittedBy, bytesOf(entries[order]!), at);
  }
}

/**
 * A match for readers right after it is appended, made from memory, without a query after the commit.
 * @param sides as they are rated
 * @param lines its lines of the journal
 */
function appendedMatchView(
  { league, players }: LeagueState,
  match: NewMatch,
  sides: StoredMatch['sides'],
  lines: readonly RatedLine[],
): MatchView {
  const head = { status: 'RATED', version: 1, ...match } as const;
  const { leagueId, sequence, playedAt } = head;
  const { revision } = league;
  const changes = new Map<number, JournalChange>();
  for (const { player, before, after, contributions, verdict, justBefore } of lines) {
    const { expectedScore, actualScore } = scoreSums(contributions);
    changes.set(Number(player), {
      leagueId,
      playerId: Number(player),
      playedAt,
      sequence,
      revision,
      before: justBefore?.() ?? before,
      after,
      delta: deltaOf({ before, after }),
      verdict: VERDICT_NUMBERS[verdict],
      contributions: contributions.map((part) => ({
        ...part,
        opponent: players.get(Number(part.opponent)) ?? part.opponent,
      })),
      expectedScore,
      actualScore,
      match: head,
    });
  }
  const views = sides.map((side, position) => ({
    match: head,
    matchSides: sides,
    position,
    ...side,
    participants: side.participants.map((participant) => ({
      match: head,
      player: players.get(participant.playerId),
      ratingChange: changes.get(participant.playerId) ?? null,
      ...participant,
      scoresAgainst: participant.scoresAgainst.map((against) => ({
        opponent: players.get(against.opponentId),
        ...against,
      })),
    })),
  }));
  return { ...head, sides: asReported(views) };
}
