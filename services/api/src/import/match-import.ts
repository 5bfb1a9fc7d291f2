import type { Refusal } from '../kit/refusal.js';
import type { FileEncoding } from './bytes.js';
import type { PlacementEnd } from './cells.js';
import type { MatchImportTable } from './match-import.table.js';

/**
 * The states of a file: UPLOADING, UPLOADED, CHECKING, CHECKED, IMPORTING, DONE. One that is CHECKED or FAILED can be checked again with
 * another mapping. Its bytes are stored from UPLOADED to the end.
 */
export type MatchImportStatus = MatchImport['status'];

export type MatchFileFormat = MatchImportTable['format'];

/** What a file begins with. */
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
  /** What the columns mean, as `parseMapping` takes it. */
  readonly mapping: string | null;
  /** How times are written; null: as the mapping says, or ISO 8601. */
  readonly dateFormat: string | null;
  /** Time zone of dates and times without an offset. Plans of earlier versions lack it, and mean UTC. */
  readonly timeZone?: string | null;
  /** When the first match of a file without dates was played. */
  readonly startAt: string | null;
  /** Time between two such matches, as `parseInterval` takes it. */
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
  /** How many of those the league already has. */
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
  /** Names that are not handles, with the handles that are made of them. */
  readonly renamed: number;
  readonly renamedExamples: readonly { readonly name: string; readonly handle: string }[];
  /** Formats that fit the dates that could not be read. */
  readonly dateFormats: readonly string[];
  /** The encoding of the file; null or missing if it is all ASCII, or in reports of earlier versions. */
  readonly encoding?: FileEncoding | null;
  readonly examples: readonly ImportExample[];
  /** Why the file as a whole cannot be imported; null if it can. */
  readonly problem: string | null;
  /** Words in place of placements; missing in reports of earlier versions. */
  readonly words?: readonly ImportWord[];
}

/** A word in place of a placement. */
export interface ImportWord {
  /** As the file first has it. */
  readonly word: string;
  readonly count: number;
  /** Null: none, so the matches with it are refused. */
  readonly meaning: PlacementEnd | null;
}

/** An uploaded file of matches, and what became of it. */
export type MatchImport = Omit<MatchImportTable, 'withdrawn' | 'plan' | 'report' | 'refusals' | 'columns' | 'rows'> &
  FileHead & {
    /** Null until a check is requested. */
    readonly plan: ReadingPlan | null;
    /** Null until a check with this plan is over. */
    readonly report: ImportReport | null;
    /** Matches that the import itself refused; null until it is done. */
    readonly refusals: readonly ImportRefusal[] | null;
  };
