import { createUnionType, Int } from 'type-graphql';
import { checkFirst } from '../../kit/paging/page.js';
import { beginWork } from '../../kit/paging/response-size.js';
import { Refused, refuse } from '../../kit/refusal.js';
import { queueOf } from '../../league/league.js';
import { type StoredMatch } from '../../match-log/match.js';
import { listChangedQueues } from '../../matchmaking/pairing.repository.js';
import { findPlayer } from '../../player/known-players.js';
import { readTotals } from '../../reading/league-numbers.repository.js';
import { ofReachable } from '../../reading/listed-leagues.js';
import { type FeedPage, listLeaguesOfFeed, listNewestMatches } from '../../reading/newest-matches.repository.js';
import { type FoundItem, search } from '../../reading/search.repository.js';
import { stampAll, standIn } from '../context.js';
import { connectionType, field, firstOf, objectType, optional, PAGE_ARGS, pagesBy, queries } from '../declare.js';
import { FOUND_PER_POINT, LEAGUES } from '../league/league.resolver.js';
import { LeagueType } from '../league/league.type.js';
import { NamedTeamType } from '../league/team.resolver.js';
import { countParticipants, MatchType } from '../match/match.type.js';
import { PairingType } from '../matchmaking/queue.resolver.js';
import { PlayerType } from '../player/player.type.js';
import { MAX_PAIRINGS, openPairings } from '../rating/league-ratings.resolver.js';
import { checkTime, DateTimeScalar } from '../scalars.js';
import { selectionOf, sizedList } from '../selection.js';

/** `MatchConnection` counts its matches, which would mean reading the logs of all leagues. */
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

/** How many queues are looked at for the pairings of all leagues. */
const MAX_QUEUES = 12;
/** After so many milliseconds it is looked again for changes in other queues: to ask all of them for each page would take too long. */
const UNSEEN = 10_000;
/** For how long a pairing can be played. */
const DAY = 86_400_000;

queries({
  pairings: field(
    [PairingType],
    `The newest pairings of queues that can still be played, at most ${MAX_PAIRINGS}, in leagues that the caller may read and that are not archived. Of more than ${MAX_QUEUES} queues, those in which a ticket changed last are looked at. Kept answers show the first pairing of a day in a queue after at most ten seconds.`,
    { args: firstOf(6), cost: { work: 50 } },
    async (_root, context, { first }, info) => {
      const { app, access, loaders, size, stamps, outcome } = context;
      const limit = Math.min(checkFirst(first), MAX_PAIRINGS);
      await stampAll({ app, stamps, outcome });
      const since = new Date(app.clock().getTime() - DAY);
      const from = { sql: app.reads, access, log: app.log, onLeftOut: () => standIn(outcome) };
      const { found } = await ofReachable(from, (among) =>
        listChangedQueues(app.reads, { access, among }, since, MAX_QUEUES),
      );
      for (const { leagueId, change, at } of found) {
        if (!stamps.has(queueOf(leagueId))) stamps.set(queueOf(leagueId), { version: change, mark: at });
      }
      if (outcome) outcome.holdsUntil = Math.min(Date.now() + UNSEEN, outcome.holdsUntil ?? Number.POSITIVE_INFINITY);
      const withStakes = selectionOf(info).has('stakes');
      const lists = await Promise.all(
        found.map(async ({ leagueId, change, at }) => {
          const league = await loaders.league.load(leagueId);
          return openPairings(league, { version: change, mark: at }, limit, withStakes, context);
        }),
      );
      const newest = lists.flat().sort((one, other) => other.pairedAt.getTime() - one.pairedAt.getTime());
      return sizedList(size, info, newest.slice(0, limit), { tickets: 2 });
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
