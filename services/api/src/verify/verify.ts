import type { NeedsDatabase } from '../kit/needs.js';
import { type Sql, snapshot } from '../kit/sql/transaction.js';
import { LeagueDeleted, unknownLeague } from '../league/league.js';
import type { NeedsChanges } from '../league-log/change.js';
import type { NeedsRaters } from '../raters/raters.js';
import { checkAppendOnly, ENTRY_RULES } from './audit.js';
import { Findings, MAX_FINDINGS, type Problem } from './findings.js';
import { checkSkeletons, NAME_RULES } from './players.js';
import { actionsOf, checkRules, type PlatformRule } from './rules.js';
import { checkOutcomes, TOKEN_RULES } from './tokens.js';
import { type LeagueVerification, type NeedsStateBytes, type OnVerifyProgress, verifyLeague } from './verify-league.js';

/** The findings in a database. */
export interface Verification {
  readonly leagues: readonly LeagueVerification[];
  /** Findings about the platform: tokens and the audit log. */
  readonly platform: readonly Problem[];
  /** Whether every invariant holds. */
  readonly holds: boolean;
}

/**
 * Proves the invariants of the platform on a database, with a separate replay. It only reads, and the database may be in use: each
 * league is read as of one moment. It skips leagues that are deleted. Memory holds a few numbers for each player of one league;
 * their states may be in a temporary file.
 * @param slugs the leagues to verify; if omitted: all leagues
 * @throws Refused if a slug is not that of a league
 * @throws TemporaryFileFailed
 */
export async function verifyDatabase(
  needs: NeedsDatabase & NeedsRaters & NeedsChanges & NeedsStateBytes,
  slugs?: readonly string[],
  onProgress: OnVerifyProgress = () => undefined,
): Promise<Verification> {
  const leagues: LeagueVerification[] = [];
  for (const id of await leagueIds(needs, slugs)) {
    try {
      leagues.push(await snapshot(needs.database, (tx) => verifyLeague(needs, tx, id, onProgress)));
    } catch (error) {
      // It was deleted after the ids were read.
      if (!(error instanceof LeagueDeleted)) throw error;
    }
  }
  const findings = new Findings();
  await snapshot(needs.database, async (tx) => {
    await checkRules(tx, RULES, actionsOf(needs.changes), findings);
    await checkOutcomes(tx, findings);
    await checkSkeletons(tx, findings);
    await checkDeletedLeagues(tx, findings);
  });
  await checkAppendOnly(needs.database, findings);
  const platform = findings.problems();
  const holds = platform.length === 0 && leagues.every(({ problems }) => problems.length === 0);
  return { leagues, platform, holds };
}

async function leagueIds({ database }: NeedsDatabase, slugs: readonly string[] | undefined): Promise<number[]> {
  if (!slugs)
    return (await database.query('SELECT id FROM league WHERE deleted_at IS NULL ORDER BY slug')).map(
      ({ id }: { id: number }) => id,
    );
  const rows: { id: number; slug: string }[] = await database.query(
    'SELECT id, slug FROM league WHERE slug = ANY($1::text[]) AND deleted_at IS NULL',
    [slugs],
  );
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]));
  return [...new Set(slugs)].map((slug) => {
    const id = ids.get(slug);
    if (id !== undefined) return id;
    throw unknownLeague(slug, ['league']);
  });
}

/**
 * The tables for looking up slugs agree with the leagues, and leagues are archived as the audit log records. A league that is being
 * deleted may be gone from these tables already.
 */
export const LEAGUE_ROW_RULES: readonly PlatformRule[] = [
  {
    invariant: 'leagues',
    statement: `
      SELECT league.slug, league.visibility, kept.slug || ', ' || kept.visibility AS found
      FROM league LEFT JOIN league_slug AS kept ON kept.league_id = league.id
      WHERE (kept.slug, kept.visibility) IS DISTINCT FROM (league.slug, league.visibility)
        AND (league.deleted_at IS NULL OR kept.slug IS NOT NULL)
      ORDER BY league.slug`,
    says: ({ slug, visibility, found }) => [`slug of league ${slug}`, `${slug}, ${visibility}`, found],
  },
  {
    invariant: 'leagues',
    statement: `
      SELECT former.slug, present.league_id AS owner FROM former_slug AS former JOIN league_slug AS present USING (slug)
      ORDER BY former.slug`,
    says: ({ slug, owner }) => [`former slug ${slug}`, 'no present slug', `league ${owner}`],
  },
  {
    invariant: 'audit',
    statement: `
      SELECT slug, coalesce(logged, false) AS logged, archived_at IS NOT NULL AS "isArchived"
      FROM league LEFT JOIN (
        SELECT DISTINCT ON (league_id) league_id, action = 'archiveLeague' AS logged FROM audit_entry
        WHERE action IN ('archiveLeague', 'restoreLeague') ORDER BY league_id, id DESC
      ) AS newest ON newest.league_id = league.id
      WHERE deleted_at IS NULL AND coalesce(logged, false) <> (archived_at IS NOT NULL) ORDER BY slug`,
    says: ({ slug, logged, isArchived }) => [`league ${slug}, archived`, logged, isArchived],
  },
];

/** Rules for the whole platform. */
const RULES: readonly PlatformRule[] = [...TOKEN_RULES, ...ENTRY_RULES, ...NAME_RULES, ...LEAGUE_ROW_RULES];

/** Nothing is left of deleted leagues in any table. Rows of league 0 belong to everyone. */
export async function checkDeletedLeagues(tx: Sql, findings: Findings): Promise<void> {
  const tables: { name: string }[] = await tx.query(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND column_name = 'league_id' ORDER BY table_name`,
  );
  for (const { name } of tables) {
    const rows: { id: number }[] = await tx.query(
      `SELECT id FROM (SELECT DISTINCT league_id AS id FROM ${name} WHERE league_id <> 0) AS named
       WHERE id NOT IN (SELECT id FROM league) ORDER BY id LIMIT $1`,
      [MAX_FINDINGS],
    );
    for (const { id } of rows) findings.add('leagues', `${name}, league ${id}`, 'no row', 'some');
  }
}
