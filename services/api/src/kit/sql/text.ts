import { MAX_PAGE } from '../paging/page.js';

/** Whether PostgreSQL can store a text: it cannot store NUL. What is not stored need not be searched for. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** The LIKE pattern that matches exactly this text. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * A parameter that is an array, as an expression of which PostgreSQL never knows the length when it plans. It expects ten elements of a
 * mere parameter, finds the plan for the one that it is given cheaper, and plans the statement again each time.
 * @param type of the elements
 */
export function hideArrayLength(parameter: string, type: string): string {
  return `(SELECT ${parameter}::${type}[])::${type}[]`;
}

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

/**
 * A limit that PostgreSQL knows when it plans. For a mere parameter it expects a tenth of the table, takes that plan for the costlier one,
 * and plans the statement again each time.
 * @param limit value of the parameter
 */
export function limitedTo(query: string, parameter: string, limit: number): string {
  return `SELECT * FROM (${query} LIMIT ${mostOf(limit)}) AS most LIMIT ${parameter}`;
}

/** A limit that is the same for all pages, so that all use the same statement. */
export function mostOf(limit: number): number {
  return Math.max(limit, MAX_PAGE + 1);
}
