import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { canAdminister } from '../../access/access.js';
import type { League } from '../../league/league.js';
import { leagueWork, tokenUse } from '../../league/quota.js';
import { sumTokenUse } from '../../league/replay-use.repository.js';
import type { Token } from '../../token/token.repository.js';
import { TokenType } from '../access/token.type.js';
import type { Context } from '../context.js';
import { LeagueType } from './league.type.js';
import { QuotasType } from './quota.type.js';

@Resolver(() => LeagueType)
export class LeagueQuotasResolver {
  @FieldResolver(() => QuotasType, {
    nullable: true,
    description: 'How much of its quotas the league has used; null unless the caller may administer it.',
  })
  async quotas(@Root() league: League, @Ctx() { app, access }: Context): Promise<QuotasType | null> {
    if (!canAdminister(access, league)) return null;
    const storage = { use: league.journalBytes, limit: app.leagueStorage, refillsAt: null };
    return { storage, work: await leagueWork(app, app.database, league.id) };
  }
}

@Resolver(() => TokenType)
export class TokenQuotasResolver {
  @FieldResolver(() => QuotasType, { description: 'How much of its quotas the token has used.' })
  quotas(@Root() { id }: Token, @Ctx() { app }: Context): Promise<QuotasType> {
    return tokenUse(app, id, (since) => sumTokenUse(app.database, id, since));
  }
}
