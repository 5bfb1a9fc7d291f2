import { Field, Float, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../connection.js';
import { PlayerType } from '../player/player.type.js';
import { DateTimeScalar, DayScalar } from '../scalars.js';

@ObjectType('StandingsSnapshot', {
  description:
    'Standings at the end of a day, as recorded by the nightly run. Later corrections do not change them. Players who are hidden now are left out; the others keep their ranks.',
})
export class StandingsSnapshotType {
  @Field(() => DayScalar, { description: "The day, in the league's time zone." })
  day!: string;

  @Field(() => DateTimeScalar, { description: 'The midnight at which the day ended.' })
  midnight!: Date;

  @Field(() => DateTimeScalar, { description: 'When the standings were recorded.' })
  recordedAt!: Date;

  @Field(() => Int, { description: "Revision of the league's ratings at that time." })
  revision!: number;

  @Field(() => Int, { description: 'Number of players with a rank that day, including players hidden since.' })
  playerCount!: number;
}

@ObjectType('SnapshotPlace', { description: 'A place in the standings of a day.' })
export class SnapshotPlaceType {
  @Field(() => Int, { description: 'Starts at 1; equal scores share a rank.' })
  rank!: number;

  @Field(() => PlayerType, { description: 'The player in this place.' })
  player!: unknown;

  @Field(() => Float, { nullable: true, description: 'What the board was sorted by, highest first; null sorts last.' })
  score!: number | null;
}

export const StandingsSnapshotConnection = connectionType(
  'StandingsSnapshot',
  () => StandingsSnapshotType,
  'recorded days',
);
export const SnapshotPlaceConnection = connectionType('SnapshotPlace', () => SnapshotPlaceType, 'places');
