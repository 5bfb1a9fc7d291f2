import { expect, it } from 'vitest';
import { isOutOfTime, withTimeout } from './guarded-rater.js';

it('what comes to its end is answered, inside each other too', () => {
  expect(withTimeout(1000, () => withTimeout(1000, () => 6) * withTimeout(1000, () => 7))).toBe(42);
});

it('what throws, throws', () => {
  const error = new Error('no');
  expect(() =>
    withTimeout(1000, () => {
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
    withTimeout(50, endless);
    expect.unreachable();
  } catch (error) {
    expect(isOutOfTime(error)).toBe(true);
  }
  expect(withTimeout(1000, () => 'alive')).toBe('alive');
});
