import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Face, hueOf, initialsOf, Name } from './player.js';

test.each([
  ['AmberSparrow', '<bdi>Amber<wbr/>Sparrow</bdi>'],
  ['guest.of.wild_badger', '<bdi>guest.<wbr/>of.<wbr/>wild_<wbr/>badger</bdi>'],
  ['Constantinopoulos', '<bdi>Constanti<wbr/>nopoulos</bdi>'],
  ['Zoë', '<bdi>Zoë</bdi>'],
  ['أمل حداد الخوارزمي', '<bdi>أمل حداد الخوارزمي</bdi>'],
])('%s breaks between words first', (name, expected) => {
  expect(renderToString(h(Name, { name }))).toBe(expected);
});

const faceOf = (handle: string) => renderToString(Face({ handle }));

test('a face is the same for every spelling of a handle, and differs for another handle', () => {
  expect(faceOf('Zoë')).toBe(faceOf('zoe\u0308'));
  expect(new Set(['ann', 'anna', 'annb', 'bnn'].map(faceOf)).size).toBe(4);
});

test('a face is made of three bands below each other, in colours of the handle', () => {
  expect(faceOf('wrenfall')).toBe(
    `<svg class="face inverse" data-hue="${hueOf('wrenfall')}" viewBox="0 0 24 24" aria-hidden="true"><path d="M3 3h18l-9 6zM9 9h6v6H9zM12 15l9 6H3z"></path></svg>`,
  );
  expect(
    Array.from({ length: 200 }, (_, n) => hueOf(`player${n}`))
      .toSorted((a, b) => a - b)
      .at(-1),
  ).toBe(7);
});

test.each([
  ['Red Foxes', 'RF'],
  ['red', 'RE'],
  ['FC Bayern München', 'FB'],
  ['“The” Others', 'TO'],
  ['Ägypten', 'ÄG'],
  ['浦和レッズ', '浦和'],
  ['𝕏 team', '𝕏T'],
  ['7', '7'],
  ['!!!', '!'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
