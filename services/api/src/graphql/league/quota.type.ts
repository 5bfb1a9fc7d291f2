import { Field, Float, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('Quota', { description: 'A limit of the operator, and how much of it is used.', simpleResolvers: true })
class QuotaType {
  @Field(() => Float, { description: 'How much is used.' })
  use!: number;

  @Field(() => Float, { nullable: true, description: 'How much may be used; null if there is no limit.' })
  limit!: number | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When its use goes back to 0; null if it never does.' })
  refillsAt!: Date | null;
}

@ObjectType('Quotas', {
  description: 'Storage of a league or a token, and work for its late matches and corrections, each with its limit.',
  simpleResolvers: true,
})
export class QuotasType {
  @Field(() => QuotaType, {
    description:
      'In bytes. For a league: its journal, including earlier revisions. For a token: how much its late matches and corrections make journals grow in a day of UTC.',
  })
  storage!: QuotaType;

  @Field(() => QuotaType, { description: 'Lines of journals that late matches and corrections rate again in an hour.' })
  work!: QuotaType;
}
