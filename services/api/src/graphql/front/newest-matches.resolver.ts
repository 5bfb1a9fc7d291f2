import { beginWork, countParts } from '../../kit/paging/response-size.js';
import type { StoredMatch } from '../../match-log/match.js';
import { findPlayer } from '../../player/known-players.js';
import { ofReachable } from '../../reading/listed-leagues.js';
import { type FeedPage, listLeaguesOfFeed, listNewestMatches } from '../../reading/newest-matches.repository.js';
import { connectionType, PAGE_ARGS, pagesBy } from '../connection.js';
import { stampAll } from '../context.js';
import { field, optional, queries } from '../declare.js';
import { MatchType } from '../match/match.type.js';
import { checkTime, DateTimeScalar } from '../scalars.js';

/** `MatchConnection` counts its matches, which would be to read the logs of all leagues. */
const NewestMatchConnection = connectionType('NewestMatch', MatchType, 'matches of all leagues', {
  isPartly: true,
});

const newestPages = pagesBy('newest match', ['date', 'integer', 'integer'], (match: StoredMatch) => [
  match.playedAt,
  match.leagueId,
  match.sequence,
]);

/** Points of the list of leagues, and matches that are read in the time of a point: as many as a page has, of each league. */
const LEAGUES = 50;
const MATCHES_PER_POINT = 4;

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
      const from = { sql: app.reads, access, log: app.log };
      const playerId = player == null ? null : ((await findPlayer(app.database, access, player))?.id ?? 0);
      return newestPages(app, page, async (limit, playedAt, leagueId, sequence) => {
        const after = playedAt && { playedAt, leagueId: leagueId!, sequence: sequence! };
        const feed: FeedPage = { limit, after, since: checkTime('since', since) ?? null, playerId };
        const reached = await ofReachable(from, async (among) => {
          const leagues = await listLeaguesOfFeed(app.reads, { access, among }, feed);
          await beginWork(size, Math.ceil((leagues.length * limit) / MATCHES_PER_POINT));
          return listNewestMatches(app.reads, leagues, feed);
        });
        for (const { sides } of reached.found)
          countParts(size, sides.flatMap(({ participants }) => participants).length);
        return reached;
      });
    },
  ),
});
