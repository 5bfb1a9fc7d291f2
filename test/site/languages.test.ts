import { languageOf } from '@openladder/rating';
import { expect, test } from 'vitest';
import { loadRatersHere } from '../../services/api/dist/raters/raters.js';
import { choiceText } from '../../services/web/dist/console/parts/system-settings.js';
import { inWords, presetWords } from '../../services/web/dist/parts/system-words.js';
import { LANGUAGES, textsOf } from '../../services/web/dist/ui.js';

const raters = [...(await loadRatersHere([])).values()];

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  '%s has words for each bundled rating system, and for no other',
  (language) => {
    const t = textsOf(language);
    expect(Object.keys(t.raters).sort()).toEqual(raters.map(({ key }) => key).sort());
    for (const { key, summary, settings, presets = [] } of raters) {
      const words = t.raters[key]!;
      expect(Object.keys(words.settings).sort(), key).toEqual(Object.keys(settings.properties).sort());
      expect(Object.keys(words.presets ?? {}).sort(), key).toEqual(presets.map(({ name }) => name).sort());
      expect(words.summary, key).not.toBe(summary);
      for (const [name, { description }] of Object.entries(settings.properties)) {
        // Values and names of settings are those of the API in every language.
        const codes = [...description!.matchAll(/`\w+`/g)].map(String);
        for (const code of codes) expect(words.settings[name]![1], `${key}.${name}`).toContain(code);
      }
    }
  },
);

test('each value of a setting with choices has a text, and its code', () => {
  const settings = raters.flatMap((rater) => Object.values(rater.settings.properties));
  const values = settings.flatMap((setting) => setting.enum?.map(String) ?? []).filter((value) => !/^p\d$/.test(value));
  for (const language of LANGUAGES) {
    const t = textsOf(language);
    expect(Object.keys(t.console.choices).sort(), language).toEqual([...new Set(values)].sort());
  }
  expect(choiceText('pairwise', textsOf('de'))).toBe('Jedes Paar (pairwise)');
  expect(choiceText('p8', textsOf('de'))).toBe('p8');
});

test('raters explain changes in each language of the site', () => {
  const hint = 'in PHRASES of packages/rating/src/explanation.ts, and in the WORDS of raters';
  expect(LANGUAGES.map(languageOf), hint).toEqual(LANGUAGES);
});

test('a rating system is described in the language of the reader, and an unknown one in its own words', () => {
  const t = textsOf('de');
  const schema = { properties: { k: { title: 'K', description: 'The most.', maximum: 9 }, own: { title: 'Own' } } };
  const system = { key: 'elo', title: 'Elo', summary: 'The classic.', settingsSchema: schema };
  expect(inWords(system, t)).toMatchObject({
    ...{ title: 'Elo', summary: expect.stringContaining('Der Klassiker') },
    settingsSchema: {
      properties: { k: { description: expect.stringContaining('in Punkten'), maximum: 9 }, own: { title: 'Own' } },
    },
  });
  const other = { ...system, key: 'mine' };
  expect([inWords(other, t), inWords(system, textsOf('en'))]).toEqual([other, system]);
  expect([presetWords('elo', 'Goals', t).name, presetWords('mine', 'Goals', t).name]).toEqual(['Tore', 'Goals']);
});
