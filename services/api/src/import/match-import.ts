import { type Refusal } from '../kit/refusal.js';
import { bytes, double, identity, integer, json, key, nullable, ranges, table, text, time } from '../kit/sql/table.js';
import { type FileEncoding } from './bytes.js';
import { type PlacementEnd } from './cells.js';

/** Uploaded files of matches, to be mapped, checked and imported. */
export const MatchImportTable = table('match_import', {
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
});
export type MatchImportTable = InstanceType<typeof MatchImportTable>;

/** The bytes of an uploaded file, in pieces. They are deleted when the file is imported or discarded. */
export const MatchImportPartTable = table('match_import_part', {
  leagueId: key(integer()),
  importId: key(integer()),
  /** From 0, without gaps. */
  number: key(integer()),
  content: bytes(),
});

/**
 * The states of a file: UPLOADING, UPLOADED, CHECKING, CHECKED, IMPORTING, DONE. A CHECKED or FAILED file can be checked again with
 * another mapping. Its bytes are stored from UPLOADED to the end.
 */
export type MatchImportStatus = MatchImport['status'];

export type MatchFileFormat = MatchImportTable['format'];

/** The beginning of a file. */
export interface FileHead {
  readonly format: MatchFileFormat;
  /** Separator of cells; null for JSON Lines. */
  readonly delimiter: string | null;
  /** Names of the columns; empty for JSON Lines. */
  readonly columns: readonly string[];
  /** Cells of the first rows, cut to a readable length; for JSON Lines one cell a line. */
  readonly rows: readonly (readonly string[])[];
}

/** How to read a file. Everything is null for JSON Lines, which need no plan. */
export interface ReadingPlan {
  /** The meanings of the columns, for `parseMapping`. */
  readonly mapping: string | null;
  /** How times are written; null: as the mapping says, or ISO 8601. */
  readonly dateFormat: string | null;
  /** Time zone of dates and times without an offset. Plans of earlier versions lack it, and mean UTC. */
  readonly timeZone?: string | null;
  /** When the first match of a file without dates was played. */
  readonly startAt: string | null;
  /** Time between two such matches, for `parseInterval`. */
  readonly every: string | null;
  readonly idPrefix: string | null;
}

/** A rule that rows or matches of a file break, and how often. */
export interface ImportRefusal extends Pick<Refusal, 'rule' | 'parameters'> {
  readonly count: number;
  /** Lines of the first few. */
  readonly lines: readonly number[];
  readonly field: string;
  /** The received value of the first. */
  readonly value: string;
}

/** A match of a file, as it was read. */
export interface ImportExample {
  readonly line: number;
  readonly externalId: string;
  readonly playedAt: string;
  readonly sides: readonly {
    readonly name: string | null;
    /** Missing in reports of earlier versions. */
    readonly role?: string | null;
    readonly score: number | null;
    readonly placement: number | null;
    readonly players: readonly string[];
  }[];
}

/** The result of checking a whole file. */
export interface ImportReport {
  /** Matches that the league would accept, including those that it already has. */
  readonly matches: number;
  /** How many of these matches the league already has. */
  readonly known: number;
  readonly refused: number;
  /** By rule, the most frequent first. */
  readonly refusals: readonly ImportRefusal[];
  readonly firstPlayedAt: string | null;
  readonly lastPlayedAt: string | null;
  /** Matches played before the one that precedes them in the file; they are sorted. */
  readonly outOfOrder: number;
  readonly players: number;
  /** Players whom the league does not know by this handle. */
  readonly newPlayers: number;
  readonly newPlayerExamples: readonly string[];
  /** Names that are not handles, with the handles made from them. */
  readonly renamed: number;
  readonly renamedExamples: readonly { readonly name: string; readonly handle: string }[];
  /** A name that is a pair, such as A/B, if many are; missing in reports of earlier versions. */
  readonly pairExample?: string | null;
  /** Formats that fit the dates that could not be read. */
  readonly dateFormats: readonly string[];
  /** The encoding of the file; null or missing if it is all ASCII, or in reports of earlier versions. */
  readonly encoding?: FileEncoding | null;
  readonly examples: readonly ImportExample[];
  /** Rows that the mapping skips; missing in reports of earlier versions. */
  readonly skipped?: number;
  /** Why the file as a whole cannot be imported; null if it can. */
  readonly problem: string | null;
  /** Words in place of placements; missing in reports of earlier versions. */
  readonly words?: readonly ImportWord[];
}

/** A word in place of a placement. */
export interface ImportWord {
  /** As first written in the file. */
  readonly word: string;
  readonly count: number;
  /** Null: none, so the matches with it are refused. */
  readonly meaning: PlacementEnd | null;
}

/** An uploaded file of matches, and its import. */
export type MatchImport = Omit<MatchImportTable, 'withdrawn' | 'plan' | 'report' | 'refusals' | 'columns' | 'rows'> &
  FileHead & {
    /** Null until a check is requested. */
    readonly plan: ReadingPlan | null;
    /** Null until a check with this plan is over. */
    readonly report: ImportReport | null;
    /** Matches that the import itself refused; null until it is done. */
    readonly refusals: readonly ImportRefusal[] | null;
  };
