import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Resolve } from './resolve-name.js';

/** Networks that webhooks may reach although they are not public. */
export type Allowed = Pick<BlockList, 'check' | 'rules'>;

/** An address that must not be reached. The message does not reveal the addresses of a name in a private network. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

/** A list to check addresses against. @param networks addresses, with or without a prefix length */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, length] = network.split('/') as [string, string?];
    const family = familyOf(address);
    list.addSubnet(address, Number(length ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}

export function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/** Public IPv6 addresses; all others are special in some way (RFC 4291). */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Whether anyone on the Internet could reach the address: not private, local, mapped, reserved or the like. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6);
}

/** Why an address must not be reached; null if it may be. @param isEncrypted plain HTTP may only go to allowed networks */
export function problemOf(allowed: Allowed, address: string, isEncrypted: boolean): string | null {
  if (allowed.check(address, familyOf(address))) return null;
  if (!isEncrypted) return 'plain http is for networks in OPENLADDER_WEBHOOK_ALLOW only';
  return isPublic(address) ? null : 'the address is not public';
}

/**
 * The addresses to connect to, all of them checked. Connect to these and do not resolve the name again, because its address might
 * change.
 * @throws NotPublic if one of them must not be reached
 */
export async function checkedAddresses(
  { protocol, hostname }: URL,
  allowed: Allowed,
  resolve: Resolve,
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isEncrypted = protocol === 'https:';
  const mayReach = (address: string) => problemOf(allowed, address, isEncrypted) === null;
  const addresses = isIP(host) === 0 ? await resolve(host, mayReach) : [host];
  for (const address of addresses) {
    const problem = problemOf(allowed, address, isEncrypted);
    if (problem !== null) throw new NotPublic(problem);
  }
  return addresses;
}
