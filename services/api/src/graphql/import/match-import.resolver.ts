import { Float, ID, Int } from 'type-graphql';
import { restoreImport, withdrawImport } from '../../changes/import-status.js';
import type { FileEncoding } from '../../import/bytes.js';
import type { PlacementEnd } from '../../import/cells.js';
import type {
  ImportRefusal,
  ImportReport,
  MatchFileFormat,
  MatchImport,
  MatchImportStatus,
} from '../../import/match-import.js';
import { listImports } from '../../import/match-import.repository.js';
import { cancelImport, checkImport, checkNameOf, startImport } from '../../import/request-import.js';
import { beginWork } from '../../kit/paging/response-size.js';
import { sentenceOf } from '../../kit/refusal.js';
import type { League } from '../../league/league.js';
import { countAddedMatches } from '../../match-log/imported-matches.repository.js';
import {
  computeFields,
  connectionType,
  field,
  NEEDS_ADMIN,
  nodeType,
  objectType,
  optional,
  pagesBy,
  pagesForAdmins,
} from '../declare.js';
import { itsLeague, LeagueType } from '../league/league.type.js';
import { change, checkPoints, mutation } from '../mutation.js';
import { correction, reasonAndDryRun } from '../recompute/correction.mutations.js';
import { DateTimeScalar, enumOf, globalId, JsonScalar, leagueKey } from '../scalars.js';

const MatchImportStatusEnum = enumOf<Exclude<MatchImportStatus, 'UPLOADING'>>(
  'MatchImportStatus',
  'State of an import.',
  {
    UPLOADED: 'The file is uploaded and awaits a mapping of its columns.',
    CHECKING: 'The whole file is being checked. Nothing is imported yet.',
    CHECKED: 'The report previews the import. It can be checked again with another mapping.',
    IMPORTING: 'Its matches are being submitted.',
    DONE: 'Every match was accepted, was in the league already, or was refused.',
    CANCELLED: 'It was cancelled. What it had imported before stays.',
    FAILED: 'It failed; the error says why. It can be checked again.',
  },
);

const MatchFileFormatEnum = enumOf<MatchFileFormat>('MatchFileFormat', 'Format of a file of matches.', {
  CSV: 'Rows of cells, with the names of the columns in the first row.',
  JSON_LINES: 'One match per line, as `openladder export` writes them.',
});

const MatchFileEncodingEnum = enumOf<FileEncoding>('MatchFileEncoding', 'Character encoding of a file.', {
  UTF_8: 'UTF-8.',
  UTF_16: 'UTF-16 with a byte order mark.',
  WINDOWS_1252: 'Windows-1252, as spreadsheets of Western Europe save CSV. A file that is not UTF-8 is read as this.',
});

const ImportRefusalType = objectType('ImportRefusal', 'A rule that rows or matches of a file break.', {
  count: field(Int, 'How many of them break it.'),
  lines: field([Int], 'Lines of the first five.'),
  field: field(String, 'The column, or the field of the match.'),
  rule: field(String, 'Stable name of the rule, for example `DECIMAL`; `schema/rules.json` lists them.'),
  parameters: field(
    JsonScalar,
    'Values of the rule\'s sentence by their names, where it was first broken, for example `{ "field": "home", "value": "\\"x\\"" }`.',
  ),
  value: field(String, 'The first value that breaks it; empty if the rule is about no single value.'),
  message: field(String, 'A sentence for people, about the first that breaks the rule.', (refusal: ImportRefusal) =>
    sentenceOf(refusal.rule, refusal.parameters),
  ),
});

const RenamedPlayerType = objectType('RenamedPlayer', 'A name in a file that is not a handle.', {
  name: field(String, 'The name in the file.'),
  handle: field(String, 'The resulting handle.'),
});

const ImportedSideType = objectType('ImportedSide', 'A side of a match in a file.', {
  name: optional(String, 'Its name; null if the file has none.'),
  role: optional(String, 'Its role in the game, such as home; null if the file gives none.'),
  score: optional(Float, 'Its points; null if the file has none.'),
  placement: optional(Int, 'Its placement, 1 is best; null if the file has none.'),
  players: field([String], 'Handles of its players.'),
});

const ImportedMatchType = objectType('ImportedMatch', 'A match of a file, as it is understood.', {
  line: field(Int, 'The line of the file on which it begins.'),
  externalId: field(String, 'Its external id.'),
  playedAt: field(DateTimeScalar, 'When it was played.'),
  sides: field([ImportedSideType], 'Its sides.'),
});

const AddedMatchesType = objectType('AddedMatches', 'The matches that an import has added, as they are now.', {
  counting: field(Int, 'Those that count: `withdrawImport` would withdraw them.'),
  amended: field(Int, 'Those that count and were amended since the import.'),
  withdrawn: field(Int, 'Those that are withdrawn.'),
  restorable: field(Int, 'Those that `withdrawImport` has withdrawn: `restoreImport` would restore them.'),
});

const PlacementMeaningEnum = enumOf(
  'PlacementMeaning',
  'Meaning of a word in place of a placement.',
  {
    LAST: 'The participant shares last place with all others who did not finish.',
    OUT: 'The participant is left out, as if the file had no row for them.',
  },
  (name) => name.toLowerCase() as PlacementEnd,
);

const ImportWordType = objectType('ImportWord', 'A word in place of a placement, such as DNF.', {
  word: field(String, 'The word, as the file first has it.'),
  count: field(Int, 'How many participants have it; of a word without a meaning, how many matches are refused for it.'),
  meaning: optional(
    PlacementMeaningEnum,
    'What it means; null if nobody has said it: then matches with the word are refused.',
  ),
});

const ImportReportType = objectType(
  'ImportReport',
  'What the check of a whole file found. The import itself may refuse more, such as late matches.',
  {
    matches: field(Int, 'Matches that would be accepted, including those that the league already has.'),
    known: field(Int, 'How many of these matches the league already has; they stay as they are.'),
    refused: field(Int, 'Rows and matches that would be refused.'),
    skipped: field(Int, 'Rows that the mapping skips because they are no match, such as walkovers.'),
    refusals: field([ImportRefusalType], 'Why, by rule: the most frequent first, at most 50.'),
    firstPlayedAt: optional(DateTimeScalar, 'Time of the earliest match; null if there is none.'),
    lastPlayedAt: optional(DateTimeScalar, 'Time of the latest match; null if there is none.'),
    outOfOrder: field(Int, 'Matches that are not in chronological order in the file. The import sorts them.'),
    players: field(Int, 'Players in the matches.'),
    newPlayers: field(Int, 'How many of these players are new to the league.'),
    newPlayerExamples: field([String], 'Handles of the first 20 new players.'),
    renamed: field(Int, 'Number of names that are not handles and are spelled differently as handles.'),
    renamedExamples: field([RenamedPlayerType], 'The first 20 of these names.'),
    pairExample: optional(
      String,
      'The first name with a slash between words, such as A/B, if ten or more names have one: their cells may contain several players. Null otherwise.',
    ),
    dateFormats: field([String], 'Formats that fit the dates that could not be read.'),
    encoding: optional(
      MatchFileEncodingEnum,
      'Character encoding of the file; null if it is all ASCII, and for JSON Lines.',
    ),
    check: field(String, 'Id of this check, for `startImport`.'),
    examples: field([ImportedMatchType], 'The first ten matches.'),
    problem: optional(String, 'Why the file cannot be imported as it is; null if it can.'),
    words: field(
      [ImportWordType],
      'Words in the column of placements: those that share last place, those that are left out, and those without a meaning; at most 50.',
    ),
  },
);

const MatchImportType = nodeType(
  'MatchImport',
  "A file of matches that an admin uploaded, with its state; for the league's admins. Files are uploaded in the console; `checkImport` and `startImport` do the rest. The newest 10 imports of a league are stored; a file that nobody imports is deleted after a day.",
  {
    status: field(MatchImportStatusEnum, 'State of the import.'),
    progress: field(Float, 'Share of the check or of the import that is done, 0 to 1.'),
    fileName: field(String, 'Name of the file.'),
    bytes: field(Int, 'Size of the file in bytes.'),
    format: field(MatchFileFormatEnum, 'Format of the file.'),
    delimiter: optional(String, 'Separator of cells; null for JSON Lines.'),
    columns: field([String], 'Names of the columns; empty for JSON Lines.'),
    rows: field([[String]], 'Cells of the first 12 rows, cut to 120 characters; one cell per line for JSON Lines.'),
    accepted: field(Int, 'Matches that it has added to the league so far.'),
    replayed: field(Int, 'Matches that were in the league already; known when it is done.'),
    refusals: optional([ImportRefusalType], 'What the import refused, by rule; null until it is done.'),
    error: optional(String, 'Why it failed; null if it did not.'),
    requestedAt: field(DateTimeScalar, 'When the file was uploaded.'),
    finishedAt: optional(DateTimeScalar, 'When it was done, cancelled or failed; null before.'),
  },
);

/** Reports are kept as JSON, in which times are texts. */
function datesOf(report: ImportReport): object {
  const { firstPlayedAt, lastPlayedAt, examples } = report;
  return {
    words: [],
    skipped: 0,
    ...report,
    firstPlayedAt: firstPlayedAt && new Date(firstPlayedAt),
    lastPlayedAt: lastPlayedAt && new Date(lastPlayedAt),
    examples: examples.map((example) => ({ ...example, playedAt: new Date(example.playedAt) })),
  };
}

computeFields<League>(LeagueType, {
  imports: pagesForAdmins(
    connectionType('MatchImport', MatchImportType, 'imports'),
    ['imports', 'Imports of files, newest first.'],
    pagesBy('import', ['integer'], ({ id }: MatchImport) => [id]),
    ({ id }, { app }, limit, beforeId) => listImports(app.database, id, { limit, beforeId }),
  ),
});

/** Matches whose state is read in the time of a point. */
const MATCHES_PER_POINT = 10;

computeFields<MatchImport>(MatchImportType, {
  id: globalId('MatchImport', ({ leagueId, id }) => [leagueId, id]),
  league: itsLeague(),
  requestedBy: field(
    String,
    'Name of the token that uploaded the file, or that started the import.',
    ({ actor }) => actor,
  ),
  mapping: optional(
    String,
    'The mapping of the newest check; null before, and for JSON Lines.',
    ({ plan }) => plan?.mapping ?? null,
  ),
  dateFormat: optional(String, 'Format of dates that was given with it.', ({ plan }) => plan?.dateFormat ?? null),
  timeZone: optional(
    String,
    'Time zone of dates without an offset in the newest check; null before, and for JSON Lines.',
    ({ plan }) => (plan?.mapping ? (plan.timeZone ?? 'UTC') : null),
  ),
  startAt: optional(DateTimeScalar, 'Time of the first match that was given with it.', ({ plan }) =>
    plan?.startAt ? new Date(plan.startAt) : null,
  ),
  every: optional(String, 'Time between matches that was given with it.', ({ plan }) => plan?.every ?? null),
  idPrefix: optional(String, 'Prefix of external ids that was given with it.', ({ plan }) => plan?.idPrefix ?? null),
  report: optional(
    ImportReportType,
    'What the newest check found; null before.',
    (found) => found.report && { ...datesOf(found.report), check: checkNameOf(found) },
  ),
  addedMatches: optional(
    AddedMatchesType,
    'The matches that it has added, as they are now; null while it is under way, and for imports begun with an earlier version, which did not record them.',
    { cost: { work: 20 } },
    async (found, { app, size }) => {
      const { status, accepted, begunAfter } = found;
      if (status === 'CHECKING' || status === 'IMPORTING' || (begunAfter === null && accepted > 0)) return null;
      await beginWork(size, Math.ceil(accepted / MATCHES_PER_POINT));
      return countAddedMatches(app.database, found);
    },
  ),
});

const theImportId = { import: field(ID, 'Global id of the import.') };

const theImport = { import: optional(MatchImportType, 'The import; null if the request was refused.') };
const importCorrection = { ...correction, ...theImport };

const addedMatches = {
  ...theImportId,
  ...reasonAndDryRun,
  expectedMatches: optional(
    Int,
    'The expected number of matches to change, from `MatchImport.addedMatches`. Refused with CONFLICT if the number has changed. Not checked if omitted.',
  ),
};

mutation('checkImport', {
  description: `Checks a whole file with a mapping of its columns, in the background. Imports nothing. ${NEEDS_ADMIN}`,
  input: 'What the columns of a file mean. For JSON Lines, only the import is given.',
  fields: {
    ...theImportId,
    mapping: optional(String, 'The mapping of the columns, as docs/import.md explains it; required for CSV.'),
    delimiter: optional(String, 'Separator of cells, one character; detected if omitted.'),
    dateFormat: optional(String, 'Format of dates, such as DD.MM.YYYY; ISO 8601 such as 2026-07-19 if omitted.'),
    timeZone: optional(
      String,
      'IANA name of the time zone of dates and times in the file that have no offset; UTC if omitted.',
    ),
    startAt: optional(DateTimeScalar, 'When the first match was played; only for a file without dates.'),
    every: optional(
      String,
      'Time between two matches of a file without dates, such as 90s, 1m, 2h or 1d; one minute if omitted.',
    ),
    idPrefix: optional(String, 'Prefix of every external id; none if left out.'),
  },
  payload: theImport,
  async run(input, { app, access, charge }) {
    const asked = await checkImport(app, access, leagueKey(app, 'MatchImport', input.import), input);
    charge(checkPoints(asked.bytes));
    return { import: asked };
  },
});

mutation('startImport', {
  description: `Imports a checked file in the background. Matches already in the league stay as they are, so an import can be repeated. ${NEEDS_ADMIN}`,
  input: 'An import to start.',
  fields: {
    ...theImportId,
    check: optional(
      String,
      'The check that you have seen, from `ImportReport.check`. If the file was checked again since, the answer is CONFLICT. If omitted, the newest check counts.',
    ),
  },
  payload: theImport,
  run: async (input, { app, access }) => ({
    import: await startImport(app, access, leagueKey(app, 'MatchImport', input.import), input.check),
  }),
});

mutation('cancelImport', {
  description: `Cancels an import and deletes its file. What it has imported stays; one that is over is not changed. ${NEEDS_ADMIN}`,
  input: 'An import to cancel.',
  fields: theImportId,
  payload: theImport,
  run: async (input, { app, access }) => ({
    import: await cancelImport(app, access, leagueKey(app, 'MatchImport', input.import)),
  }),
});

mutation('withdrawImport', {
  description: `Withdraws all matches that an import has added and that count, in one correction, with one update of the later ratings. \`restoreImport\` undoes it. ${NEEDS_ADMIN}`,
  input: 'An import whose matches are to be withdrawn.',
  fields: addedMatches,
  payload: importCorrection,
  run: (input, context) =>
    change(context, withdrawImport, { ...input, import: leagueKey(context.app, 'MatchImport', input.import) }),
});

mutation('restoreImport', {
  description: `Restores the matches that \`withdrawImport\` has withdrawn, in one correction. Those that were withdrawn by themselves stay withdrawn. ${NEEDS_ADMIN}`,
  input: 'An import whose matches are to be restored.',
  fields: addedMatches,
  payload: importCorrection,
  run: (input, context) =>
    change(context, restoreImport, { ...input, import: leagueKey(context.app, 'MatchImport', input.import) }),
});
