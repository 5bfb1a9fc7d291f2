import { setImmediate } from 'node:timers/promises';
import type { App } from '../app.js';
import { leagueTopic } from '../live/league-feeds.js';
import { asWriter } from '../persistence/as-writer.js';
import { isAskedAgain } from '../persistence/transaction.js';
import { type RatingSystem, ratingSystemOf } from '../rating/rating-system.js';
import { answerReplays } from './answer-replays.js';
import { type Arrival, type Draft, draft, write } from './append.js';
import { isKnownExternalId, isRefusedByDatabase } from './append-batch.repository.js';
import type { CheckedMatch } from './checks.js';
import { checkFit, isLate } from './fitting.js';
import { loadResidentLeague, meetPlayers } from './meet-players.js';
import type { ResidentLeague } from './resident-league.js';
import { checkPlayers, handleKeysOf, type Roster, withIds } from './roster.js';
import { type Candidate, pathOf, type Results, type Round, reject } from './submission-result.js';

/** After so many writes of others in a row, a round queues for the league's lock. */
const ATTEMPTS = 5;
/** How many matches are written at a time: more gain little, and wait for each other. */
const MAX_MATCHES = 128;

/** The first of some rounds, rated on what memory holds and not yet written. */
export interface PreparedRun {
  readonly draft: Draft;
  readonly refused: Results;
  readonly candidates: readonly Candidate[];
}

/**
 * Prepares rounds while those before them are written, on top of the league as it will be then.
 * @returns null where memory is not enough for it
 */
export function prepareAhead(app: App, leagueId: number, rounds: readonly Round[]): PreparedRun | null {
  const resident = app.residents.take(leagueId);
  return resident ? prepareFromMemory(app, resident, rounds) : null;
}

function prepareFromMemory(app: App, resident: ResidentLeague, rounds: readonly Round[]): PreparedRun | null {
  if (resident.isBroken) return null;
  if (rounds.flat().some(({ match }) => hasStrangers(match, resident))) {
    app.residents.keep(resident);
    return null;
  }
  return prepare(resident, ratingSystemOf(app.raters, resident.league), rounds);
}

/**
 * Appends the first of these rounds, as many as can be: those of distinct external ids, without late matches, and of
 * players who are on the platform already. Each statement takes as many matches as are good for it, and the next ones
 * are prepared meanwhile.
 * @param results what is known of the rounds; added to
 * @param ahead what was prepared of these rounds; it is thrown away where the league came to be another than foreseen
 * @returns how many rounds, from the first on, have all their results
 */
export async function appendRounds(
  app: App,
  leagueId: number,
  rounds: readonly Round[],
  results: Results,
  ahead: PreparedRun | null,
): Promise<number> {
  let prepared = ahead;
  for (let failures = 0; failures < ATTEMPTS; ) {
    const known = results.size;
    const open = without(results, rounds);
    const run: PreparedRun = await currentRun(app, leagueId, open, prepared);
    const rest = run.draft.batch ? without(settledBy(run), open) : [];
    const isLast = rest.length === 0;
    const [outcome, next] = await Promise.all([
      writeRun(app, leagueId, run, results, isLast),
      isLast ? null : prepareRest(app, run, rest),
    ]);
    prepared = next;
    if (outcome === 'again') failures++;
    else if (isLast || results.size === known) break;
  }
  const unsettled = rounds.findIndex((round) => round.some((candidate) => !results.has(candidate)));
  return unsettled < 0 ? rounds.length : unsettled;
}

async function currentRun(
  app: App,
  leagueId: number,
  rounds: readonly Round[],
  ahead: PreparedRun | null,
): Promise<PreparedRun> {
  const kept = app.residents.take(leagueId);
  if (!kept && ahead && !ahead.draft.resident.isBroken) return ahead;
  const { manager } = app.database;
  const resident = kept ?? (await loadResidentLeague(manager, leagueId));
  const system = ratingSystemOf(app.raters, resident.league);
  const keys = rounds.flatMap((round) => round.flatMap(({ match }) => handleKeysOf(match)));
  await meetPlayers(manager, resident, system, keys);
  return prepare(resident, system, rounds);
}

/** After the statement before it was sent. */
async function prepareRest(app: App, { draft }: PreparedRun, rest: readonly Round[]): Promise<PreparedRun | null> {
  await setImmediate();
  return prepareFromMemory(app, draft.next, rest);
}

/** Rounds without those of their matches that are settled. */
function without(settled: Pick<ReadonlySet<Candidate>, 'has'>, rounds: readonly Round[]): Round[] {
  const open = rounds.map((round) => round.filter((candidate) => !settled.has(candidate)));
  return open.filter((round) => round.length > 0);
}

function settledBy({ candidates, refused }: PreparedRun): Set<Candidate> {
  return new Set([...candidates, ...refused.keys()]);
}

function prepare(resident: ResidentLeague, system: RatingSystem, rounds: readonly Round[]): PreparedRun {
  const { arrivals, refused } = firstRun(resident, system, rounds);
  const candidates = arrivals.map(({ candidate }) => candidate);
  return { draft: draft(resident, system, arrivals), refused, candidates };
}

/**
 * What memory holds of the league may be out of date, so it decides nothing by itself: a refusal counts only where
 * something was written at the same version. Where nothing was, the round is left to be settled alone.
 * @param isLast whether others may prepare on top of it
 */
async function writeRun(
  app: App,
  leagueId: number,
  { draft, refused, candidates }: PreparedRun,
  results: Results,
  isLast: boolean,
): Promise<'settled' | 'again'> {
  const { manager } = app.database;
  const { resident, next } = draft;
  try {
    const isWritten = await asWriter(app.database, () => {
      if (isLast) app.residents.keep(next);
      return write(manager, draft);
    });
    if (isWritten && next !== resident) {
      merge(results, refused, draft.results);
      app.wakeUps.announce(leagueTopic(leagueId));
      app.metrics.batches.observe(next.league.matchCount - resident.league.matchCount);
    }
    if (!isWritten) app.residents.take(leagueId);
    return isWritten ? 'settled' : 'again';
  } catch (error) {
    app.residents.take(leagueId);
    if (isAskedAgain(error)) return 'again';
    if (!isRefusedByDatabase(error)) throw error;
    app.residents.keep(resident);
    if (!isKnownExternalId(error)) return 'settled';
    const unknown = await answerReplays(manager, leagueId, candidates, results);
    return unknown.length < candidates.length ? 'again' : 'settled';
  }
}

function merge(results: Results, ...more: readonly Results[]): void {
  for (const settled of more) for (const [candidate, result] of settled) results.set(candidate, result);
}

interface Run {
  readonly arrivals: Arrival[];
  readonly refused: Results;
}

/** The matches of the first rounds, as many as can be appended together. */
function firstRun(resident: ResidentLeague, system: RatingSystem, rounds: readonly Round[]): Run {
  const { league } = resident;
  const roster = rosterOf(resident);
  const run: Run = { arrivals: [], refused: new Map() };
  const externalIds = new Set<string>();
  for (const round of rounds) {
    const isRepeated = round.some(({ match }) => externalIds.has(match.externalId));
    const isSpecial = round.some(
      ({ match }) => hasStrangers(match, roster) || (league.lateMatches === 'REPLAY' && isLate(league, match)),
    );
    if (run.arrivals.length >= MAX_MATCHES || isRepeated || isSpecial) break;
    const part = firstPart(round, MAX_MATCHES - run.arrivals.length);
    for (const candidate of part) {
      const { match } = candidate;
      externalIds.add(match.externalId);
      const refusal = checkFit(league, system, candidate) ?? checkPlayers(match, roster, pathOf(candidate));
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
