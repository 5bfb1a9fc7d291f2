import type { Readable } from 'node:stream';
import type { ApiRefusal } from '../texts/refusal.js';

/** Files from administrators. The service stores them as they arrive. */
export interface Uploads {
  /** The most bytes of a file. */
  readonly mostBytes: number;
  /** Why a session may not upload a file for a league, checked before reading any of it; null: it may. */
  refusal(league: string, session: string): Promise<UploadRefusal | null>;
  /** Receives a file. @returns the id of its import */
  receive(file: UploadedFile, league: string, session: string): Promise<{ readonly id: string } | UploadRefusal>;
  /** The refused rows of a file that was checked or imported. */
  refused(id: string, session: string): Promise<RefusedRows | UploadRefusal>;
}

export interface RefusedRows {
  readonly fileName: string;
  /** Separator of cells; null if each row is a line of JSON. */
  readonly delimiter: string | null;
  readonly columns: readonly string[];
  /** Destroy them if they are not read to their end. */
  readonly rows: Readable &
    AsyncIterable<{
      /** In the file, from 1. */
      readonly line: number;
      readonly cells: readonly string[];
      readonly refusal: ApiRefusal;
    }>;
}

export interface UploadRefusal {
  readonly refusal: ApiRefusal;
  /** 422: the file is bad; 403: they may not; 429: they have sent too much; 503: nothing can be written here at the moment. */
  readonly status: 403 | 422 | 429 | 503;
  /** Seconds until a retry makes sense; null if none does. */
  readonly retryAfter: string | null;
}

export interface UploadedFile {
  /** Its owner's name for it. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}
