import type { ApiRefusal } from '../texts/refusal.js';

/** Files that administrators hand in. The service stores them as they come. */
export interface Uploads {
  /** The most bytes of a file. */
  readonly mostBytes: number;
  /** Why a session may not upload a file for a league, checked before reading any of it; null: it may. */
  refusal(league: string, session: string): Promise<UploadRefusal | null>;
  /** Takes a file. @returns the id of the import that it is */
  receive(file: UploadedFile, league: string, session: string): Promise<{ readonly id: string } | UploadRefusal>;
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
