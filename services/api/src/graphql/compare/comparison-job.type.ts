import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { AnalysisStatus } from '../../analysis/analysis.js';
import { connectionType } from '../connection.js';
import { Node } from '../node.type.js';
import { DateTimeScalar } from '../scalars.js';

export const AnalysisStatusEnum = {
  QUEUED: 'QUEUED',
  RUNNING: 'RUNNING',
  DONE: 'DONE',
  CANCELLED: 'CANCELLED',
  FAILED: 'FAILED',
} as const satisfies Record<AnalysisStatus, string>;
registerEnumType(AnalysisStatusEnum, {
  name: 'AnalysisStatus',
  description: 'State of a long calculation over the log of a league. It changes nothing in the league.',
  valuesConfig: {
    QUEUED: { description: 'It is waiting for its turn: the service runs one at a time.' },
    RUNNING: { description: 'It is running.' },
    DONE: { description: 'It is done, and its result is stored.' },
    CANCELLED: { description: 'It was cancelled.' },
    FAILED: { description: 'It failed; the error says why.' },
  },
});

@ObjectType('Comparison', {
  implements: Node,
  description:
    "A comparison of rating systems, or a search for better settings, in the background, for the league's admins. The newest 20 comparisons and checks of a league are stored.",
})
export class ComparisonType extends Node {
  @Field(() => AnalysisStatusEnum, { description: 'State of the comparison.' })
  status!: AnalysisStatus;

  @Field(() => Float, { description: 'Share of the work that is done, 0 to 1.' })
  progress!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Sequence number of the newest match in the log when it was read; null until the comparison is done.',
  })
  sequence!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "The league's revision at that time; null until the comparison is done.",
  })
  revision!: number | null;

  @Field(() => String, { nullable: true, description: 'Why it failed; null if it did not.' })
  error!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was requested.' })
  requestedAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it last started; null before.' })
  startedAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was done, cancelled or failed; null before.' })
  finishedAt!: Date | null;
}

export const ComparisonConnection = connectionType('Comparison', () => ComparisonType, 'comparisons');
