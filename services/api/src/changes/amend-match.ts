import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { matchSubject } from '../audit/audit.repository.js';
import { isRefusal, type Refusal, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import { nearNames } from '../kit/words.js';
import type { League } from '../league/league.js';
import { type ChangeNeeds, defineChange, Unchanged } from '../league-log/change.js';
import { type CheckedSide, checkSubmission, checkWeight, type SideSubmission } from '../match-log/checks.js';
import { checkDetails, type MatchDetails, type StoredMatch, type StoredSide } from '../match-log/match.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import { updateMatchContent } from '../match-log/match-write.repository.js';
import { handleKey } from '../player/handle.js';
import { nameNewPlayers } from '../player/name-new-players.js';
import type { Player } from '../player/player.js';
import { findPlayerIds, listPlayersById } from '../player/player.repository.js';
import { checkFormat, installedSystemOf } from '../raters/rating-system.js';
import { admitPlayers } from '../rating/admit-players.js';
import { listKnown, listSimilarHandles } from '../rating/rating.repository.js';
import {
  auditedMatch,
  checkVersion,
  type FoundMatch,
  findMatch,
  type MatchAtVersion,
  type MatchCorrection,
  playersOf,
  type ShownMatch,
  showMatch,
} from './match-status.js';

/** The most participants that a match can have. */
const MAX_NEW_PLAYERS = 256;
/** How many known handles a refusal suggests for an unknown one. */
const NEAR_NAMES = 3;

export interface Amendment extends MatchCorrection {
  /** Unchanged if omitted. */
  readonly playedAt?: Date | null;
  readonly sides?: readonly SideSubmission[] | null;
  /** Handles in `sides` that are new to the league. */
  readonly newPlayers?: readonly string[] | null;
  /** Unchanged if omitted; null: 1. */
  readonly weight?: number | null;
  /** Unchanged if omitted; null: none from now on. */
  readonly details?: unknown;
}

/** The match after the amendment. */
interface AmendedMatch extends MatchAtVersion {
  /** Milliseconds since 1970; null: unchanged. */
  readonly playedAt: number | null;
  /** null: unchanged. */
  readonly sides: readonly CheckedSide[] | null;
  /** Display names of newcomers, by handleKey. In a map, because JSON leaves its content out: a job must not store names that nobody would erase. */
  readonly names: ReadonlyMap<string, string>;
  /** Unchanged if omitted. */
  readonly weight?: number;
  /** Unchanged if omitted; null: none from now on. */
  readonly details?: MatchDetails | null;
}

/** Corrects a match: its time, participants, result, weight or details. Values that are right already change nothing. */
export const amendMatch = defineChange<Amendment, FoundMatch, AmendedMatch, ShownMatch>({
  kind: 'amendMatch',
  undoneBy: 'amendMatch',
  reports: 'match.corrected',
  verb: 'amended',
  find: findMatch,
  async check(needs, _, { league, match }, input) {
    const isRated = Boolean(input.playedAt || input.sides);
    if (!isRated && input.weight === undefined && input.details === undefined) {
      throw new Refused(refuse('AMENDMENT_GIVEN', ['input']));
    }
    const badWeight = checkWeight(input.weight, ['input', 'weight']);
    if (badWeight) throw new Refused(badWeight);
    const sides = isRated ? checkContent(needs, league, match, input) : null;
    const details = input.details === undefined ? undefined : getDetails(input.details);
    await checkNewPlayers(needs.database.manager, league, sides, input.newPlayers ?? []);
    return {
      sequence: match.sequence,
      expectedVersion: input.expectedVersion,
      playedAt: input.playedAt?.getTime() ?? null,
      sides,
      names: namesIn(input.sides ?? []),
      ...(input.weight !== undefined && { weight: input.weight ?? 1 }),
      ...(details !== undefined && { details }),
    };
  },
  async admit({ clock }, tx, league, { sides, names }, access) {
    if (sides) await admit(tx, league, { sides, names }, clock(), access);
  },
  async apply({ raters, clock }, tx, league, data, isDry, access) {
    const [before] = (await listMatchesBySequence(tx, league.id, [data.sequence])) as [StoredMatch];
    const stale = checkVersion(before, data.expectedVersion, ['input', 'expectedVersion']);
    if (stale) throw new Refused(stale);
    if (before.status === 'VOID') {
      throw new Refused(refuse('MATCH_VOID', ['input', 'match'], { match: shown(before.externalId) }));
    }
    const { sides, names } = data;
    const admitted = sides && (await (isDry ? admitDry : admit)(tx, league, { sides, names }, clock(), access));
    const { weight = before.weight, details = before.details } = data;
    const playedAt = data.playedAt === null ? before.playedAt : new Date(data.playedAt);
    await updateMatchContent(tx, before, { playedAt, sides: admitted?.sides ?? null, weight, details });
    const [after] = (await listMatchesBySequence(tx, league.id, [before.sequence])) as [StoredMatch];
    if (isSameMatch(before, after)) {
      throw new Unchanged(refuse('AMENDED_ALREADY', ['input'], { match: shown(before.externalId) }));
    }
    const [were, are] = [playersOf(before), playersOf(after)];
    return {
      system: installedSystemOf(raters, league),
      from: before.playedAt < playedAt ? before : after,
      at: before.playedAt.getTime() === playedAt.getTime() ? before : undefined,
      seeds: [...were, ...are],
      leavers: were.filter((player) => !are.includes(player)),
      isUnrated: isOnlyOfDetails(before, after),
      subject: matchSubject(before),
      before: auditedMatch(before),
      after: auditedMatch(after),
      newcomers: admitted?.newcomers,
    };
  },
  show: showMatch,
});

/** Checks the new content by the rules for submissions. */
function checkContent(
  needs: ChangeNeeds,
  league: League,
  match: StoredMatch,
  input: Amendment,
): readonly CheckedSide[] | null {
  const submission = {
    externalId: match.externalId,
    playedAt: input.playedAt ?? match.playedAt,
    sides: input.sides ? withoutIntroductions(input.sides) : SOME_SIDES,
  };
  const checked = checkSubmission(submission, { now: needs.clock(), opensAt: league.opensAt }, ['input']);
  if (isRefusal(checked)) throw new Refused(checked);
  if (!input.sides) return null;
  const { rater, settings } = installedSystemOf(needs.raters, league);
  const incompatibility = checkFormat(rater, settings, checked, ['input']);
  if (incompatibility) throw new Refused(incompatibility);
  return checked.sides;
}

/** An amendment brings in only players whom it names in `newPlayers`, by their handles. */
function withoutIntroductions(sides: readonly SideSubmission[]): readonly SideSubmission[] {
  return sides.map((side) => ({
    ...side,
    participants: side.participants.map(({ displayName: _, proposedHandle: __, ...participant }) => participant),
  }));
}

/** The names that `sides` use for players, by handleKey. */
function namesIn(sides: readonly SideSubmission[]): ReadonlyMap<string, string> {
  const given = sides.flatMap(({ participants }) => participants);
  return new Map(
    given.flatMap(({ player, displayName }) => (displayName ? [[handleKey(player), displayName] as const] : [])),
  );
}

/** Placeholder for unchanged sides while a new time is checked. */
const SOME_SIDES: readonly SideSubmission[] = [
  { placement: 1, participants: [{ player: 'a' }] },
  { placement: 2, participants: [{ player: 'b' }] },
];

/** @throws Refused */
function getDetails(given: unknown): MatchDetails | null {
  const details = checkDetails(given, ['input', 'details']);
  if (isRefusal(details)) throw new Refused(details);
  return details;
}

/**
 * Checks that an amendment declares its new players; otherwise a mistyped handle would become a player.
 * @param newPlayers handles that the caller declares new to the league
 * @throws Refused if a side has an undeclared player who is new to the league, or no side has a declared one
 */
async function checkNewPlayers(
  manager: EntityManager,
  league: League,
  sides: readonly CheckedSide[] | null,
  newPlayers: readonly string[],
): Promise<void> {
  if (newPlayers.length > MAX_NEW_PLAYERS) {
    const values = { field: 'newPlayers', max: MAX_NEW_PLAYERS, count: newPlayers.length };
    throw new Refused(refuse('COUNT_MAX', ['input', 'newPlayers'], values));
  }
  const named = handlesOf(sides ?? []);
  const stray = newPlayers.findIndex((handle) => !named.some(({ key }) => key === handleKey(handle)));
  if (stray >= 0) {
    const values = { value: shown(newPlayers[stray]) };
    throw new Refused(refuse('NEW_PLAYER_TAKES_PART', ['input', 'newPlayers', stray], values));
  }
  const expected = new Set(newPlayers.map(handleKey));
  const ids = await findPlayerIds(
    manager,
    league.id,
    named.map(({ handle }) => handle),
  );
  const known = await listKnown(manager, league.id, ids.values());
  const unknown = named.filter(({ key }) => !expected.has(key) && !known.has(ids.get(key) ?? -1));
  const refusals: Refusal[] = [];
  for (const { handle, key, path } of unknown) {
    const near = nearNames(key, await listSimilarHandles(manager, league.id, key), NEAR_NAMES);
    const values = { league: league.slug, value: shown(handle) };
    refusals.push(
      near.length > 0
        ? refuse('NEVER_IN_LEAGUE_BUT_SIMILAR', path, { ...values, similar: near.map(shown) })
        : refuse('NEVER_IN_LEAGUE', path, values),
    );
  }
  refuseAny(...refusals);
}

function handlesOf(sides: readonly CheckedSide[]) {
  return sides.flatMap(({ participants }, s) =>
    participants.map(({ handle, key }, p) => ({
      handle,
      key,
      path: ['input', 'sides', s, 'participants', p, 'player'],
    })),
  );
}

interface AdmittedSides {
  readonly sides: readonly StoredSide[];
  readonly newcomers?: readonly Player[];
}

/** The sides with the ids of their players. New players are created, and named for a caller, if the league allows it. @throws Refused if it does not */
async function admit(
  tx: EntityManager,
  league: League,
  { sides, names }: Pick<AmendedMatch, 'names'> & { readonly sides: readonly CheckedSide[] },
  at: Date,
  access?: Access,
): Promise<AdmittedSides & { readonly entered: readonly number[] }> {
  const admission = await admitPlayers(tx, league, [{ match: { sides }, path: ['input'] }], at);
  refuseAny(admission.refusals.get(0));
  if (access && names.size > 0) {
    const named = handlesOf(sides).flatMap(({ handle, key }) => {
      const [id, name] = [admission.met.get(key), names.get(key)];
      return id === undefined || !name
        ? []
        : { id, handle, written: { name }, reason: 'named as in a corrected match' };
    });
    if (named.length > 0) await nameNewPlayers(tx, access, league.id, named, at);
  }
  return { sides: admission.withIds({ sides }), entered: admission.entered };
}

/** A dry run rolls back new players at once, so that no one waits for their handles. */
async function admitDry(...[tx, league, ...rest]: Parameters<typeof admit>): Promise<AdmittedSides> {
  await tx.query('SAVEPOINT admission');
  const { sides, entered } = await admit(tx, league, ...rest);
  const newcomers = await listPlayersById(tx, league.id, entered);
  await tx.query('ROLLBACK TO SAVEPOINT admission');
  return { sides, newcomers };
}

/** Whether a correction changed only the details of a match, which are not rated. */
function isOnlyOfDetails(before: StoredMatch, after: StoredMatch): boolean {
  return isDeepStrictEqual(ratedOf(before), ratedOf(after));
}

function isSameMatch(before: StoredMatch, after: StoredMatch): boolean {
  return isDeepStrictEqual(before.details, after.details) && isOnlyOfDetails(before, after);
}

function ratedOf({ playedAt, weight, sides }: StoredMatch): readonly unknown[] {
  return [playedAt.getTime(), weight, sides];
}
