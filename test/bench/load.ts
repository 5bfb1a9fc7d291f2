import { inChild } from './child.js';

/** Requests that a number of clients send, each the next one as soon as its last was answered. */
export interface Load {
  /** With the path. */
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Of POST requests. They are sent in turn, across all connections, and from the beginning again after the last. */
  readonly bodies?: readonly string[];
  /** Of GET requests, in place of bodies, sent in the same way. */
  readonly paths?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The text that every answer must contain; an answer of 200 may still report an error.
   * A GraphQL answer without errors begins with `{"data":`, but a field that failed may stand in it: name a value.
   */
  readonly expected: string;
}

/** How a server bore a load. */
export interface LoadResult {
  readonly perSecond: number;
  /** Of the time from a request to its answer, in ms. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Loads a server over kept connections, from a process of its own, as another machine would.
 * @throws Error where a single answer was not 200 with what is expected, or the server answered nothing
 */
export async function load(options: Load): Promise<LoadResult> {
  const { result } = await inChild<Load, LoadResult>(new URL('./load-child.js', import.meta.url), options);
  return result;
}

/** What somebody asks meanwhile who wants next to nothing. */
const PLAIN = { query: '{ viewer { name } }', expected: '"viewer"' };
/** The same, and a league, which is called "aside". */
export const ASIDE = { query: '{ league(slug: "aside") { name } viewer { name } }', expected: '"aside"' };

/** One plain query after the other, by a single client of a service. */
export function bystander(url: string, seconds: number, { query, expected } = PLAIN): Promise<LoadResult> {
  return load({ url: `${url}/graphql`, connections: 1, seconds, bodies: [JSON.stringify({ query })], expected });
}

/**
 * Sends one request, to look at the answer before many of them are timed.
 * @returns the JSON of the answer
 * @throws Error where it is not 200, or is GraphQL's with errors
 */
export async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await response.text();
  const answer = response.ok ? (JSON.parse(text) as unknown) : undefined;
  if (answer === undefined || (typeof answer === 'object' && answer !== null && 'errors' in answer)) {
    throw new Error(`${url} answered ${response.status}: ${text.slice(0, 1000)}`);
  }
  return answer;
}
