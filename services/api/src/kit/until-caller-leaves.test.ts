import { expect, test } from 'vitest';
import { closeOnAbort, pause } from './waiting.js';

const HOUR = 3_600_000;

async function* onceAnHour(left: AbortSignal, ended: () => void) {
  try {
    for (let n = 0; !left.aborted; n++) {
      yield n;
      await pause(HOUR, left);
    }
  } finally {
    ended();
  }
}

test('events end at once when the reader leaves, even while waiting for the next', async () => {
  let hasEnded = false;
  const events = closeOnAbort((left) =>
    onceAnHour(left, () => {
      hasEnded = true;
    }),
  );
  expect(await events.next()).toEqual({ done: false, value: 0 });
  const waiting = events.next();
  await events.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(hasEnded).toBe(true);
});

test('leaving a loop over events ends them', async () => {
  let hasEnded = false;
  const ended = () => {
    hasEnded = true;
  };
  for await (const event of closeOnAbort((left) => onceAnHour(left, ended))) {
    expect(event).toBe(0);
    break;
  }
  expect(hasEnded).toBe(true);
});

test('errors in the events reach the reader', async () => {
  async function* failing() {
    yield await Promise.reject(new RangeError('no such thing'));
  }
  await expect(closeOnAbort(failing).next()).rejects.toThrow('no such thing');
});
