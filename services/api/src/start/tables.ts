import { getMetadataArgsStorage } from 'typeorm';
import '../access/idempotency.js';
import '../access/seal.table.js';
import '../analysis/analysis.js';
import '../audit/audit.repository.js';
import '../import/match-import.js';
import '../league-log/recompute.js';
import '../league/league.table.js';
import '../match-log/match.table.js';
import '../matchmaking/queue-ticket.js';
import '../nightly/snapshot.js';
import '../outbox/outbox.js';
import '../player/player.table.js';
import '../rating/rank-bucket.table.js';
import '../rating/rating.table.js';
import '../replay/pack-generations.js';
import '../token/token.table.js';
import '../webhook/webhook.table.js';
import type { Table } from '../database/data-source.js';

/** Every table of the ORM: those of all files imported here. */
export const TABLES = getMetadataArgsStorage().tables.map(({ target }) => target as Table);
