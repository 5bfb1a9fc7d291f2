import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { de } from '../../texts/de/site.js';
import { en } from '../../texts/en/site.js';
import { formatOf, type Ui, withUi } from '../../ui.js';
import { Chances } from './chances.js';

const ENGLISH = { t: en, tag: 'en' };
const MISS = { predicted: 0.44, actual: 0.29, count: 1980 };

/** A part of the page after a measurement: where the league's chances were miscalibrated, and where fitted ones were. */
function pageWith(
  miss: typeof MISS | null,
  fitted: typeof MISS | null,
  more: object = {},
  { t, tag } = ENGLISH,
): string {
  const slope = { value: 0.6, low: 0.5, high: 0.7 };
  const gain = { difference: -0.06, low: -0.08, high: -0.04 };
  const fit = { slope, sideAdvantage: null, gain, evaluation: { miss: fitted }, isRecommended: true, ...more };
  const systems = [{ isPresent: true, heldOut: { logLoss: 2, miss }, fit }];
  const measured = {
    status: 'DONE',
    finishedAt: '2026-11-01T12:00:00Z',
    heldOutMatches: 1200,
    sequence: 3000,
    systems,
  };
  // An archived league: without forms, which would need a visit.
  const league = {
    archivedAt: '2026-11-02T12:00:00Z',
    chanceFit: null,
    comparisons: { nodes: [measured] },
    matchCount: 0,
  };
  const ui = { t, format: formatOf(tag), locale: { language: tag, tag } } as unknown as Ui;
  return withUi(ui, () => renderToString(h(Chances, { league: league as never })));
}

test('shows where the chances of a league are miscalibrated, and whether fitted chances are better', () => {
  const said = 'Predicted 44%; actual 29% (1,980 sides).';
  expect(pageWith(MISS, null)).toContain(`${said} Fitted chances are accurate there.`);
  expect(pageWith(MISS, MISS)).toContain(`${said} Fitted chances are closer to the results.`);
  expect(pageWith(null, null)).not.toContain('Predicted');
});

test('explains the slope', () => {
  expect(pageWith(null, null)).toContain(
    'A slope of 1 means that the chances are accurate. Below 1, the system is overconfident',
  );
  expect(pageWith(null, null, {}, { t: de, tag: 'de' })).toContain('Eine Steigung von 1 heißt: Die Chancen stimmen.');
});

test('tells whether favourites of races win more or less often than the slope predicts', () => {
  const of = (value: number) => ({ favouriteAdvantage: { value, low: value - 0.5, high: value + 0.5 } });
  const often = (much: string) =>
    `In matches of more than two sides, favourites win ${much} often than the slope alone predicts.`;
  expect(pageWith(null, null, of(-1.5))).toContain(`${often('less')} Fitted chances are smaller for them.`);
  expect(pageWith(null, null, of(1.5))).toContain(`${often('more')} Fitted chances are greater for them.`);
  // The number has no meaningful unit.
  expect(pageWith(null, null, of(-1.5))).not.toContain('−1.5');
  expect(pageWith(null, null, { favouriteAdvantage: null })).not.toContain('favourites win');
  const german = 'In Spielen mit mehr als zwei Seiten gewinnen Favoriten seltener, als die Steigung allein sagt.';
  expect(pageWith(null, null, of(-1.5), { t: de, tag: 'de' })).toContain(german);
});

test('tells whether the system is more or less confident in large fields', () => {
  const of = (value: number) => ({ slopeBySides: { value, low: value - 0.1, high: value + 0.1 } });
  const said = (much: string) => `The system is ${much} confident in large fields than in small ones.`;
  expect(pageWith(null, null, of(-0.4))).toContain(said('more'));
  expect(pageWith(null, null, of(0.4))).toContain(said('less'));
  expect(pageWith(null, null, of(0.4))).not.toContain('0.4');
  expect(pageWith(null, null, { slopeBySides: null })).not.toContain('in large fields');
  const german = 'In Spielen mit vielen Seiten ist das System vorsichtiger als in solchen mit wenigen.';
  expect(pageWith(null, null, of(0.4), { t: de, tag: 'de' })).toContain(german);
});
