import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { AnalysisStatus } from '../../analysis/analysis.js';
import type { SignalKind } from '../../integrity/signal.js';
import { AnalysisStatusEnum } from '../compare/comparison-job.type.js';
import { connectionType } from '../connection.js';
import { Node } from '../node.type.js';
import { DateTimeScalar } from '../scalars.js';
import { UserError } from '../user-error.type.js';

const SignalKindEnum = {
  FEW_OPPONENTS: 'FEW_OPPONENTS',
  ONE_SIDED_PAIR: 'ONE_SIDED_PAIR',
  STREAK: 'STREAK',
  CLUSTER: 'CLUSTER',
  SUBMITTER: 'SUBMITTER',
} as const satisfies Record<SignalKind, string>;
registerEnumType(SignalKindEnum, {
  name: 'IntegritySignalKind',
  description: 'A sign for an admin to check. Each kind can have innocent reasons.',
  valuesConfig: {
    FEW_OPPONENTS: { description: 'A player gained most of their points from opponents who play hardly anyone else.' },
    ONE_SIDED_PAIR: {
      description: 'A player beats another again and again, which their other results do not explain.',
    },
    STREAK: { description: 'A player won an unlikely number of matches in a row.' },
    CLUSTER: { description: 'A few players mostly play each other, and one of them wins.' },
    SUBMITTER: { description: 'A player does much better in the matches that one submitter reports than in others.' },
  },
});

@ObjectType({ description: 'A number behind a signal.', simpleResolvers: true })
export class IntegrityFigure {
  @Field(() => String, { description: 'Its name; docs/integrity.md explains each.' })
  name!: string;

  @Field(() => Float, { description: 'Its value.' })
  value!: number;
}

@ObjectType('IntegritySignal', {
  description: 'Evidence that results may have been arranged. It is not a verdict and changes nothing.',
})
export class IntegritySignalType {
  @Field(() => SignalKindEnum, { description: 'What was found.' })
  kind!: SignalKind;

  @Field(() => Int, { description: 'Number of matches that it rests on.' })
  matchCount!: number;
}

@ObjectType('IntegrityCheck', {
  implements: Node,
  description:
    "A search for arranged results, for the league's admins. It runs in the background. The newest 20 comparisons and checks of a league are stored.",
})
export class IntegrityCheckType extends Node {
  @Field(() => AnalysisStatusEnum, { description: 'State of the check.' })
  status!: AnalysisStatus;

  @Field(() => Float, { description: 'Share of the work that is done, 0 to 1.' })
  progress!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Sequence number of the newest match in the log when it was read; null until the check is done.',
  })
  sequence!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "The league's revision at that time; null until the check is done.",
  })
  revision!: number | null;

  @Field(() => String, { nullable: true, description: 'Why it failed; null if it did not.' })
  error!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was requested.' })
  requestedAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was done, cancelled or failed; null before.' })
  finishedAt!: Date | null;
}

export const IntegrityCheckConnection = connectionType('IntegrityCheck', () => IntegrityCheckType, 'integrity checks');

@InputType({ description: 'A league to check.' })
export class CheckIntegrityInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;
}

@InputType({ description: 'A check to cancel.' })
export class CancelIntegrityCheckInput {
  @Field(() => ID, { description: 'Global id of the check.' })
  check!: string;
}

@ObjectType({ simpleResolvers: true })
abstract class CheckPayload {
  @Field(() => IntegrityCheckType, { nullable: true, description: 'The check; null if the request was refused.' })
  check?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of checkIntegrity.', simpleResolvers: true })
export class CheckIntegrityPayload extends CheckPayload {}

@ObjectType({ description: 'Result of cancelIntegrityCheck.', simpleResolvers: true })
export class CancelIntegrityCheckPayload extends CheckPayload {}
