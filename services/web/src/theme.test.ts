import { expect, test } from 'vitest';
import { accentOf } from './parts/player.js';
import { type Theme, themeStyles } from './theme.js';

const stylesOf = (color: string) => themeStyles({ color } as Theme);

test('pages of leagues have the colour that an operator chose, and accents of their own if they chose none', () => {
  expect(stylesOf('#7A2E8E')).toMatch(/--brand: #7A2E8E.*main\[data-hue\]\S* { --accent: .*--brand/);
  expect(stylesOf('#0f6b5c')).not.toContain('main[data-hue');
});

test('there is a style for the accent of every colour that a league can choose, which takes precedence over that of an operator', () => {
  for (let hue = 0; hue < 360; hue++)
    expect(stylesOf('#7A2E8E')).toContain(`[data-hue=${accentOf({ slug: 'a', hue })}]{`);
  expect(stylesOf('#7A2E8E')).toContain('main[data-hue]:not([data-hue^=of])');
  expect(accentOf({ slug: 'a', hue: null })).toBe(accentOf({ slug: 'A' }));
});
