/** A request to the API: a GraphQL document with its variables. */
export interface ApiRequest {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** A mutation that is sent again with the same key is done only once. */
  readonly key?: string;
}

/** The person on whose behalf the site queries. Their limits and rights apply. */
export interface Reader {
  readonly ip: string;
  /** Id of their session; missing if nobody is signed in. */
  readonly session?: string;
}

/** What the API answers. */
export interface Answer {
  readonly status: number;
  /** JSON with data, errors, or both. The site reads it only if it has no page made from it yet. */
  readBody(): string;
  /** Identifies the answer; null if the API does not keep it. */
  readonly etag: string | null;
  /** Seconds to wait before asking again; null if there is no need to wait. */
  readonly retryAfter: string | null;
  /**
   * Checks whether the answer would be the same now, and charges the reader for it; false if they must ask again. Missing if nobody
   * can tell.
   */
  readonly stillHolds?: (reader: Reader) => Promise<boolean>;
}

/** Asks the API. The site gets all its data this way. */
export type Ask = (request: ApiRequest, reader: Reader) => Promise<Answer>;

/** A turn at work, or how somebody is refused one. */
export type Turn =
  | { readonly end: () => void }
  /** An HTTP status, and the seconds after which they may try again. */
  | { readonly status: 429 | 503; readonly retryAfter: string };

/**
 * Charges a reader for work that the site does itself, such as drawing a picture, and waits for its turn. The work begins when this has
 * resolved, and the turn must be ended.
 * @param points of about 10 microseconds
 */
export type TakeTurn = (points: number, reader: Reader) => Promise<Turn>;
