import type { FastifyRequest } from 'fastify';
import type { Variables } from './compile-operation.js';

const JSON_TYPE = 'application/json';

/** A request in the form that nearly all have. */
export interface DocumentRequest {
  readonly document: string;
  /** null: the only operation of the document. */
  readonly operationName: string | null;
  readonly variables: Variables;
  /** Content types that the caller accepts. */
  readonly accept: string | undefined;
  /** Whether it may only query: GET changes nothing. */
  readonly isGet: boolean;
}

/** Reads a request. @returns null for any other form, or if more is asked for than the result of a document */
export function readRequest({ method, body, query, headers }: FastifyRequest): DocumentRequest | null {
  const isGet = method === 'GET';
  if (isGet && (headers['content-type'] ?? JSON_TYPE) !== JSON_TYPE) return null;
  const asked = ((isGet ? query : body) ?? {}) as Record<string, unknown>;
  const { query: document, operationName = null, extensions } = asked;
  if (typeof document !== 'string' || extensions !== undefined) return null;
  if (operationName !== null && typeof operationName !== 'string') return null;
  const variables = isGet ? parsed(asked.variables) : asked.variables;
  if (!isRecord(variables ?? {})) return null;
  return { document, operationName, variables: (variables ?? {}) as Variables, accept: headers.accept, isGet };
}

function isRecord(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns something that is no record if it is not JSON */
function parsed(json: unknown): unknown {
  if (typeof json !== 'string') return json;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
