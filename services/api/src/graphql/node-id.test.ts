import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeId, parseNodeId } from './node-id.js';

const encoded = (text: string) => Buffer.from(text).toString('base64url');

it.each([
  ['League', [1]],
  ['Player', [2147483647]],
  ['Match', [1, 2]],
  ['Rating', [1, 2]],
  ['RatingChange', [1, 2, 3, 4]],
  ['Token', [1]],
] as const)('an id of a %s comes back as it went', (kind, key) => {
  const id = nodeId(kind, ...key);
  expect(id).toMatch(/^[\w-]+$/);
  expect(parseNodeId(id)).toEqual({ kind, key });
});

describe('what is no id of ours is none', () => {
  it.each([
    '',
    'League',
    'League:',
    'League:x',
    'League:-1',
    'League:1.5',
    'League:1e3',
    'League:1:1',
    'Match:1',
    ' League:1',
    'league:1',
    'toString:1',
    '__proto__:1',
    'League:2147483648',
    'League:99999999999',
  ])('%j', (text) => {
    expect(parseNodeId(encoded(text))).toBeNull();
  });

  it('whatever it is, it does not throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseNodeId(text)).toBeNull();
      }),
    );
  });
});
