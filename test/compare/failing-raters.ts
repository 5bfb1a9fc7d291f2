/** A module of raters of duels, of which some fail at their third match. */
export const RATERS = `
import { writeFileSync } from 'node:fs';
/** Duels by columns, for the rater below: the same numbers. */
const batch = {
  width: 2,
  hasDeviation: false,
  pack: ({ points, games }, numbers, at) => numbers.set([points, games], at),
  unpack: (numbers, at) => ({ points: numbers[at], games: numbers[at + 1] }),
  rate: ({ length, firstParticipant, player, merit, firstOpponent }, states, { step }, lines) => {
    for (let match = 0; match < length; match++) {
      const first = firstParticipant[match];
      for (const own of [first, first + 1]) {
        const other = 2 * first + 1 - own;
        const before = states[2 * player[own]];
        const actual = merit[own] > merit[other] ? 1 : 0;
        const delta = actual === 1 ? step : -step;
        states[2 * player[own]] = before + delta;
        states[2 * player[own] + 1]++;
        lines.value[own] = before + delta;
        lines.isProvisional[own] = 0;
        if (lines.areRatingsOnly) continue;
        lines.beforeValue[own] = before;
        lines.beforeDeviation[own] = lines.deviation[own] = NaN;
        lines.score[own] = before + delta;
        lines.contributions.set([player[other], 0, 0.5, actual, 1, delta], 6 * firstOpponent[own]);
      }
    }
  },
};
const rater = (key, fail = () => undefined, more = {}) => ({
  key, version: '1.0.0', title: key, summary: 'For tests.', source: 'None.',
  settings: { type: 'object', additionalProperties: false, properties: {
    step: { type: 'number', default: 0.1, description: 'How far a win goes.' },
  } },
  formats: () => ({ minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 }),
  initial: () => ({ points: 0, games: 0 }),
  rate: (match, states, { step }) => new Map(match.sides.map(({ placement, participants: [{ player }] }, side) => {
    const { points, games } = states.get(player);
    if (games >= 2) fail();
    const opponent = match.sides[1 - side].participants[0].player;
    const delta = placement === 1 ? step : -step;
    const contribution = { opponent, opponentValue: 0, expected: 0.5, actual: placement === 1 ? 1 : 0, weight: 1, delta };
    return [player, { state: { points: points + delta, games: games + 1 }, contributions: [contribution] }];
  })),
  rating: ({ points }) => ({ value: points, deviation: null, score: points, isProvisional: false }),
  predict: ([[a], [b]]) => { const chance = 1 / (1 + Math.exp(b.points - a.points)); return [chance, 1 - chance]; },
  ...more,
});
export default [
  rater('steps'),
  // It answers to batches alone.
  rater('columns', undefined, { batch, rate: () => { throw new Error('asked one by one'); } }),
  rater('throws', () => { throw new Error('out of luck'); }),
  rater('leaves', () => process.exit(7)),
  rater('hoards', () => { for (const all = []; ; all.push(Array(100_000).fill(0.5))); }),
  // It leaves word that it has begun.
  rater('stays', () => { for (writeFileSync(new URL('stays', import.meta.url), ''); ; ); }),
  // Only by the default does it come to an end.
  rater('sticks', undefined, { predict: (sides, { step }) => { while (step !== 0.1); return [0.5, 0.5]; } }),
  rater('dawdles', () => { for (const end = Date.now() + 2000; Date.now() < end; ); }),
  rater('regrets', () => setTimeout(() => { throw new Error('too late'); })),
  rater('boasts', undefined, { predict: () => [2, -1] }),
  rater('shapeless', undefined, { formats: ({ step }) => {
    if (step !== 0.1) throw new Error('no such shape');
    return { minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 };
  } }),
];
`;
