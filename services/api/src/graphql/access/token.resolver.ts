import { ID, Int } from 'type-graphql';
import { type Access, ANONYMOUS, canManage } from '../../access/access.js';
import { Refused, refuse, shown } from '../../kit/refusal.js';
import { revokeToken } from '../../token/revoke-token.js';
import { rotateToken } from '../../token/rotate-token.js';
import type { Token } from '../../token/token.repository.js';
import { createToken, listManagedTokens } from '../../token/token.service.js';
import {
  computeFields,
  connectionType,
  field,
  nodeType,
  objectType,
  optional,
  PAGE_ARGS,
  pagesBy,
  queries,
} from '../declare.js';
import { LeagueType } from '../league/league.type.js';
import { mutation } from '../mutation.js';
import { DateTimeScalar, globalId, idNumber } from '../scalars.js';

export const TokenType = nodeType('Token', 'Credentials with which a program acts for a person.', {
  name: field(String, 'Its purpose, which is its name in the audit log.'),
  scopes: field([String], 'What it permits: `league:read`, `matches:submit`, `league:admin`, `platform:admin`.'),
  createdAt: field(DateTimeScalar, 'When it was created.'),
  createdBy: field(String, 'Who created it: the name of a token, `command line`, or `start of the service`.'),
  expiresAt: optional(DateTimeScalar, 'When it expires; null if never.'),
  revokedAt: optional(DateTimeScalar, 'When it was revoked; null while it is valid.'),
  lastUsedAt: optional(DateTimeScalar, 'When it was last used, to the minute; null if never.'),
});

const ViewerType = objectType('Viewer', "What the caller's token permits.", {
  name: field(String, 'Name of the token.'),
  scopes: field([String], 'What it permits: `league:read`, `matches:submit`, `league:admin`, `platform:admin`.'),
  leagues: field([LeagueType], 'The leagues to which the league scopes apply.', (viewer: Access, { loaders }) =>
    loaders.league.loadMany(viewer.leagueIds),
  ),
});

const tokenPages = pagesBy('token', ['integer'], ({ id }: Token) => [id]);

queries({
  viewer: optional(
    ViewerType,
    "The scopes of the caller's token; null if the caller is anonymous.",
    (_root, { access }) => (access === ANONYMOUS ? null : { ...access, name: access.actor }),
  ),
  tokens: field(
    connectionType('Token', TokenType, 'tokens'),
    'The tokens that you may revoke, including revoked ones, newest first: all tokens with platform:admin, or those for your leagues only with league:admin.',
    {
      args: {
        ...PAGE_ARGS,
        league: optional(String, 'Only tokens for the league with this slug.'),
        createdBy: optional(ID, 'Only tokens created by the token with this global id.'),
      },
    },
    (_root, { app, access }, { league = null, createdBy, ...page }) => {
      const createdById = createdBy == null ? null : idNumber(app, 'Token', createdBy);
      return tokenPages(app, page, (limit, beforeId) =>
        listManagedTokens(app, access, { league, createdById, limit, beforeId }),
      );
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

mutation('createToken', {
  description: 'Creates a token. Requires the scope platform:admin, or league:admin for every league that it names.',
  input: 'A token to create.',
  fields: {
    name: field(String, 'What it is for.'),
    scopes: field(
      [String],
      'What it permits: `league:read`, `matches:submit`, `league:admin`, `platform:admin`. 1 to 20 entries; duplicates count once.',
    ),
    leagues: field(
      [String],
      'Slugs of the leagues to which the scopes other than platform:admin apply, at most 1,000.',
      { defaultValue: [] },
    ),
    expiresAt: optional(
      DateTimeScalar,
      'When it expires; never if omitted. A token that expires creates none that lasts longer.',
    ),
  },
  payload: {
    token: optional(TokenType, 'The token; null if the request was refused.'),
    secret: optional(
      String,
      'The secret to send as `Authorization: Bearer …`, shown only once. Null if the request was refused, or if an earlier request with the same Idempotency-Key created the token.',
    ),
  },
  run: (input, { app, access }, once) =>
    createToken(app, access, { ...input, expiresAt: input.expiresAt ?? null }, once()),
});

mutation('rotateToken', {
  description:
    'Gives a token a new secret; the old one ends after a grace period that you choose, on every replica within a second, and its sockets close. Requires the rights needed to create the token.',
  input: 'A token to give a new secret.',
  fields: {
    token: field(ID, 'Global id of the token.'),
    graceSeconds: field(
      Int,
      'How long the old secret continues to work, in seconds, from 0 to 2,592,000 (30 days). Earlier secrets end by then at the latest.',
    ),
    reason: field(String, 'Reason for the audit log.', { defaultValue: 'not given' }),
  },
  payload: {
    token: optional(TokenType, 'The token; null if the request was refused.'),
    secret: optional(
      String,
      'The new secret, shown only once. Null if the request was refused, or if an earlier request with the same Idempotency-Key created it.',
    ),
    formerSecretEndsAt: optional(DateTimeScalar, 'When the old secret stops working; null if the request was refused.'),
  },
  run: (input, { app, access }, once) =>
    rotateToken(app, access, { ...input, id: idNumber(app, 'Token', input.token) }, once()),
});

mutation('revokeToken', {
  description: 'Revokes a token on every replica within a second. Requires the rights needed to create it.',
  input: 'A token to revoke.',
  fields: {
    token: field(ID, 'Global id of the token.'),
    reason: field(String, 'Reason for the audit log.', { defaultValue: 'not given' }),
    withCreated: field(Boolean, 'Whether to revoke the tokens created with it as well, directly or indirectly.', {
      defaultValue: false,
    }),
  },
  payload: {
    token: optional(TokenType, 'The token; null if there is none that you may revoke.'),
    revoked: optional(
      [TokenType],
      'The tokens revoked by this request; empty if they were revoked before, null if the request was refused.',
    ),
  },
  async run(input, { app, access }) {
    const revoked = await revokeToken(app, access, { ...input, id: idNumber(app, 'Token', input.token) });
    if (revoked) return { ...revoked };
    throw new Refused(refuse('REVOCABLE_TOKEN_ID', ['input', 'token'], { value: shown(input.token) }));
  },
});
