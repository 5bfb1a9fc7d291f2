import { expect, test } from 'vitest';
import { Presets, presetIn, settingsOf } from '../../services/web/dist/console/parts/presets.js';
import { formatOf } from '../../services/web/dist/format.js';
import { textsOf, withUi } from '../../services/web/dist/ui.js';

const fast = { name: 'short seasons & <fast>', reason: 'Few matches decide.', settings: { k: 60 } };
const system = { key: 'mine', presets: [fast] };
const requestFor = (preset: string) => ({
  ...{ params: {}, query: new URLSearchParams({ preset }), now: new Date(0), zone: 'UTC', origin: '', language: 'en' },
});

test('a preset of the address fills the form with what it says differently', () => {
  expect(settingsOf(presetIn(system, requestFor(fast.name)))).toEqual({ k: 60 });
  expect(settingsOf(presetIn(system, requestFor('another')))).toEqual({});
});

test('each preset has a link with its reason, and the chosen one is marked', () => {
  const theme = { hasSite: true, name: 'Open Ladder', logo: null, color: '#000000', links: [] };
  const ui = { theme, locale: { language: 'en', tag: 'en' } as const, t: textsOf('en'), format: formatOf('en') };
  const show = (shown: typeof system) =>
    withUi(ui, () => JSON.stringify(Presets({ path: '/console/new', system: shown, chosen: fast })));
  expect(show(system)).toContain('"href":"/console/new?system=mine&preset=short+seasons+%26+%3Cfast%3E"');
  expect(show(system)).toContain('"aria-current":"true"');
  expect(show(system)).toContain('Few matches decide.');
  expect(show({ key: 'other', presets: [] })).toBe('null');
});
