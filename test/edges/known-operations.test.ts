import { beforeAll, describe, expect, test } from 'vitest';
import { SUBMIT, useLeague, useStory } from '../support/story.js';
import { AS_ADMIN, type RawRequest, remaining, send } from './refusals.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const BOARD =
  'query ($slug: String!, $first: Int) { league(slug: $slug) { standings(first: $first) { nodes { rank } } } }';
const TWO = 'query A { league(slug: "europe") { slug } } query B { league(slug: "europe") { name } }';
/** By when the service knows an operation. */
const USES = 5;

const story = useStory({ env: { OPENLADDER_RATE_LIMIT: '1000000' } });
const league = useLeague(story, 'europe', 'ann beats ben');
beforeAll(async () => {
  for (let use = 0; use < USES; use++) await submit(SUBMIT, league.match('ann beats ben'));
  for (let use = 0; use < USES; use++) {
    for (const operationName of ['A', 'B']) await send(story, post(TWO, undefined, { operationName }));
    await send(story, post(BOARD, { slug: 'europe', first: 1 }));
  }
});

const post = (query: string, variables?: object, more: object = {}, headers: object = AS_ADMIN): RawRequest => ({
  headers: { ...headers },
  body: JSON.stringify({ query, variables, ...more }),
});
/** The same operation in another text, which the service has not seen. */
const anew = (query: string) => `${query} # ${Math.random()}`;
const submit = (query: string, ...matches: readonly object[]) =>
  send(story, post(query, { input: { league: 'europe', matches } }));
const get = (query: string): RawRequest => ({
  method: 'GET',
  search: `?query=${encodeURIComponent(query)}`,
  headers: { authorization: AS_ADMIN.authorization },
});

describe('a repeated operation gets the same response as the first time', () => {
  test.each<[what: string, query: string, variables: object, status: number, headers?: object]>([
    ['a match without sides', SUBMIT, { input: { league: 'europe', matches: [{ externalId: 'x', sides: [] }] } }, 200],
    ['a submission of nothing', SUBMIT, { input: { league: 'europe', matches: [] } }, 200],
    ['an unknown league', SUBMIT, { input: { league: 'nowhere', matches: [] } }, 200],
    ['a field that does not exist', SUBMIT, { input: { league: 'europe', matches: [], more: 1 } }, 400],
    ['no variables', SUBMIT, {}, 400],
    ['no token', SUBMIT, { input: { league: 'europe', matches: [] } }, 200, JSON_TYPE],
    ['a board', BOARD, { slug: 'europe', first: 2 }, 200],
    ['a board of too many', BOARD, { slug: 'europe', first: 1_000 }, 200],
    ['a page size in letters', BOARD, { slug: 'europe', first: 'two' }, 400],
  ])('%s', async (_, query, variables, status, headers) => {
    const known = await send(story, post(query, variables, {}, headers));
    const first = await send(story, post(anew(query), variables, {}, headers));
    expect(known.status).toBe(status);
    expect(known.text).toBe(first.text);
    expect(known.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(known.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
  });

  test('a match that is sent again', async () => {
    const match = league.match('ben beats ann');
    const texts = [];
    for (const query of [SUBMIT, anew(SUBMIT), SUBMIT]) texts.push((await submit(query, match)).text);
    const [taken, replayed, again] = texts;
    expect(replayed).toBe(taken!.replace('"replayed":false', '"replayed":true'));
    expect(again).toBe(replayed);
    expect(replayed).not.toBe(taken);
  });

  test('and costs the same', async () => {
    const cost = async (text: string) => {
      const before = remaining(await send(story, post(text, { slug: 'europe', first: 7 })));
      return before - remaining(await send(story, post(text, { slug: 'europe', first: 7 })));
    };
    const text = (number: number) => `${BOARD} # ${number}`;
    for (let use = 0; use < USES; use++) await cost(text(100));
    expect(await cost(text(100))).toBe(await cost(text(101)));
  });

  test('for the named one of two in one document', async () => {
    const named = async (operationName: string | null) => {
      const { text } = await send(story, post(TWO, undefined, { operationName }));
      return JSON.parse(text);
    };
    expect((await named('A')).data.league).toEqual({ slug: 'europe' });
    expect((await named('B')).data.league).toEqual({ name: 'europe' });
    for (const name of ['C', '', null]) {
      expect((await named(name)).errors[0].extensions.code).toBe('OPERATION_RESOLUTION_FAILURE');
    }
  });

  test('to GET, a mutation is still refused', async () => {
    const { status, errors } = await send(story, get(SUBMIT));
    expect(status).toBe(405);
    expect(errors[0]!.extensions.code).toBe('BAD_REQUEST');
  });

  test('only in the content types of the service', async () => {
    const headers = { ...AS_ADMIN, accept: 'image/png' };
    const { status } = await send(story, post(BOARD, { slug: 'europe', first: 1 }, {}, headers));
    expect(status).toBe(406);
    headers.accept = 'application/graphql-response+json';
    for (let use = 0; use < 2; use++) {
      const answer = await send(story, post(BOARD, { slug: 'europe', first: 1 }, {}, headers));
      expect(answer.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
    }
  });
});
