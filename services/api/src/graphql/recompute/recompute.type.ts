import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { RecomputeStatus } from '../../correction/recompute.js';
import { connectionType } from '../connection.js';
import { Node } from '../node.type.js';
import { DateTimeScalar } from '../scalars.js';

export const RecomputeStatusEnum = {
  QUEUED: 'QUEUED',
  RUNNING: 'RUNNING',
  DONE: 'DONE',
  CANCELLED: 'CANCELLED',
  FAILED: 'FAILED',
} as const satisfies Record<RecomputeStatus, string>;
registerEnumType(RecomputeStatusEnum, {
  name: 'RecomputeStatus',
  description: 'How far a recompute has come.',
  valuesConfig: {
    QUEUED: { description: 'It waits for a worker.' },
    RUNNING: { description: 'It is built aside; the board shows the revision before.' },
    DONE: { description: 'The board shows its revision.' },
    CANCELLED: { description: 'It was given up; the board shows the revision before.' },
    FAILED: { description: 'It could not be done; the board shows the revision before.' },
  },
});

@ObjectType('Recompute', {
  implements: Node,
  description: 'A job that carries out a correction whose tail is too long for a request.',
})
export class RecomputeType extends Node {
  @Field(() => RecomputeStatusEnum, { description: 'How far it has come.' })
  status!: RecomputeStatus;

  @Field(() => Int, { description: 'Matches rated so far.' })
  done!: number;

  @Field(() => Int, { description: 'Matches to rate, as far as is known.' })
  total!: number;

  @Field(() => Int, { nullable: true, description: 'The revision that it made; null before it is done.' })
  revision!: number | null;

  @Field(() => String, { description: 'Why it was asked for.' })
  reason!: string;

  @Field(() => String, { nullable: true, description: 'Why it failed; null otherwise.' })
  error!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was asked for.' })
  requestedAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was last begun; null before.' })
  startedAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was done, cancelled or failed; null before.' })
  finishedAt!: Date | null;
}

export const RecomputeConnection = connectionType('Recompute', () => RecomputeType, 'recomputes');
