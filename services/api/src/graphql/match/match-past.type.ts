import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { MatchStatus } from '../../match-log/match.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';
import { MatchStatusEnum } from './match.type.js';

@ObjectType('MatchVersion', { description: 'A match as submitted, or as a correction left it.', simpleResolvers: true })
export class MatchVersionType {
  @Field(() => Int, { description: '1 for the match as submitted; each correction creates the next version.' })
  version!: number;

  @Field(() => DateTimeScalar, { description: 'When the match was submitted or corrected.' })
  at!: Date;

  @Field(() => String, {
    description:
      'Name of the mutation: `submitMatches`, `amendMatch`, `voidMatch`, `restoreMatch`, `voidMatches` or `restoreMatches`.',
  })
  action!: string;

  @Field(() => MatchStatusEnum, { description: 'Whether this version counts, or counted.' })
  status!: MatchStatus;

  @Field(() => DateTimeScalar, { description: 'When the match was played, according to this version.' })
  playedAt!: Date;

  @Field(() => Float, { description: 'How much the match counts in this version.' })
  weight!: number;

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'Details of the match in this version; null if there are none.',
  })
  details!: unknown;
}
