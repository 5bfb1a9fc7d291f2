import { Arg, Args, Ctx, FieldResolver, Float, Int, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import type { Snapshot, SnapshotPlace } from '../../nightly/snapshot.js';
import { findSnapshot, listSnapshotPlaces, listSnapshots } from '../../nightly/snapshot.repository.js';
import { computeFields, itsPlayer } from '../computed.js';
import { connectionType, PageArgs, pagesBy } from '../connection.js';
import type { Context } from '../context.js';
import { field, objectType, optional } from '../declare.js';
import { LeagueType } from '../league/league.type.js';
import { DateTimeScalar, DayScalar } from '../scalars.js';

const StandingsSnapshotType = objectType(
  'StandingsSnapshot',
  'Standings at the end of a day, as recorded by the nightly run. Later corrections do not change them. Players who are hidden now are left out; the others keep their ranks.',
  {
    day: field(DayScalar, "The day, in the league's time zone."),
    midnight: field(DateTimeScalar, 'The midnight at which the day ended.'),
    recordedAt: field(DateTimeScalar, 'When the standings were recorded.'),
    revision: field(Int, "Revision of the league's ratings at that time."),
    playerCount: field(Int, 'Number of players with a rank that day, including players hidden since.'),
  },
);

const SnapshotPlaceType = objectType('SnapshotPlace', 'A place in the standings of a day.', {
  rank: field(Int, 'Starts at 1; equal scores share a rank.'),
  score: optional(Float, 'What the board was sorted by, highest first; null sorts last.'),
});

const StandingsSnapshotConnection = connectionType('StandingsSnapshot', () => StandingsSnapshotType, 'recorded days');
const SnapshotPlaceConnection = connectionType('SnapshotPlace', () => SnapshotPlaceType, 'places');

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

computeFields<SnapshotPlace>(SnapshotPlaceType, {
  player: itsPlayer('The player in this place.'),
});
