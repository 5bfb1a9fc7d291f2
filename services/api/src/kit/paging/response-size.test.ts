import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { beginWork, MAX_FIELDS, makeList, newResponseSize, resetResponseSize } from './response-size.js';

const soon = async () => {
  for (let n = 0; n < 5; n++) await setImmediate();
};

test('a small response gets its lists at once', () => {
  const size = newResponseSize();
  const [first, second] = [['first'], ['second']];
  expect(makeList(size, 1_000, first)).toBe(first);
  expect(makeList(size, 1_000, second)).toBe(second);
  expect(size.fields).toBe(2_000);
});

test('a response that is made again is counted as one', async () => {
  const size = newResponseSize();
  await beginWork(size, 100);
  makeList(size, 10, ['first']);
  resetResponseSize(size);
  expect(size).toEqual(newResponseSize());
});

test('others get a turn between the parts of a larger one', async () => {
  const size = newResponseSize();
  const order: string[] = [];
  const made = ['a', 'b', 'c', 'd', 'e'].map(async (list) => order.push(...(await makeList(size, 1_000, [list]))));
  const others = (async () => {
    for (let n = 0; n < 3; n++) {
      await setImmediate();
      order.push('others');
    }
  })();
  await Promise.all([...made, others]);
  expect(order).toEqual(['a', 'b', 'others', 'c', 'd', 'others', 'e', 'others']);
});

test('others get a turn within a long list', async () => {
  const size = newResponseSize();
  const order: string[] = [];
  const others = (async () => {
    for (let n = 0; n < 4; n++) {
      await setImmediate();
      order.push('-');
    }
  })();
  // Four items at a time.
  const items = await makeList(size, 5_000, [...'abcdefghij']);
  await Promise.all([...items.map(async (item) => order.push(await item)), others]);
  expect(order.join('')).toBe('-abcd-efgh-ij-');
});

test('a large response waits for its turn, with all later parts', async () => {
  const size = newResponseSize();
  let mayGoOn: () => void = () => undefined;
  let asked = 0;
  size.becomeLarge = () => {
    asked++;
    return new Promise((resolve) => {
      mayGoOn = resolve;
    });
  };
  const given: string[] = [];
  const note = async (fields: number, list: string) => given.push(...(await makeList(size, fields, [list])));
  const all = [note(9_000, 'small'), note(1_500, 'large'), note(100, 'after it')];
  await soon();
  expect(given).toEqual(['small']);
  expect(asked).toBe(1);
  mayGoOn();
  await Promise.all(all);
  expect(given).toEqual(['small', 'large', 'after it']);
});

test('a response that would be too large is refused, but not that of a mutation', () => {
  const size = newResponseSize();
  void makeList(size, MAX_FIELDS, ['much']);
  expect(() => makeList({ ...size, becomeLarge: async () => undefined }, 1, ['too much'])).toThrow(
    `The answer would have over ${MAX_FIELDS} fields; request less, or smaller pages.`,
  );
  expect(() => makeList(size, 1, ['too much'])).not.toThrow();
});
