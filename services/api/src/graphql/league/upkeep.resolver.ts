import { Float, Int } from 'type-graphql';
import { canAdminister } from '../../access/access.js';
import type { League } from '../../league/league.js';
import { type LeagueRevision, listRevisions } from '../../league/league.repository.js';
import { leagueWork, sumTokenUse, tokenUse } from '../../league/quota.js';
import { missingRater } from '../../raters/raters.js';
import type { Token } from '../../token/token.repository.js';
import { TokenType } from '../access/token.resolver.js';
import { LeagueChancesType } from '../compare/chances.type.js';
import {
  computedPages,
  computeFields,
  connectionType,
  field,
  type Of,
  objectType,
  optional,
  pagesBy,
} from '../declare.js';
import { RatingSystemType } from '../rating/rating-system.resolver.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';
import { LeagueType } from './league.type.js';

const QuotaType = objectType('Quota', 'A limit of the operator, and how much of it is used.', {
  use: field(Float, 'How much is used.'),
  limit: optional(Float, 'How much may be used; null if there is no limit.'),
  refillsAt: optional(DateTimeScalar, 'When its use goes back to 0; null if it never does.'),
});

const QuotasType = objectType(
  'Quotas',
  'Storage of a league or a token, and work for its late matches and corrections, each with its limit.',
  {
    storage: field(
      QuotaType,
      'In bytes. For a league: its journal, including earlier revisions. For a token: how much its late matches and corrections make journals grow in a day of UTC.',
    ),
    work: field(QuotaType, 'Lines of journals that late matches and corrections rate again in an hour.'),
  },
);

const RevisionType = objectType(
  'Revision',
  "One official derivation of a league's ratings: the first one, and one for each correction, late match or change of the rating system.",
  {
    revision: field(Int, 'Number of the revision, from 1.'),
    raterVersion: field(String, 'Version of the rater, for example `1.0.0`.'),
    settings: field(JsonScalar, 'Value of every setting of the rating system.'),
    chanceFit: optional(
      LeagueChancesType,
      'How the league fits its chances to its history from this revision on; null if it does not.',
    ),
    appliedAt: field(DateTimeScalar, 'When the board began to show it.'),
    system: field(
      RatingSystemType,
      'The rater of this revision; `isInstalled` is false if this service lacks it.',
      ({ rater, raterVersion }: LeagueRevision, { app }) => app.raters.get(rater) ?? missingRater(rater, raterVersion),
    ),
  },
);

const VerificationType = objectType(
  'Verification',
  "A verification that a league's ratings, journal and board equal a replay of its match log, to the last bit.",
  {
    verifiedAt: field(DateTimeScalar, 'When it was carried out. The whole league is read as of this time.'),
    sequence: field(
      Int,
      'Sequence number of the newest match that it covers, counted from 1 in order of arrival; 0 if the log was empty.',
    ),
    revision: field(Int, "Revision of the league's ratings that it covers."),
    isCurrent: field(
      Boolean,
      'Whether the log and the revision are still those that it covers. A newer match makes this false.',
    ),
    holds: field(Boolean, 'Whether no problem was found.'),
    problems: field(Int, 'Number of problems found, 0 or more. `openladder verify` lists them.'),
  },
);

computeFields<Token>(TokenType, {
  quotas: field(QuotasType, 'How much of its quotas the token has used.', ({ id }, { app }) =>
    tokenUse(app, id, (since) => sumTokenUse(app.database, id, since)),
  ),
});

computeFields<League>(LeagueType, {
  revisions: computedPages(
    connectionType('Revision', RevisionType, 'revisions'),
    "Revisions of the league's ratings, newest first.",
    pagesBy('revision', ['integer'], ({ revision }: LeagueRevision) => [revision]),
    ({ id }, { app }, limit, before) => listRevisions(app.reads, id, { limit, before }),
  ),
  quotas: optional(
    QuotasType,
    'How much of its quotas the league has used; null unless the caller may administer it.',
    async (league, { app, access }): Promise<Of<typeof QuotasType> | null> => {
      if (!canAdminister(access, league)) return null;
      const storage = { use: league.journalBytes, limit: app.leagueStorage, refillsAt: null };
      return { storage, work: await leagueWork(app, app.database, league.id) };
    },
  ),
  verification: optional(
    VerificationType,
    'Last verification that the board equals a replay of the match log; null before the first, which follows the first midnight, or if the operator has switched verifications off.',
    async (league, { loaders }): Promise<Of<typeof VerificationType> | null> => {
      const proof = await loaders.verification.load(league.id);
      return (
        proof && {
          ...proof,
          isCurrent: proof.sequence === league.lastSequence && proof.revision === league.revision,
          holds: proof.problems === 0,
        }
      );
    },
  ),
});
