import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Seal } from '../kit/seal.js';
import { auditEntryId, type NodeKind, nodeId, parseNodeId } from './scalars.js';

const KEY = randomBytes(32);
/** Two processes of one database. */
const fresh = { seal: new Seal(KEY) };
const replica = { seal: new Seal(KEY) };
const elsewhere = { seal: new Seal(randomBytes(32)) };
const plain = (text: string) => Buffer.from(text).toString('base64url');

const LENGTHS: readonly (readonly [kind: NodeKind, length: number])[] = [
  ['League', 1],
  ['Player', 1],
  ['Match', 2],
  ['Rating', 2],
  ['RatingChange', 4],
  ['Token', 1],
  ['Recompute', 1],
  ['QueueTicket', 2],
  ['AuditEntry', 2],
];
const integer = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 ** 31 - 1 }));

describe.each(LENGTHS)('an id of a %s', (kind, length) => {
  const keys = fc.array(integer, { minLength: length, maxLength: length });

  it('is read back unchanged, whatever else the process seals', () => {
    fc.assert(
      fc.property(keys, keys, (key, other) => {
        const id = nodeId(fresh, kind, ...key);
        const second = nodeId(fresh, kind, ...other);
        expect(id).toMatch(/^[\w-]{22}$/);
        expect(parseNodeId(fresh, id)).toEqual({ kind, key });
        expect(parseNodeId(replica, second)).toEqual({ kind, key: other });
      }),
    );
  });

  it('is not of another kind, and not of another key', () => {
    const key = Array.from({ length }, (_, index) => index + 1);
    const id = nodeId(fresh, kind, ...key);
    // An id opened with another key is random. It can at most look like the id of a rating change, one that does not
    // exist.
    const found = parseNodeId(elsewhere, id);
    expect(found).not.toEqual({ kind, key });
    if (found) expect(found.kind).toBe('RatingChange');
  });
});

it('ids of successive objects reveal neither their order nor their number', () => {
  const ids = Array.from({ length: 2000 }, (_, index) => nodeId(fresh, 'League', index + 1));
  expect(new Set(ids).size).toBe(ids.length);
  // About as many are in alphabetical order as a coin toss would give: 1000 of 1999, plus or minus 22.
  const rises = ids.filter((id, index) => index > 0 && id > ids[index - 1]!).length;
  expect(Math.abs(rises - 1000)).toBeLessThan(150);
  // Successive ids differ in half of their 128 bits, as random ones do.
  const bits = (id: string) =>
    [...Buffer.from(id, 'base64url')].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const differing = ids.slice(1).map((id, index) => {
    const before = bits(ids[index]!);
    return [...bits(id)].filter((bit, place) => bit !== before[place]).length;
  });
  expect(Math.min(...differing)).toBeGreaterThan(30);
});

it('a forged id names nothing: of 20,000 none passes but as a rating change of four random numbers', () => {
  for (let n = 0; n < 20_000; n++) {
    const found = parseNodeId(fresh, randomBytes(16).toString('base64url'));
    if (found) expect([found.kind, Math.max(...found.key) > 2 ** 20]).toEqual(['RatingChange', true]);
  }
});

it('an entry of the audit log has an id, however many there are', () => {
  const ids = [1, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER].map((id) => auditEntryId(fresh, id));
  expect(ids.map((id) => parseNodeId(fresh, id)?.key)).toEqual([
    [0, 1],
    [0, 2 ** 31 - 1],
    [1, 0],
    [2 ** 22 - 1, 2 ** 31 - 1],
  ]);
});

it('a foreign text is no id, and none throws', () => {
  for (const text of ['', 'League:1', 'Match:1:2', '__proto__:1']) expect(parseNodeId(replica, plain(text))).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(parseNodeId(replica, text)).toBeNull();
    }),
  );
});
