import { expect } from 'vitest';
import type { TopLevelError } from '../support/graphql.js';
import { ADMIN_TOKEN, countRows, type Service } from '../support/service.js';

/** A request as it goes over the wire. */
export interface RawRequest {
  readonly method?: string;
  /** The end of the address, after /graphql. */
  readonly search?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly errors: readonly TopLevelError[];
}

/** Headers of the administrator, with a body in JSON. */
export const AS_ADMIN = { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` };

/** The points that a caller has left. */
export const remaining = ({ headers }: Pick<RawAnswer, 'headers'>) =>
  Number(/^"points";r=(\d+);t=\d+$/.exec(headers.get('ratelimit')!)![1]);

/** How large the answer to a refused request may be, in bytes. */
const SMALL = 4_000;

export async function send(service: Service, request: RawRequest): Promise<RawAnswer> {
  const { method = 'POST', search = '', headers = { 'content-type': 'application/json' }, body } = request;
  const response = await fetch(`${service.url}/graphql${search}`, { method, headers, ...(body && { body }) });
  const text = await response.text();
  const { status } = response;
  return { status, headers: response.headers, text, errors: JSON.parse(text).errors ?? [] };
}

export function document(query: string, variables?: object): RawRequest {
  return { body: JSON.stringify({ query, variables }) };
}

/** Sends what must be refused, and checks what is true of every refusal. @returns the answer */
export async function refused(service: Service, request: RawRequest): Promise<RawAnswer> {
  const before = await countRows(service);
  const answer = await send(service, request);
  expect(answer.headers.get('content-type')).toMatch(/^application\/(graphql-response\+)?json/);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(answer.text).data ?? null, answer.text).toBeNull();
  expect(answer.errors.length).toBeGreaterThan(0);
  expectHarmless(answer.text);
  expect(await countRows(service), 'rows of every table').toEqual(before);
  return answer;
}

/** An answer that tells nothing of how we are made, and costs us little to send. */
export function expectHarmless(text: string): void {
  expect(Buffer.byteLength(text), text.slice(0, 500)).toBeLessThan(SMALL);
  expect(text).not.toMatch(/SELECT|INSERT|relation|duplicate key|stack|node_modules|\/dist\/|\.m?js:\d|\bat \w+ \(/);
}
