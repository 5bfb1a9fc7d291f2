import { Field, Float, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../connection.js';
import { PlayerType } from '../player/player.type.js';
import { DateTimeScalar, DayScalar } from '../scalars.js';

@ObjectType('StandingsSnapshot', {
  description:
    'The standings at the end of a day, as the nightly run recorded them; later corrections do not change it.',
})
export class StandingsSnapshotType {
  @Field(() => DayScalar, { description: "The day that ended, by the league's time zone." })
  day!: string;

  @Field(() => DateTimeScalar, { description: 'The midnight that ended it.' })
  midnight!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was recorded.' })
  recordedAt!: Date;

  @Field(() => Int, { description: "Number of the derivation of the league's ratings that was official." })
  revision!: number;

  @Field(() => Int, { description: 'Players with a rank.' })
  playerCount!: number;
}

@ObjectType('SnapshotPlace', { description: 'A place in the standings of a day.' })
export class SnapshotPlaceType {
  @Field(() => Int, { description: 'From 1, shared by players of equal score.' })
  rank!: number;

  @Field(() => PlayerType, { description: 'Who stood there.' })
  player!: unknown;

  @Field(() => Float, { nullable: true, description: 'What the board was sorted by; null sorts last.' })
  score!: number | null;
}

export const StandingsSnapshotConnection = connectionType(
  'StandingsSnapshot',
  () => StandingsSnapshotType,
  'recorded days',
);
export const SnapshotPlaceConnection = connectionType('SnapshotPlace', () => SnapshotPlaceType, 'places');
