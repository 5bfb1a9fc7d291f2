/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * One setting: a JSON Schema (draft 2020-12 keywords) with a default, and a description that gives its meaning, its
 * unit and where its default comes from.
 */
export interface SettingSchema {
  readonly type: 'number' | 'integer' | 'string' | 'boolean';
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
  /** The rule, as a sentence that goes on "settings.<setting> ...". */
  readonly rule: string;
}

/** The schema of the given settings: an object of just these properties. */
export function settingsSchema(properties: Readonly<Record<string, SettingSchema>>): SettingsSchema {
  return { type: 'object', additionalProperties: false, properties };
}

/** Every setting at its default. */
export function defaultSettings<Settings = Record<string, Json>>(schema: SettingsSchema): Settings {
  const defaults = Object.entries(schema.properties).map(([name, property]) => [name, property.default]);
  return Object.fromEntries(defaults) as Settings;
}
