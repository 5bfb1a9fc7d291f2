import { LRUCache } from 'lru-cache';
import { madeOnce } from './grouped-by.js';

const DAY = 86_400_000;

/** There are about 400 time zones, but each may be written in any case. */
const zoneFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

/** Whether it is the IANA name of a time zone, and not an offset such as +02:00. */
export function isNamedZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/**
 * The moment at which clocks of a time zone show a time: the first one if clocks go back and show it twice, and the moment of the change if
 * they go forward and skip it. Midnights are the same as those of dayStart.
 * @param shown time on the clocks, as milliseconds since 1970 on a clock of UTC
 * @returns milliseconds since 1970
 */
export function momentOf(shown: number, zone: string): number {
  if (zone === 'UTC') return shown;
  const before = offsetAt(shown - DAY, zone);
  const after = offsetAt(shown + DAY, zone);
  const first = shown - before;
  if (before === after || offsetAt(first, zone) === before) return first;
  const second = shown - after;
  if (offsetAt(second, zone) === after) return second;
  let [old, changed] = [second, first];
  while (changed - old > 1) {
    const middle = Math.floor((old + changed) / 2);
    if (offsetAt(middle, zone) === before) old = middle;
    else changed = middle;
  }
  return changed;
}

/** How far clocks of a zone are ahead of UTC, in milliseconds. Before standard time, offsets include seconds. */
function offsetAt(moment: number, zone: string): number {
  const newFormat = () => new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const format = madeOnce(zoneFormats, zone, newFormat);
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(moment)) ?? [];
  return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
