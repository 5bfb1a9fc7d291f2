import { Float, ID, Int } from 'type-graphql';
import { type Access, canAdminister } from '../../access/access.js';
import { CORRECTIONS, parseSubject } from '../../audit/audit.repository.js';
import { beginWork } from '../../kit/paging/response-size.js';
import type { League } from '../../league/league.js';
import {
  type Correction,
  listCorrections,
  listCorrectionsOf,
  listLeaguesOfCorrections,
} from '../../reading/corrections.repository.js';
import { ofReachable } from '../../reading/listed-leagues.js';
import { computedPages, connectionType, PAGE_ARGS, pagesBy } from '../connection.js';
import { stampAll } from '../context.js';
import { computeFields, field, objectType, optional, queries } from '../declare.js';
import { itsLeague, LeagueType } from '../league/league.type.js';
import { MatchType } from '../match/match.type.js';
import { auditEntryId, DateTimeScalar } from '../scalars.js';

const NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(CORRECTIONS.map((name) => `\`${name}\``));

const CorrectionType = objectType(
  'Correction',
  "A correction of a league's history: of a match, of several together, of who is who, or of how the league is rated.",
  {
    at: field(DateTimeScalar, 'When it was made.'),
    action: field(
      String,
      `Name of the mutation: ${NAMES}. Imports that were withdrawn or restored are \`voidMatches\` or \`restoreMatches\`.`,
    ),
    changeCount: optional(Int, 'How many ratings it changed; null if it was made before this was recorded.'),
    largestChange: optional(
      Float,
      'The largest of these changes, in points without a sign; null if no rating had points both before and after, or it was made before this was recorded.',
    ),
    match: optional(
      MatchType,
      'The match that was corrected; null if it was not a single one.',
      (correction: Correction, { loaders }) => {
        const sequence = matchOf(correction);
        return sequence === null ? null : loaders.match.load({ leagueId: correction.leagueId, sequence });
      },
    ),
    matchCount: optional(
      Int,
      'Number of matches that were corrected; null if the correction was not about matches.',
      (correction: Correction) => {
        if (matchOf(correction) !== null) return 1;
        const { matches } = (correction.after ?? {}) as { readonly matches?: unknown };
        return typeof matches === 'number' ? matches : null;
      },
    ),
    id: field(ID, 'Opaque id of the correction.', ({ id }: Correction, { app }) => auditEntryId(app, id)),
    league: itsLeague(),
    reason: optional(
      String,
      'Reason given by the actor; null unless the caller may administer the league.',
      (correction: Correction, { access }) => (seesWho(access, correction) ? correction.reason : null),
    ),
    actor: optional(
      String,
      'Who made it: the name of the token, or `command line`; null unless the caller may administer the league.',
      (correction: Correction, { access }) => (seesWho(access, correction) ? correction.actor : null),
    ),
  },
);

const CorrectionConnection = connectionType('Correction', CorrectionType, 'corrections', { isPartly: true });

const correctionPages = pagesBy('correction', ['long'], ({ id }: Correction) => [id]);

/** Points of the list of leagues, and corrections that are found in the time of a point: as many as a page has, of each league. */
const LEAGUES = 50;
const CORRECTIONS_PER_POINT = 4;

queries({
  corrections: field(
    CorrectionConnection,
    'Corrections in all leagues that the caller may read and that are not archived, newest first. What a correction of a match changed is in `Match.history`.',
    { args: PAGE_ARGS, cost: { work: LEAGUES } },
    async (_root, { app, access, size, stamps, outcome }, page) => {
      await stampAll({ app, stamps, outcome });
      return correctionPages(app, page, (limit, beforeId) =>
        ofReachable({ sql: app.reads, access, log: app.log }, async (among) => {
          const leagues = await listLeaguesOfCorrections(app.reads, { access, among });
          await beginWork(size, Math.ceil((leagues.length * limit) / CORRECTIONS_PER_POINT));
          return listCorrectionsOf(app.reads, leagues, { limit, beforeId });
        }),
      );
    },
  ),
});

/** As in `Match.history`, everybody may know what was corrected; the audit log has who did it, and why. */
function seesWho(access: Access, { leagueId }: Correction): boolean {
  return canAdminister(access, { id: leagueId });
}

function matchOf({ subject }: Correction): number | null {
  const parsed = parseSubject(subject);
  return parsed?.kind === 'Match' ? parsed.key[1]! : null;
}

computeFields<League>(LeagueType, {
  corrections: computedPages(
    CorrectionConnection,
    "Corrections of the league's history, newest first.",
    correctionPages,
    ({ id }, { app }, limit, beforeId) => listCorrections(app.reads, id, { limit, beforeId }),
  ),
});
