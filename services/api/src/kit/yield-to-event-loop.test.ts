import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { yieldToEventLoop } from './waiting.js';

test('of many callers who work in pieces, one does a piece per round of the event loop, each in turn', async () => {
  let round = 0;
  const pieces: { who: string; round: number }[] = [];
  const work = async (who: string) => {
    for (let piece = 0; piece < 3; piece++) {
      await yieldToEventLoop();
      pieces.push({ who, round });
    }
  };
  let isOver = false;
  const all = Promise.all(['a', 'b', 'c'].map(work)).then(() => {
    isOver = true;
  });
  for (; !isOver; round++) await setImmediate();
  await all;
  expect(new Set(pieces.map(({ round }) => round)).size).toBe(9);
  expect(pieces.map(({ who }) => who).join('')).toBe('abcabcabc');
});
