import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';

/**
 * Looks up the addresses of a name.
 * @param mayReach whether an address will be accepted; other addresses of an operator's own name may be omitted
 * @throws Error if it has none
 */
export type Resolve = (name: string, mayReach: (address: string) => boolean) => Promise<readonly string[]>;

const HOSTS = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/**
 * Looks a name up like the system: in the hosts file, then at the name servers, and then by the system's other means, such as search
 * domains.
 */
export async function resolveName(
  name: string,
  mayReach: (address: string) => boolean,
  hosts = HOSTS,
): Promise<readonly string[]> {
  const own = addressesIn(await readFile(hosts, 'utf8').catch(() => ''), name);
  // "localhost" is 127.0.0.1 and ::1, and an operator may have allowed one of them.
  const reachable = own.filter(mayReach);
  if (own.length > 0) return reachable.length > 0 ? reachable : own;
  const addresses = await askNameServers(name);
  const found = addresses.length > 0 ? addresses : await askSystem(name);
  if (found.length === 0) throw new Error(UNRESOLVED);
  return found;
}

/** The reason for a name without an address. */
export const UNRESOLVED = 'the name could not be resolved';

/** The addresses of a name in a hosts file. */
export function addressesIn(hosts: string, name: string): string[] {
  const wanted = name.toLowerCase().replace(/\.$/, '');
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((own) => own.toLowerCase() === wanted) ? [address] : [];
  });
}

/** Timeout of a name server, in milliseconds, and number of queries. */
const LOOKUP = { timeout: 3_000, tries: 2 };

/** @throws Error if they do not answer */
async function askNameServers(name: string): Promise<string[]> {
  const resolver = new Resolver(LOOKUP);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const isSilent = answers.some((answer) => answer.status === 'rejected' && answer.reason.code === 'ETIMEOUT');
  if (found.length === 0 && isSilent) throw new Error(UNRESOLVED);
  return found;
}

/** Each takes one of the four threads that the process has for everything else, and cannot be cancelled. */
const systemLookups = pLimit(1);
/** How long a name waits for the system, in milliseconds. */
const SYSTEM_TIMEOUT = 5_000;

async function askSystem(name: string): Promise<string[]> {
  let isLate = false;
  const found = systemLookups(async () => (isLate ? [] : lookup(name, { all: true }))).then(
    (answers) => answers.map(({ address }) => address),
    () => [],
  );
  const late = setTimeout(SYSTEM_TIMEOUT, [], { ref: false }).then((none) => {
    isLate = true;
    return none;
  });
  return Promise.race([found, late]);
}
