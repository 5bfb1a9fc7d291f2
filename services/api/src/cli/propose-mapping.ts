import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import {
  guessDateFormat,
  guessRoles,
  guessSeparator,
  guessSideRoles,
  guessWinnerWords,
  isExportForSpreadsheets,
  listedPlayers,
  mappingOf,
  missingRole,
  NO_WORDS,
  quoted,
  unusedColumns,
  unusedResults,
} from '@openladder/columns';
import { parseDateFormat } from '../import/dates.js';
import { readHead, shownFileName } from '../import/file-head.js';
import { parseMapping } from '../import/mapping.js';
import type { FileHead } from '../import/match-import.js';
import { oneLine } from '../kit/words.js';
import type { ImportFlags } from './import-options.js';
import { usageError } from './report.js';

/** Columns that a mapping requires and the file seems to lack. */
const MISSING = {
  players: 'which columns contain the players',
  result: 'which columns contain the result',
  date: 'which column contains the date; --start gives the time of the first match of a file without dates',
} as const;

type Proposal = ReturnType<typeof proposalFor>;

/** At most this many unused columns are named. */
const MAX_UNUSED = 30;

/**
 * Adds the mapping that the column names and first rows of a CSV file suggest, as the console does. It is printed, and used with --yes and in a
 * dry run.
 * @throws CommandError if the file is unclear, the mapping was not seen yet, or it might turn draws into wins
 */
export async function withProposal(path: string, options: ImportFlags): Promise<ImportFlags> {
  const head = await readHead(createReadStream(path), path, options.delimiter);
  const title = shownFileName(basename(path));
  if (head.format === 'JSON_LINES')
    throw usageError(`--format jsonl must be given if ${title} is JSON Lines, as it seems`);
  const proposal = proposalFor(head, options, title);
  const shownProposal = [
    `${title} has no --map. Proposed from its columns and first rows:`,
    ...flagsOf(proposal).map((flag) => `  ${flag}`),
    ...notesOn(proposal, head),
  ].join('\n');
  if (!options.dryRun && proposal.results.length > 0) {
    throw usageError(`${shownProposal}\nNothing was written. Use --map instead of --yes; see docs/import.md.`);
  }
  if (!options.yes && !options.dryRun) {
    const advice = 'Add --yes to use this, or --map with your own mapping; see docs/import.md.';
    throw usageError(`${shownProposal}\nNothing was written. ${advice}`);
  }
  console.error(shownProposal);
  const { map, dateFormat, delimiter } = proposal;
  const format = dateFormat === null ? undefined : parseDateFormat(dateFormat);
  return {
    ...options,
    map: parseMapping(map),
    ...(format && 'read' in format && { dateFormat: format }),
    ...(delimiter !== null && { delimiter }),
  };
}

/** The proposed options for a file, and doubts about them. */
function proposalFor({ columns, rows, delimiter }: FileHead, options: ImportFlags, title: string) {
  if (columns.length === 0) throw usageError(`${title} must begin with a line that names its columns, but is empty`);
  // If the time of the first match is given, no column has times.
  const roles = guessRoles(columns, rows).map((role) => (options.start && role === 'date' ? '' : role));
  const missing = missingRole(roles, options.start !== undefined);
  if (missing) {
    throw usageError(
      `--map must say what the columns of ${title} mean (${columns.map(oneLine).join(', ')}): it is unclear ${MISSING[missing]}. See docs/import.md.`,
    );
  }
  const separator = guessSeparator(roles, rows);
  const words = { ...NO_WORDS, separator, ...guessWinnerWords(roles, rows), sideRoles: guessSideRoles(columns, roles) };
  const map = mappingOf(columns, { roles, ...words });
  // Printed to be copied: a name with unprintable characters would mean something else there, or in the terminal.
  if (oneLine(map) !== map) {
    throw usageError(
      `--map must say what the columns of ${title} mean (${columns.map(oneLine).join(', ')}): no mapping is proposed with characters that cannot be shown (here \uFFFD). See docs/import.md.`,
    );
  }
  return {
    map,
    // Null if it is the usual one, or was given; likewise the delimiter.
    dateFormat: options.dateFormat ? null : guessDateFormat(roles, rows),
    delimiter: options.delimiter === undefined && delimiter !== ',' ? delimiter : null,
    unused: unusedColumns(columns, { roles, ...words }),
    results: unusedResults(columns, roles, rows),
    separator,
    lists: listedPlayers(columns, roles, rows, separator),
  };
}

/** Doubts about the proposal, and what to do about them. */
function* notesOn(
  { unused, results: [result], separator, lists: [list] }: Proposal,
  { columns }: FileHead,
): Generator<string> {
  if (unused.length > 0) {
    const more = unused.length > MAX_UNUSED ? ` and ${unused.length - MAX_UNUSED} more` : '';
    yield `Not used: ${unused.slice(0, MAX_UNUSED).map(oneLine).join(', ')}${more}.`;
  }
  if (result !== undefined) {
    yield `This makes each row a win, but the column "${oneLine(result)}" looks like a result, and may say that a match was a draw. If each row is a win, use this --map. Otherwise replace its "winner" by what the column has, such as winner=${oneLine(quoted(result))}(1-0=1, 0-1=2, 1/2=draw): 1 is the first side.`;
  }
  if (separator !== '') {
    yield `Cells of players seem to name several, with "${separator}" between them. If each is one player, use this --map without (${quoted(separator)}).`;
  }
  if (list !== undefined) {
    yield `What would be one player in "${oneLine(list)}" seems to name several. In the file, write the same between all names in a cell, and say what: side=${oneLine(quoted(list))}(",").`;
  }
  if (isExportForSpreadsheets(columns)) {
    yield 'This seems to be the CSV of a league, in which weights, roles and sides that did not finish would be lost. Import its matches.jsonl, or what "openladder export" writes.';
  }
}

/** As they are written in a shell. */
function flagsOf({ map, dateFormat, delimiter }: Proposal): string[] {
  return [
    `--map ${quotedArgument(map)}`,
    ...(dateFormat === null ? [] : [`--date-format ${quotedArgument(dateFormat)}`]),
    ...(delimiter === null ? [] : [`--delimiter ${delimiter === '\t' ? 'tab' : quotedArgument(delimiter)}`]),
  ];
}

function quotedArgument(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
