import { momentOf } from '../kit/wall-time.js';

const DATE_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Reads a date or a date with a time, ISO 8601: `2026-07-19`, `2026-07-19 20:00`, `2026-07-19T20:00:05.25+02:00`. A date
 * alone is its midnight, and fractions are cut to milliseconds.
 * @param zone of a date or a time without an offset; see momentOf
 * @returns undefined for anything else, including days that no calendar has
 */
export function parseTime(text: string, zone = 'UTC'): Date | undefined {
  const [, day, minute = '00:00', second = '00', fraction = '', offset] = DATE_TIME.exec(text) ?? [];
  if (day === undefined) return undefined;
  const local = `${day}T${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const time = new Date(local);
  // Date takes 30 February for 2 March, and 24:00 for the next day.
  if (Number.isNaN(time.getTime()) || time.toISOString() !== local) return undefined;
  if (offset === undefined) return new Date(momentOf(time.getTime(), zone));
  const minutesAhead = offsetMinutes(offset);
  return minutesAhead === undefined ? undefined : new Date(time.getTime() - minutesAhead * 60_000);
}

function offsetMinutes(offset: string): number | undefined {
  if (offset.toUpperCase() === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads an interval such as `90s`, `1m`, `2h`, `1d` or `500ms`.
 * @returns milliseconds, an integer of 1 or more; undefined for anything else
 */
export function parseInterval(text: string): number | undefined {
  const [, count, unit] = /^(\d+) ?(ms|s|m|h|d)$/.exec(text.trim()) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  const interval = Number(count) * UNITS[unit]!;
  return Number.isSafeInteger(interval) && interval > 0 ? interval : undefined;
}

/** Times for a file that has none: the first match at `start`, and each further one an interval later. */
export interface Schedule {
  readonly start: Date;
  /** Milliseconds between two matches, 1 or more; a minute by default. */
  readonly every?: number;
}

const MINUTE = 60_000;

/**
 * The time of the match at an index, 0 for the file's first. Refused matches have an index, too, so that correcting one
 * moves no other. Strictly increasing.
 */
export function scheduledTime({ start, every = MINUTE }: Schedule, index: number): Date {
  return new Date(start.getTime() + index * every);
}
