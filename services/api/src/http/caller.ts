import { isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import type { Access } from '../access/access.js';
import type { Log } from '../kit/log.js';
import type { Authenticator } from '../token/authenticator.js';

/** Records that an address sent an invalid token. @returns why the request is refused */
export type TellWrongToken = (address: string, log: Log) => Promise<GraphQLError>;

/** The sender of a request, known before its body is read. */
export interface Caller {
  readonly access: Access;
  /** Name under which the caller's requests are counted: the token's, or else the address. */
  readonly account: string;
}

const DECORATOR = 'caller';

/** Adds the caller to the requests of a server. */
export function provideCallers(server: FastifyInstance): void {
  server.decorateRequest(DECORATOR, null);
}

/** The sender of a request to /graphql. */
export function callerOf(request: FastifyRequest): Caller {
  return request.getDecorator<Caller>(DECORATOR);
}

/**
 * Checks the token of a request, and records who sent it.
 * @throws GraphQLError with the code UNAUTHENTICATED if the token is invalid, or RATE_LIMITED after too many invalid ones
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

/** The name under which a caller's points are counted. @param address the part of the address that is theirs */
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
