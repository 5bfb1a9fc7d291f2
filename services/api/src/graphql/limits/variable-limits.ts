import { GraphQLError } from 'graphql';

/** Ten times the longest list that a field accepts: the field's own rule gives a better message. */
const MAX_LIST = 10_000;
/** A shorter body has no list that is too long. */
const SHORT_BODY = 2 * MAX_LIST;

/**
 * Refuses variables with a list that no field would accept, before GraphQL reads it item by item.
 * @param length of the body, in bytes; NaN if it is not known
 */
export function checkLists(variables: unknown, length: number): GraphQLError | undefined {
  if (length < SHORT_BODY) return undefined;
  const waiting: { readonly value: unknown; readonly path: string }[] = [{ value: variables, path: 'variables' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      if (value.length > MAX_LIST) return tooLong(path, value.length);
      for (const item of value) if (typeof item === 'object') waiting.push({ value: item, path });
    } else {
      for (const key in value) {
        const item = (value as Record<string, unknown>)[key];
        if (typeof item === 'object') waiting.push({ value: item, path: `${path}.${key}` });
      }
    }
  }
  return undefined;
}

function tooLong(path: string, length: number): GraphQLError {
  const message = `Lists must have at most ${MAX_LIST} items, but ${path} has ${length}.`;
  return new GraphQLError(message, { extensions: { code: 'BAD_INPUT', http: { status: 400 } } });
}

/** JSON parsers recurse, and the stack is limited. */
const MAX_DEPTH = 32;
const MAX_VALUES = 1_000;
const MAX_NAME = 200;

/** Says in one sentence why a JSON value is too large; null if it is not. Does not recurse. */
export function jsonProblem(value: unknown): string | null {
  const rest: [value: unknown, depth: number][] = [[value, 0]];
  for (let count = 0; rest.length > 0; count++) {
    if (count > MAX_VALUES) return `JSON must have at most ${MAX_VALUES} values.`;
    const [next, depth] = rest.pop()!;
    if (typeof next !== 'object' || next === null) continue;
    if (depth === MAX_DEPTH) return `JSON must be nested at most ${MAX_DEPTH} levels deep.`;
    const inner = Object.entries(next);
    if (inner.length > MAX_VALUES) return `JSON must have at most ${MAX_VALUES} values.`;
    if (inner.some(([name]) => name.length > MAX_NAME))
      return `Names in JSON must be at most ${MAX_NAME} characters long.`;
    for (const [, below] of inner) rest.push([below, depth + 1]);
  }
  return null;
}
