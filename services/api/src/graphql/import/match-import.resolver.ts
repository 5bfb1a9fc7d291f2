import type { ImportRefusal, ImportReport, MatchImport } from '../../import/match-import.js';
import { listImports } from '../../import/match-import.repository.js';
import { refusalSentence } from '../../import/reading.js';
import { checkNameOf } from '../../import/request-import.js';
import { beginWork } from '../../kit/paging/response-size.js';
import type { League } from '../../league/league.js';
import { countAddedMatches } from '../../match-log/imported-matches.repository.js';
import { pagesBy, pagesForAdmins } from '../connection.js';
import { computeFields, field, optional } from '../declare.js';
import { itsLeague, LeagueType } from '../league/league.type.js';
import { DateTimeScalar, globalId } from '../scalars.js';
import {
  AddedMatchesType,
  ImportRefusalType,
  ImportReportType,
  MatchImportConnection,
  MatchImportType,
} from './match-import.type.js';

computeFields<ImportRefusal>(ImportRefusalType, {
  message: field(String, 'A sentence for people, about the first that breaks the rule.', (refusal) =>
    refusalSentence(refusal),
  ),
});

/** Reports are kept as JSON, in which times are texts. */
function datesOf(report: ImportReport): object {
  const { firstPlayedAt, lastPlayedAt, examples } = report;
  return {
    words: [],
    ...report,
    firstPlayedAt: firstPlayedAt && new Date(firstPlayedAt),
    lastPlayedAt: lastPlayedAt && new Date(lastPlayedAt),
    examples: examples.map((example) => ({ ...example, playedAt: new Date(example.playedAt) })),
  };
}

const importPages = pagesBy('import', ['integer'], ({ id }: MatchImport) => [id]);

computeFields<League>(LeagueType, {
  imports: pagesForAdmins(
    MatchImportConnection,
    ['imports', 'Imports of files, newest first.'],
    importPages,
    ({ id }, { app }, limit, beforeId) => listImports(app.database, id, { limit, beforeId }),
  ),
});

/** Matches of which the state is read in the time of a point. */
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
