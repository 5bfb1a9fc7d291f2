import { writeNewFile } from '../support/folder.js';

/**
 * Writes a version of a rater whose winners gain so many points, and losers lose them.
 * @param settings the properties of their schema
 * @returns the path of its module
 */
export const writeSteps = (version: string, points: number, settings: object = {}) =>
  writeNewFile(`steps-${version}.mjs`, moduleText(version, points, settings));

const moduleText = (version: string, points: number, settings: object) => `
export default {
  key: 'steps', version: '${version}', title: 'Steps', summary: 'For tests.', source: 'None.',
  settings: { type: 'object', additionalProperties: false, properties: ${JSON.stringify(settings)} },
  formats: () => ({ minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 }),
  initial: () => ({ points: 1000 }),
  rate: (match, states) => new Map(match.sides.map(({ placement, participants: [{ player }] }, side) => {
    const opponent = match.sides[1 - side].participants[0].player;
    const delta = placement === 1 ? ${points} : -${points};
    const actual = placement === 1 ? 1 : 0;
    const contribution = { opponent, opponentValue: states.get(opponent).points, expected: 0.5, actual, weight: 1, delta };
    return [player, { state: { points: states.get(player).points + delta }, contributions: [contribution] }];
  })),
  rating: ({ points }) => ({ value: points, deviation: null, score: points, isProvisional: false }),
  predict: () => [0.5, 0.5],
  restore: { needs: 'last', from: ([last]) => ({ points: last.after.value }) },
};
`;
