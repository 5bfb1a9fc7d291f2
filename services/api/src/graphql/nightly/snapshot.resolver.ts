import { Float, Int } from 'type-graphql';
import type { League } from '../../league/league.js';
import type { Snapshot, SnapshotPlace } from '../../nightly/snapshot.js';
import { findSnapshot, listSnapshotPlaces, listSnapshots } from '../../nightly/snapshot.repository.js';
import { computedPages, computeFields, connectionType, field, objectType, optional, pagesBy } from '../declare.js';
import { LeagueType } from '../league/league.type.js';
import { itsPlayer } from '../player/player.type.js';
import { DateTimeScalar, DayScalar } from '../scalars.js';

const SnapshotPlaceType = objectType('SnapshotPlace', 'A place in the standings of a day.', {
  rank: field(Int, 'Starts at 1; equal scores share a rank.'),
  score: optional(Float, 'What the board was sorted by, highest first; null sorts last.'),
  player: itsPlayer('The player in this place.'),
});

const StandingsSnapshotType = objectType(
  'StandingsSnapshot',
  'Standings at the end of a day, as recorded by the nightly run. Later corrections do not change them. Players who are hidden now are left out; the others keep their ranks.',
  {
    day: field(DayScalar, "The day, in the league's time zone."),
    midnight: field(DateTimeScalar, 'The midnight at which the day ended.'),
    recordedAt: field(DateTimeScalar, 'When the standings were recorded.'),
    revision: field(Int, "Revision of the league's ratings at that time."),
    playerCount: field(Int, 'Number of players with a rank that day, including players hidden since.'),
    places: computedPages(
      connectionType('SnapshotPlace', SnapshotPlaceType, 'places'),
      'Places on the board, best first.',
      pagesBy('place', ['place'], ({ place }: SnapshotPlace) => [place]),
      (snapshot: Snapshot, { app }, limit, after) =>
        listSnapshotPlaces(app.database.manager, snapshot, { limit, after: after ?? 0 }),
    ),
  },
);

computeFields<League>(LeagueType, {
  snapshot: optional(
    StandingsSnapshotType,
    'Standings at the end of a day; null if no nightly run recorded them.',
    { args: { day: field(DayScalar, "A day in the league's time zone.") } },
    (league, { app }, { day }) => findSnapshot(app.database.manager, league.id, day),
  ),
  snapshots: computedPages(
    connectionType('StandingsSnapshot', StandingsSnapshotType, 'recorded days'),
    'The recorded days, newest first.',
    pagesBy('snapshot', ['date'], ({ midnight }: Snapshot) => [midnight]),
    ({ id }, { app }, limit, before) => listSnapshots(app.database.manager, id, { limit, before }),
  ),
});
