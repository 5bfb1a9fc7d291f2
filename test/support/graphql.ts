import { expect } from 'vitest';

/** Any part of an answer: every selection has a shape of its own, and each test asserts it. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Row = any;

/** An error at the top of a response. */
export interface TopLevelError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: string; readonly argument?: readonly string[] };
}

/** The server's answer, whatever it was. */
export interface Answer {
  readonly status: number;
  readonly data?: Row;
  readonly errors?: readonly TopLevelError[];
  /** The body as it came, for tests of what must not be in it. */
  readonly text: string;
}

/** A caller of one service with one token, or none. */
export interface Client {
  /** Sends a document and gives back whatever the answer is. */
  ask(query: string, variables?: object): Promise<Answer>;
  /** Sends a document that must succeed. @returns its data */
  get(query: string, variables?: object): Promise<Row>;
  /** Sends a document that must fail as a whole. @returns its only error */
  fail(query: string, variables?: object): Promise<TopLevelError>;
  /** Makes a mutation that must succeed. @param selection of its payload, beside the errors. @returns the payload */
  mutate(field: string, input: object, selection?: string): Promise<Row>;
  /** Makes a mutation, whatever becomes of it. @returns its payload, with all of its errors */
  attempt(field: string, input: object, selection?: string): Promise<Row>;
  /** Makes a mutation that must fail as a whole. @returns the code of its only error */
  denied(field: string, input: object): Promise<string>;
}

/** An expected failure, as a selection. */
export const ERROR = '__typename code message path';

/**
 * Makes a caller.
 * @param url where the service listens
 * @param token null: anonymous
 */
export function client(url: string, token: string | null = null): Client {
  const ask = async (query: string, variables?: object): Promise<Answer> => {
    const response = await postGraphql(url, { query, variables }, token === null ? {} : authorizedBy(token));
    const text = await response.text();
    return { ...JSON.parse(text), status: response.status, text };
  };
  const get = async (query: string, variables?: object) => {
    const { data, errors } = await ask(query, variables);
    expect(errors, `errors of ${query}`).toBeUndefined();
    return data;
  };
  const fail = async (query: string, variables?: object) => {
    const { errors, text } = await ask(query, variables);
    expect(errors, text).toHaveLength(1);
    return errors![0]!;
  };
  const attempt = async (field: string, input: object, selection = '') =>
    (await get(mutationOf(field, selection), { input }))[field];
  return {
    ask,
    get,
    attempt,
    mutate: async (field, input, selection) => {
      const payload = await attempt(field, input, selection);
      expect(payload.errors, field).toEqual([]);
      return payload;
    },
    fail,
    denied: async (field, input) => (await fail(mutationOf(field), { input })).extensions.code,
  };
}

/** The document of a mutation. @param selection of its payload, beside the errors */
export function mutationOf(field: string, selection = ''): string {
  const type = `${field[0]!.toUpperCase()}${field.slice(1)}Input`;
  return `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} errors { ${ERROR} } } }`;
}

/** Sends a request as it goes over the wire. @param body a text is sent as it is @param left aborted when the caller leaves */
export function postGraphql(
  url: string,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
  left?: AbortSignal,
): Promise<Response> {
  return fetch(`${url}/graphql`, {
    ...{ method: 'POST', signal: left ?? null },
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** The headers of a caller with a token. */
export const authorizedBy = (token: string) => ({ authorization: `Bearer ${token}` });
