import { momentOf } from '../kit/wall-time.js';

const DATE_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** The form of `Date.toISOString`, which is read without splitting it. */
const AS_JSON = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Reads a date or a date with a time, ISO 8601: `2026-07-19`, `2026-07-19 20:00`, `2026-07-19T20:00:05.25+02:00`. A date
 * alone is its midnight, and fractions are cut to milliseconds.
 * @param zone of a date or a time without an offset; see momentOf
 * @returns undefined for anything else, including days that no calendar has
 */
export function parseTime(text: string, zone = 'UTC'): Date | undefined {
  if (AS_JSON.test(text)) return existing(text);
  const [, day, minute = '00:00', second = '00', fraction = '', offset] = DATE_TIME.exec(text) ?? [];
  if (day === undefined) return undefined;
  const time = existing(`${day}T${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  if (time === undefined) return undefined;
  if (offset === undefined) return new Date(momentOf(time.getTime(), zone));
  const minutesAhead = offsetMinutes(offset);
  return minutesAhead === undefined ? undefined : new Date(time.getTime() - minutesAhead * 60_000);
}

/** @param text in the form AS_JSON. Date takes 30 February for 2 March, and 24:00 for the next day */
function existing(text: string): Date | undefined {
  const time = new Date(text);
  return time.getUTCDate() === Number(text.slice(8, 10)) ? time : undefined;
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
 * The time of the match at an index, 0 for the file's first. Even refused matches have an index, so that correcting one
 * moves no other. Strictly increasing.
 */
export function scheduledTime({ start, every = MINUTE }: Schedule, index: number): Date {
  return new Date(start.getTime() + index * every);
}

/** How a file writes its times: `DD.MM.YYYY`, `MM/DD/YYYY HH:mm`. */
export interface DateFormat {
  /** As it was given. */
  readonly text: string;
  /** The time of a text, in the zone (UTC by default) unless it names an offset; undefined if it is not in this format. */
  read(text: string, zone?: string): Date | undefined;
}

const ONE_OR_TWO = '\\d\\d?';

/** Meanings of the letters of a format. One digit is enough for months, days and hours. */
const FIELDS = {
  YYYY: ['year', '\\d{4}'],
  YY: ['shortYear', '\\d\\d'],
  MMM: ['monthName', '\\p{L}{3,9}\\.?'],
  MM: ['month', ONE_OR_TWO],
  M: ['month', ONE_OR_TWO],
  DD: ['day', ONE_OR_TWO],
  D: ['day', ONE_OR_TWO],
  HH: ['hour', ONE_OR_TWO],
  H: ['hour', ONE_OR_TWO],
  hh: ['hour12', ONE_OR_TWO],
  h: ['hour12', ONE_OR_TWO],
  mm: ['minute', '\\d\\d'],
  ss: ['second', '\\d\\d'],
  A: ['half', '[ap]\\.?m\\.?'],
  // Such as 月, понедельник, सोमवार, segunda-feira.
  ddd: ['weekday', '\\p{L}[\\p{L}\\p{M}-]{0,19}\\.?'],
  Z: ['offset', 'Z|[+-]\\d\\d(?::?\\d\\d)?'],
} as const;

type Field = (typeof FIELDS)[keyof typeof FIELDS][0];

/** Spaces beside each other are one piece: a text could match `\s+\s+` in so many ways that trying them never ends. */
const PIECES = /ddd|YYYY|YY|MMM|MM?|DD?|HH?|hh?|mm|ss|A|Z|\p{L}+|\s+|\P{L}/gu;

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** POSIX (strptime): 69 to 99 are of the 20th century, 00 to 68 of the 21st. */
const FIRST_OF_LAST_CENTURY = 69;

/**
 * Reads a format: `YYYY` or `YY`, `MM` or `MMM` (a name in English), `DD`, and perhaps `HH`, `mm`, `ss`, `hh` with `A` (am
 * or pm), `Z` (an offset), `ddd` (a weekday, in any language and not compared with the day); everything else stands for itself. `yyyy` and `dd` are accepted, too.
 */
export function parseDateFormat(text: string): DateFormat | { readonly problem: string } {
  const fields: Field[] = [];
  let pattern = '';
  const pieces = text.replaceAll(/y+|d+/g, upperDay).match(PIECES) ?? [];
  const isField = (piece: string | undefined): piece is keyof typeof FIELDS =>
    piece !== undefined && Object.hasOwn(FIELDS, piece);
  for (const [index, piece] of pieces.entries()) {
    if (isField(piece)) {
      const [field, digits] = FIELDS[piece];
      if (fields.includes(field)) return { problem: `must name the ${field} once` };
      fields.push(field);
      // Without a separator, 2020111 could be two days.
      const isPacked = isField(pieces[index - 1]) || isField(pieces[index + 1]);
      pattern += `(${isPacked && digits === ONE_OR_TWO ? '\\d\\d' : digits})`;
    } else if (/\p{L}/u.test(piece) && piece !== 'T') {
      return { problem: `must consist of ${Object.keys(FIELDS).join(', ')}, not "${piece}"` };
    } else {
      pattern += /\s/.test(piece) ? '\\s+' : piece.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
    }
  }
  const problem = incomplete(new Set(fields));
  if (problem) return { problem };
  const whole = new RegExp(`^${pattern}$`, 'iu');
  return { text, read: (written, zone) => timeFromParts(whole.exec(written), fields, zone) };
}

/** `yyyy` and `dd` are taken for `YYYY` and `DD`; `ddd` and `dddd` name the weekday, as in spreadsheets. */
function upperDay(run: string): string {
  return /^d{3,4}$/.test(run) ? 'ddd' : run.toUpperCase();
}

function incomplete(has: ReadonlySet<Field>): string | undefined {
  if (has.has('year') === has.has('shortYear')) return 'must have one year, YYYY or YY';
  if (has.has('month') === has.has('monthName')) return 'must have one month, MM or MMM (mm is minutes)';
  if (!has.has('day')) return 'must have a day, DD';
  if (has.has('hour') && has.has('hour12')) return 'must have one hour, HH or hh';
  if (has.has('hour12') !== has.has('half')) return 'must have A (am or pm) with hh, and only with it';
  const hasHour = has.has('hour') || has.has('hour12');
  if ((has.has('minute') || has.has('offset')) && !hasHour) return 'must have an hour, HH';
  if (has.has('second') && !has.has('minute')) return 'must have minutes, mm, with ss';
  return undefined;
}

function timeFromParts(match: RegExpExecArray | null, fields: readonly Field[], zone?: string): Date | undefined {
  if (!match) return undefined;
  const of: Partial<Record<Field, string>> = {};
  for (const [index, field] of fields.entries()) of[field] = match[index + 1]!;
  const month = of.monthName === undefined ? of.month! : monthNumber(of.monthName);
  const hour = of.hour12 === undefined ? (of.hour ?? '0') : hourOf(Number(of.hour12), of.half!);
  if (month === undefined || hour === undefined) return undefined;
  const year = of.year ?? `${Number(of.shortYear) >= FIRST_OF_LAST_CENTURY ? 19 : 20}${of.shortYear}`;
  const day = [year, twoDigits(month), twoDigits(of.day!)].join('-');
  // parseTime checks that the day and the hour exist.
  return parseTime(`${day}T${twoDigits(hour)}:${of.minute ?? '00'}:${of.second ?? '00'}${of.offset ?? ''}`, zone);
}

function monthNumber(name: string): string | undefined {
  const letters = name.toLowerCase().replace('.', '');
  const index = MONTHS.findIndex(
    (month) => month === letters || month.slice(0, 3) === letters || (letters === 'sept' && month === 'september'),
  );
  return index < 0 ? undefined : String(index + 1);
}

function hourOf(hour: number, half: string): string | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return String((hour % 12) + (/^p/i.test(half) ? 12 : 0));
}

function twoDigits(digits: string): string {
  return digits.padStart(2, '0');
}

/** Usual formats of dates, to be proposed. */
const USUAL = formats([
  // With points between them, the day comes before the month in every locale of CLDR.
  ...['DD.MM.YYYY', 'YYYY.MM.DD', 'DD.MM.YY'],
  ...['/', '-'].flatMap((mark) =>
    ['DD|MM|YYYY', 'MM|DD|YYYY', 'YYYY|MM|DD', 'DD|MM|YY', 'MM|DD|YY'].map((order) => order.replaceAll('|', mark)),
  ),
  ...['YY-MM-DD', 'DD MMM YYYY', 'DD-MMM-YYYY', 'DD-MMM-YY', 'MMM DD, YYYY', 'MMM DD YYYY', 'YYYYMMDD'],
  ...['MMM DD YYYY', 'DD MMM YYYY', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'].map((day) => `ddd ${day}`),
  ...['MMM DD, YYYY', 'DD MMM YYYY', 'DD.MM.YYYY'].map((day) => `ddd, ${day}`),
]);

function formats(days: readonly string[]): readonly DateFormat[] {
  const texts = ['', ' HH:mm', ' HH:mm:ss', ' hh:mm A', ' hh:mm:ss A'].flatMap((time) => days.map((day) => day + time));
  return texts.map(parseDateFormat).filter((format): format is DateFormat => 'read' in format);
}

/** Rules broken by a text that is no date, or is in another format. */
export type DateRule = 'DATE' | 'DATE_OR_FORMAT' | 'DATE_AS_IN';

/** Reads the times of one file: in the given format, or else as ISO 8601; in the zone if they name no offset. It never guesses the order of day and month. */
export class Dates {
  #fitting: readonly DateFormat[] | undefined;

  constructor(
    readonly format?: DateFormat,
    readonly zone = 'UTC',
  ) {}

  /** @returns the time, or the rule that the text breaks */
  read(text: string): Date | DateRule {
    const time = this.format ? this.format.read(text, this.zone) : parseTime(text, this.zone);
    if (time) return time;
    const isUsual = this.#narrow(text);
    if (this.format) return 'DATE_AS_IN';
    return isUsual ? 'DATE_OR_FORMAT' : 'DATE';
  }

  /** The usual formats that can read every refused date so far, apart from texts that are no date in any of them. */
  get fitting(): readonly string[] {
    return (this.#fitting ?? []).map(({ text }) => text);
  }

  /** @returns whether the text is a date in some usual format */
  #narrow(text: string): boolean {
    const able = (this.#fitting ?? USUAL).filter((format) => format.read(text));
    const isUsual = able.length > 0 || USUAL.some((format) => format.read(text));
    if (isUsual) this.#fitting = able;
    return isUsual;
  }
}
