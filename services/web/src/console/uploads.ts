import type { Readable } from 'node:stream';
import type { ApiRefusal } from '../texts/refusal.js';

/** Files that administrators hand in. The service stores them as they come. */
export interface Uploads {
  /** The most bytes of a file. */
  readonly mostBytes: number;
  /** Why a session may not upload a file for a league, checked before reading any of it; null: it may. */
  refusal(league: string, session: string): Promise<UploadRefusal | null>;
  /** Takes a file. @returns the id of the import that it is */
  receive(file: UploadedFile, league: string, session: string): Promise<{ readonly id: string } | UploadRefusal>;
  /** What is refused of a file that was checked or imported. */
  refused(id: string, session: string): Promise<RefusedRows | UploadRefusal>;
}

export interface RefusedRows {
  readonly fileName: string;
  /** Separator of cells; null if each row is a line of JSON. */
  readonly delimiter: string | null;
  readonly columns: readonly string[];
  /** To be destroyed if they are not read to their end. */
  readonly rows: Readable &
    AsyncIterable<{
      /** In the file, from 1. */
      readonly line: number;
      readonly cells: readonly string[];
      readonly refusal: ApiRefusal;
    }>;
}

export interface UploadRefusal {
  readonly told: ApiRefusal;
  /** 422: the file is bad; 403: they may not; 429: they have sent too much; 503: nothing can be written here at the moment. */
  readonly status: 403 | 422 | 429 | 503;
  /** Seconds until another try makes sense; null if none does. */
  readonly retryAfter: string | null;
}

export interface UploadedFile {
  /** As its owner calls it. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}
