/**
 * How a locale writes times, as attributes for the script that rewrites them: the first formatter of a page takes a slow phone a
 * sixth of a second, and filling in a pattern takes it nothing.
 */
export interface TimePatterns {
  /** The twelve months, in the order of the year. */
  readonly 'data-months': string;
  /** What stands for the hours before noon, and after it. */
  readonly 'data-halves': string;
  /** A day: text with parts in braces. `day2` and `hour2` have two digits, `hour12` ends at 12. */
  readonly 'data-day': string;
  /** A day and a minute. */
  readonly 'data-minute': string;
}

const known = new Map<string, TimePatterns>();
/** As many as real readers have; see `formatOf`. */
const MOST = 200;

const FORM = { dateStyle: 'medium', timeZone: 'UTC' } as const;
/** One digit for the day and for the hour, unless a locale puts a zero before them. */
const SAMPLE = Date.UTC(2003, 3, 5, 6, 7);
const AFTERNOON = SAMPLE + 12 * 3_600_000;

/** The patterns of a locale. They are made once. */
export function timePatternsOf(tag: string): TimePatterns {
  let patterns = known.get(tag);
  if (!patterns) {
    if (known.size >= MOST) known.clear();
    patterns = createPatterns(tag);
    known.set(tag, patterns);
  }
  return patterns;
}

function createPatterns(tag: string): TimePatterns {
  const day = new Intl.DateTimeFormat(tag, FORM);
  const minute = new Intl.DateTimeFormat(tag, { ...FORM, timeStyle: 'short' });
  const partOf = (time: number, wanted: string) =>
    minute.formatToParts(time).find(({ type }) => type === wanted)?.value ?? '';
  return {
    'data-months': Array.from({ length: 12 }, (_, month) => partOf(Date.UTC(2003, month, 5), 'month')).join('|'),
    'data-halves': [SAMPLE, AFTERNOON].map((time) => partOf(time, 'dayPeriod')).join('|'),
    'data-day': patternOf(day),
    'data-minute': patternOf(minute),
  };
}

function patternOf(format: Intl.DateTimeFormat): string {
  const isHalved = format.resolvedOptions().hourCycle === 'h12';
  return format
    .formatToParts(SAMPLE)
    .map(({ type, value }) => {
      if (type === 'literal') return value;
      const isPadded = (type === 'day' || type === 'hour') && value.length === 2;
      return `{${type}${type === 'hour' && isHalved ? '12' : isPadded ? '2' : ''}}`;
    })
    .join('');
}
