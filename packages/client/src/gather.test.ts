import { expect, test } from 'vitest';
import { gatherer } from './gather.js';

/** Gathers strings, and returns the sent batches. @param heaviest characters of a batch */
function gathering(heaviest = Number.POSITIVE_INFINITY, most = 3) {
  const batches: (readonly string[])[] = [];
  const send = async (items: readonly string[]) => {
    batches.push(items);
    if (items.includes('bad')) throw new Error('bad');
    return items.map((item) => `${item}!`);
  };
  return { batches, give: gatherer(send, { wait: 1, most, heaviest, weigh: (item) => item.length }) };
}

test('gathers simultaneous items, as many as fit, and gives each caller their own result', async () => {
  const { batches, give } = gathering();
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(give))).toEqual(['a!', 'b!', 'c!', 'd!']);
  expect(batches).toEqual([['a', 'b', 'c'], ['d']]);
});

test('sends even a single waiting item', async () => {
  const { batches, give } = gathering();
  await give('a');
  await give('b');
  expect(batches).toEqual([['a'], ['b']]);
});

test('splits by weight, and sends an item that is too heavy alone', async () => {
  const { batches, give } = gathering(4);
  await Promise.all(['aa', 'bb', 'c', 'dddddd', 'e'].map(give));
  expect(batches).toEqual([['aa', 'bb'], ['c'], ['dddddd'], ['e']]);
});

test('rejects the items of a failed batch, and no others', async () => {
  const { give } = gathering();
  const results = await Promise.allSettled(['a', 'bad', 'c', 'd'].map(give));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
});

test('rejects an item that cannot be weighed, and no others', async () => {
  const { give } = gathering();
  const [wrong, right] = await Promise.allSettled([give(null as never), give('a')]);
  expect([wrong.status, right.status]).toEqual(['rejected', 'fulfilled']);
});
