import { describe, expect, test } from 'vitest';
import { rawRequest } from '../support/raw-http.js';
import { useLeague, useStory } from '../support/story.js';

const story = useStory({ env: { OPENLADDER_TRUSTED_PROXIES: '127.0.0.1' } });
useLeague(story, 'europe', 'ann beats ben');

const ADDRESSES: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/console/sign-in'],
  ['POST', '/console/sign-out'],
  ['POST', '/console/new'],
  ['GET', '/console'],
  ['GET', '/console/sign-in'],
  ['GET', '/'],
  ['GET', '/l/europe'],
  ['GET', '/l/europe/matches.atom'],
  ['GET', '/l/europe/card.png'],
  ['GET', '/l/europe/p/ann/badge.svg'],
  ['GET', '/oembed?url=http%3A%2F%2Fx%2Fl%2Feurope'],
  ['GET', '/embed/l/europe'],
  ['GET', '/nothing'],
  ['GET', '/%zz'],
  ['GET', '/graphql?query=%7Bviewer%7Bname%7D%7D'],
  ['GET', '/explorer'],
];

const BAD: readonly (readonly [what: string, host: string | readonly string[]])[] = [
  ['nothing', ''],
  ['spaces', '   '],
  ['a space within', 'a b'],
  ['a space in a name', 'exa mple'],
  ['a bracket', '['],
  ['half an address', '[::1'],
  ['no address in brackets', '[:::]'],
  ['a port alone', ':80'],
  ['no port', 'x:99999'],
  ['a port in letters', 'x:http'],
  ['a URL', 'http://x'],
  ['a path', 'x/y'],
  ['a user', 'me@x'],
  ['a question', 'x?y'],
  ['a percent sign', 'x%00'],
  ['another alphabet', 'bücher.example'],
  ['a name that ends in half a number', 'a.0x'],
  ['four numbers, one too large', '1.2.3.999'],
  ['300 characters', 'x'.repeat(300)],
  ['a tab', 'a\tb'],
  ['a control character', 'a\u0001b'],
  ['two names', ['x', 'y']],
  ['the same name twice', ['x', 'x']],
];

describe.each(BAD)('a Host of %s', (_, host) => {
  test('is refused everywhere, with a text that names the reason', async () => {
    for (const [method, path] of ADDRESSES) {
      for (const accept of ['text/html', '*/*']) {
        const headers = { host, accept, origin: story.url };
        const { status, text } = await rawRequest(story.url, method, path, headers);
        expect([method, path, accept, status]).toEqual([method, path, accept, 400]);
        if (path !== '/%zz')
          expect(text).toMatch(/"(?:The Host header must be|There must be one Host|The request must be valid HTTP)/);
      }
    }
  });
});

test('a header of a trusted proxy is checked equally', async () => {
  const { url } = story;
  const tell = (headers: Record<string, string>) => rawRequest(url, 'POST', '/console/sign-in', headers);
  expect((await tell({ 'x-forwarded-host': 'a b' })).text).toContain('The Host header must be');
  expect((await tell({ 'x-forwarded-proto': 'a b' })).text).toContain(
    'The X-Forwarded-Proto header must be http or https',
  );
});

test.each(['x', 'x.example:80', 'x_y', '127.0.0.1:4000', '[::1]', '[::1]:4000', 'xn--bcher-kva.example', 'x:'])(
  'a Host of %s is accepted',
  async (host) => {
    for (const path of ['/', '/l/europe', '/console/sign-in']) {
      expect([path, (await rawRequest(story.url, 'GET', path, { host })).status]).toEqual([path, 200]);
    }
  },
);

test('HTTP/1.0 without a Host gets everything except pages, which need one', async () => {
  const ask = (path: string) => rawRequest(story.url, 'GET', path, {}, '1.0');
  expect((await ask('/health')).status).toBe(200);
  expect((await ask('/graphql?query=%7Bviewer%7Bname%7D%7D')).status).toBe(200);
  expect((await ask('/l/europe')).status).toBe(400);
});

test('an invalid URL is refused with a page, and the service continues', async () => {
  for (const path of ['//%', '//%?q=a', '//[', '/\\[', '//x:99999/', '/search%?q=%']) {
    const { status, text } = await rawRequest(story.url, 'GET', path, { accept: 'text/html' });
    expect([path, status < 500, text.includes('<!doctype html>')]).toEqual([path, true, true]);
  }
  expect((await rawRequest(story.url, 'GET', '/search?q=%', { accept: 'text/html' })).status).toBe(200);
});
