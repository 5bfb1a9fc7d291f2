import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { Sql } from '../../kit/sql/transaction.js';
import { countPublicPlayers, type PublicLeagues, sumPublicLeagues } from '../../reading/totals.repository.js';
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

/** Milliseconds for which the number of players is remembered: to count them is to read an index of all of them. */
const REMEMBERED = 10_000;
const counted = new WeakMap<Sql, { readonly at: number; readonly players: Promise<number> }>();

@Resolver()
export class TotalsResolver {
  @Cost({ work: 100 })
  @Query(() => TotalsType, { description: 'How much there is on the platform.' })
  async totals(@Ctx() { app }: Context): Promise<PublicLeagues & { readonly players: number }> {
    const now = app.clock().getTime();
    let known = counted.get(app.reads);
    if (!known || now - known.at >= REMEMBERED) {
      known = { at: now, players: countPublicPlayers(app.reads) };
      counted.set(app.reads, known);
      // The next request counts again.
      known.players.catch(() => counted.delete(app.reads));
    }
    const [leagues, players] = await Promise.all([sumPublicLeagues(app.reads), known.players]);
    return { ...leagues, players };
  }
}
