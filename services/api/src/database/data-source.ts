import 'reflect-metadata';
import type { PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import { AuditEntryTable } from '../audit/audit.table.js';
import { RecomputeTable } from '../correction/recompute.table.js';
import { POOL_SIZE } from '../kit/sql/pool-size.js';
import { LeagueTable } from '../league/league.table.js';
import { LeagueRevisionTable } from '../league/league-revision.table.js';
import { LogWaitTable } from '../match-log/log-wait.table.js';
import { MatchTable } from '../match-log/match.table.js';
import { PlayerMergeTable } from '../match-log/player-merge.table.js';
import { UnratedAppearanceTable } from '../match-log/unrated-appearance.table.js';
import { QueueTicketTable } from '../matchmaking/queue-ticket.table.js';
import { StandingsSnapshotTable } from '../nightly/snapshot.table.js';
import { LeagueEventTable } from '../outbox/league-event.table.js';
import { PlayerTable } from '../player/player.table.js';
import { PlayerAliasTable } from '../player/player-alias.table.js';
import { MembershipTable } from '../rating/membership.table.js';
import { RankBucketTable, RankScaleTable } from '../rating/rank-bucket.table.js';
import { RatingChangeTable, RatingTable } from '../rating/rating.table.js';
import { SupersededChangeTable } from '../replay/superseded-change.table.js';
import { TokenLeagueTable, TokenTable } from '../token/token.table.js';
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

/** Of every connection. */
export const CONNECTION: PoolConfig = {
  connectionTimeoutMillis: 10_000,
  application_name: 'openladder',
};

/**
 * Connects to a database.
 * @param url a PostgreSQL URL; a Unix socket stands as `?host=/path`
 */
export async function connect(url: string): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    url,
    entities: [
      LeagueTable,
      LeagueRevisionTable,
      LeagueEventTable,
      PlayerTable,
      PlayerAliasTable,
      TokenTable,
      TokenLeagueTable,
      MatchTable,
      UnratedAppearanceTable,
      LogWaitTable,
      QueueTicketTable,
      RatingTable,
      RatingChangeTable,
      MembershipTable,
      RankScaleTable,
      RankBucketTable,
      SupersededChangeTable,
      PlayerMergeTable,
      RecomputeTable,
      AuditEntryTable,
      StandingsSnapshotTable,
    ],
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
    ],
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    parseInt8: true,
    extra: { ...CONNECTION, max: POOL_SIZE },
  });
  return source.initialize();
}
