import { expect, test } from 'vitest';
import { type Theme, themeStyles } from './theme.js';

const stylesOf = (color: string) => themeStyles({ color } as Theme);

test('pages of leagues have the colour that an operator chose, and accents of their own if they chose none', () => {
  expect(stylesOf('#7A2E8E')).toMatch(/--brand: #7A2E8E.*main\[data-hue\] { --accent: .*--brand/);
  expect(stylesOf('#0f6b5c')).not.toContain('data-hue');
});
