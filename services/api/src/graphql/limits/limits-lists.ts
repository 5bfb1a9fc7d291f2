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
