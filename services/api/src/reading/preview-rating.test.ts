import elo from '@openladder/rater-elo';
import type { Match, Outlook } from '@openladder/rating';
import { expect, it } from 'vitest';
import { newResponseSize } from '../kit/paging/response-size.js';
import { previewRating } from './preview-rating.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const LATER = new Date('2026-03-01T00:00:00Z');
const EARLIER = new Date('2025-03-01T00:00:00Z');

/** The match facts that the rater gets, and its chance of a win of the first side. */
async function previewOf(match?: { at: Date | null; roles: readonly (string | null)[] | null }) {
  const outlooks: (Outlook | undefined)[] = [];
  const matches: Match[] = [];
  const rater: typeof elo = {
    ...elo,
    predict: (_sides, _settings, outlook) => {
      outlooks.push(outlook);
      return outlook?.roles?.[0] === 'home' ? [0.6, 0.4] : [0.5, 0.5];
    },
    rate: (rated, states, settings) => {
      matches.push(rated);
      return elo.rate(rated, states, settings);
    },
  };
  const needs = { raters: new Map([['elo', rater]]), clock: () => NOW };
  const preview = await previewRating(needs as never, 'elo', {}, [['ann'], ['ben']], newResponseSize(), match);
  return { outlook: outlooks[0], match: matches[0]!, chance: preview.sides[0]!.winProbability };
}

it('gives the rater the roles and the time of a prediction', async () => {
  const { outlook, match, chance } = await previewOf({ at: LATER, roles: ['home', null] });
  expect(outlook).toEqual({ at: +LATER, roles: ['home', undefined] });
  expect(match.playedAt).toBe(+LATER);
  expect(match.sides.map(({ role }) => role)).toEqual(['home', undefined]);
  expect(chance).toBe(0.6);
});

it('is of now without a time or with a past one, and of sides without roles', async () => {
  for (const match of [undefined, { at: EARLIER, roles: null }]) {
    expect((await previewOf(match)).outlook).toEqual({ at: +NOW, roles: [undefined, undefined] });
  }
});

it('refuses roles unless there is one for each side', async () => {
  await expect(previewOf({ at: null, roles: ['home'] })).rejects.toThrow(
    'number of roles must equal the number of sides, 2, but is 1',
  );
});
