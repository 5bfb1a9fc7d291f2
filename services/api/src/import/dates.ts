import { type DateFormat, parseDateFormat } from './date-format.js';
import { parseTime } from './time.js';

/** Usual formats of dates, to be proposed. */
const USUAL = formats([
  // With points between them, the day comes before the month in every locale of CLDR.
  ...['DD.MM.YYYY', 'YYYY.MM.DD', 'DD.MM.YY'],
  ...['/', '-'].flatMap((mark) =>
    ['DD|MM|YYYY', 'MM|DD|YYYY', 'YYYY|MM|DD', 'DD|MM|YY', 'MM|DD|YY'].map((order) => order.replaceAll('|', mark)),
  ),
  ...['DD MMM YYYY', 'DD-MMM-YYYY', 'DD-MMM-YY', 'MMM DD, YYYY', 'MMM DD YYYY', 'YYYYMMDD'],
]);

function formats(days: readonly string[]): readonly DateFormat[] {
  const texts = ['', ' HH:mm', ' HH:mm:ss', ' hh:mm A', ' hh:mm:ss A'].flatMap((time) => days.map((day) => day + time));
  return texts.map(parseDateFormat).filter((format): format is DateFormat => 'read' in format);
}

const NO_TIME = 'must be a date such as 2026-07-19, or with a time 2026-07-19T20:00:00Z';
const OTHERWISE_WRITTEN = 'must be a date such as 2026-07-19, unless another format of dates is given';

/** Reads the times of one file: in the given format, or else as ISO 8601; in the zone if they name no offset. It never guesses the order of day and month. */
export class Dates {
  #fitting: readonly DateFormat[] | undefined;

  constructor(
    readonly format?: DateFormat,
    readonly zone = 'UTC',
  ) {}

  /** @returns the time, or the rule that the text breaks */
  read(text: string): Date | string {
    const time = this.format ? this.format.read(text, this.zone) : parseTime(text, this.zone);
    if (time) return time;
    const isUsual = this.#narrow(text);
    if (this.format) return `must be a date as in ${this.format.text}`;
    return isUsual ? OTHERWISE_WRITTEN : NO_TIME;
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
