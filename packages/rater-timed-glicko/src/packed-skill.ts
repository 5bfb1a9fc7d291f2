import type { StatePacking } from '@openladder/rating';
import type { TimedSkill } from './clock.js';

/** A skill in numbers: rating, deviation, clock; NaN for a clock that never ran. */
export const packedSkill: StatePacking<TimedSkill> = {
  width: 3,
  pack({ rating, deviation, ratedAt }, numbers, at) {
    numbers[at] = rating;
    numbers[at + 1] = deviation;
    numbers[at + 2] = ratedAt ?? Number.NaN;
  },
  unpack(numbers, at) {
    const ratedAt = numbers[at + 2]!;
    return { rating: numbers[at]!, deviation: numbers[at + 1]!, ratedAt: Number.isNaN(ratedAt) ? null : ratedAt };
  },
};
