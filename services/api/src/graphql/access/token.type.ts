import { connectionType } from '../connection.js';
import { field, nodeType, objectType, optional } from '../declare.js';
import { DateTimeScalar } from '../scalars.js';

export const TokenType = nodeType('Token', 'Credentials with which a program acts for a person.', {
  name: field(String, 'Its purpose, which is its name in the audit log.'),
  scopes: field([String], 'What it permits: `league:read`, `matches:submit`, `league:admin`, `platform:admin`.'),
  createdAt: field(DateTimeScalar, 'When it was created.'),
  createdBy: field(String, 'Who created it: the name of a token, `command line`, or `start of the service`.'),
  expiresAt: optional(DateTimeScalar, 'When it expires; null if never.'),
  revokedAt: optional(DateTimeScalar, 'When it was revoked; null while it is valid.'),
  lastUsedAt: optional(DateTimeScalar, 'When it was last used, to the minute; null if never.'),
});

export const ViewerType = objectType('Viewer', "What the caller's token permits.", {
  name: field(String, 'Name of the token.'),
  scopes: field([String], 'What it permits: `league:read`, `matches:submit`, `league:admin`, `platform:admin`.'),
});

export const TokenConnection = connectionType('Token', TokenType, 'tokens');
