import type { ColumnRoles } from './column-roles.js';
import { bare, isResult, isTime, RESULT_NAMES } from './guess-columns.js';

/** Columns that a mapping does not use. */
export function unusedColumns(
  columns: readonly string[],
  { roles, sideRoles }: Pick<ColumnRoles, 'roles' | 'sideRoles'>,
): string[] {
  // If the sides have no roles, nothing is neutral.
  const isUsed = (role = '') => role !== '' && !(role === 'neutral' && sideRoles === '');
  return columns.filter((_, place) => !isUsed(roles[place]));
}

/** Columns of a service's CSV export of matches, which omits data without a place in a table. */
const EXPORTED = ['match', 'played_at', 'weight', 'side', 'status', 'side_points', 'player'];

/** Whether a file is a league's matches in the service's export for spreadsheets: its export for programs can be imported completely. */
export function isExportForSpreadsheets(columns: readonly string[]): boolean {
  return EXPORTED.every((column) => columns.includes(column));
}

/** A cell that means a draw. */
const DRAWN = /^(draw|drawn|tie|tied|remis|unentschieden|nulle?|½|1\/2|=)$/i;

/**
 * Unused columns that look like a result beside a winner's column, which makes each row a win: they may show that it was a draw.
 * @param rows cells of the first rows
 */
export function unusedResults(
  columns: readonly string[],
  roles: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  if (!roles.includes('won')) return [];
  return columns.filter((column, place) => {
    if ((roles[place] ?? '') !== '') return false;
    const cells = rows.map((row) => (row[place] ?? '').trim()).filter((cell) => cell !== '');
    const arePoints = cells.length > 0 && cells.every(isResult) && !cells.every(isTime);
    return RESULT_NAMES.test(bare(column)) || cells.some((cell) => DRAWN.test(cell)) || arePoints;
  });
}
