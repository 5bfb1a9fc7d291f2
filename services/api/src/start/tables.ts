import { IdempotencyKeyTable } from '../access/once.table.js';
import { IdSealTable } from '../access/seal.table.js';
import { AnalysisTable } from '../analysis/analysis.table.js';
import { AuditEntryTable } from '../audit/audit.table.js';
import { MatchImportPartTable, MatchImportTable } from '../import/match-import.table.js';
import {
  FormerSlugTable,
  LeaguePictureTable,
  LeagueRevisionTable,
  LeagueSlugTable,
  LeagueTable,
  LeagueVerificationTable,
  TokenGrowthTable,
} from '../league/league.table.js';
import { RecomputeTable } from '../league-log/recompute.table.js';
import {
  LogWaitTable,
  MatchTable,
  PlayerMergeTable,
  TeamTable,
  UnratedAppearanceTable,
} from '../match-log/match.table.js';
import { QueueTicketTable } from '../matchmaking/queue-ticket.table.js';
import { StandingsSnapshotTable } from '../nightly/snapshot.table.js';
import { LeagueEventTable } from '../outbox/league-event.table.js';
import {
  AccountTable,
  FormerNameTable,
  MembershipTable,
  PlayerNameTable,
  PlayerTable,
} from '../player/player.table.js';
import { RankBucketTable, RankScaleTable } from '../rating/rank-bucket.table.js';
import { RatingChangeTable, RatingTable } from '../rating/rating.table.js';
import { SupersededStretchTable } from '../replay/superseded-stretch.table.js';
import {
  FormerSecretTable,
  KeptFormTable,
  SessionTable,
  TokenLeagueTable,
  TokenTable,
  TokenUseTable,
} from '../token/token.table.js';
import { WebhookTable } from '../webhook/webhook.table.js';
import { WebhookDeliveryTable } from '../webhook/webhook-delivery.table.js';

/** Every table that the ORM knows. */
export const TABLES = [
  IdSealTable,
  LeagueTable,
  LeagueSlugTable,
  FormerSlugTable,
  LeagueRevisionTable,
  LeaguePictureTable,
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
  KeptFormTable,
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
  TeamTable,
  RecomputeTable,
  AnalysisTable,
  MatchImportTable,
  MatchImportPartTable,
  AuditEntryTable,
  StandingsSnapshotTable,
  WebhookTable,
  WebhookDeliveryTable,
];
