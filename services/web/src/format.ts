/** Numbers and times in the customs of a reader. Times are of UTC; a script shows them in the zone of the browser. */
export interface Format {
  /** A whole number. */
  count(value: number): string;
  /** Points of a rating, rounded. */
  points(value: number): string;
  /** Points gained or lost, with a sign and one decimal. */
  delta(value: number): string;
  /** Two decimals at most, for results and expectations. */
  decimal(value: number): string;
  /** A score that was expected: always two decimals, so that one stands below another. */
  expected(value: number): string;
  /** A share from 0 to 1 as a percentage. */
  percent(share: number): string;
  /** A day. */
  day(time: string): string;
  /** A day without its year, or a month with it, where there is little room. */
  month(time: string): string;
  /** A day and minute, with the zone. */
  minute(time: string): string;
}

const formats = new Map<string, Format>();
/** Locales are languages with regions, so there are few; more than these were made up. */
const MOST = 200;

/** The format of a locale, which is made once. */
export function formatOf(tag: string): Format {
  const known = formats.get(tag);
  if (known) return known;
  if (formats.size >= MOST) formats.clear();
  const format = createFormat(tag);
  formats.set(tag, format);
  return format;
}

function createFormat(tag: string): Format {
  const whole = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
  const plain = new Intl.NumberFormat(tag, { maximumFractionDigits: 0, useGrouping: false });
  const signed = new Intl.NumberFormat(tag, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const decimal = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  const expected = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const minute = new Intl.DateTimeFormat(tag, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  return {
    count: (value) => whole.format(value),
    points: (value) => plain.format(value),
    delta: (value) => signed.format(value).replace('-', '−'),
    decimal: (value) => decimal.format(value),
    expected: (value) => expected.format(value),
    percent: (share) => percent.format(share),
    day: (time) => day.format(new Date(time)),
    month: (time) => month.format(new Date(time)),
    minute: (time) => minute.format(new Date(time)),
  };
}
