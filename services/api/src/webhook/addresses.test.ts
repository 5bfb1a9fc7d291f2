import { describe, expect, test } from 'vitest';
import { checkedAddresses, networkList } from './addresses.js';

const NONE = networkList([]);
const check = (url: string, allowed = NONE, resolved: readonly string[] = []) =>
  checkedAddresses(new URL(url), allowed, async () => resolved);

describe('private addresses are refused', () => {
  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.0.0.1./',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://198.18.0.1/',
    'https://192.0.2.1/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://[2001:db8::1]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[ff02::1]/',
    'https://[4000::1]/',
  ])('%s', async (url) => {
    await expect(check(url)).rejects.toThrow('the address is not public');
  });

  test('even as one of several addresses of a name', async () => {
    await expect(check('https://liar.example/', NONE, ['93.184.215.14', '10.0.0.1'])).rejects.toThrow('not public');
    await expect(check('https://liar.example/', NONE, ['2606:4700::1111', '::1'])).rejects.toThrow('not public');
  });
});

test.each(['https://93.184.215.14/', 'https://[2606:4700::1111]/'])('%s is public', async (url) => {
  expect(await check(url)).toEqual([new URL(url).hostname.replace(/[[\]]/g, '')]);
});

test('the checked addresses of a name are used', async () => {
  const addresses = ['93.184.215.14', '2606:4700::1111'];
  expect(await check('https://receiver.example/', NONE, addresses)).toEqual(addresses);
});

describe('networks that the operator allows', () => {
  const allowed = networkList(['10.0.0.0/8', '::1']);

  test.each(['https://10.1.2.3/', 'http://10.1.2.3:8080/', 'http://[::1]/', 'http://[::ffff:10.0.0.1]/'])(
    '%s may be reached',
    async (url) => {
      await expect(check(url, allowed)).resolves.toHaveLength(1);
    },
  );

  test('are reached by plain http even by name, and nothing else is', async () => {
    await expect(check('http://receiver.internal/', allowed, ['10.0.0.7'])).resolves.toEqual(['10.0.0.7']);
    await expect(check('http://receiver.internal/', allowed, ['10.0.0.7', '93.184.215.14'])).rejects.toThrow(
      'plain http',
    );
    await expect(check('http://93.184.215.14/', allowed)).rejects.toThrow('plain http');
    await expect(check('https://192.168.0.1/', allowed)).rejects.toThrow('not public');
  });
});
