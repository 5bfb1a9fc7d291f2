import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Seal } from './seal.js';

const KEY = randomBytes(32);
const seal = new Seal(KEY);
const others = new Seal(randomBytes(32));
const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((block) => Buffer.from(block));

it('a block and a text are read back unchanged, and are the same by the same key', () => {
  fc.assert(
    fc.property(bytes, fc.string({ unit: 'grapheme' }), (block, text) => {
      expect(seal.openBlock(seal.sealBlock(block))).toEqual(block);
      expect(seal.openText(seal.sealText(text))).toBe(text);
      expect(new Seal(KEY).sealBlock(block)).toBe(seal.sealBlock(block));
      expect(new Seal(KEY).sealText(text)).toBe(seal.sealText(text));
    }),
  );
});

it('texts that differ in one letter have nothing in common', () => {
  const sealed = ['a', 'b'].map((last) => Buffer.from(seal.sealText(`${'x'.repeat(64)}${last}`), 'base64url'));
  const same = sealed[0]!.filter((byte, index) => byte === sealed[1]![index]);
  // By chance, one byte in 256 is the same.
  expect(same.length).toBeLessThan(8);
});

describe('a text that this key did not seal is invalid', () => {
  it.each<[what: string, text: string]>([
    ['empty', ''],
    ['plain', Buffer.from('["league","a"]').toString('base64url')],
    ['of another key', others.sealText('["league","a"]')],
    ['cut short', seal.sealText('["league","a"]').slice(0, -2)],
    ['of its hash alone', seal.sealText('["league","a"]').slice(0, 22)],
    ['lengthened', `${seal.sealText('["league","a"]')}AAAA`],
    ['of 60,000 letters', 'A'.repeat(60_000)],
  ])('%s', (_, text) => {
    expect(seal.openText(text)).toBeNull();
  });

  it('if any one bit is changed', () => {
    const sealed = Buffer.from(seal.sealText('["standing",false,1500.5,7]'), 'base64url');
    for (let bit = 0; bit < 8 * sealed.length; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(seal.openText(changed.toString('base64url'))).toBeNull();
    }
  });
});

it.each(['', 'A', 'A'.repeat(21), 'A'.repeat(23), `${'A'.repeat(21)}B`, '§'.repeat(22), ' '.repeat(22)])(
  '%j is no block',
  (text) => {
    expect(seal.openBlock(text)).toBeNull();
  },
);
