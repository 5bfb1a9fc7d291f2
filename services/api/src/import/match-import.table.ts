import { Check, ForeignKey, Index } from 'typeorm';
import { bytes, double, identity, integer, json, key, nullable, ranges, table, text, time } from '../kit/sql/table.js';
import type { MatchFileFormat, MatchImport, MatchImportStatus } from './match-import.js';

/** Uploaded files of matches, to be mapped, checked and imported. */
export const MatchImportTable = table(
  'match_import',
  {
    leagueId: key(integer()),
    id: identity(),
    status: text<MatchImportStatus>(),
    fileName: text(),
    bytes: integer({ default: 0 }),
    format: text<MatchFileFormat>({ default: 'CSV' }),
    delimiter: nullable(text()),
    columns: json<MatchImport['columns']>({ default: [] }),
    rows: json<MatchImport['rows']>({ default: [] }),
    plan: nullable(json<MatchImport['plan']>()),
    report: nullable(json<MatchImport['report']>()),
    actorId: nullable(integer()),
    actor: text(),
    attempts: integer({ default: 0 }),
    progress: double({ default: 0 }),
    accepted: integer({ default: 0 }),
    replayed: integer({ default: 0 }),
    refusals: nullable(json<MatchImport['refusals']>()),
    error: nullable(text()),
    begunAfter: nullable(integer()),
    added: nullable(ranges()),
    /** Sequences of the matches that were withdrawn together. */
    withdrawn: nullable(ranges()),
    requestedAt: time(),
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
