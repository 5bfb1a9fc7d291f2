import { describe, expect, it } from 'vitest';
import { beliefsWithinField } from './field-beliefs.js';
import { seededRandom } from './random.js';

const likely = { points: 100, players: 1 };

describe('beliefsWithinField', () => {
  it.each([50, 300])(
    'is closer to strengths than ratings, as close as it claims: strengths %i points apart',
    (spread) => {
      const random = seededRandom(spread);
      let [raw, believed, said, count] = [0, 0, 0, 0];
      for (let race = 0; race < 2000; race++) {
        const strengths = Array.from({ length: 12 }, () => 1500 + spread * random.normal());
        const field = strengths.map((strength, index) => {
          const deviation = 60 + 10 * index;
          return [{ rating: strength + deviation * random.normal(), deviation }];
        });
        for (const [index, [belief]] of beliefsWithinField(field, likely).entries()) {
          raw += (field[index]![0]!.rating - strengths[index]!) ** 2;
          believed += (belief!.rating - strengths[index]!) ** 2;
          said += belief!.deviation ** 2;
          count++;
        }
      }
      expect(believed).toBeLessThan(raw * (spread < 100 ? 0.5 : 0.95));
      expect(Math.sqrt(believed / count) / Math.sqrt(said / count)).toBeGreaterThan(0.9);
      expect(Math.sqrt(believed / count) / Math.sqrt(said / count)).toBeLessThan(1.2);
    },
  );

  it('keeps certain ratings, and the order of equally certain ones', () => {
    const certain = [1700, 1500, 1100].map((rating) => [{ rating, deviation: 0 }]);
    expect(beliefsWithinField(certain, likely)).toEqual(certain);
    const uncertain = certain.map((side) => side.map(({ rating }) => ({ rating, deviation: 90 })));
    const [first, second, third] = beliefsWithinField(uncertain, likely).map(([belief]) => belief!.rating);
    expect(first!).toBeLessThan(1700);
    expect(first!).toBeGreaterThan(second!);
    expect(second!).toBeGreaterThan(third!);
  });
});
