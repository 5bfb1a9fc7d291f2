import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Connection } from '../../kit/paging/page.js';
import { beginWork, countParts } from '../../kit/paging/response-size.js';
import { ofReachable } from '../../league/reachable.js';
import type { StoredMatch } from '../../match-log/match.js';
import { findPlayer } from '../../player/known-players.js';
import { type FeedPage, listLeaguesOfFeed, listNewestMatches } from '../../reading/newest-matches.repository.js';
import { connectionType, PageArgs, type Partly, pagesBy, withUnreachable } from '../connection.js';
import type { Context } from '../context.js';
import { Cost } from '../limits/cost.js';
import { MatchType } from '../match/match.type.js';
import { checkTime, DateTimeScalar } from '../scalars.js';

/** `MatchConnection` counts its matches, which would be to read the logs of all leagues. */
const NewestMatchConnection = connectionType('NewestMatch', () => MatchType, 'matches of all leagues', {
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

@Resolver()
export class NewestMatchesResolver {
  @Cost({ work: LEAGUES })
  @Query(() => NewestMatchConnection, {
    description:
      'Matches that count, of all leagues that the caller may read and that are not archived, the newest first by when they were played.',
  })
  async matches(
    @Ctx() { app, access, size }: Context,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('since', () => DateTimeScalar, { nullable: true, description: 'Only matches played at or after this time.' })
    since?: Date,
    @Arg('player', () => String, {
      nullable: true,
      description: 'Only matches in which the player with this handle or account took part.',
    })
    player?: string,
  ): Promise<Connection<StoredMatch> & Partly> {
    const from = { sql: app.reads, access, log: app.log };
    const playerId = player == null ? null : ((await findPlayer(app.database, access, player))?.id ?? 0);
    let unreachable: readonly string[] = [];
    const matches = await newestPages(app, page, async (limit, playedAt, leagueId, sequence) => {
      const after = playedAt && { playedAt, leagueId: leagueId!, sequence: sequence! };
      const feed: FeedPage = { limit, after, since: checkTime('since', since) ?? null, playerId };
      const reached = await ofReachable(from, async (among) => {
        const leagues = await listLeaguesOfFeed(app.reads, access, feed, among);
        await beginWork(size, Math.ceil((leagues.length * limit) / MATCHES_PER_POINT));
        return listNewestMatches(app.reads, leagues, feed);
      });
      unreachable = reached.unreachable;
      for (const { sides } of reached.found) countParts(size, sides.flatMap(({ participants }) => participants).length);
      return reached.found;
    });
    return withUnreachable(matches, { unreachable });
  }
}
