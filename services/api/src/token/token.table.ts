import type { Scope } from '../access/access.js';
import { boolean, bytes, identity, integer, key, nullable, table, text, time } from '../kit/sql/table.js';

export const TokenTable = table('token', {
  id: identity(),
  name: text(),
  /** SHA-256 of the secret; the secret itself is shown once and never stored. */
  secretHash: bytes(),
  scopes: text<Scope[]>({ array: true }),
  createdAt: time(),
  /** The token that created it; null for the command line and the start of the service. */
  createdById: nullable(integer()),
  /** Its creator's name in the audit log: a token, the command line or the start of the service. */
  createdBy: text(),
  expiresAt: nullable(time()),
  revokedAt: nullable(time()),
  /** Exact to the minute. */
  lastUsedAt: nullable(time()),
});
export type TokenTable = InstanceType<typeof TokenTable>;

/** The leagues to which a token's league scopes apply. */
export const TokenLeagueTable = table('token_league', {
  tokenId: key(integer()),
  leagueId: key(integer()),
});

/** When tokens were last used. */
export const TokenUseTable = table('token_use', {
  tokenId: key(integer()),
  /** Exact to the minute. */
  lastUsedAt: time(),
});

/** A secret that rotateToken replaced. It is kept after its end, so that it never becomes a token's secret again. */
export const FormerSecretTable = table('former_secret', {
  /** SHA-256 of the secret. */
  secretHash: key(bytes()),
  tokenId: integer(),
  /** Until then it works like the token's current secret. */
  endsAt: time(),
});

/** A browser that is signed in on behalf of a token, or a code that signs one in. */
export const SessionTable = table('session', {
  /** SHA-256 of the id that the browser has, or of the code. */
  idHash: key(bytes()),
  /** Whether it is a code, which opens one session and is gone. */
  isCode: boolean(),
  tokenId: integer(),
  /** SHA-256 of the token's secret at that time: the session is valid as long as this secret is. */
  secretHash: bytes(),
  createdAt: time(),
  expiresAt: time(),
});
export type SessionTable = InstanceType<typeof SessionTable>;

/** A form of the console that a session has sent and not finished: its page can be requested again. */
export const KeptFormTable = table('kept_form', {
  /** SHA-256 of the id in its address. */
  idHash: key(bytes()),
  sessionIdHash: bytes(),
  /** Encrypted: only the browser of the session has the key. */
  content: bytes(),
  keptAt: time(),
});
export type KeptFormTable = InstanceType<typeof KeptFormTable>;
