import { Ctx, Int, Query, Resolver } from 'type-graphql';
import { ofReachable } from '../../league/reachable.js';
import { readTotals, type Totals } from '../../reading/totals.repository.js';
import type { Context } from '../context.js';
import { field, objectType } from '../declare.js';
import { Cost } from '../limits/cost.js';

const TotalsType = objectType(
  'Totals',
  'What everybody may read, counted over all public leagues, archived ones among them, without those whose server cannot be reached.',
  {
    leagues: field(Int, 'Number of public leagues.'),
    players: field(Int, 'Number of players whom a public league knows. It is counted anew after ten seconds.'),
    matches: field(Int, 'Number of matches in the logs of public leagues, including void ones.'),
  },
);

@Resolver()
export class TotalsResolver {
  @Cost({ work: 100 })
  @Query(() => TotalsType, { description: 'How much there is on the platform.' })
  async totals(@Ctx() { app, access }: Context): Promise<Totals> {
    const from = { sql: app.reads, access, log: app.log };
    return (await ofReachable(from, (among) => readTotals(app, among))).found;
  }
}
