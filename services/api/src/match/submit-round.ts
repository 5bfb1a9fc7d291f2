import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import type { App } from '../app.js';
import type { League } from '../league/league.js';
import { growLeague, lockLeague, updateLastSequence } from '../league/league.repository.js';
import { insertEvent } from '../live/league-event.repository.js';
import { insertChanges, upsertRatings } from '../rating/rating.repository.js';
import { type RatingSystem, ratingSystemOf } from '../rating/rating-system.js';
import { loadStates } from '../rating/states.js';
import type { Tally } from '../rating/tally.js';
import { derive } from '../recompute/derive.js';
import { refuse, shown } from '../refusal.js';
import { type Admission, admitPlayers } from './admit-players.js';
import { answerReplays } from './answer-replays.js';
import { checkWindow } from './checks.js';
import { checkFormat } from './formats.js';
import type { Match } from './match.js';
import { countLog, insertMatches, type LogPosition, type NewMatch } from './match.repository.js';
import { rateBatch, ratingUpdate } from './rate-batch.js';
import { type Candidate, pathOf, type Results, reject } from './submission-result.js';

/** What a round settled, in a transaction that is yet to be committed. */
export interface SettledRound {
  readonly results: Results;
  /** Call after the commit. */
  committed(): void;
}

/**
 * Settles matches of distinct external ids in the caller's transaction, under the league's lock.
 * @param now the time of the submission
 */
export async function submitRound(
  app: App,
  tx: EntityManager,
  access: Access,
  leagueId: number,
  round: readonly Candidate[],
  now: Date,
): Promise<SettledRound> {
  const league = await lockLeague(tx, leagueId);
  const system = ratingSystemOf(app.raters, league);
  const results: Results = new Map();
  const fresh = await answerReplays(tx, league, round, results);
  const fitting = fresh.filter((candidate) => isFitting(league, system, candidate, now, results));
  const entrants = fitting.map((candidate) => ({ match: candidate.match, path: pathOf(candidate) }));
  const admission = await admitPlayers(tx, league, entrants, now);
  for (const [place, refusal] of admission.refusals) reject(fitting[place]!, refusal, results);
  const admitted = fitting.filter((_, place) => !admission.refusals.has(place));

  const arrival: Arrival = { app, tx, access, league, system, admission, results, now };
  const isLate = admitted.some(({ match }) => league.ratedThrough && match.playedAt < league.ratedThrough);
  if (isLate) return { results, committed: await insertIntoLog(arrival, admitted) };
  return { results, committed: await appendToLog(arrival, admitted) };
}

function isFitting(
  league: League,
  { rater, settings }: RatingSystem,
  candidate: Candidate,
  now: Date,
  results: Results,
): boolean {
  const path = pathOf(candidate);
  const refusal =
    checkWindow(candidate.match, { now, opensAt: league.opensAt }, path) ??
    checkFormat(rater, settings, candidate.match, path) ??
    (league.lateMatches === 'REJECT' ? checkOrder(league, candidate) : undefined);
  if (refusal) reject(candidate, refusal, results);
  return !refusal;
}

function checkOrder({ ratedThrough }: League, candidate: Candidate) {
  const { playedAt } = candidate.match;
  if (!ratedThrough || playedAt >= ratedThrough) return undefined;
  const rule = `must not be before the newest rated match at ${shown(ratedThrough)}`;
  return refuse('LATE_MATCH', [...pathOf(candidate), 'playedAt'], `playedAt ${rule}, but is ${shown(playedAt)}`);
}

/** Matches that are about to be stored, and all that is at hand for it. */
interface Arrival {
  readonly app: App;
  readonly tx: EntityManager;
  readonly access: Access;
  readonly league: League;
  readonly system: RatingSystem;
  readonly admission: Admission;
  readonly results: Results;
  readonly now: Date;
}

/** Stores matches of which none is late, and rates them on top of what is there. */
async function appendToLog(arrival: Arrival, admitted: readonly Candidate[]): Promise<() => void> {
  const { app, tx, league, system, admission, results, now } = arrival;
  // Rated in the total order; the sequence is given by arrival, so equal times keep the order of the submission.
  const inOrder = admitted.toSorted((a, b) => +a.match.playedAt - +b.match.playedAt || a.index - b.index);
  const drafts = inOrder.map(({ match }) => ({
    playedAt: match.playedAt,
    sides: admission.merged(admission.withIds(match)),
  }));
  const states = app.residents.take(league.id, league.version);
  const participants = drafts.flatMap(({ sides }) => sides.flatMap((side) => side.participants));
  const players = new Set(participants.filter(({ isGuest }) => !isGuest).map(({ playerId }) => playerId));
  await loadStates(tx, league, system, players, states);
  const known = new Set([...players].filter((player) => states.has(player)));

  const tallies = new Map<number | string, Tally>();
  const rated = rateBatch(system, drafts, states, tallies).flatMap((result, order) => {
    const candidate = inOrder[order]!;
    if (result.kind === 'rated') return [{ candidate, lines: result.lines }];
    reject(candidate, refuse('RATER_FAILED', pathOf(candidate), result.message), results);
    return [];
  });
  const matches = await store(
    arrival,
    rated.map(({ candidate }) => candidate),
  );
  if (matches.length === 0) return () => app.residents.keep(league.id, league.version, states);

  const entries = rated.map(({ lines }, order) => ({ ...matches[order]!, lines }));
  await insertChanges(tx, league, league.revision, entries);
  const ratings = [...tallies].map(([player, tally]) => ratingUpdate(system, player, states, tally));
  await upsertRatings(tx, league.id, ratings, 'added');
  await growLeague(tx, league, {
    matches: matches.length,
    players: ratings.filter(({ playerId }) => !known.has(playerId)).length,
    ratedThrough: matches.at(-1)!.playedAt,
  });
  const number = league.version + 1;
  await insertEvent(tx, {
    ...{ leagueId: league.id, number, kind: 'MATCHES_RATED', revision: league.revision, at: now },
    sequences: arrivalsOf(matches),
  });
  return () => app.residents.keep(league.id, number, states);
}

/** Stores matches of which some are late, and rates the log anew from the first of them on. */
async function insertIntoLog(arrival: Arrival, admitted: readonly Candidate[]): Promise<() => void> {
  const { app, tx, access, league, system } = arrival;
  const matches = await store(arrival, admitted);
  await updateLastSequence(tx, league, league.lastSequence + matches.length);
  const from = matches.reduce<LogPosition>((first, match) => (isBefore(match, first) ? match : first), matches[0]!);
  const tail = await countLog(tx, league.id, from);
  await derive(app, tx, access, {
    league,
    action: 'submitMatches',
    reason: 'matches arrived late',
    arrivals: arrivalsOf(matches),
    applied: {
      from,
      system,
      disturbed: [],
      before: null,
      after: { externalIds: matches.filter((match) => match.playedAt < league.ratedThrough!).map((m) => m.externalId) },
    },
    staging: tail > app.inlineTail ? 'table' : 'memory',
  });
  return () => undefined;
}

/** The matches' sequences, in the order of their arrival. */
function arrivalsOf(matches: readonly NewMatch[]): number[] {
  return matches.map(({ sequence }) => sequence).toSorted((a, b) => a - b);
}

function isBefore(a: LogPosition, b: LogPosition): boolean {
  return +a.playedAt - +b.playedAt < 0 || (+a.playedAt === +b.playedAt && a.sequence < b.sequence);
}

/** @returns the matches in the order given, with the sequences of their arrival */
async function store(arrival: Arrival, candidates: readonly Candidate[]): Promise<NewMatch[]> {
  const { tx, access, league, admission, results, now } = arrival;
  const arrivals = candidates.map(({ index }) => index).toSorted((a, b) => a - b);
  const sequenceOf = new Map(arrivals.map((index, order) => [index, league.lastSequence + 1 + order]));
  const matches = candidates.map(({ index, match, contentHash }): NewMatch => {
    const { externalId, playedAt } = match;
    const sequence = sequenceOf.get(index)!;
    results.set(index, { kind: 'accepted', replayed: false, leagueId: league.id, sequence });
    const submission = { submittedAt: now, submittedBy: access.tokenId, contentHash };
    return { leagueId: league.id, sequence, externalId, playedAt, sides: admission.withIds(match), ...submission };
  });
  if (matches.length > 0) await insertMatches(tx, league.id, matches);
  await admission.forgetUnused(matches.map(({ sides }: Pick<Match, 'sides'>) => sides));
  return matches;
}
