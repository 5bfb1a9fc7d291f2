import { defineRater, expectedScore, pairwiseResults, settingsSchema } from '@openladder/rating';

const SCALE = 400 / Math.LN10; // 400 points are ten to one: Elo, The Rating of Chessplayers, 1978

export default defineRater({
  key: 'my-rater',
  version: '1.0.0',
  title: 'My Elo',
  summary: 'The classic: points go from the loser to the winner, more of them after a surprise.',
  source: 'Arpad Elo, The Rating of Chessplayers, Past and Present, 1978',
  settings: settingsSchema({
    k: { type: 'number', default: 24, exclusiveMinimum: 0, description: 'K: the most points that a game can bring.' },
    initialRating: { type: 'number', default: 1500, description: 'The rating of a new player, in points.' },
  }),
  formats: () => ({ minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 }),
  isZeroSum: true,

  initial: ({ initialRating }) => ({ points: initialRating }),

  rate(match, states, { k }) {
    const players = match.sides.map((side) => side.participants[0].player);
    const [[, actual]] = pairwiseResults(match); // 1, 0.5 or 0: the first side against the second
    const [a, b] = players.map((player) => states.get(player).points);
    const gain = k * (actual - expectedScore(a - b, SCALE));
    const rated = (own, opponent, opponentValue, score, delta) => {
      const expected = expectedScore(own - opponentValue, SCALE);
      const contribution = { opponent, opponentValue, expected, actual: score, weight: k, delta };
      return { state: { points: own + delta }, contributions: [contribution] };
    };
    const [first, second] = [rated(a, players[1], b, actual, gain), rated(b, players[0], a, 1 - actual, -gain)];
    return new Map([
      [players[0], first],
      [players[1], second],
    ]);
  },

  rating: ({ points }) => ({ value: points, deviation: null, score: points, isProvisional: false }),
  predict: ([[a], [b]]) => [expectedScore(a.points - b.points, SCALE), expectedScore(b.points - a.points, SCALE)],
  restore: { needs: 'last', from: ([line]) => ({ points: line.after.value }) },
});
