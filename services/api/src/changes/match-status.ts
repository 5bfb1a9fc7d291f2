import type { Json } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import { type Access, canRead } from '../access/access.js';
import { matchSubject } from '../audit/audit.repository.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { type Refusal, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import {
  type ChangeNeeds,
  type ChangeRequest,
  defineChange,
  type FoundLeague,
  findLeagueOf,
  Unchanged,
} from '../league-log/change.js';
import { SequenceSet, updateImportsOfMatches } from '../match-log/imported-matches.repository.js';
import { earliest, type MatchKey, type MatchStatus, type StoredMatch } from '../match-log/match.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import { updateMatchStatus } from '../match-log/match-write.repository.js';
import { installedSystemOf } from '../raters/rating-system.js';
import type { ChangedSubject } from '../replay/applied-change.js';

/** What became of matches that have a status now. */
const VERBS: Readonly<Record<MatchStatus, string>> = { VOID: 'withdrawn', RATED: 'restored' };

/** Withdraws a match; withdrawing it again changes nothing. */
export const voidMatch = changeOfOne('voidMatch', 'VOID', 'restoreMatch');

/** Makes a withdrawn match count again; a match that counts stays as it is. */
export const restoreMatch = changeOfOne('restoreMatch', 'RATED', 'voidMatch');

/** Withdraws matches in one correction: all or none, with one replay. Those that are void already stay as they are. */
export const voidMatches = changeOfSeveral('voidMatches', 'VOID', 'restoreMatches');

/** Makes withdrawn matches count again, likewise. Those that count stay as they are. */
export const restoreMatches = changeOfSeveral('restoreMatches', 'RATED', 'voidMatches');

function changeOfOne(kind: string, status: MatchStatus, undoneBy: string) {
  return defineChange<MatchCorrection, FoundMatch, MatchAtVersion, ShownMatch>({
    kind,
    undoneBy,
    reports: 'match.corrected',
    verb: VERBS[status],
    find: findMatch,
    check: (_, __, { match }, { expectedVersion }) =>
      match.status === status ? null : { sequence: match.sequence, expectedVersion },
    async apply({ raters }, tx, league, data) {
      const [match] = await changeStatus(tx, league, [data], status);
      const system = installedSystemOf(raters, league);
      return { system, from: match, at: match, seeds: playersOf(match), ...statusChange(match, status) };
    },
    show: showMatch,
  });
}

/** Most matches of one correction: as many as of one submission. */
const MAX_MATCHES = 1000;

/** A correction of several matches of one league. */
export interface MatchesCorrection extends ChangeRequest {
  /** Slug. */
  readonly league: string;
  readonly matches: readonly {
    /** Null if the given id is not that of a match. */
    readonly match: MatchKey | null;
    /** The id as it was given, which a refusal names. */
    readonly given?: string;
    /** The version of the match that the caller has seen. */
    readonly expectedVersion: number;
  }[];
}

/** One of several matches that are corrected together. */
interface MatchInList extends MatchAtVersion {
  /** Its place in the caller's list, which refusals name. */
  readonly index?: number;
}

interface ListedMatches {
  readonly matches: readonly MatchInList[];
}

function changeOfSeveral(kind: string, status: MatchStatus, undoneBy: string) {
  return defineChange<MatchesCorrection, FoundLeague, ListedMatches, { readonly matches: readonly StoredMatch[] }>({
    kind,
    undoneBy,
    reports: 'match.corrected',
    verb: VERBS[status],
    isOfSeveral: true,
    find: findLeagueOf,
    async check(needs, _, { league }, { matches: given }) {
      const matches = await getMatches(needs, league, given);
      if (matches.every((match) => match.status === status)) return null;
      // The matches to change are chosen under the league's lock, because another correction may come first.
      return {
        matches: matches.map(({ sequence }, index) => ({
          sequence,
          index,
          expectedVersion: given[index]!.expectedVersion,
        })),
      };
    },
    async apply({ raters }, tx, league, data) {
      const matches = await changeStatus(tx, league, data.matches, status);
      return {
        system: installedSystemOf(raters, league),
        from: earliest(matches),
        seeds: [...new Set(matches.flatMap(playersOf))],
        before: null,
        after: { status, matches: matches.length },
        matches: {
          count: matches.length,
          async *pages() {
            yield matches.map((match) => statusChange(match, status));
          },
        },
      };
    },
    show: async (needs, { league }, { matches }) => ({
      matches: await getMatches(needs, league, matches),
    }),
  });
}

/** @throws Refused unless there are 1 to 1,000 ids of matches of the league, each once */
function checkList(league: League, matches: MatchesCorrection['matches']): MatchKey[] {
  if (matches.length === 0 || matches.length > MAX_MATCHES) {
    const values = { field: 'matches', min: 1, max: MAX_MATCHES, count: matches.length };
    throw new Refused(refuse('COUNT_RANGE', ['input', 'matches'], values));
  }
  const first = new Map<number, number>();
  const refusals: Refusal[] = [];
  for (const [index, { match, given }] of matches.entries()) {
    const before = match && first.get(match.sequence);
    if (match?.leagueId !== league.id) {
      refusals.push(notOfLeague(league, index, { given }));
    } else if (before != null) {
      refusals.push(refuse('MATCH_ONCE', pathOf(index), { first: before, second: index }));
    } else {
      first.set(match.sequence, index);
    }
  }
  refuseAny(...refusals);
  return matches.map(({ match }) => match!);
}

function notOfLeague({ slug }: League, index: number, { given }: { readonly given?: string }): Refusal {
  return refuse('LEAGUE_MATCH_ID', pathOf(index), { league: slug, value: shown(given) });
}

function pathOf(index: number): readonly (string | number)[] {
  return ['input', 'matches', index, 'match'];
}

/** @throws Refused if the list breaks a rule, or one of them does not exist */
async function getMatches(
  { database }: ChangeNeeds,
  league: League,
  given: MatchesCorrection['matches'],
): Promise<StoredMatch[]> {
  const sequences = checkList(league, given).map(({ sequence }) => sequence);
  const matches = await listMatchesBySequence(database.manager, league.id, sequences);
  const found = new Map(matches.map((own) => [own.sequence, own]));
  const refusals = sequences.flatMap((sequence, index) =>
    found.has(sequence) ? [] : [notOfLeague(league, index, given[index]!)],
  );
  refuseAny(...refusals);
  return sequences.map((sequence) => found.get(sequence)!);
}

/**
 * Changes the status of listed matches. Matches that have it already stay as they are, whatever version is expected of
 * them.
 * @returns the changed matches, as they were before
 * @throws Refused if one of them has changed since
 * @throws Unchanged
 */
async function changeStatus(
  tx: EntityManager,
  league: League,
  listed: readonly MatchInList[],
  status: MatchStatus,
): Promise<readonly [StoredMatch, ...StoredMatch[]]> {
  const stored = await listMatchesBySequence(
    tx,
    league.id,
    listed.map(({ sequence }) => sequence),
  );
  const found = new Map(stored.map((match) => [match.sequence, match]));
  const others = listed.filter(({ sequence }) => found.get(sequence)!.status !== status);
  const refusals = others.flatMap(({ sequence, expectedVersion, index }) => {
    const path = ['input', ...(index === undefined ? [] : ['matches', index]), 'expectedVersion'];
    return checkVersion(found.get(sequence)!, expectedVersion, path) ?? [];
  });
  refuseAny(...refusals);
  const [first, ...rest] = others.map(({ sequence }) => found.get(sequence)!);
  if (!first) throw alreadyAll(status);
  const changed = others.map(({ sequence }) => sequence);
  await updateMatchStatus(tx, league.id, changed, status);
  await updateImportsOfMatches(tx, league.id, new SequenceSet(changed));
  return [first, ...rest];
}

/** A correction of a match. */
export interface MatchCorrection extends ChangeRequest {
  /** Null if the given id is not that of a match. */
  readonly match: MatchKey | null;
  /** The id as it was given, which a refusal names. */
  readonly given?: string;
  /** The version of the match that the caller has seen. */
  readonly expectedVersion: number;
}

export interface FoundMatch extends FoundLeague {
  readonly match: StoredMatch;
}

/** A match, and the version of it that the caller has seen. */
export interface MatchAtVersion {
  readonly sequence: number;
  readonly expectedVersion: number;
}

/** The match and its league. @throws Refused if there is no such match that the caller may see */
export async function findMatch(
  { database: { manager } }: NeedsDatabase,
  access: Access,
  { match: key, given }: MatchCorrection,
): Promise<FoundMatch> {
  const [match] = key ? await listMatchesBySequence(manager, key.leagueId, [key.sequence]) : [];
  const league = match && (await getLeague(manager, match.leagueId));
  if (!match || !league || !canRead(access, league)) {
    throw new Refused(refuse('MATCH_ID', ['input', 'match'], { value: shown(given) }));
  }
  return { league, match };
}

export interface ShownMatch {
  readonly match: StoredMatch;
}

/** The match as it is now. */
export async function showMatch({ database }: NeedsDatabase, { match }: FoundMatch): Promise<ShownMatch> {
  return { match: (await listMatchesBySequence(database.manager, match.leagueId, [match.sequence]))[0]! };
}

export function checkVersion(
  { version }: StoredMatch,
  expected: number,
  path: readonly (string | number)[],
): Refusal | null {
  if (version === expected) return null;
  return refuse('STALE_VERSION', path, { version, expected });
}

/** Says that all matches have the status that a change would give them. */
export function alreadyAll(status: StoredMatch['status']): Unchanged {
  return new Unchanged(refuse(status === 'VOID' ? 'ALL_VOID' : 'NONE_VOID', ['input']));
}

/** The effect of a new status on a match. @param match as it was before */
export function statusChange(match: StoredMatch, status: StoredMatch['status']): ChangedSubject {
  const before = auditedMatch(match);
  return { subject: matchSubject(match), before, after: { ...before, status } };
}

/** Ids of the players of a match, guests included. */
export function playersOf({ sides }: Pick<StoredMatch, 'sides'>): number[] {
  return sides.flatMap((side) => side.participants.map(({ playerId }) => playerId));
}

/** A match as the audit log shows it. */
export function auditedMatch({ externalId, playedAt, status, version, sides, weight, details }: StoredMatch) {
  return {
    externalId,
    playedAt: playedAt.toISOString(),
    status,
    version,
    sides: JSON.parse(JSON.stringify(sides)) as Json,
    ...(weight !== 1 && { weight }),
    ...(details !== null && { details }),
  };
}
