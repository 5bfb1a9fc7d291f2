/** Duels for points, by a rater that does something else as well. @param more declared after the rest */
export const badRater = (key: string, rate = '', more = '') => `
const plain = (match, states) => new Map(match.sides.map(({ placement, participants: [{ player }] }, side) => {
  const opponent = match.sides[1 - side].participants[0].player;
  const delta = placement === 1 ? 0.1 : -0.1;
  const part = { opponent, opponentValue: states.get(opponent).points, expected: 0.5, actual: placement === 1 ? 1 : 0, weight: 1, delta };
  return [player, { state: { points: states.get(player).points + delta }, contributions: [part] }];
}));
export default {
  key: '${key}', version: '1.0.0', title: '${key}', summary: 'For tests.', source: 'None.',
  settings: { type: 'object', additionalProperties: false, properties: {} },
  formats: () => ({ minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 }),
  initial: () => ({ points: 0 }),
  rate: (match, states) => { ${rate}; return plain(match, states); },
  rating: ({ points }) => ({ value: points, deviation: null, score: points, isProvisional: false }),
  predict: () => [0.5, 0.5],
  restore: { needs: 'last', readsContributions: false, from: (lines) => ({ points: lines.at(-1).after.value }) },
  ${more}
};`;
