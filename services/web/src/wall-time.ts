const DAY = 86_400_000;

/** What clocks of a time zone show at a moment, as a field for a day and a time has it: 2026-11-22T18:30:05. */
export function shownIn(moment: string, zone: string): string {
  const time = Date.parse(moment);
  return new Date(time + offsetAt(time, zone)).toISOString().replace(/(?:\.000)?Z$/, '');
}

/**
 * The moment at which clocks of a time zone show a time: the first one if clocks go back and show it twice, and null if they go forward and skip it.
 * @param shown what the clocks show, as milliseconds since 1970 on a clock of UTC
 * @returns milliseconds since 1970
 */
export function momentAt(shown: number, zone: string): number | null {
  const offsets = [offsetAt(shown - DAY, zone), offsetAt(shown + DAY, zone)];
  const moments = offsets.map((offset) => shown - offset).filter((moment) => moment + offsetAt(moment, zone) === shown);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** Whether it is a time zone that this machine knows. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

/** How far clocks of a zone are ahead of UTC, in milliseconds. Before standard time, there are seconds in it. */
function offsetAt(moment: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(moment)) ?? [];
  return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
