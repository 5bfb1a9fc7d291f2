import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import type { Snapshot, SnapshotPlace } from '../../nightly/snapshot.js';
import { findSnapshot, listSnapshotPlaces, listSnapshots } from '../../nightly/snapshot.repository.js';
import type { Player } from '../../player/player.js';
import { PageArgs, pagesBy } from '../connection.js';
import type { Context } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { PlayerType } from '../player/player.type.js';
import { DayScalar } from '../scalars.js';
import {
  SnapshotPlaceConnection,
  SnapshotPlaceType,
  StandingsSnapshotConnection,
  StandingsSnapshotType,
} from './snapshot.type.js';

const dayPages = pagesBy('snapshot', ['date'], ({ midnight }: Snapshot) => [midnight]);
const placePages = pagesBy('place', ['place'], ({ place }: SnapshotPlace) => [place]);

@Resolver(() => LeagueType)
export class LeagueSnapshotsResolver {
  @FieldResolver(() => StandingsSnapshotType, {
    nullable: true,
    description: 'Standings at the end of a day; null if no nightly run recorded them.',
  })
  snapshot(
    @Root() league: League,
    @Arg('day', () => DayScalar, { description: "A day in the league's time zone." }) day: string,
    @Ctx() { app }: Context,
  ): Promise<Snapshot | null> {
    return findSnapshot(app.database.manager, league.id, day);
  }

  @FieldResolver(() => StandingsSnapshotConnection, { description: 'The recorded days, newest first.' })
  snapshots(
    @Root() league: League,
    @Ctx() { app }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Snapshot>> {
    return dayPages(app, page, (limit, before) => listSnapshots(app.database.manager, league.id, { limit, before }));
  }
}

@Resolver(() => StandingsSnapshotType)
export class StandingsSnapshotResolver {
  @FieldResolver(() => SnapshotPlaceConnection, { description: 'Places on the board, best first.' })
  places(
    @Root() snapshot: Snapshot,
    @Ctx() { app }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<SnapshotPlace>> {
    return placePages(app, page, (limit, after) =>
      listSnapshotPlaces(app.database.manager, snapshot, { limit, after: after ?? 0 }),
    );
  }
}

@Resolver(() => SnapshotPlaceType)
export class SnapshotPlaceResolver {
  @FieldResolver(() => PlayerType)
  player(@Root() { playerId }: SnapshotPlace, @Ctx() { loaders }: Context): Promise<Player> {
    return loaders.player.load(playerId);
  }
}
