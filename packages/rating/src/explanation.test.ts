import { describe, expect, test } from 'vitest';
import { changeLine } from './adjustments.js';
import { explainChange, explainWhole, explanationOf } from './explanation.js';
import type { ChangeLine, Contribution } from './rater.js';

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

describe('a change in sentences', () => {
  test.each([
    [
      'en',
      lineOf(1500, 1520.84, [against(1650, 0.351, 1, 20.84)]),
      'Beat an opponent rated 1650.0 (expected score 0.35): +20.8, to 1520.8.',
    ],
    [
      'de-AT',
      lineOf(1500, 1479.16, [against(1350.5, 0.649, 0, -20.84)]),
      'Niederlage gegen einen Gegner mit Wertung 1350,5 (erwartete Punktzahl 0,65): \u221220,8 auf 1479,2.',
    ],
    [
      'en',
      lineOf(1500, 1498.2, [against(1350.5, 0.649, 0.6, -1.8)]),
      'Beat an opponent rated 1350.5 (expected score 0.65, by the margin 0.60): \u22121.8, to 1498.2.',
    ],
    [
      'fr',
      lineOf(1500, 1479.16, [against(1350.5, 0.649, 0, -20.84)]),
      'Défaite contre un adversaire coté 1350,5 (score attendu 0,65)\u00a0: \u221220,8, à 1479,2.',
    ],
    [
      'pl',
      lineOf(1500, 1500, [against(1500, 0.5, 0.5, 0)]),
      'Drew with an opponent rated 1500.0 (expected score 0.50): no change from 1500.0.',
    ],
    [
      'en',
      lineOf(1500, 1494, [against(1500, 0.5, 1, 3), against(1700, 0.2, 0, -2), against(1500, 0.5, 0, -7)]),
      'Scored 1 against 3 opponents, where 1.2 were expected: \u22126.0, to 1494.0.',
    ],
    [
      'en',
      lineOf(null, 1512, [against(null, 0.5, 1, null)]),
      'Beat an unrated opponent (expected score 0.50). The first rating is 1512.0.',
    ],
    [
      'de',
      lineOf(null, null, [against(-20, 0.5, 1, null)]),
      'Sieg gegen einen Gegner mit Wertung \u221220,0 (erwartete Punktzahl 0,50). Eine Wertung gibt es noch nicht.',
    ],
    [
      'de',
      lineOf(1500, 1500, [against(900, 0.999, 1, 0)]),
      'Sieg gegen einen Gegner mit Wertung 900,0 (erwartete Punktzahl >0,99): unverändert 1500,0.',
    ],
    ['en', lineOf(1500, 1494, []), 'Played a match: \u22126.0, to 1494.0.'],
    [
      'en',
      lineOf(500, 520.04, [against(500, 0.5, 1, 10), against(500, 0.5, 1, 10.04)]),
      'Beat both opponents, where 1.0 were expected: +20.0, to 520.0.',
    ],
  ])('in %s', (locale, line, sentence) => {
    expect(explainChange(line, [], locale)).toBe(sentence);
  });

  test('names other causes of the change, in words or by reason, unless they round to nothing', () => {
    const line = lineOf(1500, 1504, [against(1650, 0.35, 1, 20)]);
    const adjustments = [
      { reason: 'cap', points: -17 },
      { reason: 'home-side', points: 1 },
      { reason: 'dust', points: 0.04 },
    ];
    const words = { cap: { en: 'the cap', de: 'die Obergrenze' } };
    expect(explainChange(line, adjustments, 'en', { words })).toBe(
      'Beat an opponent rated 1650.0 (expected score 0.35): +20.0. The cap took back 17.0. The adjustment \u201chome-side\u201d added 1.0. In total: +4.0, to 1504.0.',
    );
    expect(explainChange(line, adjustments, 'de', { words })).toBe(
      'Sieg gegen einen Gegner mit Wertung 1650,0 (erwartete Punktzahl 0,35): +20,0. Die Obergrenze nahm 17,0 zurück. Die Anpassung \u201ehome-side\u201c gab 1,0 dazu. Insgesamt: +4,0 auf 1504,0.',
    );
  });

  test('shows points that add up', () => {
    const line = lineOf(1500, 1510, [against(1500, 0.5, 1, 20.06)]);
    const adjustments = [{ reason: 'cap', points: -10.06 }];
    expect(explainChange(line, adjustments, 'en')).toContain(
      '+20.1. The adjustment \u201ccap\u201d took back 10.1. In total: +10.0,',
    );
    const halves = lineOf(1500, 1500.8, [against(1500, 0.5, 1, 1.04)]);
    expect(explainChange(halves, [{ reason: 'cap', points: -0.24 }], 'en')).toContain('+1.0. The');
    const apart = lineOf(1500, 1500.16, [against(1500, 0.5, 1, 0.62)]);
    expect(explainChange(apart, [{ reason: 'cap', points: -0.46 }], 'en')).toContain(
      '+0.7. The adjustment \u201ccap\u201d took back 0.5. In total: +0.2,',
    );
  });

  test("is the rater's own if it has one", () => {
    const line = lineOf(1500, 1494, []);
    expect(explanationOf({ explain: (_, settings, locale) => `${settings} in ${locale}.` }, line, 'K 3', 'de')).toBe(
      'K 3 in de.',
    );
    expect(explanationOf({ adjustments: () => [{ reason: 'rust', points: -6 }] }, line, {}, 'en')).toBe(
      'Played a match: 0.0. The adjustment \u201crust\u201d took 6.0. In total: \u22126.0, to 1494.0.',
    );
  });

  test.each([
    ['en', 'Did not finish. Shared the last place with 1 of 3 opponents: \u22126.0, to 1494.0. The result'],
    ['de', 'Ausgeschieden. Geteilter letzter Platz mit 1 von 3 Gegnern: \u22126,0 auf 1494,0. Es zählt'],
    ['fr', 'Abandon. Dernière place partagée avec 1 des 3 adversaires\u00a0: \u22126,0, à 1494,0. Le résultat'],
  ])('lists in %s the drop-outs of a race and the places of the others', (locale, sentences) => {
    const line = lineOf(1500, 1494, [against(1500, 0.5, 0, -4), against(1500, 0.5, 0, -4), against(1500, 0.5, 0.5, 2)]);
    const explain = (line: ChangeLine, _: object, locale: string) => explainWhole(line, locale);
    expect(explanationOf({ explain }, line, {}, locale, 1, 'DID_NOT_FINISH')).toContain(sentences);
    expect(explanationOf({ explain }, line, {}, locale)).not.toContain(sentences.split('.')[0]);
  });

  test('says what the match weighed, if that counts', () => {
    const line = lineOf(1500, 1494, []);
    const explained = (usesWeight: boolean, weight: number, locale: string) =>
      explanationOf({ usesWeight }, line, {}, locale, weight);
    expect(explained(true, 1, 'en')).toBe('Played a match: \u22126.0, to 1494.0.');
    expect(explained(false, 2, 'en')).toBe('Played a match: \u22126.0, to 1494.0.');
    expect(explained(true, 2, 'en')).toBe(
      'Played a match: \u22126.0, to 1494.0. The match counted with a weight of 2.',
    );
    expect(explained(true, 0.5, 'de')).toBe('Ein Spiel: \u22126,0 auf 1494,0. Das Spiel zählte mit dem Gewicht 0,5.');
  });
});
