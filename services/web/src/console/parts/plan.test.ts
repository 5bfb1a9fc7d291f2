import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { formatOf } from '../../format.js';
import { textsOf } from '../../locale.js';
import { withUi } from '../../ui.js';
import { EffectTable } from './plan.js';

const theme = { hasSite: true, name: 'Open Ladder', logo: null, color: '#000000', links: [] };
const ui = { theme, locale: { language: 'en', tag: 'en' } as const, t: textsOf('en'), format: formatOf('en') };

const change = (handle: string, delta: number | null, rankBefore: number | null, rankAfter: number | null) => ({
  ...{ player: { handle, displayName: null }, before: { value: 1500 }, after: { value: 1500 + (delta ?? 0) } },
  ...{ delta, rankBefore, rankAfter, peakBefore: null as number | null, peakAfter: null as number | null },
});
const shown = (changeCount: number, ...changes: ReturnType<typeof change>[]) =>
  withUi(ui, () => render(h(EffectTable, { effect: { changeCount, changes, atMatch: null } })));

test('a plan leaves out what rounds to nothing, and says how many there are', () => {
  const text = shown(
    7,
    ...[change('ann', -12.3, 1, 2), change('ben', 0.049, 2, 1), change('cid', 0.04, 3, 3), change('dan', -0.01, 4, 4)],
    change('eve', null, null, 5),
  );
  expect(text.match(/(?<=<bdi>)\w+(?=<\/bdi> <\/th>)/g)).toEqual(['ann', 'ben', 'eve']);
  expect(text).toContain('7 ratings change:');
  expect(text).toContain('And 2 smaller changes.');
  expect(text).toContain('2 change by less than a tenth of a point, and keep their ranks.');
});

test('a plan of which nothing shows has no empty table', () => {
  const text = shown(1, change('ann', 0.01, 1, 1));
  expect(text).not.toContain('<table');
  expect(text).toContain('1 changes by less than a tenth of a point, and keeps the rank.');
});

test('all values of a plan have as many decimals as the smallest change that shows needs', () => {
  const peak = { peakBefore: 1600, peakAfter: 1612.5 };
  const values = (...changes: ReturnType<typeof change>[]) =>
    shown(changes.length, ...changes).match(/[\d.]+ → [\d.]+(?=[^"])/g);
  const large = { ...change('ann', -12.3, 1, 1), ...peak };
  expect(values(large)).toEqual(['1600 → 1613', '1500 → 1488']);
  expect(values(large, change('ben', 0.07, 2, 2))).toEqual([
    ...['1600.00 → 1612.50', '1500.00 → 1487.70', '1500.00 → 1500.07'],
  ]);
});
