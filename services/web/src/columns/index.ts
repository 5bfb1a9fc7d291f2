export { type ColumnRoles, mappingOf, missingRole, NO_WORDS } from './column-roles.js';
export { guessDateFormat, guessRoles, guessWinnerWords } from './guess-columns.js';
export { guessSideRoles } from './guess-side-roles.js';
