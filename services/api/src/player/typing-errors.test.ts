import { expect, it } from 'vitest';
import { oneErrorFrom } from './typing-errors.js';

it('finds the name with a letter missing, added, mistyped or swapped', () => {
  expect(oneErrorFrom('jhon')).toContain('john');
  for (const typo of ['xohn', 'jon', 'johhn', 'ohn', 'johm', 'johnn', 'ojhn', 'jonh']) {
    expect(oneErrorFrom(typo), typo).toContain('john');
  }
  expect(oneErrorFrom('漢'), 'letters of the name itself are tried too').toContain('漢漢');
});

it.each([
  ['mller', 'müller'],
  ['muller', 'müller'],
  ['mùller', 'müller'],
  ['grnbæk', 'grønbæk'],
  ['lukasz', 'łukasz'],
  ['nguyen', 'nguyẽn'],
  ['horvat', 'horvát'],
  ['ван', 'иван'],
  ['иван2', 'иван'],
  ['семен', 'семён'],
  ['андрей', 'андреи'],
  ['нна', 'їнна'],
  ['νικος', 'νίκος'],
  ['ίκος', 'νίκος'],
])('tries the letters of the script of the name, with their accents: %s for %s', (typed, meant) => {
  expect(oneErrorFrom(typed)).toContain(meant);
});

it.each(['abcdefgh', 'иванов'.repeat(10), 'müller-ивановα'.repeat(4), 'é'.repeat(64), 'ἀβγ'.repeat(21)])(
  'looks up a bounded number of texts: for %s',
  (name) => {
    expect(oneErrorFrom(name).length).toBeLessThanOrEqual(7000);
    expect(oneErrorFrom(name).length / [...name].length).toBeLessThan(160);
  },
);

it('includes neither the name itself, nor names with two errors, nor duplicates', () => {
  const found = oneErrorFrom('anna');
  expect(new Set(found).size).toBe(found.length);
  for (const other of ['anna', '', 'an', 'hannah', 'nana_']) expect(found).not.toContain(other);
  expect(found.length).toBeLessThan(700);
  expect(oneErrorFrom('a'.repeat(65))).toEqual([]);
});
