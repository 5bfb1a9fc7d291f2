import type { EntityManager } from 'typeorm';
import { fieldsOf } from '../kit/sql/fields.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { type League, newMark } from './league.js';
import { LeagueRevisionTable, LeagueTable } from './league.table.js';

/** The official derivation of a league's ratings. */
export type LeagueDerivation = Pick<
  League,
  'rater' | 'raterVersion' | 'settings' | 'chanceFit' | 'revision' | 'generation'
>;

/**
 * Makes a derivation the official one, and counts again what it may have changed.
 * @param derivation `arrivals`: matches added to the log with it; `journalBytes`: bytes by which the journal grew; `shown`: events of
 *   single matches that come before its own
 */
export async function updateDerivation(
  tx: EntityManager,
  league: League,
  derivation: LeagueDerivation & {
    readonly isNewSystem: boolean;
    readonly arrivals: number;
    readonly journalBytes: number;
    readonly shown: number;
    readonly at: Date;
  },
): Promise<League> {
  const [, touched] = await tx.query(
    `UPDATE league SET
       rater = $3, rater_version = $4, settings = $5, revision = $6, generation = $7,
       applied_at = CASE WHEN $8 THEN $9 ELSE applied_at END,
       rated_through = (SELECT max(played_at) FROM match WHERE league_id = $1 AND status = 'RATED'),
       match_count = match_count + $10,
       journal_bytes = journal_bytes + $11,
       player_count = (SELECT count(*) FROM rating WHERE league_id = $1 AND matches_played > 0),
       chance_fit = $13, version = version + 1 + $14::integer, mark = $12
     WHERE id = $1 AND version = $2`,
    [
      league.id,
      league.version,
      derivation.rater,
      derivation.raterVersion,
      JSON.stringify(derivation.settings),
      derivation.revision,
      derivation.generation,
      derivation.isNewSystem,
      derivation.at,
      derivation.arrivals,
      derivation.journalBytes,
      newMark(),
      derivation.chanceFit && JSON.stringify(derivation.chanceFit),
      derivation.shown,
    ],
  );
  expectRows('updateDerivation', touched, 1);
  return tx.findOneByOrFail(LeagueTable, { id: league.id });
}

/** What the replay of a revision did. */
export interface RevisionReplay {
  /** Lines of the journal that it replaced. */
  readonly superseded: number;
  /** Lines that it wrote. */
  readonly lines: number;
  /** Bytes by which the journal grew, as `journalBytes` counts them. */
  readonly bytes: number;
  /** The token that its work was counted for; null if there was none. */
  readonly tokenId: number | null;
}

/** Records how a revision was derived. */
export async function insertRevision(
  tx: Sql,
  leagueId: number,
  revision: LeagueDerivation & {
    readonly reason: string;
    readonly appliedAt: Date;
    /** Null of the first one. */
    readonly replay: RevisionReplay | null;
  },
): Promise<void> {
  const rows: unknown[] = await tx.query(
    `INSERT INTO league_revision (league_id, revision, generation, rater, rater_version, settings, reason, applied_at,
                                  superseded, lines, bytes, token_id, chance_fit)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING 1`,
    [
      leagueId,
      revision.revision,
      revision.generation,
      revision.rater,
      revision.raterVersion,
      JSON.stringify(revision.settings),
      revision.reason,
      revision.appliedAt,
      revision.replay?.superseded,
      revision.replay?.lines,
      revision.replay?.bytes,
      revision.replay?.tokenId,
      revision.chanceFit && JSON.stringify(revision.chanceFit),
    ],
  );
  expectRows('insertRevision', rows.length, 1);
}

const SHOWN = ['revision', 'rater', 'raterVersion', 'settings', 'chanceFit', 'appliedAt'] as const;

/** An official derivation of a league's ratings, as it is shown. */
export type LeagueRevision = Pick<LeagueRevisionTable, (typeof SHOWN)[number]>;

/** One page of a league's revisions, newest first. */
export async function listRevisions(
  sql: Sql,
  leagueId: number,
  page: { readonly limit: number; readonly before: number | null },
): Promise<LeagueRevision[]> {
  return sql.query(
    `SELECT ${fieldsOf(LeagueRevisionTable, SHOWN)} FROM league_revision
     WHERE league_id = $1 AND ($2::integer IS NULL OR revision < $2) ORDER BY revision DESC LIMIT $3`,
    [leagueId, page.before, page.limit],
  );
}
