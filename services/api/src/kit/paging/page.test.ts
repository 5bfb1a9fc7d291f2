import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Refused } from '../refusal.js';
import { Seal } from '../seal.js';
import { decodeCursor, encodeCursor } from './page.js';

const seal = new Seal(randomBytes(32));
const others = new Seal(randomBytes(32));
/** A cursor like our own, except for its content. */
const forged = (...parts: unknown[]) => seal.sealText(JSON.stringify(parts));
const plain = (text: string) => Buffer.from(text).toString('base64url');

it('a cursor is read back unchanged, to the bit', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      fc.boolean(),
      fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true }),
      // Ids and sequences; the smallest integer of 32 bits has no positive counterpart, and is refused.
      fc.integer({ min: 1 - 2 ** 31 }),
      (text, number, flag, date, integer) => {
        const cursor = encodeCursor(seal, 'list', text, number, flag, date, integer);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(seal, 'list', ['string', 'number', 'boolean', 'date', 'integer'], cursor)).toEqual([
          text,
          number === 0 ? 0 : number,
          flag,
          date,
          integer,
        ]);
      },
    ),
  );
});

it('minus infinity, the score of a player without one, is also read back', () => {
  expect(decodeCursor(seal, 'list', ['number'], encodeCursor(seal, 'list', Number.NEGATIVE_INFINITY))).toEqual([
    Number.NEGATIVE_INFINITY,
  ]);
});

it('no cursor is none', () => {
  expect([decodeCursor(seal, 'list', ['string'], null), decodeCursor(seal, 'list', ['string'], undefined)]).toEqual([
    null,
    null,
  ]);
});

it.each<[what: string, shape: Parameters<typeof decodeCursor>[2], cursor: string]>([
  ['garbage', ['string'], 'garbage'],
  ['nothing', ['string'], ''],
  ['no list', ['string'], seal.sealText('7')],
  ['plain', ['string'], plain('["list","a"]')],
  ["another instance's", ['string'], encodeCursor(others, 'list', 'a')],
  ['cut short', ['string'], encodeCursor(seal, 'list', 'a').slice(0, -1)],
  ["another list's", ['string'], encodeCursor(seal, 'other', 'a')],
  ['too short', ['string', 'number'], encodeCursor(seal, 'list', 'a')],
  ['too long', ['string'], encodeCursor(seal, 'list', 'a', 1)],
  ['text for a number', ['number'], forged('list', '1')],
  ['infinity', ['number'], seal.sealText('["list",1e999]')],
  ['null for a number', ['number'], forged('list', null)],
  ['a fraction for an integer', ['integer'], forged('list', 0.5)],
  ['an integer beyond 32 bits', ['integer'], forged('list', 2 ** 31)],
  ['a fraction for a long integer', ['long'], forged('list', 0.5)],
  ['a long integer beyond 53 bits', ['long'], forged('list', 2 ** 53)],
  ['a place before the first', ['place'], forged('list', -1)],
  ['a place between two', ['place'], forged('list', 0.5)],
  ['a place after which there are no integers', ['place'], forged('list', 2 ** 31 - 1)],
  ['minus infinity for an integer', ['integer'], forged('list', '-Infinity')],
  ['a number for a flag', ['boolean'], forged('list', 1)],
  ['a list for text', ['string'], forged('list', ['a'])],
  ['text with NUL', ['string'], forged('list', 'a\0')],
  ['a number for a time', ['date'], forged('list', 0)],
  ['no time', ['date'], forged('list', '2020-13-01')],
  ['a time before the year 0', ['date'], forged('list', '-000001-01-01T00:00:00.000Z')],
])('a foreign cursor is refused, by the name of its argument: %s', (_, shape, cursor) => {
  const decode = () => decodeCursor(seal, 'list', shape, cursor, { argument: 'before' });
  const refusals = [expect.objectContaining({ code: 'BAD_INPUT', path: ['before'] })];
  expect(decode).toThrow(Refused);
  expect(decode).toThrow(expect.objectContaining({ refusals }));
});

it('cursors of neighbours have nothing in common, and the same place has the same cursor', () => {
  const [one, two] = [1, 2].map((id) => encodeCursor(seal, 'token', id));
  expect(one!.slice(0, 8)).not.toBe(two!.slice(0, 8));
  expect(encodeCursor(seal, 'token', 1)).toBe(one);
});
