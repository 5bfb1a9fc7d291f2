import { Field, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('Verification', {
  description:
    "A verification that a league's ratings, journal and board equal a replay of its match log, to the last bit.",
  simpleResolvers: true,
})
export class VerificationType {
  @Field(() => DateTimeScalar, { description: 'When it was carried out. The whole league is read as of this time.' })
  verifiedAt!: Date;

  @Field(() => Int, {
    description:
      'Sequence number of the newest match that it covers, counted from 1 in order of arrival; 0 if the log was empty.',
  })
  sequence!: number;

  @Field(() => Int, { description: "Revision of the league's ratings that it covers." })
  revision!: number;

  @Field(() => Boolean, {
    description: 'Whether the log and the revision are still those that it covers. A newer match makes this false.',
  })
  isCurrent!: boolean;

  @Field(() => Boolean, { description: 'Whether no problem was found.' })
  holds!: boolean;

  @Field(() => Int, { description: 'Number of problems found, 0 or more. `openladder verify` lists them.' })
  problems!: number;
}
