import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { type Access, ANONYMOUS, canManage } from '../../access/access.js';
import { decodeCursor, encodeCursor } from '../../kit/paging/cursor.js';
import { type Connection, checkFirst, toConnection } from '../../kit/paging/page.js';
import { Refused, refuse, shown } from '../../kit/refusal.js';
import type { League } from '../../league/league.js';
import { listManagedTokens } from '../../token/list-tokens.js';
import { revokeToken } from '../../token/revoke-token.js';
import type { Token } from '../../token/token.repository.js';
import { createToken } from '../../token/token.service.js';
import { AFTER, FIRST } from '../connection.js';
import type { Context } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { nodeId, parseNodeId } from '../node-id.js';
import { onceOf } from '../once.js';
import { orErrors } from '../user-error.type.js';
import {
  CreateTokenInput,
  CreateTokenPayload,
  RevokeTokenInput,
  RevokeTokenPayload,
  TokenConnection,
  TokenType,
  ViewerType,
} from './token.type.js';

@Resolver(() => TokenType)
export class TokenResolver {
  @Query(() => ViewerType, { nullable: true, description: "What the caller's token allows; null when anonymous." })
  viewer(@Ctx() { access }: Context): (Access & { name: string }) | null {
    return access === ANONYMOUS ? null : { ...access, name: access.actor };
  }

  @Query(() => TokenConnection, {
    description:
      'The tokens that you may revoke, revoked ones too, newest first: with platform:admin all, with league:admin those for your leagues alone.',
  })
  async tokens(
    @Ctx() { app, access }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
    @Arg('league', () => String, { nullable: true, description: 'Slug: those for this league only.' }) league?: string,
    @Arg('createdBy', () => ID, { nullable: true, description: 'Global id of a token: those that it made only.' })
    createdBy?: string,
  ): Promise<Connection<Token>> {
    const [beforeId] = decodeCursor('token', ['integer'], after) ?? [null];
    const createdById = createdBy == null ? null : tokenId(createdBy);
    const list = { limit: checkFirst(first) + 1, beforeId, league: league ?? null, createdById };
    return toConnection(
      await listManagedTokens(app, access, list),
      first,
      ({ id }) => encodeCursor('token', id),
      after != null,
    );
  }

  @Mutation(() => CreateTokenPayload, {
    description: 'Makes a token. Needs platform:admin, or league:admin for all the leagues that it names.',
  })
  createToken(
    @Arg('input', () => CreateTokenInput, { description: 'The token.' }) input: CreateTokenInput,
    @Ctx() context: Context,
  ): Promise<CreateTokenPayload> {
    const { app, access } = context;
    const once = onceOf(context, 'createToken', input);
    return orErrors(() => createToken(app, access, { ...input, expiresAt: input.expiresAt ?? null }, once));
  }

  @Mutation(() => RevokeTokenPayload, {
    description: 'Ends a token within a second, on every replica. Needs the rights that making it needs.',
  })
  revokeToken(
    @Arg('input', () => RevokeTokenInput, { description: 'The token.' }) input: RevokeTokenInput,
    @Ctx() { app, access }: Context,
  ): Promise<RevokeTokenPayload> {
    return orErrors(async () => {
      const revoked = await revokeToken(app, access, { ...input, id: tokenId(input.token) });
      if (revoked) return { ...revoked };
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

  @FieldResolver(() => TokenType, {
    nullable: true,
    description: 'The token that made it; null where none did, or none that you may see.',
  })
  async createdByToken(@Root() { createdById }: Token, @Ctx() { access, loaders }: Context): Promise<Token | null> {
    const maker = createdById === null ? null : await loaders.token.load(createdById);
    return maker && canManage(access, maker) ? maker : null;
  }
}

/** @returns 0, which is no token's, where the id is none of a token */
function tokenId(id: string): number {
  const parsed = parseNodeId(id);
  return parsed?.kind === 'Token' ? parsed.key[0]! : 0;
}

@Resolver(() => ViewerType)
export class ViewerResolver {
  @FieldResolver(() => [LeagueType], { description: 'The leagues for which the league scopes hold.' })
  leagues(@Root() viewer: Access, @Ctx() { loaders }: Context): Promise<(League | Error)[]> {
    return loaders.league.loadMany(viewer.leagueIds);
  }
}
