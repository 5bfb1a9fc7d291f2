import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { binaryArray, type Element } from '../../services/api/dist/kit/sql/columns.js';
import { useDatabase } from '../support/database.js';
import { openClient } from '../support/server.js';

const database = useDatabase();
let client: pg.Client;
beforeAll(async () => {
  client = await openClient(database.url);
});
afterAll(() => client.end());

const TYPES: Readonly<Record<string, fc.Arbitrary<Element>>> = {
  boolean: fc.boolean(),
  smallint: fc.integer({ min: -32_768, max: 32_767 }),
  integer: fc.integer(),
  'double precision': fc.double(),
  text: fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
  bytea: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  timestamptz: fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
};

test.each(Object.entries(TYPES))('PostgreSQL reads what was sent in binary: %s', async (type, element) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(element)), async (values) => {
      const sent = `SELECT $1::${type}[] AS back`;
      const { rows } = await client.query<{ back: Element[] }>(sent, [binaryArray(type, values)]);
      expect(rows[0]!.back).toEqual(values);
    }),
  );
});
