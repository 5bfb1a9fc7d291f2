/**
 * The first moment of the day of a time, in SQL. If clocks go back over midnight, as on the Azores, 00:00 comes twice: date_trunc gives the
 * second one, and just before it, local time is ahead by the change.
 * @param at, zone SQL of a timestamptz and of the name of a time zone
 */
export function dayStart(at: string, zone: string): string {
  const midnight = `date_trunc('day', ${at}, ${zone})`;
  const ahead = `(${midnight} - interval '1 second') AT TIME ZONE ${zone} + interval '1 second'`;
  return `(${midnight} - greatest(interval '0', ${ahead} - ${midnight} AT TIME ZONE ${zone}))`;
}

/** The first midnight after a time, in SQL; see dayStart. Days have 23 to 25 hours, some without a 00:00. */
export function nextMidnight(at: string, zone: string): string {
  return dayStart(`date_trunc('day', ${at}, ${zone}) + interval '36 hours'`, zone);
}
