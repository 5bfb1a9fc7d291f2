import { MAX_PAGE } from './page.js';

/**
 * A limit that PostgreSQL knows when it plans: of a parameter alone it expects a tenth of the table, takes that plan for
 * the dear one, and plans the statement anew each time.
 * @param limit the value of the parameter
 */
export function limitedTo(query: string, parameter: string, limit: number): string {
  return `SELECT * FROM (${query} LIMIT ${mostOf(limit)}) AS most LIMIT ${parameter}`;
}

/** A limit that is the same for all pages, so that they are asked for by one text. */
export function mostOf(limit: number): number {
  return Math.max(limit, MAX_PAGE + 1);
}
