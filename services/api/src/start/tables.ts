import { getMetadataArgsStorage } from 'typeorm';
import '../access/once.table.js';
import '../access/seal.table.js';
import '../analysis/analysis.table.js';
import '../audit/audit.table.js';
import '../import/match-import.table.js';
import '../league-log/recompute.table.js';
import '../league/league.table.js';
import '../match-log/match.table.js';
import '../matchmaking/queue-ticket.table.js';
import '../nightly/snapshot.table.js';
import '../outbox/league-event.table.js';
import '../player/player.table.js';
import '../rating/rank-bucket.table.js';
import '../rating/rating.table.js';
import '../replay/superseded-stretch.table.js';
import '../token/token.table.js';
import '../webhook/webhook.table.js';
import type { Table } from '../database/data-source.js';

/** Every table that the ORM knows: those of all files that are imported here. */
export const TABLES = getMetadataArgsStorage().tables.map(({ target }) => target as Table);
