import { Check, ForeignKey } from 'typeorm';
import { bigint, integer, key, nullable, table, text, time } from '../kit/sql/table.js';
import type { EventKind } from './league-event.js';

/** The outbox: each row is written in the same transaction as the change that it reports. */
export const LeagueEventTable = table(
  'league_event',
  {
    leagueId: key(integer()),
    number: key(bigint()),
    kind: text<EventKind>(),
    sequences: nullable(integer<number[]>({ array: true })),
    revision: integer(),
    at: time(),
    /** What made the revision: the mutation, and the subject of its audit entry; null if there is no revision. */
    action: nullable(text()),
    subject: nullable(text()),
  },
  Check('league_event_kind_check', `kind IN ('MATCHES_RATED', 'RECOMPUTED', 'BOARD_REFRESHED', 'MATCH_SHOWN')`),
  Check('league_event_sequences_check', `kind <> 'MATCHES_RATED' OR cardinality(sequences) > 0`),
  ForeignKey('league', ['leagueId'], ['id'], { name: 'league_event_league_id_fkey' }),
);
