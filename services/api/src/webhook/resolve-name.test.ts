import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkedAddresses, networkList } from './addresses.js';
import { addressesIn, resolveName } from './resolve-name.js';

const HOSTS = `# A comment, localhost
127.0.0.1\tlocalhost
::1 localhost ip6-localhost # 10.0.0.9 localhost
10.0.0.7 receiver.internal Receiver
169.254.169.254 metadata
not-an-address receiver
`;

let folder: string;
let hosts: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openladder-hosts-'));
  hosts = join(folder, 'hosts');
  await writeFile(hosts, HOSTS);
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['localhost', ['127.0.0.1', '::1']],
  ['RECEIVER', ['10.0.0.7']],
  ['receiver.internal.', ['10.0.0.7']],
  ['internal', []],
  ['comment,', []],
])('a file of hosts has %s as %j', (name, addresses) => {
  expect(addressesIn(HOSTS, name)).toEqual(addresses);
});

test('of the addresses of an own name, the reachable ones are used, and none without a check', async () => {
  const reached = (url: string, networks: readonly string[]) =>
    checkedAddresses(new URL(url), networkList(networks), (name, mayReach) => resolveName(name, mayReach, hosts));
  expect(await reached('http://localhost/', ['127.0.0.0/8'])).toEqual(['127.0.0.1']);
  expect(await reached('http://localhost/', ['::1'])).toEqual(['::1']);
  expect(await reached('http://localhost/', ['127.0.0.0/8', '::1'])).toEqual(['127.0.0.1', '::1']);
  await expect(reached('https://localhost/', ['10.0.0.0/8'])).rejects.toThrow('the address is not public');
  await expect(reached('https://metadata/', [])).rejects.toThrow('the address is not public');
});
