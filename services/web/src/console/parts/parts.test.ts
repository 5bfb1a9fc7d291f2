import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { formatOf, textsOf, withUi } from '../../ui.js';
import { EffectTable, MovesChart } from './effect.js';
import { Presets, presetIn, settingsOf } from './system-settings.js';

const theme = { hasSite: true, name: 'Open Ladder', logo: null, color: '#000000', links: [] };
const ui = { theme, locale: { language: 'en', tag: 'en' } as const, t: textsOf('en'), format: formatOf('en') };

const move = (handle: string, from: number | null, to: number) => ({
  ...{ player: { handle, displayName: null }, before: { value: from }, after: { value: to } },
});
const drawn = (...moves: readonly ReturnType<typeof move>[]) =>
  withUi(ui, () => render(h(MovesChart, { moves, all: moves })));

test('draws the distances of the largest moves, the largest first', () => {
  const few = Array.from({ length: 9 }, (_, n) => move(`p${n}`, 1500, 1501 + n));
  const chart = drawn(...few, move('ann', 1600, 1500));
  expect(chart.match(/aria-label="[^"]*"/g)!.slice(0, 2)).toEqual([
    'aria-label="ann: −100.0"',
    'aria-label="p8: +9.0"',
  ]);
  expect(chart.match(/<svg/g)).toHaveLength(8);
  // From 0 to the left end of the scale, which has 50 at its right end.
  expect(chart).toContain('d="M667 10H0"');
  // If there is little room, five numbers with a tenth run into each other.
  expect(chart).toContain('<li>−100</li><li>−50</li><li>0</li><li>+50</li>');
});

test('draws nothing for players without a rating', () => {
  expect(drawn(move('eve', null, 1500))).toBe('');
});

const change = (handle: string, delta: number | null, rankBefore: number | null, rankAfter: number | null) => ({
  ...{ player: { handle, displayName: null }, before: { value: 1500 }, after: { value: 1500 + (delta ?? 0) } },
  ...{ delta, rankBefore, rankAfter, peakBefore: null as number | null, peakAfter: null as number | null },
});
const effect = (changeCount: number, ...changes: ReturnType<typeof change>[]) =>
  withUi(ui, () => render(h(EffectTable, { effect: { changeCount, changes, atMatch: null } })));

test('a preview omits changes that round to nothing, and counts them', () => {
  const text = effect(
    7,
    ...[change('ann', -12.3, 1, 2), change('ben', 0.049, 2, 1), change('cid', 0.04, 3, 3), change('dan', -0.01, 4, 4)],
    change('eve', null, null, 5),
  );
  expect(text.match(/(?<=<bdi>)\w+(?=<\/bdi> <\/th>)/g)).toEqual(['ann', 'ben', 'eve']);
  expect(text).toContain('7 ratings change:');
  expect(text).toContain('And 2 smaller changes.');
  expect(text).toContain('2 change by less than a tenth of a point, and keep their ranks.');
});

test('a preview without visible changes has no empty table', () => {
  const text = effect(1, change('ann', 0.01, 1, 1));
  expect(text).not.toContain('<table');
  expect(text).toContain('1 changes by less than a tenth of a point, and keeps the rank.');
});

test('all values of a preview have as many decimals as the smallest visible change needs', () => {
  const peak = { peakBefore: 1600, peakAfter: 1612.5 };
  const values = (...changes: ReturnType<typeof change>[]) =>
    effect(changes.length, ...changes).match(/[\d.]+ → [\d.]+(?=[^"])/g);
  const large = { ...change('ann', -12.3, 1, 1), ...peak };
  expect(values(large)).toEqual(['1600 → 1613', '1500 → 1488']);
  expect(values(large, change('ben', 0.07, 2, 2))).toEqual([
    ...['1600.00 → 1612.50', '1500.00 → 1487.70', '1500.00 → 1500.07'],
  ]);
});

const fast = { name: 'short seasons & <fast>', reason: 'Few matches decide.', settings: { k: 60 } };
const system = { key: 'mine', presets: [fast] };
const requestFor = (preset: string) => ({
  ...{ params: {}, query: new URLSearchParams({ preset }), now: new Date(0), origin: '', language: 'en' },
  ...{ zone: 'UTC', restingSince: null, isRacing: false, givesPoints: false, isShort: false },
});

test('a preset in the address fills the form with its differences', () => {
  expect(settingsOf(presetIn(system, requestFor(fast.name)))).toEqual({ k: 60 });
  expect(settingsOf(presetIn(system, requestFor('another')))).toEqual({});
});

test('each preset has a link with its reason, and the chosen one is marked', () => {
  const show = (shown: typeof system) =>
    withUi(ui, () => JSON.stringify(Presets({ path: '/console/new', system: shown, chosen: fast })));
  expect(show(system)).toContain('"href":"/console/new?system=mine&preset=short+seasons+%26+%3Cfast%3E"');
  expect(show(system)).toContain('"aria-current":"true"');
  expect(show(system)).toContain('Few matches decide.');
  expect(show({ key: 'other', presets: [] })).toBe('null');
});
