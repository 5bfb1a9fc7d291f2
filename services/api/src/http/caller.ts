import { isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import type { Access } from '../access/access.js';
import type { Log } from '../kit/log.js';
import type { Authenticator } from '../token/authenticator.js';

/** Notes that an address sent a token that is not good. @returns why it is refused */
export type TellWrongToken = (address: string, log: Log) => Promise<GraphQLError>;

/** The sender of a request, known before its body is read. */
export interface Caller {
  readonly access: Access;
  /** Name under which the caller's requests are counted: the token, or else the address. */
  readonly account: string;
}

const DECORATOR = 'caller';

/** Makes room for the caller in each request of a server. */
export function provideCallers(server: FastifyInstance): void {
  server.decorateRequest(DECORATOR, null);
}

/** The sender of a request to /graphql. */
export function callerOf(request: FastifyRequest): Caller {
  return request.getDecorator<Caller>(DECORATOR);
}

/**
 * Looks at the token of a request, and notes who sent it.
 * @throws GraphQLError with the code UNAUTHENTICATED where there is one that is not good, or RATE_LIMITED after too many
 */
export async function identify(
  request: FastifyRequest,
  authenticator: Authenticator,
  tellWrongToken: TellWrongToken,
): Promise<void> {
  const access = await authenticator.authenticateHeader(request.headers.authorization);
  if (access) {
    return request.setDecorator<Caller>(DECORATOR, { access, account: accountOf(access, network(request.ip)) });
  }
  throw await tellWrongToken(request.ip, request.log);
}

/** Under which name a caller's points are counted. @param address the part of it that is theirs */
export function accountOf({ tokenId }: Access, address: string): string {
  return tokenId === null ? `address ${address}` : `token ${tokenId}`;
}

/** The part of an address that belongs to one subscriber: of IPv6 the first 64 bits (RFC 6177). */
export function network(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(mapped)) return mapped;
  const [head = '', tail] = mapped.split('%')[0]!.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
