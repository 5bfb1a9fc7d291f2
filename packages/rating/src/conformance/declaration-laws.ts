import { arePossible, defaultSettings, settingsProblems } from '../rater.js';
import { isSame } from './compare.js';
import { type Law, type Subject, Violation } from './law.js';

const KEY = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const SEMANTIC_VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/** Laws about a rater's declaration, before it rates anything. */
export const declarationLaws: readonly Law[] = [
  { law: 'the rater introduces itself', check: introducesItself },
  { law: 'settings have descriptions and defaults that fit', check: describesSettings },
  {
    law: 'presets are settings that fit, each with a name and a reason',
    applies: ({ rater }) => rater.presets !== undefined,
    check: offersPresets,
  },
  { law: 'formats are possible', check: hasPossibleFormats },
];

function introducesItself({ rater }: Subject): void {
  if (!KEY.test(rater.key)) {
    throw new Violation('key must be lower-case letters, digits and dashes', { key: rater.key });
  }
  if (!SEMANTIC_VERSION.test(rater.version)) {
    throw new Violation('version must be a semantic version', { version: rater.version });
  }
  for (const name of ['title', 'summary', 'source'] as const) {
    if (!rater[name]?.trim()) throw new Violation(`${name} must say something`, { [name]: rater[name] });
  }
  for (const [law, reason] of Object.entries(rater.breaks ?? {})) {
    if (!reason?.trim()) throw new Violation(`breaks must give the reason for "${law}"`, { breaks: rater.breaks });
  }
}

function describesSettings({ rater, settings }: Subject): void {
  const schema = rater.settings;
  if (schema?.type !== 'object' || schema.additionalProperties !== false || !schema.properties) {
    throw new Violation('the schema must be an object that refuses unknown settings: use settingsSchema', { schema });
  }
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!property.description?.trim()) throw new Violation(`settings.${name} has no description`, { property });
    if (property.default === undefined) throw new Violation(`settings.${name} has no default`, { property });
  }
  if (!isSame(JSON.parse(JSON.stringify(schema)), schema)) {
    throw new Violation('the schema does not survive JSON', { schema });
  }
  for (const values of [defaultSettings(schema), settings]) {
    const [problem] = settingsProblems(rater, values as Readonly<Record<string, unknown>>);
    if (problem) throw new Violation(`settings.${problem.setting} ${problem.rule}`, { settings: values });
  }
}

function offersPresets({ rater }: Subject): void {
  const defaults = defaultSettings<Record<string, unknown>>(rater.settings);
  const names = new Set<string>();
  for (const preset of rater.presets!) {
    for (const text of ['name', 'reason'] as const) {
      if (!preset[text]?.trim()) throw new Violation(`a preset has no ${text}`, { preset });
    }
    if (names.has(preset.name)) throw new Violation(`two presets are called "${preset.name}"`, { preset });
    names.add(preset.name);
    if (!isSame(JSON.parse(JSON.stringify(preset)), preset)) {
      throw new Violation(`preset "${preset.name}" does not survive JSON`, { preset });
    }
    const settings: Record<string, unknown> = { ...defaults, ...preset.settings };
    const [problem] = settingsProblems(rater, settings);
    if (problem) {
      throw new Violation(`preset "${preset.name}": settings.${problem.setting} ${problem.rule}`, { preset });
    }
    if (isSame(settings, defaults)) throw new Violation(`preset "${preset.name}" is the defaults`, { preset });
  }
}

function hasPossibleFormats({ rater, settings }: Subject): void {
  const formats = rater.formats(settings);
  if (!arePossible(formats)) throw new Violation('two sides or more of one player or more must fit', { formats });
}
