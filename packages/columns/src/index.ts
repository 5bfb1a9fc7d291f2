export {
  ADVICE_REASONS,
  type AdviceReason,
  type Answers,
  adviceFor,
  HOME_ADVICE,
  type HomeAdvice,
  QUESTIONS,
  type SystemAdvice,
} from './advice.js';
export {
  type ColumnRoles,
  columnOf,
  listIn,
  MATCH_ROLES,
  type MissingRole,
  mappingOf,
  missingRole,
  NO_WORDS,
  PARTICIPANT_ROLES,
  quoted,
  resultsAsBefore,
  rolesIn,
  SHARED_ROLES,
} from './column-roles.js';
export { givenText, withoutFormula } from './formulas.js';
export { guessDateFormat, guessRoles, guessWinnerWords, namesBelow, type WinnerWords } from './guess-columns.js';
export { guessSideRoles } from './guess-side-roles.js';
export { guessSeparator, listedPlayers } from './listed-players.js';
export { readNumber, readPoints } from './read-number.js';
export { isExportForSpreadsheets, unusedColumns, unusedResults } from './unused-columns.js';
