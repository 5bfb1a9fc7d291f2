import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Name } from './player.js';

test.each([
  ['AmberSparrow', '<bdi>Amber<wbr/>Sparrow</bdi>'],
  ['guest.of.wild_badger', '<bdi>guest.<wbr/>of.<wbr/>wild_<wbr/>badger</bdi>'],
  ['Constantinopoulos', '<bdi>Constanti<wbr/>nopoulos</bdi>'],
  ['Zoë', '<bdi>Zoë</bdi>'],
  ['أمل حداد الخوارزمي', '<bdi>أمل حداد الخوارزمي</bdi>'],
])('%s breaks between words first', (name, expected) => {
  expect(renderToString(h(Name, { name }))).toBe(expected);
});
