import { expect, it } from 'vitest';
import { isOutOfTime, withinTime } from './within-time.js';

it('what comes to its end is answered, inside each other too', () => {
  expect(withinTime(1000, () => withinTime(1000, () => 6) * withinTime(1000, () => 7))).toBe(42);
});

it('what throws, throws', () => {
  const error = new Error('no');
  expect(() =>
    withinTime(1000, () => {
      throw error;
    }),
  ).toThrow(error);
});

it('what does not come to its end is stopped, though it catches everything', () => {
  const endless = () => {
    for (;;) {
      try {
        for (;;);
      } catch {}
    }
  };
  try {
    withinTime(50, endless);
    expect.unreachable();
  } catch (error) {
    expect(isOutOfTime(error)).toBe(true);
  }
  expect(withinTime(1000, () => 'alive')).toBe('alive');
});
