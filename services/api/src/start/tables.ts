import { IdempotencyKeyTable } from '../access/once.table.js';
import { IdSealTable } from '../access/seal.table.js';
import { AnalysisTable } from '../analysis/analysis.table.js';
import { AuditEntryTable } from '../audit/audit.table.js';
import { MatchImportPartTable, MatchImportTable } from '../import/match-import.table.js';
import { FormerSlugTable } from '../league/former-slug.table.js';
import { LeagueTable } from '../league/league.table.js';
import { LeagueRevisionTable } from '../league/league-revision.table.js';
import { LeagueSlugTable } from '../league/league-slug.table.js';
import { LeagueVerificationTable } from '../league/league-verification.table.js';
import { TokenGrowthTable } from '../league/token-growth.table.js';
import { RecomputeTable } from '../league-log/recompute.table.js';
import { LogWaitTable } from '../match-log/log-wait.table.js';
import { MatchTable } from '../match-log/match.table.js';
import { PlayerMergeTable } from '../match-log/player-merge.table.js';
import { UnratedAppearanceTable } from '../match-log/unrated-appearance.table.js';
import { QueueTicketTable } from '../matchmaking/queue-ticket.table.js';
import { StandingsSnapshotTable } from '../nightly/snapshot.table.js';
import { LeagueEventTable } from '../outbox/league-event.table.js';
import { AccountTable } from '../player/account.table.js';
import { FormerNameTable, MembershipTable } from '../player/membership.table.js';
import { PlayerTable } from '../player/player.table.js';
import { PlayerNameTable } from '../player/player-name.table.js';
import { RankBucketTable, RankScaleTable } from '../rating/rank-bucket.table.js';
import { RatingChangeTable, RatingTable } from '../rating/rating.table.js';
import { SupersededStretchTable } from '../replay/superseded-stretch.table.js';
import { FormerSecretTable } from '../token/former-secret.table.js';
import { SessionTable } from '../token/session.table.js';
import { TokenLeagueTable, TokenTable } from '../token/token.table.js';
import { TokenUseTable } from '../token/token-use.table.js';
import { WebhookTable } from '../webhook/webhook.table.js';
import { WebhookDeliveryTable } from '../webhook/webhook-delivery.table.js';

/** Every table that the ORM knows. */
export const TABLES = [
  IdSealTable,
  LeagueTable,
  LeagueSlugTable,
  FormerSlugTable,
  LeagueRevisionTable,
  LeagueVerificationTable,
  LeagueEventTable,
  TokenGrowthTable,
  PlayerTable,
  PlayerNameTable,
  AccountTable,
  IdempotencyKeyTable,
  TokenTable,
  TokenLeagueTable,
  TokenUseTable,
  FormerSecretTable,
  SessionTable,
  MatchTable,
  UnratedAppearanceTable,
  LogWaitTable,
  QueueTicketTable,
  RatingTable,
  RatingChangeTable,
  MembershipTable,
  FormerNameTable,
  RankScaleTable,
  RankBucketTable,
  SupersededStretchTable,
  PlayerMergeTable,
  RecomputeTable,
  AnalysisTable,
  MatchImportTable,
  MatchImportPartTable,
  AuditEntryTable,
  StandingsSnapshotTable,
  WebhookTable,
  WebhookDeliveryTable,
];
