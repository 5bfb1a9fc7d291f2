import { type DemoLeague, MADE_UP } from './demo-league.js';
import { drawPair, expectedOf, PEOPLE } from './people.js';

/** The value of the first move, in points of strength; some 35 in chess. */
const FIRST_MOVE = 35;
/** Share of draws between equals. */
const DRAWS = 0.32;

const people = PEOPLE.slice(90, 180);

/** A board game for two, with draws. */
export const gambit: DemoLeague = {
  details: {
    slug: 'gambit',
    name: 'Gambit Club',
    ratingSystem: 'performance',
    settings: { variant: 'p8' },
    description: `A board game for two, with draws; rated from each player's whole history. ${MADE_UP}`,
  },
  people,
  matchCount: 1500,
  seed: 202,
  play(progress, random) {
    const [white, black] = drawPair(people, progress, random);
    const expected = expectedOf(white.strength + FIRST_MOVE - black.strength);
    const draw = DRAWS * (1 - Math.abs(2 * expected - 1));
    const fate = random.next();
    const isDraw = fate < draw;
    const hasWhiteWon = !isDraw && fate < draw / 2 + expected;
    return [
      { name: 'White', placement: isDraw || hasWhiteWon ? 1 : 2, participants: [{ player: white.handle }] },
      { name: 'Black', placement: isDraw || !hasWhiteWon ? 1 : 2, participants: [{ player: black.handle }] },
    ];
  },
};
