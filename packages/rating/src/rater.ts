import type { Match, PlayerId } from './match.js';
import type { BatchForm } from './packed/states.js';

/** A player's skill according to a state. */
export interface RatingValue {
  /** The rating in points; null for a player who is not rated yet. */
  readonly value: number | null;
  /** One standard deviation of the rating in points; null if the rater has none. */
  readonly deviation: number | null;
  /** The value that a board is sorted by; greater is better, and null sorts last. */
  readonly score: number | null;
  /** True while the rating is too uncertain for a rank. */
  readonly isProvisional: boolean;
}

/** One opponent's part in a rating change. */
export interface Contribution {
  readonly opponent: PlayerId;
  /** The opponent's value before the match; null if the opponent had none. */
  readonly opponentValue: number | null;
  /** Expected score against this opponent, 0 to 1. */
  readonly expected: number;
  /** Score against this opponent, 0 to 1. */
  readonly actual: number;
  /** How much the pair counted, in the rater's own unit, at least 0. */
  readonly weight: number;
  /** Points gained from this opponent; null if the value before or after is null. */
  readonly delta: number | null;
}

/** A cause of a rating change other than opponents, such as a cap or a floor. */
export interface Adjustment {
  /** The rater's own short name for it, lower-case letters and dashes: `cap`, `luck`, `fading`. */
  readonly reason: string;
  /** Points gained from it. */
  readonly points: number;
}

/** The known facts of a future match, apart from its players. */
export interface Outlook {
  /** When it is played, in milliseconds since 1970. The states are as of this moment. Unknown if omitted. */
  readonly at?: number;
  /** The role of each side; undefined for a side without one. Omitted if no side has one. */
  readonly roles?: readonly (string | undefined)[];
}

/** The effect of one match on one player, as in a journal. */
export interface ChangeLine {
  readonly before: Pick<RatingValue, 'value' | 'deviation'>;
  readonly after: Pick<RatingValue, 'value' | 'deviation'>;
  /** Points gained by the match; null if the value before or after is null. */
  readonly delta: number | null;
  readonly contributions: readonly Contribution[];
}

/** Settings that serve some leagues better than the defaults. */
export interface Preset<Settings> {
  /** Its purpose, in a few words. */
  readonly name: string;
  /** Why a league would choose it, with figures if they were measured. */
  readonly reason: string;
  /** The settings that differ from the defaults. */
  readonly settings: Readonly<Partial<Settings>>;
}

/** A participant after a match. The deltas of the contributions, and the `adjustments`, add up to the change of their value. */
export interface Rated<State> {
  readonly state: State;
  readonly contributions: readonly Contribution[];
}

/** The formats of matches that a rater can rate. */
export interface Formats {
  readonly minSides: number;
  /** null: no limit. */
  readonly maxSides: number | null;
  readonly minPlayersPerSide: number;
  /** null: no limit. */
  readonly maxPlayersPerSide: number | null;
}

/** Whether there are matches that fit. */
export function arePossible(formats: Formats | null | undefined): boolean {
  if (!formats) return false;
  const isRange = (least: number, most: number | null) =>
    Number.isInteger(least) && (most === null || (Number.isInteger(most) && most >= least));
  return (
    formats.minSides >= 2 &&
    formats.minPlayersPerSide >= 1 &&
    isRange(formats.minSides, formats.maxSides) &&
    isRange(formats.minPlayersPerSide, formats.maxPlayersPerSide)
  );
}

/** One line of a player's journal: the effect of one match on them. */
export interface JournalLine {
  readonly playedAt: number;
  readonly after: Pick<RatingValue, 'value' | 'deviation'>;
  readonly contributions: readonly Contribution[];
  /** The numbers of `Restore.memory`; omitted if there are none. */
  readonly memory?: readonly number[];
  /** The number of this line among the player's, from 1, for a rater that needs the `count`; omitted if all of them are given. */
  readonly number?: number;
}

/** Numbers that each line of a journal stores in addition to value and deviation, if a state needs more than these. */
export interface Memory<Settings, State> {
  /** How many there are with these settings, always the same number. 0: none are stored. */
  width(settings: Settings): number;
  /** Those of the state just after a match: finite. */
  of(state: State, settings: Settings): readonly number[];
}

/** How to restore a state from the journal, to the bit, so that it need not be stored separately. */
export interface Restore<Settings, State> {
  /** `last`: the newest line is enough. `all`: every line of the player, oldest first. `count`: either these, or the newest with its `number`. */
  readonly needs: 'last' | 'all' | 'count';
  /**
   * True if omitted. If it is false, `from` ignores contributions and may be given lines without them: a league then drops the
   * contributions of lines that a correction has superseded and, unless all lines are needed, those of very large matches.
   */
  readonly readsContributions?: boolean;
  /** The numbers that each line stores for `from`. A rater that begins to store some raises its version, because older lines lack them. */
  readonly memory?: Memory<Settings, State>;
  /** The state after the last of these lines (at least one), in the total order. */
  from(lines: readonly JournalLine[], settings: Settings): State;
}

/**
 * Laws that a rating system may break by its nature; see `testRater`. A system that breaks the first may still obey the
 * second, for two sides of one player each: it then declares only the first, and the second is still checked.
 */
export type BreakableLaw = 'a better outcome never rates lower' | 'a better outcome never rates lower in a duel';

/**
 * A rating system, as a value: pure functions from the states before a match to the states after it.
 *
 * Functions are total and deterministic: no clock, no randomness, no mutation of their arguments. States are plain data
 * that survive JSON unchanged. Times are milliseconds since 1970. `testRater` checks all of it.
 */
// biome-ignore lint/suspicious/noExplicitAny: a list of raters mixes settings and states of every type.
export interface Rater<Settings = any, State = any> {
  /** The stable name: lower-case letters, digits and dashes. */
  readonly key: string;
  /** Semantic version. Ratings are replayed exactly only under the same version: any change of a number raises it. */
  readonly version: string;
  readonly title: string;
  /** Its purpose, in a sentence or two. */
  readonly summary: string;
  /** Its publication. */
  readonly source: string;
  readonly settings: SettingsSchema;
  /** Rules between settings, which a schema cannot express. */
  checkSettings?(settings: Settings): readonly SettingsProblem[];
  /** Settings to offer besides the defaults. */
  readonly presets?: readonly Preset<Settings>[];
  formats(settings: Settings): Formats;
  /**
   * How many rated matches a player needs before their rating is no longer provisional, an integer of 1 or more. Players with fewer are always
   * provisional; players with this many may still be. If omitted, no number of matches is needed.
   */
  matchesForRank?(settings: Settings): number;
  /** The changes of every match add up to zero. */
  readonly isZeroSum?: boolean;
  /**
   * Whether a match counts by its `weight`: a weight of 1 then gives the same bits as none. False if omitted: weights then change
   * nothing, and leagues store them and say so.
   */
  readonly usesWeight?: boolean;
  /** Laws that the source itself breaks, each with the reason. */
  readonly breaks?: Readonly<Partial<Record<BreakableLaw, string>>>;
  /** A player who has not been rated yet. */
  initial(settings: Settings): State;
  /**
   * Rates one match. All changes follow from the same given states.
   * @param match a match that fits `formats`, has an outcome, and has rated participants on two sides or more
   * @param states the state before of every rated participant
   * @returns the state of every rated participant after the match, and of no one else
   */
  rate(match: Match, states: ReadonlyMap<PlayerId, State>, settings: Settings): ReadonlyMap<PlayerId, Rated<State>>;
  /**
   * Causes of a rating change other than opponents. It is called only when a reader wants to know. If omitted, there are none, and the
   * contributions alone add up to the change. If there is only one, it is the change minus the contributions: see `remainder`.
   */
  adjustments?(line: ChangeLine, settings: Settings): readonly Adjustment[];
  /**
   * Why the rating changed, in one or a few plain sentences with figures, for players. Those of `explainChange` if omitted.
   * @param locale a BCP 47 tag; if the rater does not support the language, the sentence is in English
   */
  explain?(line: ChangeLine, settings: Settings, locale: string): string;
  /** The same for many matches at a time, to the bit. If omitted, long logs are rated match by match. */
  readonly batch?: BatchForm<Settings, State>;
  /** The state at a later time, if there is no match until then. If omitted, time changes nothing. */
  idle?(state: State, until: number, settings: Settings): State;
  /**
   * The player waited for an opponent until this time and none was found. This may change the state's later ratings, but not its
   * present one, and it leaves nothing in the journal: the next line is enough even to restore the state. It is called only for
   * players who have been rated. If omitted, a wait changes nothing.
   */
  waited?(state: State, at: number, settings: Settings): State;
  /** The rating of the state. Call `idle` first for a later time. */
  rating(state: State, settings: Settings): RatingValue;
  /** The rating as text for a board. The rounded value if omitted. */
  display?(state: State, settings: Settings): string;
  /**
   * Predicts the outcome of a match.
   * @param sides the states of each side's players at the time of the match
   * @param outlook when it is played, and in which roles; omitted if unknown
   * @returns each side's chance to win (a draw counts half), adding up to 1
   */
  predict(sides: readonly (readonly State[])[], settings: Settings, outlook?: Outlook): readonly number[];
  /** If omitted, the state is stored as JSON, and corrections replay the league from its first match. */
  readonly restore?: Restore<Settings, State>;
}

/** Declares a rater; gives its settings and its state their types. */
export function defineRater<Settings, State>(rater: Rater<Settings, State>): Rater<Settings, State> {
  return rater;
}

/** The rating as text: the rater's own, or the rounded value, or "unrated". */
export function displayRating<Settings, State>(
  rater: Rater<Settings, State>,
  state: State,
  settings: Settings,
): string {
  if (rater.display) return rater.display(state, settings);
  const { value } = rater.rating(state, settings);
  return value === null ? 'unrated' : String(Math.floor(value + 0.5));
}

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * One setting: a JSON Schema (draft 2020-12 keywords) with a default, and a description that gives its meaning, its
 * unit and where its default comes from.
 */
export interface SettingSchema {
  readonly type: 'number' | 'integer' | 'string' | 'boolean';
  /** A title for people, in a few words; its name if omitted. */
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
export interface SettingsSchema<Properties = Readonly<Record<string, SettingSchema>>> {
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly properties: Properties;
}

/** A value for each setting of a schema that `settingsSchema` made. */
export type SettingsOf<Schema extends SettingsSchema> = {
  readonly [Name in keyof Schema['properties']]: ValueOf<Schema['properties'][Name]>;
};

type ValueOf<Setting> = Setting extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : Setting extends { readonly type: 'boolean' }
    ? boolean
    : Setting extends { readonly type: 'string' }
      ? string
      : number;

/** A rule between settings that was broken. */
export interface SettingsProblem {
  /** The setting at fault. */
  readonly setting: string;
  /** The rule, as the continuation of "settings.<setting> ...". */
  readonly rule: string;
}

/** The schema of the given settings: an object with only these properties. */
export function settingsSchema<const Properties extends Readonly<Record<string, SettingSchema>>>(
  properties: Properties,
): SettingsSchema<Properties> {
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
  rater: Pick<Rater<Settings>, 'settings' | 'checkSettings'>,
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
