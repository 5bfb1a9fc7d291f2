import type { NeedsDatabase } from '../kit/needs.js';
import { LeagueDeleted, unknownLeague } from '../league/league.js';
import type { NeedsChanges } from '../league-log/change.js';
import type { NeedsRaters } from '../raters/raters.js';
import { checkAppendOnly, ENTRY_RULES } from './audit.js';
import { Findings, type Problem } from './findings.js';
import { checkDeletedLeagues, LEAGUE_ROW_RULES } from './leagues.js';
import { checkSkeletons, NAME_RULES } from './players.js';
import { actionsOf, checkRules, type PlatformRule } from './rules.js';
import { inSnapshot } from './snapshot.js';
import { checkOutcomes, TOKEN_RULES } from './tokens.js';
import { type LeagueVerification, type NeedsStateBytes, type OnVerifyProgress, verifyLeague } from './verify-league.js';

const RULES: readonly PlatformRule[] = [...TOKEN_RULES, ...ENTRY_RULES, ...NAME_RULES, ...LEAGUE_ROW_RULES];

/** The findings in a database. */
export interface Verification {
  readonly leagues: readonly LeagueVerification[];
  /** Findings about the platform: tokens and the audit log. */
  readonly platform: readonly Problem[];
  /** Whether every invariant holds. */
  readonly holds: boolean;
}

/**
 * Proves the invariants of the platform on a database, with a replay of its own. It only reads, and the database may be in use: each
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
      leagues.push(await inSnapshot(needs.database, (tx) => verifyLeague(needs, tx, id, onProgress)));
    } catch (error) {
      // It was deleted after the ids were read.
      if (!(error instanceof LeagueDeleted)) throw error;
    }
  }
  const findings = new Findings();
  await inSnapshot(needs.database, async (tx) => {
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
