import { Field, Int, ObjectType } from 'type-graphql';
import type { MatchStatus } from '../../match-log/match.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';
import { MatchStatusEnum } from './match.type.js';

@ObjectType('MatchVersion', { description: 'A match as submitted, or as a correction left it.', simpleResolvers: true })
export class MatchVersionType {
  @Field(() => Int, { description: '1 for the match as submitted; each correction makes the next version.' })
  version!: number;

  @Field(() => DateTimeScalar, { description: 'When the match was submitted or corrected.' })
  at!: Date;

  @Field(() => String, {
    description: 'Name of the mutation: `submitMatches`, `amendMatch`, `voidMatch` or `restoreMatch`.',
  })
  action!: string;

  @Field(() => MatchStatusEnum, { description: 'Whether this version counts, or counted.' })
  status!: MatchStatus;

  @Field(() => DateTimeScalar, { description: 'When the match was played, by this version.' })
  playedAt!: Date;

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'Details of the match, by this version; null if there are none.',
  })
  details!: unknown;
}
