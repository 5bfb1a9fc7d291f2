import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handleFor, isHandle } from '../player/handle.js';
import { HandleBook } from './handle.js';

describe('the handle for a name', () => {
  it.each([
    ['ann', 'ann'],
    ['Ann_B.-2', 'Ann_B.-2'],
    ['Curaçao', 'Curaçao'],
    ['Bosnia and Herzegovina', 'Bosnia_and_Herzegovina'],
    ["Côte d'Ivoire", 'Côte_dIvoire'],
    ['Côte d’Ivoire', 'Côte_dIvoire'],
    ['São Tomé and Príncipe', 'São_Tomé_and_Príncipe'],
    ['Republic of St. Pauli', 'Republic_of_St._Pauli'],
    ['Saint-Martin (FR)', 'Saint-Martin_FR'],
    ['AC/DC', 'AC-DC'],
    ['Smith, John', 'Smith_John'],
    ['  Ann   B  ', 'Ann_B'],
    ['-ann-', 'ann-'],
    ['.com', 'com'],
    ['E\u0301ire', 'Éire'],
    ['An\u200Bn', 'Ann'],
    ['ＡＣ Ｍｉｌａｎ', 'AC_Milan'],
    ['東京 ヴェルディ', '東京_ヴェルディ'],
    ['हिन्दी टीम', 'हिन्दी_टीम'],
    ['x'.repeat(70), 'x'.repeat(64)],
  ])('%j is %s', (name, handle) => {
    expect(handleFor(name)).toBe(handle);
  });

  it.each(['', '  ', '?!', '...', "'", 'Аnn with a Cyrillic А'])('does not exist for %j', (name) => {
    expect(handleFor(name)).toBeUndefined();
  });

  it('is a handle, and stays the same when it is requested again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
        const handle = handleFor(name);
        if (handle === undefined) return;
        expect(isHandle(handle)).toBe(true);
        expect(handleFor(handle)).toBe(handle);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the book of names', () => {
  it('reports the names that it changed, and only those', () => {
    const book = new HandleBook();
    for (const name of ['Wales', 'New Zealand', 'Wales', 'New Zealand', "Côte d'Ivoire"]) book.handleOf(name);
    expect([...book.changed]).toEqual([
      ['New Zealand', 'New_Zealand'],
      ["Côte d'Ivoire", 'Côte_dIvoire'],
    ]);
    expect(book.collisions).toEqual([]);
    expect(book.size).toBe(3);
  });

  it('treats names that differ in the width of their blanks as one', () => {
    const book = new HandleBook();
    for (const name of ['Ann B', 'Ann  B', 'Ann\u00A0B', 'Ann\tB'])
      expect(book.handleOf(name)).toEqual({ handle: 'Ann_B' });
    expect([book.size, book.collisions]).toEqual([1, []]);
    expect(book.handleOf('Cid\nD')).toMatchObject({ rule: 'ONE_LINE' });
  });

  it.each([
    ['New Zealand', 'New_Zealand'],
    ['Ann', 'ann'],
    ["O'Neil", 'Oneil'],
    ['Ann B', 'Ann b'],
    ['Ann B', 'Ann_B'],
  ])('never gives %j and %j one handle, and names both', (one, other) => {
    const book = new HandleBook();
    const { handle } = book.handleOf(one);
    expect(handle).toBe(handleFor(one));
    for (const name of [other, one, other]) {
      expect(book.handleOf(name)).toEqual({ rule: 'SHARED_HANDLE', value: handle, names: [one, other] });
    }
    expect(book.collisions).toEqual([{ handle, names: [one, other] }]);
  });

  it('gives names one handle on request, that of the first, and lists them', () => {
    const book = new HandleBook('slug', true);
    for (const name of ['Weston-Super-Mare', 'Weston-super-Mare', 'Weston-Super-Mare', '/Weston-Super-Mare'])
      expect(book.handleOf(name)).toEqual({ handle: 'Weston-Super-Mare' });
    const names = ['Weston-Super-Mare', 'Weston-super-Mare', '/Weston-Super-Mare'];
    expect(book.spellings).toEqual([{ handle: 'Weston-Super-Mare', names }]);
    expect(book.collisions).toEqual([]);
    expect(book.nameOf('Weston-Super-Mare')).toBeUndefined();
    expect(Object.fromEntries(book.changed)).toEqual({
      'Weston-super-Mare': 'Weston-Super-Mare',
      '/Weston-Super-Mare': 'Weston-Super-Mare',
    });
  });

  it('keeps names unchanged on request, and refuses invalid handles', () => {
    const book = new HandleBook('keep');
    expect(book.handleOf('Éire')).toEqual({ handle: 'Éire' });
    expect(book.handleOf('New Zealand')).toMatchObject({
      rule: 'IS_HANDLE',
      value: 'New Zealand',
    });
    expect(book.changed.size).toBe(0);
  });

  it('accepts no two names that differ only by case, since the platform treats them as one', () => {
    const book = new HandleBook('keep');
    book.handleOf('Ann');
    expect(book.handleOf('ANN').handle).toBeUndefined();
  });

  it('refuses a name of several lines, which a misplaced quote makes from rows', () => {
    expect(new HandleBook().handleOf('Ann\n2026-01-01,Ben')).toEqual({
      rule: 'ONE_LINE',
      value: 'Ann\n2026-01-01,Ben',
    });
  });

  it('refuses a name from which no handle can be made', () => {
    expect(new HandleBook().handleOf('???')).toMatchObject({
      rule: 'BECOMES_HANDLE',
      value: '???',
    });
  });
});

it('stores the names of a file, and nothing else of it', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const [book, pieces, before] = [new HandleBook(), 400, heap()];
  for (let piece = 0; piece < pieces; piece++) {
    const text = Buffer.from(`The player number ${piece}`.padEnd(65_536, ',')).toString();
    book.handleOf(text.slice(0, text.indexOf(',')));
  }
  expect(heap() - before).toBeLessThan((pieces * 65_536) / 4);
  expect(book.size).toBe(pieces);
});
