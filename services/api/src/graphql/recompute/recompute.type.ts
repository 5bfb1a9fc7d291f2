import { Field, Int, ObjectType } from 'type-graphql';
import type { RecomputeStatus } from '../../league-log/recompute.js';
import { connectionType } from '../connection.js';
import { Node } from '../node-id.js';
import { DateTimeScalar, enumOf } from '../scalars.js';

@ObjectType('Effect', { description: 'What a correction did, or would do, to the board.' })
export class EffectType {
  @Field(() => Int, { description: 'Number of ratings that changed.' })
  changeCount!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of matches that were rated again: those that follow from the correction. Null in recomputes from versions that did not store it.',
  })
  matchCount?: number | null;
}

const RecomputeStatusEnum = enumOf<RecomputeStatus>('RecomputeStatus', 'State of a recompute.', {
  QUEUED: 'The recompute is waiting for a worker.',
  RUNNING: 'The recompute is running; the board still shows the previous revision.',
  DONE: 'The recompute is done; the board shows its revision.',
  CANCELLED: 'The recompute was cancelled; the board still shows the previous revision.',
  FAILED: 'The recompute failed; the board still shows the previous revision.',
});

@ObjectType('Recompute', {
  implements: Node,
  description: 'A job that carries out a correction with too many matches to rate in one request.',
})
export class RecomputeType extends Node {
  @Field(() => RecomputeStatusEnum, { description: 'State of the recompute.' })
  status!: RecomputeStatus;

  @Field(() => Int, { description: 'Number of matches rated so far.' })
  done!: number;

  @Field(() => Int, { description: 'Number of matches to rate, as far as known.' })
  total!: number;

  @Field(() => Int, { nullable: true, description: 'The resulting revision; null until it is done.' })
  revision!: number | null;

  @Field(() => String, { description: 'Why it was requested.' })
  reason!: string;

  @Field(() => String, { nullable: true, description: 'Why it failed; null if it did not.' })
  error!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was requested.' })
  requestedAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it last started; null before.' })
  startedAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was done, cancelled or failed; null before.' })
  finishedAt!: Date | null;
}

export const RecomputeConnection = connectionType('Recompute', () => RecomputeType, 'recomputes');
