import { pairwiseResults, withoutGuests } from '../src/match.js';
import { expectedScore, shareOfPairs } from '../src/predict.js';
import { type Contribution, defineRater, settingsSchema } from '../src/rater.js';

interface EloSettings {
  readonly k: number;
  readonly initialRating: number;
}

interface EloState {
  readonly points: number;
}

const SCALE = 400 / Math.LN10;

const strength = (side: readonly EloState[]) => side.reduce((sum, { points }) => sum + points, 0) / side.length;

/** Elo for any number of sides and players: every pair of players on different sides plays for K points, shared by the other sides. */
export const elo = defineRater<EloSettings, EloState>({
  key: 'elo',
  version: '1.0.0',
  title: 'Elo',
  summary: 'Ratings of the plainest kind.',
  source: 'A. Elo, The Rating of Chessplayers, 1978',
  settings: settingsSchema({
    k: { type: 'number', default: 24, exclusiveMinimum: 0, description: 'Points at stake in a pair.' },
    initialRating: { type: 'number', default: 1500, description: 'Points of a new player.' },
  }),
  formats: () => ({ minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }),
  isZeroSum: true,
  initial: ({ initialRating }) => ({ points: initialRating }),
  rate(match, states, { k }) {
    const { sides } = withoutGuests(match);
    const results = pairwiseResults(withoutGuests(match));
    const weight = k / (sides.length - 1);
    const players = sides.flatMap(({ participants }, side) => participants.map(({ player }) => ({ player, side })));
    return new Map(
      players.map((own) => {
        const { points } = states.get(own.player)!;
        const contributions = players
          .filter(({ side }) => side !== own.side)
          .map(({ player: opponent, side }): Contribution => {
            const opponentValue = states.get(opponent)!.points;
            const expected = expectedScore(points - opponentValue, SCALE);
            const actual = results[own.side]![side]!;
            return { opponent, opponentValue, expected, actual, weight, delta: weight * (actual - expected) };
          });
        const change = contributions.reduce((sum, { delta }) => sum + delta!, 0);
        return [own.player, { state: { points: points + change }, contributions }];
      }),
    );
  },
  rating: ({ points }) => ({ value: points, deviation: null, score: points, isProvisional: false }),
  predict: (sides) =>
    shareOfPairs(sides.length, (a, b) => expectedScore(strength(sides[a]!) - strength(sides[b]!), SCALE)),
  restore: { needs: 'last', from: ([line]) => ({ points: line!.after.value! }) },
});

/** Elo for two sides of one player. */
export const duelsOnly = defineRater({
  ...elo,
  key: 'duels-only',
  formats: () => ({ minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 }),
});

interface AgingState extends EloState {
  readonly at: number;
}

const YEAR = 365.25 * 24 * 3_600_000;

/** Elo with points that fade towards the start while a player is away, and that counts waiting as presence. */
export const aging = defineRater<EloSettings, AgingState>({
  ...elo,
  key: 'aging',
  restore: undefined,
  batch: undefined,
  initial: (settings) => ({ ...elo.initial(settings), at: 0 }),
  rate: (match, states, settings) =>
    new Map(
      [...elo.rate(match, states, settings)].map(([player, { state, contributions }]) => [
        player,
        { state: { ...state, at: match.playedAt }, contributions },
      ]),
    ),
  idle: ({ points, at }, until, { initialRating }) => ({
    points: initialRating + (points - initialRating) * Math.exp(-(until - at) / YEAR),
    at: until,
  }),
  waited: (state, at) => ({ ...state, at }),
});
