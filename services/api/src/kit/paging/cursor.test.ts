import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refused } from '../refusal.js';
import { decodeCursor, encodeCursor } from './cursor.js';

const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

it('a cursor comes back as it went, to the bit', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      fc.boolean(),
      fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true }),
      // Ids and sequences; the least integer of 32 bits has no positive counterpart, and is refused.
      fc.integer({ min: 1 - 2 ** 31 }),
      (text, number, flag, date, integer) => {
        const cursor = encodeCursor('list', text, number, flag, date, integer);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor('list', ['string', 'number', 'boolean', 'date', 'integer'], cursor)).toEqual([
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

it('minus infinity, where a board has a player without a score, comes back too', () => {
  expect(decodeCursor('list', ['number'], encodeCursor('list', Number.NEGATIVE_INFINITY))).toEqual([
    Number.NEGATIVE_INFINITY,
  ]);
});

it('no cursor is none', () => {
  expect([decodeCursor('list', ['string'], null), decodeCursor('list', ['string'], undefined)]).toEqual([null, null]);
});

describe('what is not our own is refused, by the name of its argument', () => {
  it.each<[what: string, shape: Parameters<typeof decodeCursor>[1], cursor: string]>([
    ['garbage', ['string'], 'garbage'],
    ['nothing', ['string'], ''],
    ['no list', ['string'], Buffer.from('7').toString('base64url')],
    ["another list's", ['string'], encodeCursor('other', 'a')],
    ['too short', ['string', 'number'], encodeCursor('list', 'a')],
    ['too long', ['string'], encodeCursor('list', 'a', 1)],
    ['text for a number', ['number'], forged('list', '1')],
    ['infinity', ['number'], '["list",1e999]'.replace(/.*/, (text) => Buffer.from(text).toString('base64url'))],
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
  ])('%s', (_, shape, cursor) => {
    const thrown = (() => {
      try {
        return decodeCursor('list', shape, cursor, 'before');
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toBeInstanceOf(Refused);
    expect((thrown as Refused).refusals).toMatchObject([{ code: 'BAD_INPUT', path: ['before'] }]);
  });
});
