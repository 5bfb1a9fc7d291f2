/** A request for a page, as the server that the site is mounted in has read it. */
export interface SiteRequest {
  /** The target: path and query, as sent. */
  readonly url: string;
  /** Parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly ip: string;
  /** Where the reader finds the service, without a slash at the end. */
  readonly origin: string;
}

export interface SiteResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** An address of the site, in the form of `/l/:league`, and what is there. */
export interface SiteRoute {
  readonly path: string;
  readonly answer: (request: SiteRequest) => Promise<SiteResponse>;
}

/** A header that has at most one value. */
export function headerOf({ headers }: SiteRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The query of a request. */
export function queryOf({ url }: SiteRequest): URLSearchParams {
  const question = url.indexOf('?');
  return new URLSearchParams(question < 0 ? '' : url.slice(question + 1));
}

/** Whether If-None-Match names a tag, however weak. https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */
export function isNamed(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
