import { parseTime } from './time.js';

/** How a file writes its times: `DD.MM.YYYY`, `MM/DD/YYYY HH:mm`. */
export interface DateFormat {
  /** As it was given. */
  readonly text: string;
  /** The time that a text says, in the zone (UTC by default) unless it names an offset; undefined if it is none in this format. */
  read(text: string, zone?: string): Date | undefined;
}

type Field =
  | 'year'
  | 'shortYear'
  | 'month'
  | 'monthName'
  | 'day'
  | 'hour'
  | 'hour12'
  | 'minute'
  | 'second'
  | 'half'
  | 'offset';

const ONE_OR_TWO = '\\d\\d?';

/** Meanings of the letters of a format. One digit is enough for months, days and hours. */
const FIELDS: Readonly<Record<string, readonly [Field, string]>> = {
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
  Z: ['offset', 'Z|[+-]\\d\\d(?::?\\d\\d)?'],
};

const LETTERS = /YYYY|YY|MMM|MM?|DD?|HH?|hh?|mm|ss|A|Z|\p{L}+|\P{L}/gu;

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** POSIX (strptime): 69 to 99 are of the 20th century, 00 to 68 of the 21st. */
const FIRST_OF_LAST_CENTURY = 69;

/**
 * Reads a format: `YYYY` or `YY`, `MM` or `MMM` (a name in English), `DD`, and perhaps `HH`, `mm`, `ss`, `hh` with `A` (am
 * or pm), `Z` (an offset); everything else stands for itself. `yyyy` and `dd` are accepted, too.
 * @returns the format, or the rule that the text breaks
 */
export function parseDateFormat(text: string): DateFormat | { readonly problem: string } {
  const fields: Field[] = [];
  let pattern = '';
  const pieces = text.replaceAll(/y+|d+/g, (run) => run.toUpperCase()).match(LETTERS) ?? [];
  const isField = (piece: string | undefined) => piece !== undefined && Object.hasOwn(FIELDS, piece);
  for (const [index, piece] of pieces.entries()) {
    if (isField(piece)) {
      const [field, digits] = FIELDS[piece]!;
      if (fields.includes(field)) return { problem: `must name the ${field} once` };
      fields.push(field);
      // Without a mark between them, 2020111 could be two days.
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
  return { text, read: (written, zone) => timeOf(whole.exec(written), fields, zone) };
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

function timeOf(match: RegExpExecArray | null, fields: readonly Field[], zone?: string): Date | undefined {
  if (!match) return undefined;
  const of: Partial<Record<Field, string>> = {};
  for (const [index, field] of fields.entries()) of[field] = match[index + 1]!;
  const month = of.monthName === undefined ? of.month! : monthNumber(of.monthName);
  const hour = of.hour12 === undefined ? (of.hour ?? '0') : hourOf(Number(of.hour12), of.half!);
  if (month === undefined || hour === undefined) return undefined;
  const day = [of.year ?? fullYear(of.shortYear!), twoDigits(month), twoDigits(of.day!)].join('-');
  // parseTime knows which days and hours there are.
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

function fullYear(short: string): string {
  return `${Number(short) >= FIRST_OF_LAST_CENTURY ? 19 : 20}${short}`;
}

function twoDigits(digits: string): string {
  return digits.padStart(2, '0');
}
