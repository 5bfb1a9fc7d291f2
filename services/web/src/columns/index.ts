export { type ColumnRoles, mappingOf, missingRole } from './column-roles.js';
export { guessDateFormat, guessRoles, guessWinnerWords } from './guess-columns.js';
export { guessSideRoles } from './guess-side-roles.js';
