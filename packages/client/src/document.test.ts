import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { type Client, createClient } from './client.js';
import { BoardDocument, FollowBoardDocument } from './operations.js';

const ladder = createClient({ url: 'https://ladder.example', retries: 0 });

test('a parsed document is refused at once, with the remedy, and even by the compiler', async () => {
  const board = parse('{ leagues { nodes { slug } } }');
  // @ts-expect-error: it is no text.
  await expect(ladder.request(board)).rejects.toThrow('document must be a text. Code generators print texts with doc');
  // @ts-expect-error: it is no text.
  await expect(ladder.subscribe(board).next()).rejects.toThrow(TypeError);
  await expect(ladder.request(undefined as never)).rejects.toThrow('document must be a text');
});

test('a document may be any object with a text of its own', async () => {
  const asked: string[] = [];
  const client = createClient({
    url: 'https://ladder.example',
    fetch: async (_, init) => {
      asked.push(JSON.parse(String(init!.body)).query);
      return new Response('{ "data": {} }');
    },
  });
  const text = '{ leagues { nodes { slug } } }';
  await client.request({ toString: () => text });
  await client.request(Object(text) as string);
  expect(asked).toEqual([text, text]);
});

/** Never called: the compiler must find the mistake in each line. */
export const mistakes = (client: Client) => [
  // @ts-expect-error: there is no such variable; the service would leave it out without a word.
  client.request(BoardDocument, { league: 'europe', firts: 10 }),
  // @ts-expect-error
  client.subscribe(FollowBoardDocument, { league: 'europe', afer: 'a cursor' }),
  // @ts-expect-error: a slug is a text.
  client.request(BoardDocument, { league: 7 }),
  // @ts-expect-error: which league?
  client.request(BoardDocument),
];
