import fc from 'fast-check';
import type { Game } from '../src/index.js';

/** Lists as players have them: some opponents met often, ratings of -500 to 3500, days that grow downwards. */
export const gameLists: fc.Arbitrary<Game[]> = fc
  .array(
    fc.record({
      opponent: fc.integer({ min: 1, max: 12 }).map((number) => `player${number}`),
      rating: fc.double({ min: -500, max: 3500, noNaN: true }),
      result: fc.constantFrom<Game['result']>(0, 0.5, 1),
      days: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.double({ min: 0, max: 40, noNaN: true })),
    }),
    { minLength: 1, maxLength: 80 },
  )
  .map((games) => games.sort((a, b) => a.days - b.days));

/** Settings within their schema. */
export const weightSettings = fc.record({
  decay: fc.double({ min: 0.5, max: 1, noNaN: true }),
  fictitiousWeight: fc.double({ min: 0.01, max: 10, noNaN: true }),
  scaleCap: fc.double({ min: 1, max: 20, noNaN: true }),
});
