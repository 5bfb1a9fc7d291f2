import { expect, it } from 'vitest';
import { escapeCopied } from './text.js';

it.each([
  ['1500 ± 30', '1500 ± 30'],
  ['\\N', '\\\\N'],
  ['a\tb\nc\rd\\', 'a\\tb\\nc\\rd\\\\'],
])('copies %j as %j', (text, copied) => {
  expect(escapeCopied(text)).toBe(copied);
});
