import type { EntityManager } from 'typeorm';
import { type Access, AccessDenied, ANONYMOUS, canSubmit } from '../access/access.js';
import type { App } from '../app.js';
import type { League } from '../league/league.js';
import { findLeague, growLeague, lockLeague } from '../league/league.repository.js';
import { transaction } from '../persistence/transaction.js';
import { byHandleKey, handleKey } from '../player/handle.js';
import { deletePlayers, findPlayerIds, insertPlayers } from '../player/player.repository.js';
import { listMembers } from '../rating/members.js';
import { insertChanges, upsertRatings } from '../rating/rating.repository.js';
import { ratingSystemOf } from '../rating/rating-system.js';
import { loadStates } from '../rating/states.js';
import { isRefusal, type Refusal, Refused, refuse, shown } from '../refusal.js';
import { type CheckedMatch, checkForm, checkWindow } from './checks.js';
import { contentHash } from './content.js';
import { checkFormat } from './formats.js';
import type { Match } from './match.js';
import { findByExternalIds, insertMatches, type MatchKey, type NewMatch } from './match.repository.js';
import { rateBatch } from './rate-batch.js';
import type { MatchSubmission } from './submission.js';

export const MAX_BATCH = 1000;

/** A match that is in the log; `replayed` when an earlier submission had put it there. */
export interface Accepted extends MatchKey {
  readonly kind: 'accepted';
  readonly replayed: boolean;
}

export interface Rejected {
  readonly kind: 'rejected';
  readonly externalId: string;
  readonly refusal: Refusal;
}

export type SubmitResult = Accepted | Rejected;

/** A checked match with its place in the batch. */
interface Candidate {
  readonly index: number;
  readonly match: CheckedMatch;
  readonly contentHash: Buffer;
}

const path = (index: number) => ['input', 'matches', index] as const;

/**
 * The one way into the log, for one match or a thousand. Each match stands for itself: a bad one is rejected with its
 * reason, and the others are rated. A match that is in the log already is answered with what is there.
 * @returns one result for each match, in their order; once it returns, what was accepted is stored
 * @throws Refused where the batch as a whole is refused
 * @throws AccessDenied
 */
export async function submitMatches(
  app: App,
  access: Access,
  slug: string,
  submissions: readonly MatchSubmission[],
): Promise<SubmitResult[]> {
  const known = await findLeague(app.database.manager, access, slug);
  if (access === ANONYMOUS) throw new AccessDenied(access, 'submit matches');
  if (!known) throw noLeague(slug);
  if (!canSubmit(access, known)) throw new AccessDenied(access, `submit matches to ${slug}`);
  if (submissions.length < 1 || submissions.length > MAX_BATCH) {
    const rule = `matches must be 1 to ${MAX_BATCH}, but are ${submissions.length}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'matches'], rule));
  }

  const now = app.clock();
  const checked = submissions.map((submission, index) => checkForm(submission, path(index)));
  const results: SubmitResult[] = [];
  const candidates: Candidate[] = [];
  for (const [index, match] of checked.entries()) {
    if (isRefusal(match)) results[index] = reject(submissions[index]!.externalId, match);
    else candidates.push({ index, match, contentHash: contentHash(match) });
  }
  for (const round of roundsOfDistinctIds(candidates)) {
    const settled = await transaction(app.database, (tx) => submitRound(app, tx, access, known.id, round, now));
    settled.commit();
    for (const [index, result] of settled.results) results[index] = result;
  }
  return results;
}

function noLeague(slug: string): Refused {
  return new Refused(
    refuse('BAD_INPUT', ['input', 'league'], `league must be the slug of a league, but is ${shown(slug)}`),
  );
}

function reject(externalId: string, refusal: Refusal): Rejected {
  return { kind: 'rejected', externalId, refusal };
}

/** Splits a batch that names an external id twice, so that the second is settled when the first is known. */
function roundsOfDistinctIds(candidates: readonly Candidate[]): Candidate[][] {
  const rounds: Candidate[][] = [];
  const times = new Map<string, number>();
  for (const candidate of candidates) {
    const round = times.get(candidate.match.externalId) ?? 0;
    times.set(candidate.match.externalId, round + 1);
    rounds[round] ??= [];
    rounds[round].push(candidate);
  }
  return rounds;
}

interface SettledRound {
  readonly results: ReadonlyMap<number, SubmitResult>;
  /** Call after the transaction's commit. */
  commit(): void;
}

async function submitRound(
  app: App,
  tx: EntityManager,
  access: Access,
  leagueId: number,
  round: readonly Candidate[],
  now: Date,
): Promise<SettledRound> {
  const league = await lockLeague(tx, leagueId);
  const system = ratingSystemOf(app.raters, league);
  const results = new Map<number, SubmitResult>();

  const fresh = await answerReplays(tx, league, round, results);
  const fitting = fresh.filter((candidate) => {
    const refusal =
      checkWindow(candidate.match, { now, opensAt: league.opensAt }, path(candidate.index)) ??
      checkFormat(system.rater, system.settings, candidate.match, path(candidate.index)) ??
      checkOrder(league, candidate.match, path(candidate.index));
    if (refusal) results.set(candidate.index, reject(candidate.match.externalId, refusal));
    return !refusal;
  });
  const { accepted, players, newPlayers } = await admitPlayers(tx, league, fitting, results, now);

  // Players are rated in the total order, and arrive in the order of the batch: that gives the sequence.
  const inOrder = accepted.toSorted((a, b) => +a.match.playedAt - +b.match.playedAt || a.index - b.index);
  const drafts = inOrder.map(({ match }) => ({ playedAt: match.playedAt, sides: withPlayerIds(match, players) }));
  const states = app.residents.take(leagueId, league.version);
  const participants = drafts.flatMap(({ sides }) => sides.flatMap((side) => side.participants));
  const rated = participants.filter((participant) => !participant.isGuest).map(({ playerId }) => playerId);
  await loadStates(tx, leagueId, system, rated, states);
  const known = new Set(rated.filter((player) => states.has(player)));

  const batch = rateBatch(system, drafts, states);
  const entries = inOrder.flatMap((candidate, order) => {
    const result = batch.results[order]!;
    if (result.kind === 'rated') return [{ candidate, draft: drafts[order]!, changes: result.changes }];
    const refusal = refuse('RATER_FAILED', path(candidate.index), result.message);
    results.set(candidate.index, reject(candidate.match.externalId, refusal));
    return [];
  });

  if (entries.length > 0) {
    const sequenceOf = sequencesByArrival(
      league,
      entries.map(({ candidate }) => candidate.index),
    );
    const matches = entries.map(
      ({ candidate, draft }): NewMatch => ({
        leagueId,
        sequence: sequenceOf.get(candidate.index)!,
        externalId: candidate.match.externalId,
        ...draft,
        contentHash: candidate.contentHash,
        submittedAt: now,
        submittedBy: access.tokenId,
      }),
    );
    await insertMatches(tx, leagueId, matches);
    await insertChanges(
      tx,
      leagueId,
      league.revision,
      entries.map(({ changes }, order) => ({ ...matches[order]!, changes })),
    );
    await upsertRatings(tx, leagueId, batch.ratings);
    await growLeague(tx, league, {
      matches: matches.length,
      players: batch.ratings.filter(({ playerId }) => !known.has(playerId)).length,
      ratedThrough: matches.at(-1)!.playedAt,
    });
    for (const [order, { candidate }] of entries.entries()) {
      const { sequence } = matches[order]!;
      results.set(candidate.index, { kind: 'accepted', replayed: false, leagueId, sequence });
    }
  }
  await deleteUnused(
    tx,
    newPlayers,
    entries.map(({ draft }) => draft),
  );
  const version = entries.length > 0 ? league.version + 1 : league.version;
  return { results, commit: () => app.residents.keep(leagueId, version, states) };
}

/** Answers the matches that are in the log already; returns the others. */
async function answerReplays(
  tx: EntityManager,
  league: League,
  round: readonly Candidate[],
  results: Map<number, SubmitResult>,
): Promise<Candidate[]> {
  const logged = await findByExternalIds(
    tx,
    league.id,
    round.map(({ match }) => match.externalId),
  );
  return round.filter(({ index, match, contentHash }) => {
    const original = logged.get(match.externalId);
    if (!original) return true;
    if (original.contentHash.equals(contentHash)) {
      results.set(index, { kind: 'accepted', replayed: true, leagueId: league.id, sequence: original.sequence });
    } else {
      const message = `externalId ${shown(match.externalId)} was submitted before, with other content`;
      results.set(
        index,
        reject(match.externalId, refuse('IDEMPOTENCY_MISMATCH', [...path(index), 'externalId'], message)),
      );
    }
    return false;
  });
}

function checkOrder(league: League, match: CheckedMatch, at: readonly (string | number)[]): Refusal | undefined {
  if (!league.ratedThrough || match.playedAt >= league.ratedThrough) return undefined;
  return refuse(
    'LATE_MATCH',
    [...at, 'playedAt'],
    `playedAt must not be before the newest rated match at ${shown(league.ratedThrough)}, but is ${shown(match.playedAt)}`,
  );
}

/** Finds the players of the matches, and makes those who are new where the league allows it. */
async function admitPlayers(
  tx: EntityManager,
  league: League,
  candidates: readonly Candidate[],
  results: Map<number, SubmitResult>,
  now: Date,
) {
  const handles = byHandleKey(
    candidates.flatMap(({ match }) => match.sides.flatMap((side) => side.participants.map(({ handle }) => handle))),
  );
  const players = await findPlayerIds(tx, handles.values());
  let accepted = candidates;
  if (!league.isOpenEntry) {
    const members = await listMembers(tx, league.id, players.values());
    accepted = candidates.filter(({ index, match }) => {
      const refusal = checkMembers(match, (key) => members.has(players.get(key) ?? -1), path(index));
      if (refusal) results.set(index, reject(match.externalId, refusal));
      return !refusal;
    });
  }
  const missing = [...handles].filter(([key]) => !players.has(key)).map(([, handle]) => handle);
  const newPlayers = await insertPlayers(tx, missing, now);
  for (const [key, id] of newPlayers.ids) players.set(key, id);
  return { accepted, players, newPlayers: newPlayers.made };
}

function checkMembers(
  match: CheckedMatch,
  isMember: (key: string) => boolean,
  at: readonly (string | number)[],
): Refusal | undefined {
  for (const [s, side] of match.sides.entries()) {
    for (const [p, { handle, isGuest }] of side.participants.entries()) {
      if (isGuest || isMember(handleKey(handle))) continue;
      const message = `player must be registered in a league without open entry, but ${shown(handle)} is not`;
      return refuse('BAD_INPUT', [...at, 'sides', s, 'participants', p, 'player'], message);
    }
  }
  return undefined;
}

function withPlayerIds(match: CheckedMatch, players: ReadonlyMap<string, number>): Match['sides'] {
  const idOf = (handle: string) => players.get(handleKey(handle))!;
  return match.sides.map((side) => ({
    ...side,
    participants: side.participants.map(({ handle, scoresAgainst, ...participant }) => ({
      ...participant,
      playerId: idOf(handle),
      scoresAgainst: scoresAgainst.map(({ opponent, score }) => ({ opponentId: idOf(opponent), score })),
    })),
  }));
}

function sequencesByArrival(league: League, indexes: readonly number[]): Map<number, number> {
  const arrivals = indexes.toSorted((a, b) => a - b);
  return new Map(arrivals.map((index, order) => [index, league.lastSequence + 1 + order]));
}

async function deleteUnused(
  tx: EntityManager,
  newPlayers: readonly number[],
  stored: readonly Pick<Match, 'sides'>[],
): Promise<void> {
  const used = new Set(
    stored.flatMap(({ sides }) => sides.flatMap((side) => side.participants.map((p) => p.playerId))),
  );
  await deletePlayers(
    tx,
    newPlayers.filter((id) => !used.has(id)),
  );
}
