import type { Texts } from '../texts/en/site.js';
import type { Ui } from '../ui.js';
import { settingSchemas } from './parts/system-settings.js';

/** The title of a setting; undefined if it has none. */
export type SettingTitle = (setting: string) => string | undefined;

/**
 * The titles that rating systems give to their settings: two may have settings of one name with different titles.
 * @param states of an entry, before and after; each may name its rating system as `rater`
 */
export function settingTitles(
  systems: readonly { readonly key: string; readonly settingsSchema: unknown }[],
  states: { readonly before: unknown; readonly after: unknown },
): SettingTitle {
  const raters = [states.after, states.before].map((state) => (state as { rater?: unknown } | null)?.rater);
  const schemas = raters.flatMap((rater) => systems.filter(({ key }) => key === rater));
  return (setting) => {
    for (const { settingsSchema } of schemas) {
      const found = settingSchemas(settingsSchema).find(([name]) => name === setting);
      if (found) return found[1].title;
    }
    return undefined;
  };
}

/** A state of an entry with the title of its rating system in place of the key. */
export function withSystemTitle(
  state: unknown,
  systems: readonly { readonly key: string; readonly title: string }[],
): unknown {
  const key = (state as { rater?: unknown } | null)?.rater;
  const system = systems.find((one) => one.key === key);
  return system ? { ...(state as object), rater: system.title } : state;
}

/**
 * The label of a field of an audit entry, from the whole to the part: `sides.0.participants.1.score` is "Side 1, player 2, points".
 * @param field with dots between levels; empty for the whole
 */
export function labelOf(field: string, t: Texts, titleOf: SettingTitle): string {
  const { audit, settings } = t.console;
  if (field === '') return audit.whole;
  const steps = field.split('.');
  const called = (name: string) => (Object.hasOwn(audit.fields, name) ? audit.fields[name]! : spacedName(name));
  const labels = steps.flatMap((step, depth) => {
    const list = steps[depth - 1] ?? '';
    if (isNumber(step))
      return [(audit.numbered[list] ?? ((number) => `${called(list)} ${number}`))(String(Number(step) + 1))];
    // The next step says which of them.
    if (isNumber(steps[depth + 1])) return [];
    // "Side 1, player 2" already names a player.
    if (['participants.player', 'scoresAgainst.opponent'].includes(`${steps[depth - 2]}.${step}`)) return [];
    if (step === 'settings' && depth < steps.length - 1) return [];
    if (list === 'settings') return [titleOf(step) ?? spacedName(step)];
    const ending = step.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    if (list === 'statusRules' && Object.hasOwn(t.unfinished, ending))
      return [t.unfinished[ending as keyof typeof t.unfinished]];
    // A setting of a league is called as in its form.
    const ofForm: unknown = depth === 0 && Object.hasOwn(settings, step) && settings[step as keyof typeof settings];
    if (typeof ofForm === 'string' && !Object.hasOwn(audit.fields, step)) return [ofForm];
    // Keys of details are the sender's own words.
    return [steps[0] === 'details' && depth > 0 ? step : called(step)];
  });
  const text = labels.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isNumber(step: string | undefined): boolean {
  return /^\d+$/.test(step ?? '');
}

/** A name of code as words: `queueBand` is "queue band". */
function spacedName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A value of an entry in the reader's number format, or in their words if it is one of a few. */
export function wordsOf(text: string | number, { t, format }: Pick<Ui, 't' | 'format'>): string {
  if (typeof text === 'number') return format.exact(text);
  const { audit, settings, matchForm, yes, no } = t.console;
  if (text === 'true') return yes;
  if (text === 'false') return no;
  const ofForms = { PUBLIC: settings.public, REPLAY: settings.lateReplay, REJECT: settings.lateReject };
  const words: Readonly<Record<string, string>> = {
    ...{ ...audit.values, ...ofForms, ...t.unfinished, ...settings.rules, FINISHED: matchForm.finished },
  };
  return Object.hasOwn(words, text) ? words[text]! : text;
}

/** A reason given by the service itself, in the reader's language; a person's words do not change. */
export function reasonIn(reason: string, { console: { audit } }: Texts): string {
  const [number = ''] = /\d+/.exec(reason) ?? [];
  const known = number === '' ? reason : reason.replace(number, '#');
  if (Object.hasOwn(audit.reasons, known)) return audit.reasons[known]!.replace('#', number);
  return reason;
}

/** The reader's name for a field of a match: its id, its time, or a field of a side; null for others. */
export function matchFieldName(path: string, t: Texts): string | null {
  return ['externalId', 'playedAt'].includes(path) ? labelOf(path, t, () => undefined) : sideFieldName(path, t);
}

/**
 * The reader's name for the field at a path: `Side 2, points`; null if it is not of a side.
 * @param path as in the input of a mutation, with places from 0
 */
function sideFieldName(path: string, t: Texts): string | null {
  return /^sides\.\d/.test(path) ? labelOf(path, t, () => undefined) : null;
}

/** The label of a field in forms; null if there is none, or it is not a field of a form. */
function ownFieldName(field: string, t: Texts): string | null {
  const { settings, matchForm, newMatch, playerPage, tokens, tuning, webhooks, imports, reason } = t.console;
  const { name, description, slug, picture, timeZone, opensAt, placePoints } = settings;
  const { minMatches, activeWithin, queueWait, queueBand } = settings;
  const { playedAt, weight, details } = matchForm;
  const { into, handle, displayName, country, links, account } = playerPage;
  const { startAt, every, dateFormat } = imports;
  const names = {
    ...{ name, description, slug, picture, timeZone, opensAt, placePoints },
    ...{ minMatches, activeWithin, queueWait, queueBand, reason },
    ...{ into, handle, displayName, country, links, account, player: handle, url: webhooks.url },
    ...{ playedAt, weight, details, externalId: newMatch.externalId, startAt, every, dateFormat },
    ...{ expiresAt: tokens.expiresAt, graceSeconds: tokens.grace, evaluations: tuning.evaluations },
  };
  return Object.hasOwn(names, field) ? names[field as keyof typeof names] : settingName(field, t);
}

/** The title of a setting of some rating system, if the language has a translation; common settings have the same title in all systems. */
function settingName(field: string, { raters }: Texts): string | null {
  const [prefix, setting = ''] = field.split('.');
  const words = prefix === 'settings' && Object.values(raters).find(({ settings }) => Object.hasOwn(settings, setting));
  return words ? words.settings[setting]![0] : null;
}

/**
 * A refusal with the reader's name for its field.
 * @param field path of the field
 * @param message may begin with the path, or with the API's name for the field
 */
export function withFieldName(field: string, message: string, t: Texts): string {
  const ofSide = sideFieldName(field, t);
  const [first] = message.split(' ', 1) as [string];
  const isSubject = ofSide === null || field === first || field.endsWith(`.${first}`);
  const name = ofSide ?? ownFieldName(first, t);
  if (name !== null && isSubject) return t.named(name, message.slice(first.length + 1));
  // A translated sentence names its field, but not which of several.
  return ofSide === null ? message : t.named(ofSide, message);
}
