/** Writes numbers and times as a reader's locale does. Times are in one time zone; a script rewrites them in the zone of the browser. */
export interface Format {
  /** IANA name of the time zone. */
  readonly zone: string;
  /** A whole number. */
  count(value: number): string;
  /** Points of a rating, rounded. */
  points(value: number): string;
  /** Points gained or lost, with a sign and one decimal. */
  delta(value: number): string;
  /** Two decimals at most, for results and expectations. */
  decimal(value: number): string;
  /** An expected score. It always has two decimals, so that columns line up. */
  expected(value: number): string;
  /** A log loss, or the difference of two, with four decimals. */
  loss(value: number): string;
  /** A share from 0 to 1 as a percentage. */
  percent(share: number): string;
  /** A chance from 0 to 1 as a percentage. Nothing is certain, so it is never rounded to 0 or 100. */
  chance(share: number): string;
  /** The day of a time. */
  day(time: string): string;
  /** The month of a time; shorter than the day. */
  month(time: string): string;
  /** A day and minute, with the zone. */
  minute(time: string): string;
  /** A day of the calendar, given as YYYY-MM-DD. */
  calendarDay(day: string): string;
  /** The month of such a day. */
  calendarMonth(day: string): string;
}

const formats = new Map<string, Format>();
/** Real readers and leagues use few locales and zones. A limit keeps made-up ones from filling memory. */
const MOST = 200;

/** The format of a locale and a time zone. Each is made once. */
export function formatOf(tag: string, zone = 'UTC'): Format {
  const key = `${tag} ${zone}`;
  const known = formats.get(key);
  if (known) return known;
  if (formats.size >= MOST) formats.clear();
  const format = createFormat(tag, zone);
  formats.set(key, format);
  return format;
}

function createFormat(tag: string, timeZone: string): Format {
  // A number that rounds to zero has no sign.
  const numbers = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(tag, { signDisplay: 'negative', ...options });
  const whole = numbers({ maximumFractionDigits: 0 });
  const plain = numbers({ maximumFractionDigits: 0, useGrouping: false });
  const signed = numbers({
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const decimal = numbers({ maximumFractionDigits: 2 });
  const expected = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const loss = numbers({ minimumFractionDigits: 4, maximumFractionDigits: 4 });
  const percent = numbers({ style: 'percent', maximumFractionDigits: 0 });
  const [none, all] = [percent.format(0), percent.format(1)];
  const chance = (share: number) => {
    const text = percent.format(share);
    if (text === none) return `<${percent.format(0.01)}`;
    return text === all ? `>${percent.format(0.99)}` : text;
  };
  const minute = new Intl.DateTimeFormat(tag, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone,
    timeZoneName: 'short',
  });
  const daysOf = (zone: string) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: zone });
  const monthsOf = (zone: string) => new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric', timeZone: zone });
  const [day, month, calendarDay, calendarMonth] = [
    daysOf(timeZone),
    monthsOf(timeZone),
    daysOf('UTC'),
    monthsOf('UTC'),
  ];
  return {
    zone: timeZone,
    count: remembered((value) => whole.format(value)),
    points: (value) => plain.format(value),
    delta: (value) => signed.format(value).replace('-', '−'),
    decimal: (value) => decimal.format(value).replace('-', '−'),
    expected: (value) => expected.format(value),
    loss: (value) => loss.format(value).replace('-', '−'),
    percent: (share) => percent.format(share),
    chance,
    day: remembered((time) => day.format(new Date(time))),
    month: (time) => month.format(new Date(time)),
    minute: (time) => minute.format(new Date(time)),
    calendarDay: (text) => calendarDay.format(new Date(text)),
    calendarMonth: (text) => calendarMonth.format(new Date(text)),
  };
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
