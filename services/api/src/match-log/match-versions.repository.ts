import { matchSubject, parseSubject } from '../audit/audit.repository.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { MatchDetails, MatchKey, MatchStatus, StoredMatch, StoredSide } from './match.js';

/** A version of a match, from its submission or a correction on. */
export interface MatchVersion {
  readonly version: number;
  /** When it was submitted, or corrected to this. */
  readonly at: Date;
  /** The mutation that made it. */
  readonly action: string;
  readonly playedAt: Date;
  readonly status: MatchStatus;
  /** With the players who counted then. */
  readonly sides: readonly StoredSide[];
  readonly weight: number;
  readonly details: MatchDetails | null;
}

/** The most corrections of a match that are returned: the newest ones. */
export const MAX_CORRECTIONS = 100;

/** A match in an audit entry; its times are JSON, a weight is missing if it is 1, and details if there are none. */
interface LoggedVersion {
  readonly version: number;
  readonly playedAt: string;
  readonly status: MatchStatus;
  readonly sides: readonly StoredSide[];
  readonly weight?: number;
  readonly details?: MatchDetails;
}

/** A correction of a match. */
export interface LoggedCorrection extends MatchKey {
  readonly at: Date;
  readonly action: string;
  readonly before: LoggedVersion;
  readonly after: LoggedVersion;
}

/** The newest corrections of some matches, in the order in which they were made. */
export async function listMatchCorrections(sql: Sql, matches: readonly MatchKey[]): Promise<LoggedCorrection[]> {
  const corrections: LoggedCorrection[] = [];
  for (const leagueId of new Set(matches.map((match) => match.leagueId))) {
    const rows: (Omit<LoggedCorrection, keyof MatchKey> & { subject: string })[] = await sql.query(
      `SELECT entry.* FROM unnest($2::text[]) AS asked (subject) CROSS JOIN LATERAL (
         SELECT subject, id, at, action, before, after FROM audit_entry
         WHERE league_id = $1 AND subject = asked.subject
         ORDER BY id DESC LIMIT ${MAX_CORRECTIONS}
       ) AS entry ORDER BY id`,
      [leagueId, matches.filter((match) => match.leagueId === leagueId).map(matchSubject)],
    );
    for (const { subject, ...correction } of rows) {
      corrections.push({ ...correction, leagueId, sequence: parseSubject(subject)!.key[1]! });
    }
  }
  return corrections;
}

/** All versions of a match, oldest first; the last one is the current one. @param corrections of this match, in order */
export function versionsOf(match: StoredMatch, corrections: readonly LoggedCorrection[]): MatchVersion[] {
  const { submittedAt } = match;
  const first = corrections[0]?.before ?? match;
  const versions = corrections.map(({ at, action, before, after }) => ({
    ...toVersion(after),
    // In entries about a status, `after` contains the version from before the change.
    version: before.version + 1,
    at,
    action,
  }));
  const before = { ...toVersion(first), at: submittedAt, action: 'submitMatches' };
  // Of the versions before the returned corrections, only how and when the first one was made is known.
  return first.version === 1 ? [before, ...versions] : versions;
}

function toVersion({ version, playedAt, status, sides, weight = 1, details = null }: LoggedVersion | StoredMatch) {
  return { version, playedAt: new Date(playedAt), status, sides, weight, details };
}
