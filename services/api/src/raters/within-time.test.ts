import { expect, it } from 'vitest';
import { isOutOfTime, withTimeout } from './guarded-rater.js';

it('a call that ends returns its result, even if nested', () => {
  expect(withTimeout(1000, () => withTimeout(1000, () => 6) * withTimeout(1000, () => 7))).toBe(42);
});

it('a call that throws still throws', () => {
  const error = new Error('no');
  expect(() =>
    withTimeout(1000, () => {
      throw error;
    }),
  ).toThrow(error);
});

it('a call that does not end is stopped, even if it catches everything', () => {
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
