import { ID } from 'type-graphql';
import { type Access, ANONYMOUS, canManage } from '../../access/access.js';
import type { Token } from '../../token/token.repository.js';
import { listManagedTokens } from '../../token/token.service.js';
import { PAGE_ARGS, pagesBy } from '../connection.js';
import { computeFields, field, optional, queries } from '../declare.js';
import { LeagueType } from '../league/league.type.js';
import { globalId, idNumber } from '../scalars.js';
import { TokenConnection, TokenType, ViewerType } from './token.type.js';

const tokenPages = pagesBy('token', ['integer'], ({ id }: Token) => [id]);

queries({
  viewer: optional(
    ViewerType,
    "The scopes of the caller's token; null if the caller is anonymous.",
    (_root, { access }) => (access === ANONYMOUS ? null : { ...access, name: access.actor }),
  ),
  tokens: field(
    TokenConnection,
    'The tokens that you may revoke, including revoked ones, newest first: all tokens with platform:admin, or those for your leagues only with league:admin.',
    {
      args: {
        ...PAGE_ARGS,
        league: optional(String, 'Only tokens for the league with this slug.'),
        createdBy: optional(ID, 'Only tokens created by the token with this global id.'),
      },
    },
    (_root, { app, access }, { league, createdBy, ...page }) => {
      const wanted = {
        league: league ?? null,
        createdById: createdBy == null ? null : idNumber(app, 'Token', createdBy),
      };
      return tokenPages(app, page, (limit, beforeId) => listManagedTokens(app, access, { ...wanted, limit, beforeId }));
    },
  ),
});

computeFields<Token>(TokenType, {
  createdByToken: optional(
    TokenType,
    'The token that created it; null if none did, or if you may not see it.',
    async ({ createdById }, { access, loaders }) => {
      const maker = createdById === null ? null : await loaders.token.load(createdById);
      return maker && canManage(access, maker) ? maker : null;
    },
  ),
  id: globalId('Token', (token) => [token.id]),
  leagues: field([LeagueType], 'The leagues to which its league scopes apply.', (token, { loaders }) =>
    loaders.league.loadMany(token.leagueIds),
  ),
});

computeFields<Access>(ViewerType, {
  leagues: field([LeagueType], 'The leagues to which the league scopes apply.', (viewer, { loaders }) =>
    loaders.league.loadMany(viewer.leagueIds),
  ),
});
