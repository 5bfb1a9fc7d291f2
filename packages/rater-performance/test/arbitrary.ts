import fc from 'fast-check';
import { type Game, type PlayedGame, SOURCE_WEIGHTS, type WeightSettings } from '../src/index.js';

/** Typical lists of players: some opponents met often, ratings of -500 to 3500, days that decrease. */
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

/**
 * Histories of up to some hundred games, oldest first: a few opponents met again and again, or many, in bursts with
 * pauses of months between; opponents of -500 to 3500 points; decays that leagues may have.
 */
export const longHistories: fc.Arbitrary<{ games: PlayedGame[]; weights: WeightSettings }> = fc.record({
  games: fc.integer({ min: 1, max: 150 }).chain((opponents) =>
    fc
      .array(
        fc.record({
          opponent: fc.oneof(fc.integer({ min: 1, max: opponents }), fc.integer({ min: 1, max: 3 })),
          rating: fc.oneof(
            fc.double({ min: 1000, max: 2000, noNaN: true }),
            fc.double({ min: -500, max: 3500, noNaN: true }),
          ),
          result: fc.constantFrom<Game['result']>(0, 0.5, 1),
          pause: fc.oneof(
            fc.constant(0),
            fc.integer({ min: 0, max: 3_600_000 }),
            fc.constant(86_400_000),
            fc.integer({ min: 0, max: 170_000_000 }),
            fc.integer({ min: 0, max: 20_000_000_000 }),
          ),
        }),
        { minLength: 20, maxLength: 300, size: 'max' },
      )
      .map((games) => {
        let playedAt = 1_600_000_000_000;
        return games.map(({ opponent, rating, result, pause }) => {
          playedAt += pause;
          return { opponent, rating, result, playedAt };
        });
      }),
  ),
  weights: fc.oneof(
    fc.constant(SOURCE_WEIGHTS),
    fc.record({
      decay: fc.oneof(fc.double({ min: 0.9, max: 1, noNaN: true }), fc.constant(1), fc.constant(0.5)),
      fictitiousWeight: fc.double({ min: 0.01, max: 10, noNaN: true }),
      scaleCap: fc.double({ min: 1, max: 20, noNaN: true }),
    }),
  ),
});
