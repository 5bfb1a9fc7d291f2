import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { type Connection, checkFirst, decodeCursor, encodeCursor, toConnection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import type { Snapshot, SnapshotPlace } from '../../nightly/snapshot.js';
import { findSnapshot, listSnapshotPlaces, listSnapshots } from '../../nightly/snapshot.repository.js';
import type { Player } from '../../player/player.js';
import { AFTER, FIRST } from '../connection.js';
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
  async snapshots(
    @Root() league: League,
    @Ctx() { app }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
  ): Promise<Connection<Snapshot>> {
    const [before] = decodeCursor(app.seal, 'snapshot', ['date'], after) ?? [null];
    const days = await listSnapshots(app.database.manager, league.id, { limit: checkFirst(first) + 1, before });
    return toConnection(days, first, ({ midnight }) => encodeCursor(app.seal, 'snapshot', midnight), after != null);
  }
}

@Resolver(() => StandingsSnapshotType)
export class StandingsSnapshotResolver {
  @FieldResolver(() => SnapshotPlaceConnection, { description: 'Places on the board, best first.' })
  async places(
    @Root() snapshot: Snapshot,
    @Ctx() { app }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
  ): Promise<Connection<SnapshotPlace>> {
    const [place] = decodeCursor(app.seal, 'place', ['place'], after) ?? [0];
    const page = { limit: checkFirst(first) + 1, after: place };
    const places = await listSnapshotPlaces(app.database.manager, snapshot, page);
    return toConnection(places, first, (each) => encodeCursor(app.seal, 'place', each.place), after != null);
  }
}

@Resolver(() => SnapshotPlaceType)
export class SnapshotPlaceResolver {
  @FieldResolver(() => PlayerType)
  player(@Root() { playerId }: SnapshotPlace, @Ctx() { loaders }: Context): Promise<Player> {
    return loaders.player.load(playerId);
  }
}
