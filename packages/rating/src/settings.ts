/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * One setting: a JSON Schema (draft 2020-12 keywords) with a default, and a description that gives its meaning, its
 * unit and where its default comes from.
 */
export interface SettingSchema {
  readonly type: 'number' | 'integer' | 'string' | 'boolean';
  /** What people call it, in a few words; left out: its name. */
  readonly title?: string;
  readonly default: Json;
  readonly description: string;
  readonly enum?: readonly Json[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** The JSON Schema of a rater's settings. Unknown settings are refused. */
export interface SettingsSchema {
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly properties: Readonly<Record<string, SettingSchema>>;
}

/** A rule between settings that was broken. */
export interface SettingsProblem {
  /** The setting at fault. */
  readonly setting: string;
  /** The rule, as the continuation of "settings.<setting> ...". */
  readonly rule: string;
}

/** The schema of the given settings: an object with only these properties. */
export function settingsSchema(properties: Readonly<Record<string, SettingSchema>>): SettingsSchema {
  return { type: 'object', additionalProperties: false, properties };
}

/** Every setting at its default. */
export function defaultSettings<Settings = Record<string, Json>>(schema: SettingsSchema): Settings {
  const defaults = Object.entries(schema.properties).map(([name, property]) => [name, property.default]);
  return Object.fromEntries(defaults) as Settings;
}

/**
 * Problems of a complete set of settings (see `defaultSettings` for omitted ones): by the schema's rules and, if they are followed, by
 * the rater's rules between settings.
 * @returns problems in the order of the schema; empty if there are none
 */
export function settingsProblems<Settings>(
  rater: { readonly settings: SettingsSchema; checkSettings?(settings: Settings): readonly SettingsProblem[] },
  values: Readonly<Record<string, unknown>>,
): readonly SettingsProblem[] {
  const { properties } = rater.settings;
  const unknown = Object.keys(values)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((setting) => ({
      setting,
      rule: `is not a setting; there are ${Object.keys(properties).join(', ') || 'none'}`,
    }));
  const broken = Object.entries(properties).flatMap(([setting, property]) =>
    brokenRules(property, values[setting]).map((rule) => ({
      setting,
      rule: `${rule}, not ${showValue(values[setting])}`,
    })),
  );
  const problems = [...unknown, ...broken];
  return problems.length > 0 ? problems : (rater.checkSettings?.(values as Settings) ?? []);
}

function brokenRules(schema: SettingSchema, value: unknown): string[] {
  if (!isOfType(schema.type, value)) return [`must be of type ${schema.type}`];
  if (schema.enum && !schema.enum.includes(value as Json)) {
    return [`must be one of ${schema.enum.map(showValue).join(', ')}`];
  }
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const number = value as number;
  const rules: string[] = [];
  if (minimum !== undefined && number < minimum) rules.push(`must be at least ${minimum}`);
  if (maximum !== undefined && number > maximum) rules.push(`must be at most ${maximum}`);
  if (exclusiveMinimum !== undefined && number <= exclusiveMinimum) rules.push(`must be more than ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined && number >= exclusiveMaximum) rules.push(`must be less than ${exclusiveMaximum}`);
  return rules;
}

function isOfType(type: SettingSchema['type'], value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}

function showValue(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
}
