import { readNumber } from '@openladder/columns';
import type { ConsoleRatingQuery } from '../../operations.js';
import { given, type PageRequest } from '../../page.js';
import { Marked, presetWords } from '../../parts/system-words.js';
import type { Texts } from '../../texts/en/site.js';
import { useUi } from '../../ui.js';
import { Choice, TextField } from '../fields.js';
import type { Form } from '../form-data.js';

/** One setting of a rating system, as its schema describes it. */
export interface SettingSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

interface SystemSettingsProps {
  /** JSON Schema: flat by contract. */
  readonly schema: unknown;
  /** Values that differ from the defaults, by name. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The settings in the address of a page, for example from an undo; null if there are none. */
export function settingsOfAddress(request: PageRequest): Readonly<Record<string, unknown>> | null {
  try {
    const settings: unknown = JSON.parse(given(request, 'settings') ?? 'null');
    return typeof settings === 'object' ? (settings as Readonly<Record<string, unknown>> | null) : null;
  } catch {
    return null;
  }
}

/** The settings that a schema describes, by name. */
export function settingSchemas(schema: unknown): [name: string, setting: SettingSchema][] {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, SettingSchema>> };
  return Object.entries(properties);
}

/** A field for each setting of a rating system, described by the rater itself. */
export function SystemSettings({ schema, values }: SystemSettingsProps) {
  return (
    <>
      {settingSchemas(schema).map(([name, setting]) => (
        <Setting name={name} setting={setting} value={values[name] ?? setting.default} />
      ))}
    </>
  );
}

interface SettingProps {
  readonly name: string;
  readonly setting: SettingSchema;
  readonly value: unknown;
}

function Setting({ name, setting, value }: SettingProps) {
  const { t, format } = useUi();
  const field = { name: `settings.${name}`, label: setting.title ?? name };
  // Descriptions name other settings by their API names.
  const hint = (
    <>
      {setting.title && (
        <>
          <code>{name}</code> ·{' '}
        </>
      )}
      <Marked text={setting.description ?? ''} />
    </>
  );
  if (setting.enum) {
    const options = setting.enum.map((each) => [String(each), choiceText(String(each), t)] as const);
    return (
      <>
        <input type="hidden" name="_texts" value={name} />
        <Choice {...field} hint={hint} value={String(value)} options={options} />
      </>
    );
  }
  if (setting.type === 'boolean') {
    const options = Object.entries({ true: t.console.yes, false: t.console.no });
    return <Choice {...field} hint={hint} value={String(value)} options={options} />;
  }
  const range = [lowest(setting, format.decimal), highest(setting, format.decimal)].filter(Boolean).join(', ');
  return (
    <TextField
      {...field}
      hint={
        <>
          {hint} {range && <span class="range">({range})</span>}
        </>
      }
      type="number"
      {...(setting.type === 'integer' && { step: 1 })}
      value={value as number}
    />
  );
}

/** A value of a setting in words, together with its API name. */
export function choiceText(value: string, { console: { choices } }: Texts): string {
  return Object.hasOwn(choices, value) ? `${choices[value as keyof typeof choices]} (${value})` : value;
}

function lowest({ minimum, exclusiveMinimum }: SettingSchema, format: (value: number) => string): string | null {
  if (exclusiveMinimum !== undefined) return `> ${format(exclusiveMinimum)}`;
  return minimum === undefined ? null : `≥ ${format(minimum)}`;
}

function highest({ maximum, exclusiveMaximum }: SettingSchema, format: (value: number) => string): string | null {
  if (exclusiveMaximum !== undefined) return `< ${format(exclusiveMaximum)}`;
  return maximum === undefined ? null : `≤ ${format(maximum)}`;
}

/** The settings in a form, in the form of the API; empty ones have their defaults. */
export function settingsIn(form: Form): Record<string, unknown> {
  const texts = new Set(form.values.getAll('_texts'));
  const settings: [string, unknown][] = [];
  for (const field of form.values.keys()) {
    if (!field.startsWith('settings.')) continue;
    const name = field.slice('settings.'.length);
    const text = form.text(field);
    if (text !== '') settings.push([name, texts.has(name) ? text : plainValue(text)]);
  }
  return Object.fromEntries(settings);
}

/** Hidden fields that send what a form with these values would send. */
export function SettingsAsTheyAre({ schema, values }: SystemSettingsProps) {
  return (
    <>
      {settingSchemas(schema).map(([name, setting]) => (
        <>
          {setting.enum && <input type="hidden" name="_texts" value={name} />}
          <input type="hidden" name={`settings.${name}`} value={String(values[name] ?? setting.default)} />
        </>
      ))}
    </>
  );
}

/** A number or a boolean if the text is one; the API reports other errors. */
function plainValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = readNumber(text);
  return Number.isFinite(number) ? number : text;
}

/** Settings to choose besides the defaults, named by the rating system. */
export type Preset = Pick<
  ConsoleRatingQuery['ratingSystems'][number]['presets'][number],
  'name' | 'reason' | 'settings'
>;

/** The preset named by the address of a page; null if there is none. */
export function presetIn<Known extends Preset>(
  { presets }: { readonly presets: readonly Known[] },
  request: PageRequest,
): Known | null {
  return presets.find(({ name }) => name === given(request, 'preset')) ?? null;
}

/** A preset's differences from the defaults. */
export function settingsOf(preset: Preset | null): Readonly<Record<string, unknown>> {
  return (preset?.settings ?? {}) as Readonly<Record<string, unknown>>;
}

interface PresetsProps {
  /** Of the page that takes the preset from its query. */
  readonly path: string;
  readonly system: { readonly key: string; readonly presets: readonly Preset[] };
  readonly chosen: Preset | null;
}

/** Links that fill the form of the page with the settings of a preset. */
export function Presets({ path, system: { key, presets }, chosen }: PresetsProps) {
  const { t } = useUi();
  if (presets.length === 0) return null;
  return (
    <section>
      <h2>{t.console.presets}</h2>
      <ul class="entries">
        {presets.map((preset) => {
          const words = presetWords(key, preset.name, t);
          return (
            <li>
              <a
                href={`${path}?${new URLSearchParams({ system: key, preset: preset.name })}`}
                aria-current={preset === chosen ? 'true' : undefined}
              >
                {words.name}
              </a>
              <p class="quiet">{words.reason ?? preset.reason}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
