import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { readTotals, type Totals } from '../../reading/totals.repository.js';
import type { Context } from '../context.js';
import { Cost } from '../limits/cost.js';

@ObjectType('Totals', {
  description: 'What everybody may read, counted over all public leagues, archived ones among them.',
  simpleResolvers: true,
})
class TotalsType {
  @Field(() => Int, { description: 'Number of public leagues.' })
  leagues!: number;

  @Field(() => Int, {
    description: 'Number of players whom a public league knows. It is counted anew after ten seconds.',
  })
  players!: number;

  @Field(() => Int, { description: 'Number of matches in the logs of public leagues, including void ones.' })
  matches!: number;
}

@Resolver()
export class TotalsResolver {
  @Cost({ work: 100 })
  @Query(() => TotalsType, { description: 'How much there is on the platform.' })
  totals(@Ctx() { app }: Context): Promise<Totals> {
    return readTotals(app);
  }
}
