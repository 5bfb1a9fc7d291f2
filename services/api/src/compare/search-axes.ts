import type { Json, SettingSchema, SettingsSchema } from '@openladder/rating';

/** A setting that a search changes. */
export type SearchAxis = NumericAxis | ChoiceAxis;

/** A setting with a list of values. */
export interface ChoiceAxis {
  readonly kind: 'choice';
  readonly setting: string;
  readonly values: readonly Json[];
}

/** A number, which moves by steps that fit its range. */
export interface NumericAxis {
  readonly kind: 'number';
  readonly setting: string;
  /**
   * The neighbours of a value, below and above.
   * @param halvings how often the first step was halved
   * @returns values within the schema's bounds, none that is equal to the given one
   */
  neighbours(value: number, halvings: number): number[];
}

/** The first step doubles a number or halves it. */
const FIRST_FACTOR = 2;
/** A number whose default is 0 says nothing about its size: from 0, it also moves this far. */
const FAR_FROM_OFF = 16;
/** Significant figures of a value: more would mean nothing. */
const FIGURES = 3;

/** The settings of a rater that a search can change. */
export function searchAxes({ properties }: SettingsSchema, only: readonly string[] | null): SearchAxis[] {
  return Object.entries(properties).flatMap(([setting, schema]): SearchAxis[] => {
    if (only && !only.includes(setting)) return [];
    if (schema.enum) return [{ kind: 'choice', setting, values: schema.enum }];
    if (schema.type === 'boolean') return [{ kind: 'choice', setting, values: [false, true] }];
    if (schema.type === 'string') return [];
    const neighbours = (value: number, halvings: number) => neighboursIn(schema, value, halvings);
    return [{ kind: 'number', setting, neighbours }];
  });
}

function neighboursIn(schema: SettingSchema, value: number, halvings: number): number[] {
  const moved = [-1, 1].map((direction) => stepped(schema, value, direction, halvings));
  if (value === 0 && schema.default === 0) moved.push(roundedInside(schema, FAR_FROM_OFF / 2 ** halvings, 1));
  return [...new Set(moved.map((next) => within(schema, next)))].filter((next) => next !== value);
}

function stepped(schema: SettingSchema, value: number, direction: number, halvings: number): number {
  const factor = FIRST_FACTOR ** (direction / 2 ** halvings);
  const least = schema.minimum ?? schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY;
  const most = schema.maximum ?? schema.exclusiveMaximum ?? Number.POSITIVE_INFINITY;
  const usual = Math.abs(Number(schema.default)) || 1;
  // A number that may have either sign cannot move by ratios.
  if (least < 0) return roundedInside(schema, value + (direction * usual) / 2 ** (halvings + 1), direction);
  // Near its upper bound, as a decay of 0.98 is, a number moves by its distance from that.
  if (value > most / 2) {
    const distance = most - value || (most - usual || most / 10) / FIRST_FACTOR;
    return roundedInside(schema, most - roundedTo(distance / factor), direction);
  }
  const from = value || usual / FIRST_FACTOR / FIRST_FACTOR;
  if (value === 0) return direction > 0 ? roundedInside(schema, from, direction) : 0;
  return roundedInside(schema, roundedTo(from * factor), direction);
}

/** @returns a whole number if the schema requires one, at least one step away */
function roundedInside({ type }: SettingSchema, value: number, direction: number): number {
  if (type !== 'integer') return Number(value.toPrecision(12));
  return direction > 0 ? Math.ceil(value) : Math.floor(value);
}

function roundedTo(value: number): number {
  return Number(value.toPrecision(FIGURES));
}

/** The value, limited to the schema's bounds. It stays a thousandth away from a bound that is excluded. */
function within({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SettingSchema, value: number): number {
  const least =
    minimum ?? (exclusiveMinimum === undefined ? Number.NEGATIVE_INFINITY : firstInside(exclusiveMinimum, 1));
  const most =
    maximum ?? (exclusiveMaximum === undefined ? Number.POSITIVE_INFINITY : firstInside(exclusiveMaximum, -1));
  return Math.min(Math.max(value, least), most);
}

function firstInside(bound: number, direction: number): number {
  return bound + direction * (Math.abs(bound) || 1) * 1e-3;
}
