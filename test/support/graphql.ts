import { expect } from 'vitest';

/** An error at the top of a response. */
export interface TopLevelError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: string; readonly argument?: readonly string[] };
}

/** The server's answer, whatever it was. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: every document has a shape of its own, and each test asserts it.
  readonly data?: any;
  readonly errors?: readonly TopLevelError[];
  /** The body as it came, for tests of what must not be in it. */
  readonly text: string;
}

/** A caller of one service with one token, or none. */
export interface Client {
  /** Sends a document and gives back whatever the answer is. */
  ask(query: string, variables?: object): Promise<Answer>;
  /** Sends a document that must succeed. @returns its data */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  get(query: string, variables?: object): Promise<any>;
  /** Sends a document that must fail as a whole. @returns its only error */
  fail(query: string, variables?: object): Promise<TopLevelError>;
}

/**
 * Makes a caller.
 * @param url where the service listens
 * @param token null: anonymous
 */
export function client(url: string, token: string | null = null): Client {
  const ask = async (query: string, variables?: object): Promise<Answer> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    return { ...JSON.parse(text), status: response.status, text };
  };
  return {
    ask,
    get: async (query, variables) => {
      const { data, errors } = await ask(query, variables);
      expect(errors, `errors of ${query}`).toBeUndefined();
      return data;
    },
    fail: async (query, variables) => {
      const { errors, text } = await ask(query, variables);
      expect(errors, text).toHaveLength(1);
      return errors![0]!;
    },
  };
}
