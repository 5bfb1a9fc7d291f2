import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/**
 * Makes a function that tells whose request opened a socket: the nearest address that is not a trusted proxy's. For HTTP, Fastify does
 * this, but sockets never become one of its requests.
 * @param trustedProxies IP addresses and networks whose X-Forwarded-For is believed
 */
export function addressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) proxies.addAddress(address, family(address));
    else proxies.addSubnet(address, Number(bits), family(address));
  }
  const isTrusted = (address: string) => isIP(address) !== 0 && proxies.check(address, family(address));
  return ({ socket, headers }) => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    const hops = [socket.remoteAddress ?? 'unknown', ...forwarded.toReversed()];
    const named = hops.map((hop) => hop.trim()).filter((hop) => hop !== '');
    return named.find((hop) => !isTrusted(hop)) ?? named.at(-1)!;
  };
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
