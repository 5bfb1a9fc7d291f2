import type { FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';

/** Printable ASCII, as a header may have it; quoted by the letter of the draft, or not, as most send it. */
const KEY = /^"?([\x21\x23-\x7e]{1,255})"?$/;

/**
 * The key under which a mutation is done once; https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header.
 * @returns null where there is none
 * @throws GraphQLError where it is none
 */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const sent = headers['idempotency-key'];
  if (sent === undefined) return null;
  const key = KEY.exec(String(sent))?.[1];
  if (key !== undefined) return key;
  throw new GraphQLError('The Idempotency-Key header must be 1 to 255 printable ASCII characters without spaces.', {
    extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
  });
}
