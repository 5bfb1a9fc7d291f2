import type { FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';

/** Printable ASCII, as allowed in a header; in quotes as the draft demands, or without, as most senders do. */
const KEY = /^"?([\x21\x23-\x7e]{1,255})"?$/;

/**
 * The key under which a mutation is carried out once; https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header.
 * @returns null if there is none
 * @throws GraphQLError if it is invalid
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
