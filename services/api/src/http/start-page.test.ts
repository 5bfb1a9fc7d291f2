import { expect, test } from 'vitest';
import { startPage } from './start-page.js';

test('the page brings its icon along, which browsers would ask for otherwise', () => {
  const [, icon] = /<link rel="icon" href="data:image\/svg\+xml,([^"<>\s]+)">/.exec(startPage())!;
  expect(decodeURIComponent(icon!)).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
});
