import { Check, ForeignKey, Index } from 'typeorm';
import { bytes, double, identity, integer, json, key, nullable, ranges, table, text, time } from '../kit/sql/table.js';

/** Uploaded files of matches, to be mapped, checked and imported. */
export const MatchImportTable = table(
  'match_import',
  {
    leagueId: key(integer()),
    id: identity(),
    status: text<'UPLOADING' | 'UPLOADED' | 'CHECKING' | 'CHECKED' | 'IMPORTING' | 'DONE' | 'CANCELLED' | 'FAILED'>(),
    fileName: text(),
    /** Size of the file. */
    bytes: integer({ default: 0 }),
    format: text<'CSV' | 'JSON_LINES'>({ default: 'CSV' }),
    delimiter: nullable(text()),
    columns: json({ default: [] }),
    rows: json({ default: [] }),
    plan: nullable(json()),
    report: nullable(json()),
    /** The token that uploaded it; null for the command line. */
    actorId: nullable(integer()),
    actor: text(),
    /** How many processes began the present check or import and did not stop in good order. */
    attempts: integer({ default: 0 }),
    /** The share of the check or of the import that is done, 0 to 1. */
    progress: double({ default: 0 }),
    accepted: integer({ default: 0 }),
    /** Matches that were in the league already. */
    replayed: integer({ default: 0 }),
    refusals: nullable(json()),
    /** Why it failed; null otherwise. */
    error: nullable(text()),
    /** The league's newest sequence when the first process after the start began; null before, and if it has added matches without this. */
    begunAfter: nullable(integer()),
    /** Sequences of the matches that it has added, as a `SequenceSet`; null before the first, and if `begunAfter` is null. */
    added: nullable(ranges()),
    /** Sequences of the matches that were withdrawn together. */
    withdrawn: nullable(ranges()),
    requestedAt: time(),
    /** When it was done, cancelled or failed; null before. */
    finishedAt: nullable(time()),
  },
  Index('match_import_pending', ['id'], { where: `status IN ('CHECKING', 'IMPORTING')` }),
  Check(
    'match_import_status_check',
    `status IN ('UPLOADING', 'UPLOADED', 'CHECKING', 'CHECKED', 'IMPORTING', 'DONE', 'CANCELLED', 'FAILED')`,
  ),
  Check('match_import_format_check', `format IN ('CSV', 'JSON_LINES')`),
  Check('match_import_progress_check', 'progress BETWEEN 0 AND 1'),
  Check('match_import_over_check', `(status IN ('DONE', 'CANCELLED', 'FAILED')) = (finished_at IS NOT NULL)`),
  Check('match_import_error_check', `(status = 'FAILED') = (error IS NOT NULL)`),
  Check('match_import_withdrawn_check', 'withdrawn <@ added'),
  Check('match_import_report_check', `report IS NOT NULL OR status NOT IN ('CHECKED', 'IMPORTING', 'DONE')`),
  ForeignKey('league', ['leagueId'], ['id'], { name: 'match_import_league_id_fkey' }),
  ForeignKey('token', ['actorId'], ['id'], { name: 'match_import_actor_id_fkey' }),
);
export type MatchImportTable = InstanceType<typeof MatchImportTable>;

/** The bytes of such a file, in pieces. They are deleted when the file is imported or discarded. */
export const MatchImportPartTable = table(
  'match_import_part',
  {
    leagueId: key(integer()),
    importId: key(integer()),
    /** From 0, without gaps. */
    number: key(integer()),
    content: bytes(),
  },
  ForeignKey('match_import', ['leagueId', 'importId'], ['leagueId', 'id'], {
    name: 'match_import_part_import_id_fkey',
    onDelete: 'CASCADE',
  }),
);
