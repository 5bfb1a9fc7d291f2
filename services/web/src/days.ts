import { LRUCache } from 'lru-cache';

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
const DAY_LENGTH = 24 * HOUR;
/** The last moment that YYYY-MM-DD can name. */
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** There are about 400 time zones. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });
const starts = new LRUCache<string, number>({ max: 2_000 });

/** The day of a time in a time zone, as YYYY-MM-DD. */
export function dayIn(time: Date | number | string, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    // Swedish dates are ISO 8601 dates.
    format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone });
    formats.set(zone, format);
  }
  return format.format(new Date(time));
}

/** The first moment of a day in a time zone, as ISO 8601. It is later than 00:00 if clocks go forward at midnight. */
export function startOf(day: string, zone: string): string {
  return toText(startAt(day, zone));
}

/** Whether a day begins at a time in a time zone, as that of a match does of which only the day is known. */
export function isMidnight(time: string, zone: string): boolean {
  const at = Date.parse(time);
  // Zones differ from UTC by quarters of an hour.
  return at % QUARTER === 0 && Date.parse(startOf(dayIn(at, zone), zone)) === at;
}

/** The last moment of a day in a time zone, as ISO 8601. */
export function endOf(day: string, zone: string): string {
  return toText(startAt(plusDays(day, 1), zone) - 1);
}

/** The day that is a number of days later, or earlier if the number is negative. */
export function plusDays(day: string, days: number): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_LENGTH).toISOString();
  return next.slice(0, next.indexOf('T'));
}

/** Whether it is a day of the calendar, as YYYY-MM-DD, from the year 1000 on. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A binary search: a zone is at most 14 hours ahead of UTC or 12 behind it, and a later time never has an earlier day. */
function startAt(day: string, zone: string): number {
  const known = starts.get(`${day} ${zone}`);
  if (known !== undefined) return known;
  // The day after 9999-12-31 has no such form.
  if (!isDay(day)) return LAST_MOMENT + 1;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let [before, from] = [midnight - 16 * HOUR, midnight + 14 * HOUR];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayIn(middle, zone) < day) before = middle;
    else from = middle;
  }
  starts.set(`${day} ${zone}`, from);
  return from;
}

function toText(time: number): string {
  return new Date(Math.min(time, LAST_MOMENT)).toISOString();
}
