import { ID, Int } from 'type-graphql';
import { restoreImport, withdrawImport } from '../../changes/import-status.js';
import { cancelImport, checkImport, startImport } from '../../import/request-import.js';
import { field, NEEDS_ADMIN, optional } from '../declare.js';
import { change, chargeCheck, mutation } from '../mutation.js';
import { correction, reasonAndDryRun } from '../recompute/correction.mutations.js';
import { DateTimeScalar, leagueKey } from '../scalars.js';
import { MatchImportType } from './match-import.type.js';

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
  argument: 'The import and the mapping.',
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
  async run(input, context) {
    const { app, access } = context;
    const asked = await checkImport(app, access, leagueKey(app, 'MatchImport', input.import), input);
    chargeCheck(context, asked);
    return { import: asked };
  },
});

mutation('startImport', {
  description: `Imports a checked file in the background. Matches already in the league stay as they are, so an import can be repeated. ${NEEDS_ADMIN}`,
  argument: 'The import.',
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
  argument: 'The import.',
  input: 'An import to cancel.',
  fields: theImportId,
  payload: theImport,
  run: async (input, { app, access }) => ({
    import: await cancelImport(app, access, leagueKey(app, 'MatchImport', input.import)),
  }),
});

mutation('withdrawImport', {
  description: `Withdraws all matches that an import has added and that count, in one correction, with one update of the later ratings. \`restoreImport\` undoes it. ${NEEDS_ADMIN}`,
  argument: 'The import.',
  input: 'An import whose matches are to be withdrawn.',
  fields: addedMatches,
  payload: importCorrection,
  run: (input, context) =>
    change(context, withdrawImport, { ...input, import: leagueKey(context.app, 'MatchImport', input.import) }),
});

mutation('restoreImport', {
  description: `Restores the matches that \`withdrawImport\` has withdrawn, in one correction. Those that were withdrawn by themselves stay withdrawn. ${NEEDS_ADMIN}`,
  argument: 'The import.',
  input: 'An import whose matches are to be restored.',
  fields: addedMatches,
  payload: importCorrection,
  run: (input, context) =>
    change(context, restoreImport, { ...input, import: leagueKey(context.app, 'MatchImport', input.import) }),
});
