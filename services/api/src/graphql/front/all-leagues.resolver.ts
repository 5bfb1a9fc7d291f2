import { createUnionType, Float, ID, Int } from 'type-graphql';
import { type Access, canAdminister } from '../../access/access.js';
import { CORRECTIONS, parseSubject } from '../../audit/audit.repository.js';
import { checkFirst } from '../../kit/paging/page.js';
import { beginWork } from '../../kit/paging/response-size.js';
import { Refused, refuse } from '../../kit/refusal.js';
import { type League } from '../../league/league.js';
import { type StoredMatch } from '../../match-log/match.js';
import { findPlayer } from '../../player/known-players.js';
import {
  type Correction,
  listCorrections,
  listCorrectionsOf,
  listLeaguesOfCorrections,
} from '../../reading/corrections.repository.js';
import { readTotals } from '../../reading/league-numbers.repository.js';
import { ofReachable } from '../../reading/listed-leagues.js';
import { type FeedPage, listLeaguesOfFeed, listNewestMatches } from '../../reading/newest-matches.repository.js';
import { type FoundItem, search } from '../../reading/search.repository.js';
import { computedPages, connectionType, PAGE_ARGS, pagesBy } from '../connection.js';
import { stampAll, standIn } from '../context.js';
import { computeFields, field, firstOf, objectType, optional, queries } from '../declare.js';
import { itsLeague, LeagueType } from '../league/league.type.js';
import { NamedTeamType } from '../league/team.resolver.js';
import { countParticipants, MatchType } from '../match/match.type.js';
import { PlayerType } from '../player/player.type.js';
import { auditEntryId, checkTime, DateTimeScalar } from '../scalars.js';
import { sizedList } from '../selection.js';

const CORRECTION_NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  CORRECTIONS.map((name) => `\`${name}\``),
);

const CorrectionType = objectType(
  'Correction',
  "A correction of a league's history: of a match, of several together, of who is who, or of how the league is rated.",
  {
    at: field(DateTimeScalar, 'When it was made.'),
    action: field(
      String,
      `Name of the mutation: ${CORRECTION_NAMES}. Imports that were withdrawn or restored are \`voidMatches\` or \`restoreMatches\`.`,
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

/** Points of the list of leagues, and matches or corrections that are found in the time of a point: as many as a page has, of each league. */
const LEAGUES = 50;
const FOUND_PER_POINT = 4;

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

/** `MatchConnection` counts its matches, which would be to read the logs of all leagues. */
const NewestMatchConnection = connectionType('NewestMatch', MatchType, 'matches of all leagues', { isPartly: true });

const newestPages = pagesBy('newest match', ['date', 'integer', 'integer'], (match: StoredMatch) => [
  match.playedAt,
  match.leagueId,
  match.sequence,
]);

queries({
  matches: field(
    NewestMatchConnection,
    'Matches that count, of all leagues that the caller may read and that are not archived, the newest first by when they were played.',
    {
      args: {
        ...PAGE_ARGS,
        since: optional(DateTimeScalar, 'Only matches played at or after this time.'),
        player: optional(String, 'Only matches in which the player with this handle or account took part.'),
      },
      cost: { work: LEAGUES },
    },
    async (_root, { app, access, size, stamps, outcome }, { since, player, ...page }) => {
      await stampAll({ app, stamps, outcome });
      const from = { sql: app.reads, access, log: app.log, onLeftOut: () => standIn(outcome) };
      const playerId = player == null ? null : ((await findPlayer(app.database, access, player))?.id ?? 0);
      return newestPages(app, page, async (limit, playedAt, leagueId, sequence) => {
        const after = playedAt && { playedAt, leagueId: leagueId!, sequence: sequence! };
        const feed: FeedPage = { limit, after, since: checkTime('since', since) ?? null, playerId };
        const reached = await ofReachable(from, async (among) => {
          const leagues = await listLeaguesOfFeed(app.reads, { access, among }, feed);
          await beginWork(size, Math.ceil((leagues.length * limit) / FOUND_PER_POINT));
          return listNewestMatches(app.reads, leagues, feed);
        });
        for (const match of reached.found) countParticipants(size, match);
        return reached;
      });
    },
  ),
});

const SearchResult = createUnionType({
  name: 'SearchResult',
  description: 'What a search can find.',
  types: () => [LeagueType, PlayerType, MatchType, NamedTeamType] as const,
  resolveType: (found: unknown) => {
    if ('handle' in (found as FoundItem)) return 'Player';
    if ('teamName' in (found as FoundItem)) return 'NamedTeam';
    return 'slug' in (found as FoundItem) ? 'League' : 'Match';
  },
});

/** Points of names that are looked through: some ten thousand, and those of all leagues. */
const NAMES = 500;
/** The longest text that a name can have. */
const MAX_TEXT = 200;

const TotalsType = objectType(
  'Totals',
  'What everybody may read, counted over all public leagues, archived ones among them, without those whose server cannot be reached.',
  {
    leagues: field(Int, 'Number of public leagues.'),
    players: field(Int, 'Number of players whom a public league knows. It is recounted after ten seconds.'),
    matches: field(Int, 'Number of matches in the logs of public leagues, including void ones.'),
    ratedMatches: field(
      Int,
      'Number of matches in these logs that count: without the void ones. It is recounted after ten seconds.',
    ),
  },
);

queries({
  search: field(
    [SearchResult],
    'Leagues, players, teams and matches that the caller may read, best first: what is named exactly so, then what begins so, then what has the text in it; case and accents are ignored. Leagues are found by slug and name, without archived ones, players by handle and display name, teams by the beginning of their name, and matches by their whole external id.',
    {
      args: { text: field(String, 'What to look for; nothing is found by an empty text.'), ...firstOf(10) },
      cost: { work: NAMES },
    },
    async (_root, { app, access, size }, { text, first }, info) => {
      const limit = checkFirst(first);
      if (text.length > MAX_TEXT) {
        throw new Refused(refuse('MAX_LENGTH', ['text'], { field: 'text', max: MAX_TEXT, length: text.length }));
      }
      const { found } = await ofReachable({ sql: app.reads, access, log: app.log }, (among) =>
        search(app.reads, { access, among }, text.trim(), limit),
      );
      for (const each of found) if ('sides' in each) countParticipants(size, each);
      return sizedList(size, info, found);
    },
  ),
  totals: field(
    TotalsType,
    'How much there is on the platform.',
    { cost: { work: 100 } },
    async (_root, { app, access, stamps, outcome }) => {
      const stamp = await stampAll({ app, stamps, outcome });
      const from = { sql: app.reads, access, log: app.log, onLeftOut: () => standIn(outcome) };
      const { found } = await ofReachable(from, (among) => readTotals(app, among, stamp));
      if (outcome && found.until !== null) {
        outcome.holdsUntil = Math.min(found.until, outcome.holdsUntil ?? Number.POSITIVE_INFINITY);
      }
      return found;
    },
  ),
});
