import type { ColumnRoles } from './column-roles.js';
import { bare, isResult, isTime, RESULT_NAMES } from './guess-columns.js';

/** Columns of which a mapping says nothing. */
export function unusedColumns(
  columns: readonly string[],
  { roles, sideRoles }: Pick<ColumnRoles, 'roles' | 'sideRoles'>,
): string[] {
  // Without roles of the sides, nothing is neutral.
  const isUsed = (role = '') => role !== '' && !(role === 'neutral' && sideRoles === '');
  return columns.filter((_, place) => !isUsed(roles[place]));
}

/** Columns of the matches that a service exports as CSV, which leaves out what a table has no place for. */
const EXPORTED = ['match', 'played_at', 'weight', 'side', 'status', 'side_points', 'player'];

/** Whether a file has the matches of a league as a service exports them for spreadsheets: its export for programs can be imported whole. */
export function isExportForSpreadsheets(columns: readonly string[]): boolean {
  return EXPORTED.every((column) => columns.includes(column));
}

/** A cell that says that nobody won. */
const DRAWN = /^(draw|drawn|tie|tied|remis|unentschieden|nulle?|½|1\/2|=)$/i;

/**
 * Unused columns that look like a result beside a column of winners, which makes each row a win: they may say that it was a draw.
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
