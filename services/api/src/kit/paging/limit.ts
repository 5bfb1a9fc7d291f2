import { MAX_PAGE } from './page.js';

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
