import { describe, expect, test } from 'vitest';
import { changeLine } from './adjustments.js';
import { explainChange, explanationOf } from './explanation.js';
import type { Contribution } from './rater.js';

const against = (
  opponentValue: number | null,
  expected: number,
  actual: number,
  delta: number | null,
): Contribution => ({
  ...{ opponent: 1, opponentValue, expected, actual, weight: 1, delta },
});

function lineOf(before: number | null, after: number | null, contributions: readonly Contribution[], deviation = null) {
  return changeLine({ before: { value: before, deviation }, after: { value: after, deviation }, contributions });
}

describe('a change in a sentence', () => {
  test.each([
    [
      'en',
      lineOf(1500, 1520.84, [against(1650, 0.351, 1, 20.84)]),
      'The win against an opponent rated 1650 (expected score: 0.35) raised the rating by 20.8 to 1520.8.',
    ],
    [
      'de-AT',
      lineOf(1500, 1479.16, [against(1350.5, 0.649, 0, -20.84)]),
      'Die Niederlage gegen einen Gegner mit Wertung 1350,5 (erwartete Punktzahl: 0,65) senkte die Wertung um 20,8 auf 1479,2.',
    ],
    [
      'fr',
      lineOf(1500, 1500, [against(1500, 0.5, 0.5, 0)]),
      'The draw against an opponent rated 1500 (expected score: 0.5) left the rating at 1500.',
    ],
    [
      'en',
      lineOf(1500, 1494, [against(1500, 0.5, 1, 3), against(1700, 0.2, 0, -2), against(1500, 0.5, 0, -7)]),
      'The score of 1 against 3 opponents (expected: 1.2) lowered the rating by 6 to 1494.',
    ],
    [
      'en',
      lineOf(null, 1512, [against(null, 0.5, 1, null)]),
      'The win against an unrated opponent (expected score: 0.5) gave the first rating, 1512.',
    ],
    [
      'de',
      lineOf(null, null, [against(-20, 0.5, 1, null)]),
      'Der Sieg gegen einen Gegner mit Wertung \u221220 (erwartete Punktzahl: 0,5) zählt, ergibt aber noch keine Wertung.',
    ],
    [
      'de',
      lineOf(1500, 1500, [against(900, 0.999, 1, 0)]),
      'Der Sieg gegen einen Gegner mit Wertung 900 (erwartete Punktzahl: >0,99) ließ die Wertung bei 1500.',
    ],
    ['en', lineOf(1500, 1494, []), 'The match lowered the rating by 6 to 1494.'],
  ])('in %s', (locale, line, sentence) => {
    expect(explainChange(line, [], locale)).toBe(sentence);
  });

  test('names what else moved the rating, by its words or its reason, unless it rounds to nothing', () => {
    const line = lineOf(1500, 1504, [against(1650, 0.35, 1, 20)]);
    const adjustments = [
      { reason: 'cap', points: -17 },
      { reason: 'home-side', points: 1 },
      { reason: 'dust', points: 0.04 },
    ];
    const words = { cap: { en: 'the cap', de: 'die Obergrenze' } };
    expect(explainChange(line, adjustments, 'en', { words })).toBe(
      'The win against an opponent rated 1650 (expected score: 0.35) brought 20 points, and the cap took 17 and the adjustment \u201chome-side\u201d added 1, so the rating rose by 4 to 1504.',
    );
    expect(explainChange(line, adjustments, 'de', { words })).toBe(
      'Der Sieg gegen einen Gegner mit Wertung 1650 (erwartete Punktzahl: 0,35) brachte 20 Punkte, und die Obergrenze nahm 17 und die Anpassung \u201ehome-side\u201c gab 1 dazu, sodass die Wertung um 4 auf 1504 stieg.',
    );
  });

  test('is the own one of raters that have one', () => {
    const line = lineOf(1500, 1494, []);
    expect(explanationOf({ explain: (_, settings, locale) => `${settings} in ${locale}.` }, line, 'K 3', 'de')).toBe(
      'K 3 in de.',
    );
    expect(explanationOf({ adjustments: () => [{ reason: 'rust', points: -6 }] }, line, {}, 'en')).toBe(
      'The match brought 0 points, and the adjustment \u201crust\u201d took 6, so the rating fell by 6 to 1494.',
    );
  });
});
