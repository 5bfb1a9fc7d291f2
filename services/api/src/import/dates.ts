import { type DateFormat, parseDateFormat } from './date-format.js';
import { parseTime } from './time.js';

/** Formats in which files write dates, to be proposed. */
const USUAL = formats([
  ...['.', '/', '-'].flatMap((mark) =>
    ['DD|MM|YYYY', 'MM|DD|YYYY', 'YYYY|MM|DD', 'DD|MM|YY', 'MM|DD|YY'].map((order) => order.replaceAll('|', mark)),
  ),
  ...['DD MMM YYYY', 'DD-MMM-YYYY', 'DD-MMM-YY', 'MMM DD, YYYY', 'MMM DD YYYY', 'YYYYMMDD'],
]);

function formats(days: readonly string[]): readonly DateFormat[] {
  const texts = ['', ' HH:mm', ' HH:mm:ss', ' hh:mm A', ' hh:mm:ss A'].flatMap((time) => days.map((day) => day + time));
  return texts.map(parseDateFormat).filter((format): format is DateFormat => 'read' in format);
}

const NO_TIME = 'must be a date such as 2026-07-19, or with a time 2026-07-19T20:00:00Z';
const OTHERWISE_WRITTEN = 'must be a date such as 2026-07-19, unless --date-format gives another format';

/** Reads the times of one file: in the format given, else as ISO 8601. No other order of day and month is guessed. */
export class Dates {
  #fitting: readonly DateFormat[] | undefined;

  constructor(readonly format?: DateFormat) {}

  /** @returns the rule that the text breaks where it is no time in the file's format */
  read(text: string): Date | string {
    const time = this.format ? this.format.read(text) : parseTime(text);
    if (time) return time;
    const isUsual = this.#narrow(text);
    if (this.format) return `must be a date as in ${this.format.text}`;
    return isUsual ? OTHERWISE_WRITTEN : NO_TIME;
  }

  /** The usual formats that read every date that was refused so far, texts apart that are none in any of them. */
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
