import { Float, ID, Int } from 'type-graphql';
import { type Access, canAdminister } from '../../access/access.js';
import { type Correction, listCorrections, parseSubject } from '../../audit/audit.repository.js';
import { CORRECTIONS, IS_CORRECTION } from '../../changes/changes.js';
import { beginWork } from '../../kit/paging/response-size.js';
import type { League } from '../../league/league.js';
import { findPicture, PICTURE_TYPES } from '../../league/league-picture.js';
import { asGiven } from '../../league/status-rules.js';
import { eventCursor } from '../../live/event-cursor.js';
import { troubleOf } from '../../raters/apart.js';
import { missingRater } from '../../raters/raters.js';
import { matchesForRank } from '../../raters/rating-system.js';
import { listCorrectionsOf, listLeaguesOfCorrections } from '../../reading/corrections.repository.js';
import { countLeagues, type LeagueOrder, listLeagues, ofReachable } from '../../reading/listed-leagues.js';
import { stampAll, standIn } from '../context.js';
import {
  computedPages,
  computeFields,
  connectionType,
  counted,
  field,
  type Of,
  objectType,
  optional,
  PAGE_ARGS,
  pagesBy,
  queries,
} from '../declare.js';
import { MatchType, StatusRulesType } from '../match/match.type.js';
import { anyMutationOf } from '../mutation.js';
import { formatsOf, MatchFormats, RatingSystemType } from '../rating/rating-system.resolver.js';
import { auditEntryId, DateTimeScalar, enumOf, globalId, JsonScalar } from '../scalars.js';
import { itsLeague, LeagueType } from './league.type.js';

const LeagueConnection = connectionType('League', LeagueType, 'leagues', {
  counts: 'leagues that the caller may read and the search finds',
  work: 100,
  isPartly: true,
});

const RaterTroubleType = objectType(
  'RaterTrouble',
  "What is wrong with a third party's rater on this server. It goes when the rater works again.",
  {
    since: field(DateTimeScalar, 'Since when.'),
    message: field(String, 'What happened, for example `their-elo 1.0.0 took longer than 10 s for a batch`.'),
  },
);

const LeagueRatingSystemType = objectType('LeagueRatingSystem', 'A rating system as a league uses it.', {
  raterVersion: field(
    String,
    'Version of the rater that produced the current ratings, for example `1.0.0`. While it differs from `system.version`, the league awaits a recompute and accepts no matches.',
  ),
  settings: field(JsonScalar, 'Value of every setting.'),
  revision: field(Int, "Current revision of the league's ratings, from 1; each recompute creates the next one."),
  appliedAt: field(DateTimeScalar, 'When the rating system took effect.'),
  trouble: optional(
    RaterTroubleType,
    "The fault of the league's rater on this server: it was too slow, or ended, and is being restarted. Other leagues are not affected. Null if it works.",
    ({ rater }: League, { app }) => {
      const own = app.raters.get(rater);
      return own ? troubleOf(own) : null;
    },
  ),
  system: field(
    RatingSystemType,
    'The rater; `isInstalled` is false if this service does not have it.',
    ({ rater, raterVersion }: League, { app }) => app.raters.get(rater) ?? missingRater(rater, raterVersion),
  ),
  formats: field(
    MatchFormats,
    'The formats that the rater can rate with these settings; all 0 if it is not installed or does not say.',
    ({ rater, settings }: League, { app, outcome }) => formatsOf(app.raters.get(rater), settings, outcome),
  ),
});

const LeagueOrderEnum = enumOf('LeagueOrder', 'Order of leagues.', {
  SLUG: 'By slug.',
  ACTIVITY: 'The league with the newest match first, those without matches last.',
});

/** In place of a time in the cursor of a league without matches. */
const NEVER = new Date(0);

const pagesBySlug = pagesBy('league', ['string'], ({ slug }: League) => [slug]);
const pagesByActivity = pagesBy('active league', ['boolean', 'date', 'string'], ({ slug, ratedThrough }: League) => [
  ratedThrough !== null,
  ratedThrough ?? NEVER,
  slug,
]);

queries({
  league: optional(
    LeagueType,
    'The league with this slug; null if there is none that the caller may read.',
    { args: { slug: field(String, "The league's name in URLs.") } },
    async (_root, { app, access, loaders, stamps }, { slug }) => {
      const league = await app.leagues.find(access, slug);
      if (!league) return null;
      loaders.league.prime(league.id, league);
      const earlier = stamps.get(league.id);
      if (!earlier || league.version < earlier.version) stamps.set(league.id, league);
      return league;
    },
  ),
  leagues: field(
    LeagueConnection,
    'The leagues that the caller may read.',
    {
      args: {
        ...PAGE_ARGS,
        search: optional(String, 'Only leagues whose slug or name contains this text.'),
        orderBy: field(LeagueOrderEnum, 'The order of the leagues.', { defaultValue: 'SLUG' }),
        includeArchived: field(Boolean, 'Whether to include leagues that are archived.', { defaultValue: false }),
      },
    },
    async (_root, { app, access, stamps, outcome }, { search, orderBy, includeArchived, ...page }) => {
      await stampAll({ app, stamps, outcome });
      const { manager } = app.database;
      const filter = { search: search ?? null, includeArchived };
      const from = { sql: manager, access, log: app.log, onLeftOut: () => standIn(outcome) };
      const read = (limit: number, order: LeagueOrder) =>
        ofReachable(from, (among) => listLeagues(manager, access, { ...filter, among, limit, order }));
      const leagues =
        orderBy === 'ACTIVITY'
          ? await pagesByActivity(app, page, (limit, hasMatches, ratedThrough, slug) =>
              read(limit, {
                by: orderBy,
                after: slug === null ? null : { ratedThrough: hasMatches ? ratedThrough : null, slug },
              }),
            )
          : await pagesBySlug(app, page, (limit, slug) =>
              read(limit, { by: 'SLUG', after: slug === null ? null : { slug } }),
            );
      const count = (among: readonly number[] | null) => countLeagues(manager, access, { ...filter, among });
      return counted(leagues, async () => (await ofReachable(from, count)).found);
    },
  ),
});

interface PictureOf {
  readonly leagueId: number;
  readonly name: string;
}

const LeaguePictureType = objectType('LeaguePicture', 'The picture of a league.', {
  name: field(
    String,
    'Made from the content, with the ending of its type. The site serves the picture at `/l/:league/picture/:name`, for public leagues.',
  ),
  data: optional(
    String,
    'The file in Base64, at most 100,000 bytes of it; null if the picture is being replaced.',
    { cost: { work: 100 } },
    async ({ leagueId, name }: PictureOf, { app }) => {
      const content = await findPicture(app.database.manager, leagueId, name);
      return content?.toString('base64') ?? null;
    },
  ),
  type: field(
    String,
    'Its media type: `image/png`, `image/jpeg` or `image/webp`.',
    ({ name }: PictureOf) => PICTURE_TYPES[name.slice(name.indexOf('.') + 1) as keyof typeof PICTURE_TYPES],
  ),
});

const CorrectionType = objectType(
  'Correction',
  "A correction of a league's history: of a match, of several together, of who is who, or of how the league is rated.",
  {
    at: field(DateTimeScalar, 'When it was made.'),
    action: field(
      String,
      `Name of the mutation: ${anyMutationOf(CORRECTIONS)}. Imports that were withdrawn or restored are \`voidMatches\` or \`restoreMatches\`.`,
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
        const sequence = leagueMatch(correction);
        return sequence === null ? null : loaders.match.load({ leagueId: correction.leagueId, sequence });
      },
    ),
    matchCount: optional(
      Int,
      'Number of matches that were corrected; null if the correction was not about matches.',
      (correction: Correction) => {
        if (leagueMatch(correction) !== null) return 1;
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

/** Points of the list of leagues, and matches or corrections that are found in the time of a point: as many as a page has, of each league. */
export const LEAGUES = 50;
export const FOUND_PER_POINT = 4;

queries({
  corrections: field(
    CorrectionConnection,
    'Corrections in all leagues that the caller may read and that are not archived, newest first. What a correction of a match changed is in `Match.history`.',
    { args: PAGE_ARGS, cost: { work: LEAGUES } },
    async (_root, { app, access, size, stamps, outcome }, page) => {
      await stampAll({ app, stamps, outcome });
      const from = { sql: app.reads, access, log: app.log, onLeftOut: () => standIn(outcome) };
      return correctionPages(app, page, (limit, beforeId) =>
        ofReachable(from, async (among) => {
          const leagues = await listLeaguesOfCorrections(app.reads, { access, among });
          await beginWork(size, Math.ceil((leagues.length * limit) / FOUND_PER_POINT));
          return listCorrectionsOf(app.reads, leagues, { isCorrection: IS_CORRECTION, limit, beforeId });
        }),
      );
    },
  ),
});

/** As in `Match.history`, anybody may see which matches were corrected; the audit log records who did it, and why. */
function seesWho(access: Access, { leagueId }: Correction): boolean {
  return canAdminister(access, { id: leagueId });
}

function leagueMatch({ subject }: Correction): number | null {
  const parsed = parseSubject(subject);
  return parsed?.kind === 'Match' ? parsed.key[1]! : null;
}

computeFields<League>(LeagueType, {
  statusRules: field(
    StatusRulesType,
    'How sides that did not finish are rated.',
    ({ statusRules }): Of<typeof StatusRulesType> => asGiven(statusRules),
  ),
  knownSince: field(
    DateTimeScalar,
    'Earliest time for `asKnownAt`: earlier boards are not retained. The creation of the league unless the operator limits the retention.',
    ({ keptSince, createdAt }) => keptSince ?? createdAt,
  ),
  openEntry: field(
    Boolean,
    'Whether players enter the league with their first match. If not, they must be registered first.',
    (league) => league.isOpenEntry,
  ),
  matchesForRank: field(
    Int,
    'Rated matches that a player needs for a rank, by `minMatches` and by the rating system: 1 or more. Players with as many are still provisional if their rating is too uncertain or they have not played lately.',
    ({ rater, settings, minMatches }, { app, outcome }) =>
      matchesForRank(app.raters.get(rater), settings, { minMatches }, () => standIn(outcome)),
  ),
  id: globalId('League', (league) => [league.id]),
  eventCursor: field(
    String,
    "Position in the league's events. Read it with the board and subscribe from it to miss nothing since that board.",
    ({ id, version }, { app }) => eventCursor(app.seal, id, version),
  ),
  ratingSystem: field(LeagueRatingSystemType, 'How the league is rated.', (league) => league),
  picture: optional(LeaguePictureType, 'The picture of the league; null if it has none.', ({ id, picture }) =>
    picture === null ? null : { leagueId: id, name: picture },
  ),
  corrections: computedPages(
    CorrectionConnection,
    "Corrections of the league's history, newest first.",
    correctionPages,
    ({ id }, { app }, limit, beforeId) =>
      listCorrections(app.reads, id, { isCorrection: IS_CORRECTION, limit, beforeId }),
  ),
});
