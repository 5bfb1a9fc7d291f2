/** A GraphQL document to answer. */
export interface Question {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** On whose behalf the site asks: their limits and their rights hold. */
export interface Reader {
  readonly ip: string;
}

/** What the API answers. */
export interface Answer {
  readonly status: number;
  /** JSON: data, errors, or both. */
  readonly body: string;
  /** Names the answer; null where it is not kept. */
  readonly etag: string | null;
  /** Seconds to wait before asking again; null where there is no need to. */
  readonly retryAfter: string | null;
}

/** The way to everything that the site knows. */
export type Ask = (question: Question, reader: Reader) => Promise<Answer>;
