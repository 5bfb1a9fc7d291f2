import type { LeagueEventTable } from './league-event.table.js';

/**
 * Kinds of writes to a league. `MATCHES_RATED`: matches were added at the end of the log. `RECOMPUTED`: a new revision; any rating may have
 * changed. `BOARD_REFRESHED`: time passed, and the board was refreshed; or a player was hidden or shown. `MATCH_SHOWN`: a match has other details,
 * and no rating has changed; or it is one of several that were withdrawn or restored together, and the new revision follows.
 */
export type EventKind = LeagueEvent['kind'];

/** Kinds of writes after which a board may look different. */
export type BoardEventKind = Exclude<EventKind, 'MATCH_SHOWN'>;

/** A write that changed a league, however many matches it rated. */
export type LeagueEvent = Omit<LeagueEventTable, 'action' | 'subject'>;
