import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { AFTER, FIRST } from '../graphql/connection.js';
import type { Context } from '../graphql/context.js';
import type { League } from '../league/league.js';
import { LeagueType } from '../league/league.type.js';
import { type Connection, checkFirst } from '../paging/page.js';
import { findPlayerIds } from '../player/player.repository.js';
import { Refused, refuse } from '../refusal.js';
import { type Prediction, predictMatch } from './prediction.js';
import { PredictionType } from './prediction.type.js';
import type { Rating, Standing } from './rating.js';
import { findRating } from './rating.repository.js';
import { RatingType, StandingConnection } from './rating.type.js';
import { listStandings } from './standings.js';

/** What a league knows of ratings. */
@Resolver(() => LeagueType)
export class LeagueRatingsResolver {
  @FieldResolver(() => StandingConnection, { description: 'The board, the best first; stable under ties.' })
  async standings(
    @Root() league: League,
    @Ctx() { app }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
    @Arg('around', () => String, {
      nullable: true,
      description:
        'Handle of a player to have in the middle of the page; empty where he is not on the board. Not with `after`.',
    })
    around?: string,
    @Arg('includeProvisional', () => Boolean, {
      defaultValue: false,
      description: 'Whether provisional players follow below all others, without a rank.',
    })
    includeProvisional?: boolean,
  ): Promise<Connection<Standing>> {
    if (around != null && after != null) {
      throw new Refused(refuse('BAD_INPUT', ['around'], 'around must be left out where after is given'));
    }
    const { manager } = app.database;
    const centre = around == null ? null : ((await findPlayerIds(manager, [around])).values().next().value ?? 0);
    const page = {
      first: checkFirst(first),
      after: after ?? null,
      around: centre,
      includeProvisional: includeProvisional ?? false,
    };
    return listStandings(manager, league, page, (playerId) => findRating(manager, league.id, playerId));
  }

  @FieldResolver(() => RatingType, { nullable: true, description: "A player's rating; null where he has none here." })
  async rating(
    @Root() league: League,
    @Arg('player', () => String, { description: 'Handle.' }) player: string,
    @Ctx() { app }: Context,
  ): Promise<Rating | null> {
    const { manager } = app.database;
    const [playerId] = (await findPlayerIds(manager, [player])).values();
    return playerId === undefined ? null : findRating(manager, league.id, playerId);
  }

  @FieldResolver(() => PredictionType, {
    description: 'Who will win, and what each outcome would do to the ratings, if the match were played now.',
  })
  prediction(
    @Root() league: League,
    @Arg('sides', () => [[String]], { description: 'The handles of each side; newcomers to the league are welcome.' })
    sides: string[][],
    @Ctx() { app, access }: Context,
  ): Promise<Prediction> {
    return predictMatch(app, access, league, sides);
  }
}
