import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSON, GraphQLLocalDate } from 'graphql-scalars';
import { registerEnumType } from 'type-graphql';
import { checkReadable, Refused, refuse, refuseAny, UnreadableTime } from '../kit/refusal.js';
import { jsonProblem } from './limits/request-limits.js';

const json = GraphQLJSON.toConfig();

/** Any JSON value of a reasonable size. */
export const JsonScalar = new GraphQLScalarType({
  ...json,
  parseValue: (value) => reasonable(json.parseValue!(value)),
  parseLiteral: (node, variables) => reasonable(json.parseLiteral!(node, variables)),
});

function reasonable(value: unknown): unknown {
  const problem = jsonProblem(value);
  if (problem) throw new GraphQLError(problem);
  return value;
}

/** Lets an unreadable time through, so that one in a batch refuses its match and not the whole batch. */
function parse(value: unknown): Date {
  try {
    return GraphQLDateTimeISO.parseValue(value) as Date;
  } catch {
    return new UnreadableTime(value);
  }
}

/** A day of a calendar: YYYY-MM-DD. */
export const DayScalar = GraphQLLocalDate;

/** A moment: RFC 3339 with an offset, to the millisecond; returned in UTC. */
export const DateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description:
    'A time in RFC 3339 format with an offset, for example `2026-11-20T12:00:00Z`; stored to the millisecond and returned in UTC.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
  serialize: (value) => (value as Date).toISOString(),
  parseValue: parse,
  parseLiteral: (node, variables) => parse(valueFromASTUntyped(node, variables)),
});

/** Declares an enum whose values are called as they are stored. @param values what each means */
export function enumOf<Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
): { readonly [Each in Value]: Each } {
  const entries = Object.entries<string>(values);
  const own = Object.fromEntries(entries.map(([value]) => [value, value])) as { readonly [Each in Value]: Each };
  const valuesConfig = Object.fromEntries(entries.map(([value, meaning]) => [value, { description: meaning }]));
  registerEnumType(own, { name, description, valuesConfig: valuesConfig as never });
  return own;
}

/**
 * Checks a time argument. The scalar lets unreadable times through, so that the refusal can name the argument.
 * @throws Refused
 */
export function checkTime(argument: string, time: Date | null | undefined): Date | undefined {
  if (!time) return undefined;
  refuseAny(checkReadable(time, [argument]));
  return time;
}

const DAY = 86_400_000;

/** The most days that are counted one by one. */
export const MAX_DAYS = 3660;

/** A stretch of time whose days are counted. */
interface DayWindow {
  /** Inclusive; null: the 365 days up to `to`. */
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date;
}

/**
 * The stretch between the arguments `from` and `to`.
 * @param newest when the newest match was played, where `to` is omitted; null: there is none
 * @returns null if no match can be in it
 * @throws Refused
 */
export function dayWindow(newest: Date | null, from?: Date | null, to?: Date | null): DayWindow | null {
  const [start, end] = [checkTime('from', from), checkTime('to', to) ?? (newest && new Date(newest.getTime() + 1))];
  if (!end || (start && start >= end)) return null;
  if (start && end.getTime() - start.getTime() > MAX_DAYS * DAY) {
    const values = { max: MAX_DAYS, from: start.toISOString(), to: end.toISOString() };
    throw new Refused(refuse('DAYS_APART', ['from'], values));
  }
  return { from: start ?? null, to: end };
}
