import { setImmediate } from 'node:timers/promises';
import type { NeedsDatabase } from '../kit/needs.js';
import type { Pipeline, Pipelines } from '../kit/sql/pipelines.js';
import { isAskedAgain } from '../kit/sql/transaction.js';
import type { NeedsQuota } from '../league/quota.js';
import type { CheckedMatch } from '../match-log/checks.js';
import { checkPlayers, handleKeysOf, type Roster, withIds } from '../match-log/roster.js';
import { MAX_WEIGHT } from '../match-log/weight.js';
import type { NeedsMetrics } from '../metrics/metrics.js';
import { leagueTopic } from '../outbox/topic.js';
import type { NeedsWakeUps } from '../outbox/wake-ups.js';
import type { NeedsRaters } from '../raters/raters.js';
import { type RatingSystem, ratingSystemOf } from '../raters/rating-system.js';
import { answerReplays } from './answer-replays.js';
import { type Arrival, type Draft, draft, write } from './append.js';
import { isKnownExternalId, isRefusedByDatabase } from './append-batch.repository.js';
import { checkFit, isLate } from './fitting.js';
import { weightOfRound } from './light-rounds.js';
import { loadResidentLeague, meetPlayers } from './meet-players.js';
import type { NeedsResidents, ResidentLeague } from './resident-league.js';
import { type Candidate, pathOf, type Results, type Round, reject } from './submission-result.js';

export interface AppendNeeds
  extends NeedsDatabase,
    NeedsRaters,
    NeedsResidents,
    NeedsWakeUps,
    NeedsMetrics,
    NeedsQuota {
  /** For writes that are sent one behind the other. */
  readonly pipelines: Pipelines;
}

/** After so many writes of others in a row, a round queues for the league's lock. */
const ATTEMPTS = 5;
/** How many matches of large rounds are written first, while the database has nothing to do until it gets them. */
const FIRST_MATCHES = 32;
/** And how many at most: more gain little, and all wait for the last. */
const MAX_MATCHES = 300;

/** A write that others may be sent behind. */
interface Write {
  readonly pipeline: Pipeline;
  /** Names its batch. */
  readonly mark: string;
  readonly matches: number;
  state: 'under way' | 'done' | 'failed';
}

/** The write that makes a league what it is; none where it was read. */
const writes = new WeakMap<ResidentLeague, Write>();

/** The first of some rounds, rated on what memory holds. */
interface Run {
  readonly draft: Draft;
  readonly refused: Results;
  readonly candidates: readonly Candidate[];
}

interface SentRun extends Run {
  readonly outcome: Promise<Outcome>;
}

/** Whether the results of a run are there, are to be tried again, or can't be had together. */
type Outcome = 'written' | 'again' | 'stuck';

/** Rounds whose turn has not come, as far as they got. */
export type Ahead = Run | SentRun;

/**
 * Rates rounds while those before them are written, on top of the league as it will be then; and sends them behind these, so
 * that the database has them when it is done with these.
 * @param results what is known of the rounds; added to
 * @returns null where memory is not enough for it
 */
export function beginAhead(
  needs: AppendNeeds,
  leagueId: number,
  rounds: readonly Round[],
  results: Results,
): Ahead | null {
  const resident = needs.residents.take(leagueId);
  if (!resident) return null;
  const run = prepareFromMemory(needs, resident, rounds, roomBehind(writeUnderWay(resident)?.matches ?? 0));
  if (!run) keepUnlessFailed(needs, resident);
  return run && writeUnderWay(run.draft.resident) ? send(needs, run, rounds, results) : run;
}

function prepareFromMemory(
  needs: NeedsRaters & NeedsQuota,
  resident: ResidentLeague,
  rounds: readonly Round[],
  room: number,
): Run | null {
  if (hasFailed(resident)) return null;
  if (rounds.some((round) => round.some(({ match }) => hasStrangers(match, resident)))) return null;
  return prepare(needs, resident, ratingSystemOf(needs.raters, resident.league), rounds, room);
}

/** Whether a league was foreseen, and never came to be. */
function hasFailed(resident: ResidentLeague): boolean {
  return writes.get(resident)?.state === 'failed';
}

function keepUnlessFailed(needs: NeedsResidents, resident: ResidentLeague): void {
  if (!hasFailed(resident)) needs.residents.keep(resident);
}

/** The write that makes a league what it is, while others can be sent behind it. */
function writeUnderWay(resident: ResidentLeague): Write | undefined {
  const write = writes.get(resident);
  return write?.state === 'under way' && write.pipeline.isUnderWay ? write : undefined;
}

/**
 * Appends the first of these rounds, as many as can be: those of distinct external ids, without late matches, and of
 * players who are on the platform already. Each statement takes as many matches as are good for it, and the next one is
 * prepared and sent meanwhile.
 * @param results what is known of the rounds; added to
 * @param ahead how far these rounds got; it is thrown away where the league came to be another than foreseen
 * @returns how many rounds, from the first on, have all their results
 */
export async function appendRounds(
  needs: AppendNeeds,
  leagueId: number,
  rounds: readonly Round[],
  results: Results,
  ahead: Ahead | null,
): Promise<number> {
  let run = ahead;
  for (let failures = 0; failures < ATTEMPTS; ) {
    const open = without(results, rounds);
    if (open.length === 0) break;
    const sent: SentRun =
      run && 'outcome' in run ? run : send(needs, await currentRun(needs, leagueId, open, run), open, results);
    const rest = restOf(sent, open);
    const next: Ahead | null = rest.length > 0 ? await beginRest(needs, sent, rest, results) : null;
    const outcome = await sent.outcome;
    if (outcome === 'written') {
      // Not before: what comes after these rounds would be sent before the rest of them.
      if (rest.length > 0 && !next) needs.residents.keep(sent.draft.next);
      run = next;
      continue;
    }
    // What was sent behind it is not written either.
    if (next && 'outcome' in next) await next.outcome;
    if (outcome === 'stuck') {
      if (!sent.draft.batch) keepUnlessFailed(needs, sent.draft.resident);
      break;
    }
    run = null;
    failures++;
  }
  const unsettled = rounds.findIndex((round) => round.some((candidate) => !results.has(candidate)));
  return unsettled < 0 ? rounds.length : unsettled;
}

async function currentRun(
  needs: NeedsDatabase & NeedsRaters & NeedsResidents & NeedsQuota,
  leagueId: number,
  rounds: readonly Round[],
  ahead: Run | null,
): Promise<Run> {
  const kept = needs.residents.take(leagueId);
  if (!kept && ahead && !hasFailed(ahead.draft.resident)) return ahead;
  const { manager } = needs.database;
  const resident = kept ?? (await loadResidentLeague(manager, leagueId));
  const system = ratingSystemOf(needs.raters, resident.league);
  const keys = rounds.flatMap((round) => round.flatMap(({ match }) => handleKeysOf(match)));
  await meetPlayers(manager, resident, system, keys);
  return prepare(needs, resident, system, rounds, roomBehind(0));
}

async function beginRest(
  needs: AppendNeeds,
  { draft, candidates }: SentRun,
  rest: readonly Round[],
  results: Results,
): Promise<Ahead | null> {
  // So that the statement before it is on its way meanwhile.
  await setImmediate();
  const run = prepareFromMemory(needs, draft.next, rest, roomBehind(candidates.length));
  return run && writeUnderWay(run.draft.resident) ? send(needs, run, rest, results) : run;
}

/** How many matches go behind so many: twice as many, which take about as long to be rated as these to be written. */
function roomBehind(matches: number): number {
  return Math.min(Math.max(2 * matches, FIRST_MATCHES), MAX_MATCHES);
}

/** Rounds without those of their matches that are settled. */
function without(settled: Pick<ReadonlySet<Candidate>, 'has'>, rounds: readonly Round[]): Round[] {
  const open = rounds.map((round) => round.filter((candidate) => !settled.has(candidate)));
  return open.filter((round) => round.length > 0);
}

/** What is to follow a run; nothing where there is nothing to write, so that it can't be followed. */
function restOf({ draft, candidates, refused }: Run, rounds: readonly Round[]): Round[] {
  return draft.batch ? without(new Set([...candidates, ...refused.keys()]), rounds) : [];
}

/** @param room how many matches of large rounds it takes */
function prepare(
  needs: NeedsQuota,
  resident: ResidentLeague,
  system: RatingSystem,
  rounds: readonly Round[],
  room: number,
): Run {
  const { arrivals, refused } = firstRun(needs, resident, system, rounds, room);
  const candidates = arrivals.map(({ candidate }) => candidate);
  return { draft: draft(resident, system, arrivals), refused, candidates };
}

/** @param open the rounds that it is of: where it is their last one, those after them may prepare on top of it */
function send(needs: AppendNeeds, run: Run, open: readonly Round[], results: Results): SentRun {
  const outcome = run.draft.batch
    ? writeRun(needs, run, run.draft.batch.mark, results)
    : Promise.resolve('stuck' as const);
  if (run.draft.batch && restOf(run, open).length === 0) needs.residents.keep(run.draft.next);
  // Its waiter may come to it later.
  outcome.catch(() => undefined);
  return { ...run, outcome };
}

/**
 * What memory holds of the league may be out of date, so it decides nothing by itself: a refusal counts only where
 * something was written at the same version. Where nothing was, the round is left to be settled alone.
 */
async function writeRun(needs: AppendNeeds, run: Run, mark: string, results: Results): Promise<Outcome> {
  const { draft, refused, candidates } = run;
  const { resident, next } = draft;
  const { id, matchCount } = resident.league;
  const ahead = writeUnderWay(resident);
  const pipeline = ahead?.pipeline ?? needs.pipelines.open();
  const current: Write = { pipeline, mark, matches: candidates.length, state: 'under way' };
  writes.set(next, current);
  try {
    const isWritten = await write((statement, values) => pipeline.send(statement, values), draft, ahead?.mark);
    current.state = isWritten ? 'done' : 'failed';
    if (!isWritten) {
      forget(needs, resident);
      return 'again';
    }
    merge(results, refused, draft.results);
    needs.wakeUps.announce(leagueTopic(id));
    needs.metrics.batches.observe(next.league.matchCount - matchCount);
    return 'written';
  } catch (error) {
    current.state = 'failed';
    forget(needs, resident);
    if (isAskedAgain(error)) return 'again';
    if (!isRefusedByDatabase(error)) throw error;
    keepUnlessFailed(needs, resident);
    if (!isKnownExternalId(error)) return 'stuck';
    const unknown = await answerReplays(needs.database.manager, id, candidates, results);
    return unknown.length < candidates.length ? 'again' : 'stuck';
  }
}

/** Forgets a league on top of which nothing could be written; where it never came to be, another is there by now. */
function forget(needs: NeedsResidents, resident: ResidentLeague): void {
  if (!hasFailed(resident)) needs.residents.take(resident.league.id);
}

function merge(results: Results, ...more: readonly Results[]): void {
  for (const settled of more) for (const [candidate, result] of settled) results.set(candidate, result);
}

type Arrivals = Pick<Run, 'refused'> & { readonly arrivals: Arrival[] };

/** The matches of the first rounds, as many as can be appended together. */
function firstRun(
  { leagueStorage }: NeedsQuota,
  resident: ResidentLeague,
  system: RatingSystem,
  rounds: readonly Round[],
  room: number,
): Arrivals {
  const { league } = resident;
  const roster = rosterOf(resident);
  const run: Arrivals = { arrivals: [], refused: new Map() };
  const externalIds = new Set<string>();
  let weight = 0;
  for (const round of rounds) {
    weight += weightOfRound(round);
    const isRepeated = round.some(({ match }) => externalIds.has(match.externalId));
    const isSpecial = round.some(
      ({ match }) => hasStrangers(match, roster) || (league.lateMatches === 'REPLAY' && isLate(league, match)),
    );
    const isTooMuch = run.arrivals.length >= room || (weight > MAX_WEIGHT && run.arrivals.length > 0);
    if (isTooMuch || isRepeated || isSpecial) break;
    const part = firstPart(round, room - run.arrivals.length);
    for (const candidate of part) {
      const { match } = candidate;
      externalIds.add(match.externalId);
      const refusal =
        checkFit(league, system, candidate, leagueStorage) ?? checkPlayers(match, roster, pathOf(candidate));
      if (refusal) reject(candidate, refusal, run.refused);
      else run.arrivals.push({ candidate, sides: withIds(match, roster.ids) });
    }
    if (part.length < round.length) break;
  }
  return run;
}

/**
 * As many matches of a round as there is room for, or more: none of the others was played before one of these, so that the
 * parts of a round do not make each other late.
 */
function firstPart(round: Round, room: number): Round {
  if (round.length <= room) return round;
  const times = round.map(({ match }) => match.playedAt.getTime());
  const earliest = [...times];
  for (let at = times.length - 2; at >= 0; at--) earliest[at] = Math.min(times[at]!, earliest[at + 1]!);
  let latest = Number.NEGATIVE_INFINITY;
  for (const [at, time] of times.entries()) {
    if (at >= room && earliest[at]! >= latest) return round.slice(0, at);
    latest = Math.max(latest, time);
  }
  return round;
}

function rosterOf({ league, ids, merges, members }: ResidentLeague): Roster {
  const isMember = (key: string) => {
    const id = ids.get(key);
    return id !== undefined && members.has(merges.get(id) ?? id);
  };
  return { ids, merges, isMember: league.isOpenEntry ? () => true : isMember };
}

function hasStrangers(match: CheckedMatch, { ids }: Pick<Roster, 'ids'>): boolean {
  return match.sides.some(({ participants }) => participants.some(({ key }) => !ids.has(key)));
}
