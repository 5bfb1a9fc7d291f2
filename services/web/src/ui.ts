import { readNumber } from '@openladder/columns';
import { LRUCache } from 'lru-cache';
import { de } from './texts/de/site.js';
import { en, type Texts } from './texts/en/site.js';
import { fr } from './texts/fr/site.js';
import type { Theme } from './theme.js';

/** How many languages of a header count. Real readers list fewer. */
const MAX_LANGUAGES = 10;

/** The language of the texts, and the BCP 47 tag for numbers and dates. */
export interface Locale {
  readonly language: Language;
  readonly tag: string;
}

const FALLBACK: Locale = { language: 'en', tag: 'en' };

/** The first language in Accept-Language, by quality, that the site has texts for. https://www.rfc-editor.org/rfc/rfc9110#name-accept-language */
export function localeOf(header: string | undefined): Locale {
  const wanted = (header ?? '')
    .split(',', MAX_LANGUAGES)
    .map((entry) => {
      const [tag = '', quality] = entry.trim().split(/\s*;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality);
  for (const { tag } of wanted) {
    const language = LANGUAGES.find((one) => one === tag.toLowerCase().split('-', 1)[0]);
    if (language) return { language, tag: knownTag(tag) ?? language };
  }
  return FALLBACK;
}

function knownTag(tag: string): string | undefined {
  // Only a language and a region: with extensions, a reader could make any number of locales.
  if (!/^[a-z]{2}(-[a-z]{2})?$/i.test(tag)) return undefined;
  return Intl.DateTimeFormat.supportedLocalesOf(tag)[0];
}

/** Each further language is a folder. */
const TEXTS = { en, de, fr } satisfies Record<string, Texts>;

export type Language = keyof typeof TEXTS;

export const LANGUAGES = Object.keys(TEXTS) as readonly Language[];

/** All words of the site in a language. */
export function textsOf(language: Language): Texts {
  return TEXTS[language];
}

/** The needs of every part of a page: texts, formats and theme. */
export interface Ui {
  readonly t: Texts;
  readonly format: Format;
  readonly locale: Locale;
  readonly theme: Theme;
}

let current: Ui | null = null;

/** Renders with these texts, formats and theme. Rendering is synchronous, so two pages never mix. */
export function withUi<Result>(ui: Ui, render: () => Result): Result {
  current = ui;
  try {
    return render();
  } finally {
    current = null;
  }
}

/** The texts, formats and theme of the page that is being rendered. */
export function useUi(): Ui {
  return current!;
}

/** The same with the words of a part of the console. */
export function useWords<Part extends keyof Texts['console']>(part: Part) {
  const ui = useUi();
  return { ...ui, words: ui.t.console[part] };
}

/** Writes numbers and times as a reader's locale does. Times are in one time zone; a script rewrites them in the zone of the browser. */
export type Format = Readonly<ReturnType<typeof createFormat>>;

/** Text that does not reorder the text around it, whatever its script. https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** Real readers and leagues use few locales and zones. A limit keeps invented ones from filling memory. */
const MAX_FORMATS = 200;

/** Caches a value for each locale and, if needed, time zone. */
function madeOnce<Value extends object>(make: (tag: string, zone: string) => Value) {
  const made = new LRUCache<string, Value>({
    max: MAX_FORMATS,
    memoMethod: (key) => make(...(key.split(' ') as [tag: string, zone: string])),
  });
  return (tag: string, zone = 'UTC') => made.memo(`${tag} ${zone}`);
}

/** The format of a locale and a time zone. */
export const formatOf = madeOnce(createFormat);

function createFormat(tag: string, timeZone: string) {
  // A number that rounds to zero has no sign.
  const numbers = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(tag, { signDisplay: 'negative', ...options });
  const withDecimals = (least: number, most: number, options: Intl.NumberFormatOptions = {}) => {
    const { format } = numbers({ minimumFractionDigits: least, maximumFractionDigits: most, ...options });
    return (value: number) => format(value).replace('-', '−');
  };
  const plain = { useGrouping: false };
  const decimal = numbers({ maximumFractionDigits: 2 });
  const point = decimal.formatToParts(0.5).find(({ type }) => type === 'decimal')!.value;
  const percent = numbers({ style: 'percent', maximumFractionDigits: 0 });
  const percentSpace = percent.formatToParts(1).find(({ type }) => type === 'literal')?.value ?? '';
  const [none, all] = [percent.format(0), percent.format(1)];
  const countries = new Intl.DisplayNames(tag, { type: 'region' });
  const times = (options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(tag, options);
    return isFrench(tag)
      ? (time: string) => format(new Date(time)).replace(/^1 /, '1er ')
      : (time: string) => format(new Date(time));
  };
  const daysOf = (zone: string) => times({ dateStyle: 'medium', timeZone: zone });
  const monthsOf = (zone: string) => times({ month: 'short', year: 'numeric', timeZone: zone });
  const wholePoints = remembered(withDecimals(0, 0, plain));
  return {
    /** IANA name of the time zone. */
    zone: timeZone,
    /** A whole number. */
    count: remembered(numbers({ maximumFractionDigits: 0 }).format as (value: number) => string),
    /** Points of a rating, rounded: halves go away from zero, as everywhere. */
    points: (value: number) => wholePoints(Math.sign(value) * Math.round(Math.abs(value))),
    /** Points of a rating with one decimal, next to sentences with decimals. */
    tenths: withDecimals(1, 1, plain),
    /** Points with two decimals, for changes that rounding would hide. */
    finePoints: withDecimals(2, 2, plain),
    /** Points gained or lost, with a sign and one decimal. */
    delta: withDecimals(1, 1, { signDisplay: 'exceptZero' }),
    /** A rating as its rating system shows it, with the reader's decimal point and a minus sign. */
    rating: (display: string) =>
      display
        .replace(/^-(?=\d)/, '−')
        .replace(/(?<=\d)\.(?=\d)/g, point)
        .replace(/(?<=\d)%/g, `${percentSpace}%`),
    /** A number for an input field: with the decimal mark of the language, unless it would be misread. */
    typed: (value: number) => {
      const text = String(value).replace('.', point);
      return readNumber(text) === value ? text : String(value);
    },
    /** A number with all its decimals, for settings. */
    exact: withDecimals(0, 15, { useGrouping: 'min2' }),
    /** Two decimals at most, for results and expectations. */
    decimal: withDecimals(0, 2),
    /** An expected score. It always has two decimals, so that columns line up. */
    expected: numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format as (value: number) => string,
    /** A log loss, or the difference of two, with four decimals. */
    loss: withDecimals(4, 4),
    /** A share from 0 to 1 as a percentage. */
    percent: (share: number) => percent.format(share),
    /** A chance from 0 to 1 as a percentage. Nothing is certain, so it is never rounded to 0 or 100. */
    chance: (share: number) => {
      const text = percent.format(share);
      if (text === none) return `<${percent.format(0.01)}`;
      return text === all ? `>${percent.format(0.99)}` : text;
    },
    /** The day of a time. */
    day: remembered(daysOf(timeZone)),
    /** The month of a time; shorter than the day. */
    month: monthsOf(timeZone),
    /** A day and minute, with the zone. */
    minute: times({
      ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
      ...{ timeZone, timeZoneName: 'short' },
    }),
    /** The name of a country, given by its code of ISO 3166-1. */
    country: remembered((code: string) => countries.of(code) ?? code),
    /** A day of the calendar, given as YYYY-MM-DD. */
    calendarDay: daysOf('UTC'),
    /** The month of such a day. */
    calendarMonth: monthsOf('UTC'),
  };
}

/** Whether the first of a month is an ordinal, which Intl does not write: 1er mai, but 2 mai. */
function isFrench(tag: string): boolean {
  return tag.split('-', 1)[0] === 'fr';
}

/** Most values of a kind that are remembered. */
const REMEMBERED = 2_000;

/** Formatting is the slowest part of rendering a cell, and boards repeat the same numbers and days. */
function remembered<Value extends number | string>(format: (value: Value) => string): (value: Value) => string {
  const known = new Map<Value, string>();
  return (value) => {
    let text = known.get(value);
    if (text === undefined) {
      text = format(value);
      if (known.size >= REMEMBERED) known.clear();
      known.set(value, text);
    }
    return text;
  };
}

const QUARTER = 900_000;
const DAY_LENGTH = 86_400_000;
/** The last moment that YYYY-MM-DD can name. */
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** One for each of some 400 zones. Swedish dates are ISO 8601 dates. */
const isoDayFormats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 500,
  memoMethod: (timeZone) => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }),
});
/** By day and zone. */
const starts = new LRUCache<string, number>({
  max: 2_000,
  memoMethod: (key) => {
    const [day, zone] = key.split(' ') as [string, string];
    return firstMomentAt(Date.parse(`${day}T00:00:00Z`), zone);
  },
});

/** The day of a time in a time zone, as YYYY-MM-DD. */
export function dayIn(time: Date | number | string, zone: string): string {
  return isoDayFormats.memo(zone).format(new Date(time));
}

/** The first moment of a day in a time zone, as ISO 8601. It is later than 00:00 if clocks go forward at midnight. */
export function startOf(day: string, zone: string): string {
  return toText(startAt(day, zone));
}

/** Whether a day begins at a time in a time zone, as for a match of which only the day is known. */
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

function startAt(day: string, zone: string): number {
  // The day after 9999-12-31 has no such form.
  return isDay(day) ? starts.memo(`${day} ${zone}`) : LAST_MOMENT + 1;
}

/** The time on clocks of a time zone at a moment, in the form of a datetime field: 2026-11-22T18:30:05. */
export function shownIn(moment: string, zone: string): string {
  const time = Date.parse(moment);
  return new Date(time + zoneOffsetAt(time, zone)).toISOString().replace(/(?:\.000)?Z$/, '');
}

/**
 * The moment at which clocks of a time zone show a time: the first one if clocks go back and show it twice, and null if they go forward and skip it.
 * @param shown time on the clocks, as milliseconds since 1970 on a clock of UTC
 * @returns milliseconds since 1970
 */
export function momentAt(shown: number, zone: string): number | null {
  const offsets = [zoneOffsetAt(shown - DAY_LENGTH, zone), zoneOffsetAt(shown + DAY_LENGTH, zone)];
  const moments = offsets
    .map((offset) => shown - offset)
    .filter((moment) => moment + zoneOffsetAt(moment, zone) === shown);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** The same, but the moment at which clocks go forward if they skip the time. */
function firstMomentAt(shown: number, zone: string): number {
  return momentAt(shown, zone) ?? shown - zoneOffsetAt(shown - DAY_LENGTH, zone);
}

/** Whether this machine knows the time zone. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

/** There are about 400 time zones. */
const offsets = new LRUCache<string, Intl.DateTimeFormat>({
  max: 500,
  memoMethod: (zone) => new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }),
});

/** How far clocks of a zone are ahead of UTC, in milliseconds. Before standard time, offsets include seconds. */
function zoneOffsetAt(moment: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(offsets.memo(zone).format(moment)) ?? [];
  return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

function toText(time: number): string {
  return new Date(Math.min(time, LAST_MOMENT)).toISOString();
}

/**
 * A locale's patterns for times, as attributes for the script that rewrites them: the first formatter of a page takes a slow
 * phone a sixth of a second, and filling in a pattern takes no time.
 */
export interface TimePatterns {
  /** The twelve months, in the order of the year. */
  readonly 'data-months': string;
  /** The words for the hours before noon, and after it. */
  readonly 'data-halves': string;
  /** A day: text with parts in braces. `day2` and `hour2` have two digits, `hour12` ends at 12, `day1er` is the French day. */
  readonly 'data-day': string;
  /** A day and a minute. */
  readonly 'data-minute': string;
}

const FORM = { dateStyle: 'medium', timeZone: 'UTC' } as const;
/** One digit for the day and for the hour, unless a locale puts a zero before them. */
const SAMPLE = Date.UTC(2003, 3, 5, 6, 7);
const AFTERNOON = SAMPLE + 12 * 3_600_000;

/** The patterns of a locale. */
export const timePatternsOf = madeOnce(createPatterns);

function createPatterns(tag: string): TimePatterns {
  const day = new Intl.DateTimeFormat(tag, FORM);
  const minute = new Intl.DateTimeFormat(tag, { ...FORM, timeStyle: 'short' });
  const partOf = (time: number, wanted: string) =>
    minute.formatToParts(time).find(({ type }) => type === wanted)?.value ?? '';
  return {
    'data-months': Array.from({ length: 12 }, (_, month) => partOf(Date.UTC(2003, month, 5), 'month')).join('|'),
    'data-halves': [SAMPLE, AFTERNOON].map((time) => partOf(time, 'dayPeriod')).join('|'),
    'data-day': datePatternOf(day, tag),
    'data-minute': datePatternOf(minute, tag),
  };
}

function datePatternOf(format: Intl.DateTimeFormat, tag: string): string {
  const isHalved = format.resolvedOptions().hourCycle === 'h12';
  return format
    .formatToParts(SAMPLE)
    .map(({ type, value }) => {
      if (type === 'literal') return value;
      if (type === 'day' && isFrench(tag)) return '{day1er}';
      const isPadded = (type === 'day' || type === 'hour') && value.length === 2;
      return `{${type}${type === 'hour' && isHalved ? '12' : isPadded ? '2' : ''}}`;
    })
    .join('');
}
