import type { Json } from '@openladder/rating';
import { Index } from 'typeorm';
import { bytes, integer, json, key, nullable, table, text, time } from '../kit/sql/table.js';

/** The result of a mutation sent with an Idempotency-Key, written in its transaction. */
export const IdempotencyKeyTable = table(
  'idempotency_key',
  {
    tokenId: key(integer()),
    key: key(text()),
    mutation: text(),
    /** SHA-256 of the input. */
    inputHash: bytes(),
    /** Null only within the transaction that is carrying the mutation out. */
    outcome: nullable(json<Json>()),
    createdAt: time(),
  },
  Index('idempotency_key_age', ['createdAt']),
);
