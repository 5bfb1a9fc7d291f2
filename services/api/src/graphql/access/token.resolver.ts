import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { type Access, ANONYMOUS } from '../../access/access.js';
import { Refused, refuse, shown } from '../../kit/refusal.js';
import type { League } from '../../league/league.js';
import type { Token } from '../../token/token.repository.js';
import { createToken, revokeToken } from '../../token/token.service.js';
import type { Context } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { nodeId, parseNodeId } from '../node-id.js';
import { orErrors } from '../user-error.type.js';
import {
  CreateTokenInput,
  CreateTokenPayload,
  RevokeTokenInput,
  RevokeTokenPayload,
  TokenType,
  ViewerType,
} from './token.type.js';

@Resolver(() => TokenType)
export class TokenResolver {
  @Query(() => ViewerType, { nullable: true, description: "What the caller's token allows; null when anonymous." })
  viewer(@Ctx() { access }: Context): (Access & { name: string }) | null {
    return access === ANONYMOUS ? null : { ...access, name: access.actor };
  }

  @Mutation(() => CreateTokenPayload, {
    description: 'Makes a token. Needs platform:admin, or league:admin for all the leagues that it names.',
  })
  createToken(
    @Arg('input', () => CreateTokenInput, { description: 'The token.' }) input: CreateTokenInput,
    @Ctx() { app, access }: Context,
  ): Promise<CreateTokenPayload> {
    return orErrors(() => createToken(app, access, { ...input, expiresAt: input.expiresAt ?? null }));
  }

  @Mutation(() => RevokeTokenPayload, {
    description: 'Ends a token within a second, on every replica. Needs the rights that making it needs.',
  })
  revokeToken(
    @Arg('input', () => RevokeTokenInput, { description: 'The token.' }) input: RevokeTokenInput,
    @Ctx() { app, access }: Context,
  ): Promise<RevokeTokenPayload> {
    return orErrors(async () => {
      const id = parseNodeId(input.token);
      const token = await revokeToken(app, access, id?.kind === 'Token' ? id.key[0]! : 0, input.reason);
      if (token) return { token };
      const message = `token must be the id of a token that you may revoke, but is ${shown(input.token)}`;
      throw new Refused(refuse('BAD_INPUT', ['input', 'token'], message));
    });
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque.' })
  id(@Root() token: Token): string {
    return nodeId('Token', token.id);
  }

  @FieldResolver(() => [LeagueType], { description: 'The leagues for which its league scopes hold.' })
  leagues(@Root() token: Token, @Ctx() { loaders }: Context): Promise<(League | Error)[]> {
    return loaders.league.loadMany(token.leagueIds);
  }
}

@Resolver(() => ViewerType)
export class ViewerResolver {
  @FieldResolver(() => [LeagueType], { description: 'The leagues for which the league scopes hold.' })
  leagues(@Root() viewer: Access, @Ctx() { loaders }: Context): Promise<(League | Error)[]> {
    return loaders.league.loadMany(viewer.leagueIds);
  }
}
