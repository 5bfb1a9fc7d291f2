import { Check, ForeignKey } from 'typeorm';
import { bigint, integer, key, nullable, table, text, time } from '../kit/sql/table.js';

/** The outbox: each row is written in the same transaction as the change that it reports. */
export const LeagueEventTable = table(
  'league_event',
  {
    leagueId: key(integer()),
    /** The league's version after the write. Events become visible in the order of versions. */
    number: key(bigint()),
    kind: text<'MATCHES_RATED' | 'RECOMPUTED' | 'BOARD_REFRESHED' | 'MATCH_SHOWN'>(),
    /** Sequences of the matches that arrived with the write, in order of arrival; null if there were none. */
    sequences: nullable(integer<readonly number[]>({ array: true })),
    /** The league's revision after the write. */
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
export type LeagueEventTable = InstanceType<typeof LeagueEventTable>;
