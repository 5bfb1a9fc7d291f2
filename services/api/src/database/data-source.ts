import 'reflect-metadata';
import type { PoolConfig } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { CONNECTION, type Patience, UNHURRIED, withPatience } from '../kit/sql/connection.js';
import { POOL_SIZE } from '../kit/sql/pool-size.js';
import { LeaguesAndMatches1763654400000 } from './migrations/0001-leagues-and-matches.js';
import { Corrections1763740800000 } from './migrations/0002-corrections.js';
import { RateLimits1763827200000 } from './migrations/0003-rate-limits.js';
import { JournalGenerations1763913600000 } from './migrations/0004-journal-generations.js';
import { RankBuckets1764000000000 } from './migrations/0005-rank-buckets.js';
import { LeagueEvents1764086400000 } from './migrations/0006-league-events.js';
import { MatchmakingQueue1764172800000 } from './migrations/0007-matchmaking-queue.js';
import { NightlyRun1764259200000 } from './migrations/0008-nightly-run.js';
import { ParticipantsWithoutKeys1764345600000 } from './migrations/0009-participants-without-keys.js';
import { Memberships1764432000000 } from './migrations/0010-memberships.js';
import { MatchesInOneRow1764518400000 } from './migrations/0011-matches-in-one-row.js';
import { RankBucketGroups1764691200000 } from './migrations/0012-rank-bucket-groups.js';
import { IdleTriggers1764777600000 } from './migrations/0013-idle-triggers.js';
import { BoardsOfMidnight1764864000000 } from './migrations/0014-boards-of-midnight.js';
import { TokenMakersAndAuditSubjects1765036800000 } from './migrations/0016-token-makers-and-audit-subjects.js';
import { IdempotencyKeys1765123200000 } from './migrations/0017-idempotency-keys.js';
import { SupersededValues1765555200000 } from './migrations/0022-superseded-values.js';
import { OneTableOfNames1765728000000 } from './migrations/0024-one-table-of-names.js';
import { FoldedHandles1765900800000 } from './migrations/0026-folded-handles.js';
import { KnownPlayers1765987200000 } from './migrations/0027-known-players.js';
import { AdditiveTicketChanges1766073600000 } from './migrations/0028-ticket-changes.js';
import { AdditiveIdSeal1766160000000 } from './migrations/0029-id-seal.js';
import { JournalBytes1766246400000 } from './migrations/0030-journal-bytes.js';
import { LeftOutContributions1766332800000 } from './migrations/0031-left-out-contributions.js';
import { RevisionRetention1766419200000 } from './migrations/0032-revision-retention.js';
import { ReplayUse1766505600000 } from './migrations/0033-replay-use.js';
import { NameSkeletons1766592000000 } from './migrations/0034-name-skeletons.js';
import { AdditiveTokenGrowth1766678400000 } from './migrations/0035-token-growth.js';
import { AdditiveReadsOfPages1766764800000 } from './migrations/0036-reads-of-pages.js';
import { AdditiveRecomputeEffects1766851200000 } from './migrations/0037-recompute-effects.js';
import { AdditiveLeagueVerifications1766937600000 } from './migrations/0038-league-verifications.js';
import { AdditiveFormerSecrets1767283200000 } from './migrations/0042-former-secrets.js';
import { AdditiveMatchDetails1767369600000 } from './migrations/0043-match-details.js';
import { AdditiveDisplayNames1767456000000 } from './migrations/0044-display-names.js';
import { AdditiveAccounts1767542400000 } from './migrations/0045-accounts.js';
import { AdditiveSideStatuses1767628800000 } from './migrations/0046-side-statuses.js';
import { AdditiveBoardRules1767715200000 } from './migrations/0047-board-rules.js';
import { SupersededStretches1767801600000 } from './migrations/0048-superseded-stretches.js';
import { ArchivedLeagues1767888000000 } from './migrations/0049-archived-leagues.js';
import { ErasedPlayers1767974400000 } from './migrations/0050-erased-players.js';
import { AdditiveWebhooks1768233600000 } from './migrations/0053-webhooks.js';
import { EventsOfShownMatches1768320000000 } from './migrations/0054-events-of-shown-matches.js';
import { AdditiveSessions1768406400000 } from './migrations/0055-sessions.js';
import { AdditiveMemoryOfLines1768492800000 } from './migrations/0056-additive-memory-of-lines.js';
import { AdditiveLeagueMarks1768579200000 } from './migrations/0057-league-marks.js';
import { AdditiveHiddenPlayers1768924800000 } from './migrations/0061-hidden-players.js';
import { SearchedNames1769011200000 } from './migrations/0062-searched-names.js';
import { AdditiveMatchImports1769097600000 } from './migrations/0063-match-imports.js';
import { AdditiveWeightsAndRoles1769356800000 } from './migrations/0066-weights-and-roles.js';
import { AdditiveAnalyses1769443200000 } from './migrations/0067-analyses.js';
import { AdditiveFittedChances1769529600000 } from './migrations/0068-fitted-chances.js';
import { LeagueRowLocks1769875200000 } from './migrations/0072-league-row-locks.js';
import { AdditiveLeagueSlugs1769961600000 } from './migrations/0073-league-slugs.js';
import { AdditiveTokenUses1770048000000 } from './migrations/0074-token-uses.js';
import { AdditiveErasingOnShards1770134400000 } from './migrations/0075-erasing-on-shards.js';
import { PlayersPublishedOnce1770566400000 } from './migrations/0080-players-published-once.js';
import { AdditiveWithdrawnImports1770912000000 } from './migrations/0084-withdrawn-imports.js';

/** A class that TypeORM keeps in a table. */
export type Table = new () => object;

/**
 * Connects to a database.
 * @param url a PostgreSQL URL; `?host=/path` names a Unix socket
 * @param tables what the ORM reads and writes by itself; none if only SQL is used
 * @param patience how long its sessions wait
 */
export async function connect(
  url: string,
  tables: readonly Table[] = [],
  patience: Patience = UNHURRIED,
): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    url,
    entities: [...tables],
    migrations: [
      LeaguesAndMatches1763654400000,
      Corrections1763740800000,
      RateLimits1763827200000,
      JournalGenerations1763913600000,
      RankBuckets1764000000000,
      LeagueEvents1764086400000,
      MatchmakingQueue1764172800000,
      NightlyRun1764259200000,
      ParticipantsWithoutKeys1764345600000,
      Memberships1764432000000,
      MatchesInOneRow1764518400000,
      RankBucketGroups1764691200000,
      IdleTriggers1764777600000,
      BoardsOfMidnight1764864000000,
      TokenMakersAndAuditSubjects1765036800000,
      IdempotencyKeys1765123200000,
      SupersededValues1765555200000,
      OneTableOfNames1765728000000,
      FoldedHandles1765900800000,
      KnownPlayers1765987200000,
      AdditiveTicketChanges1766073600000,
      AdditiveIdSeal1766160000000,
      JournalBytes1766246400000,
      LeftOutContributions1766332800000,
      RevisionRetention1766419200000,
      ReplayUse1766505600000,
      NameSkeletons1766592000000,
      AdditiveTokenGrowth1766678400000,
      AdditiveReadsOfPages1766764800000,
      AdditiveRecomputeEffects1766851200000,
      AdditiveLeagueVerifications1766937600000,
      AdditiveFormerSecrets1767283200000,
      AdditiveMatchDetails1767369600000,
      AdditiveDisplayNames1767456000000,
      AdditiveAccounts1767542400000,
      AdditiveSideStatuses1767628800000,
      AdditiveBoardRules1767715200000,
      SupersededStretches1767801600000,
      ArchivedLeagues1767888000000,
      ErasedPlayers1767974400000,
      AdditiveWebhooks1768233600000,
      EventsOfShownMatches1768320000000,
      AdditiveSessions1768406400000,
      AdditiveMemoryOfLines1768492800000,
      AdditiveLeagueMarks1768579200000,
      AdditiveHiddenPlayers1768924800000,
      SearchedNames1769011200000,
      AdditiveMatchImports1769097600000,
      AdditiveWeightsAndRoles1769356800000,
      AdditiveAnalyses1769443200000,
      AdditiveFittedChances1769529600000,
      LeagueRowLocks1769875200000,
      AdditiveLeagueSlugs1769961600000,
      AdditiveTokenUses1770048000000,
      AdditiveErasingOnShards1770134400000,
      PlayersPublishedOnce1770566400000,
      AdditiveWithdrawnImports1770912000000,
    ],
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    parseInt8: true,
    extra: { ...CONNECTION, ...withPatience(patience), max: POOL_SIZE },
  });
  return source.initialize();
}

/**
 * Connects to the database of a connection once more, with a separate pool.
 * @param pool how its connections differ
 */
export async function connectAgain({ options }: DataSource, pool: PoolConfig = {}): Promise<DataSource> {
  return new DataSource({ ...options, extra: { ...options.extra, ...pool } }).initialize();
}

/** Connects to the database of a connection once more, with only these of its migrations. */
export async function connectWith({ options, migrations }: DataSource, names: readonly string[]): Promise<DataSource> {
  const chosen = migrations.filter((migration) => names.includes(migration.name ?? migration.constructor.name));
  const classes = chosen.map((migration) => migration.constructor as new () => MigrationInterface);
  return new DataSource({ ...options, migrations: classes }).initialize();
}
