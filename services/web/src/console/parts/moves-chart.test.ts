import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { formatOf } from '../../format.js';
import { textsOf, withUi } from '../../ui.js';
import { MovesChart } from './moves-chart.js';

const theme = { hasSite: true, name: 'Open Ladder', logo: null, color: '#000000', links: [] };
const ui = { theme, locale: { language: 'en', tag: 'en' } as const, t: textsOf('en'), format: formatOf('en') };
const move = (handle: string, from: number | null, to: number) => ({
  ...{ player: { handle, displayName: null }, before: { value: from }, after: { value: to } },
});
const drawn = (...moves: readonly ReturnType<typeof move>[]) =>
  withUi(ui, () => render(h(MovesChart, { moves, all: moves })));

test('draws how far those who move most go from their rating, the largest move first', () => {
  const few = Array.from({ length: 9 }, (_, n) => move(`p${n}`, 1500, 1501 + n));
  const chart = drawn(...few, move('ann', 1600, 1500));
  expect(chart.match(/aria-label="[^"]*"/g)!.slice(0, 2)).toEqual([
    'aria-label="ann: −100.0"',
    'aria-label="p8: +9.0"',
  ]);
  expect(chart.match(/<svg/g)).toHaveLength(8);
  // From 0 to the left end of the scale, which has 50 on its right.
  expect(chart).toContain('d="M667 10H0"');
});

test('draws nothing of those who had no rating', () => {
  expect(drawn(move('eve', null, 1500))).toBe('');
});
