import { expect, test } from 'vitest';
import { replacer } from './replacer.js';

const replace = replacer([
  { handles: ['Ann', 'ann.b', 'a+b'], others: ['Annie 🦊', 'discord:1234'], pseudonym: 'erased-1' },
]);

test.each([
  ['Ann asked for it', 'erased-1 asked for it'],
  ['merged ANN into Annabel', 'merged erased-1 into Annabel'],
  ['ann.b was ann', 'erased-1 was erased-1'],
  ['a+b, not a++b', 'erased-1, not a++b'],
  ['Annie 🦊 is discord:1234', 'erased-1 is erased-1'],
  ['Joann and ann_c stay', 'Joann and ann_c stay'],
])('names in texts: %s', (text, replaced) => {
  expect(replace.inText(text)).toBe(replaced);
});

test('the database is searched for names in any case, however JSON escapes them', () => {
  const search = (name: string) =>
    new RegExp(replacer([{ handles: [name], others: [], pseudonym: 'erased-1' }]).pattern, 'i');
  expect(search('a.b-c').source).toContain('(a.{1,6}b-c)');
  expect(search('Łé').source).toContain('((Ł|ł)(é|É))');
  expect(search('the "boss"').test(JSON.stringify('The "Boss" left'))).toBe(true);
});

test.each([
  ['a', 'A map with a name', true],
  ['a', 'banana_a, a1', false],
  ['a', 'left\nA', true],
  ['a', '\u0001a', true],
  ['a', 'éa', true],
  ['boss', 'the boss-fight', true],
  ['boss', 'bosses', false],
  ['boss!', 'a boss!', true],
])('the database is searched for %j as a word, even among letters unknown to it: %j', (name, text, isFound) => {
  const { pattern } = replacer([{ handles: [name], others: [], pseudonym: 'erased-1' }]);
  expect(new RegExp(pattern, 'i').test(JSON.stringify({ text }))).toBe(isFound);
});

test('in JSON handles are replaced if they are the whole text, and display names and accounts of the player dropped', () => {
  const document = {
    id: 4,
    handle: 'ANN',
    displayName: 'Annie 🦊',
    account: 'discord:1234',
    note: 'Ann and Ben',
    list: ['ann.b', 'ben'],
  };
  expect(replace.inJson(document)).toEqual({
    ...{ id: 4, handle: 'erased-1', displayName: null, account: null, note: 'Ann and Ben', list: ['erased-1', 'ben'] },
  });
  expect(replace.inJson({ displayName: 'Ben', at: null, n: 1.5 })).toEqual({ displayName: 'Ben', at: null, n: 1.5 });
});

test('somebody may have had any number of names', () => {
  const others = Array.from({ length: 40_000 }, (_, n) => `Ann (${n})`);
  const many = replacer([{ handles: ['ann'], others, pseudonym: 'erased-1' }]);
  expect(many.inText('ANN (39999), ann (40000) and annika')).toBe('erased-1, erased-1 (40000) and annika');
});

test('each of several persons has a pseudonym, and the longer name comes first', () => {
  const both = replacer([
    { handles: ['ann'], others: ['Annie'], pseudonym: 'erased-1' },
    { handles: ['ann-alt'], others: [], pseudonym: 'erased-2' },
  ]);
  expect(both.inText('ANN-ALT is ann, who is Annie')).toBe('erased-2 is erased-1, who is erased-1');
  expect(both.inJson({ player: 'ann-alt', into: 'Ann' })).toEqual({ player: 'erased-2', into: 'erased-1' });
});

test('in texts by people about something else, names, descriptions and names of files are searched', () => {
  const entry = { slug: 'ann', visibility: 'PUBLIC', name: 'Cup of Ann', description: 'by ann', fileName: 'ann.csv' };
  expect(replace.inWritten(entry)).toEqual({
    ...entry,
    ...{ name: 'Cup of erased-1', description: 'by erased-1', fileName: 'erased-1.csv' },
  });
});

test('the database is searched for the beginnings of names if there are too many for it', () => {
  const others = Array.from({ length: 5_000 }, (_, n) => `Жанна-${n}`);
  const { pattern, inText } = replacer([{ handles: ['ann'], others, pseudonym: 'erased-1' }]);
  expect(pattern.length).toBeLessThan(10_000);
  expect([`by ${others[4_999]}!`, 'by Ann'].map((text) => new RegExp(pattern, 'i').test(text))).toEqual([true, true]);
  expect(inText(`${others[4_999]}, Жанна and ann`)).toBe('erased-1, Жанна and erased-1');
});
