import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { type Access, ANONYMOUS, canManage } from '../../access/access.js';
import type { Connection } from '../../kit/paging/page.js';
import { listManagedTokens } from '../../token/list-tokens.js';
import type { Token } from '../../token/token.repository.js';
import { computed, computeFields } from '../computed.js';
import { PageArgs, pagesBy } from '../connection.js';
import { type Context } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { globalId, idNumber } from '../node-id.js';
import { TokenConnection, TokenType, ViewerType } from './token.type.js';

const tokenPages = pagesBy('token', ['integer'], ({ id }: Token) => [id]);

@Resolver(() => TokenType)
export class TokenResolver {
  @Query(() => ViewerType, {
    nullable: true,
    description: "The scopes of the caller's token; null if the caller is anonymous.",
  })
  viewer(@Ctx() { access }: Context): (Access & { name: string }) | null {
    return access === ANONYMOUS ? null : { ...access, name: access.actor };
  }

  @Query(() => TokenConnection, {
    description:
      'The tokens that you may revoke, including revoked ones, newest first: all tokens with platform:admin, or those for your leagues only with league:admin.',
  })
  tokens(
    @Ctx() { app, access }: Context,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('league', () => String, { nullable: true, description: 'Only tokens for the league with this slug.' })
    league?: string,
    @Arg('createdBy', () => ID, {
      nullable: true,
      description: 'Only tokens created by the token with this global id.',
    })
    createdBy?: string,
  ): Promise<Connection<Token>> {
    const wanted = {
      league: league ?? null,
      createdById: createdBy == null ? null : idNumber(app, 'Token', createdBy),
    };
    return tokenPages(app, page, (limit, beforeId) => listManagedTokens(app, access, { ...wanted, limit, beforeId }));
  }

  @FieldResolver(() => TokenType, {
    nullable: true,
    description: 'The token that created it; null if none did, or if you may not see it.',
  })
  async createdByToken(@Root() { createdById }: Token, @Ctx() { access, loaders }: Context): Promise<Token | null> {
    const maker = createdById === null ? null : await loaders.token.load(createdById);
    return maker && canManage(access, maker) ? maker : null;
  }
}

computeFields<Token>(TokenType, {
  id: globalId('Token', (token) => [token.id]),
  leagues: computed([LeagueType], 'The leagues to which its league scopes apply.', (token, { loaders }) =>
    loaders.league.loadMany(token.leagueIds),
  ),
});

computeFields<Access>(ViewerType, {
  leagues: computed([LeagueType], 'The leagues to which the league scopes apply.', (viewer, { loaders }) =>
    loaders.league.loadMany(viewer.leagueIds),
  ),
});
