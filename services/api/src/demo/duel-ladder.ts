import { type DemoLeague, MADE_UP } from './demo-league.js';
import { drawPair, expectedOf, PEOPLE } from './people.js';

const ROUNDS_TO_WIN = 3;
/** A round says less than the whole duel: this share of the lead counts in each. */
const LEAD_PER_ROUND = 0.6;

/** Half of the value in the rater's source, because its players meet daily, and these every other day. */
const DEVIATION_GROWTH = 10;

const people = PEOPLE.slice(176, 240);

/** Duels, best of five. */
export const duelLadder: DemoLeague = {
  details: {
    slug: 'duel-ladder',
    name: 'Duel Ladder',
    ratingSystem: 'timed-glicko',
    settings: { deviationGrowth: DEVIATION_GROWTH },
    description: `Duels, best of five rounds, several a week. ${MADE_UP}`,
  },
  people,
  matchCount: 1500,
  seed: 303,
  play(progress, random) {
    const pair = drawPair(people, progress, random);
    const expected = expectedOf(LEAD_PER_ROUND * (pair[0].strength - pair[1].strength));
    const rounds: [number, number] = [0, 0];
    while (Math.max(...rounds) < ROUNDS_TO_WIN) rounds[random.chance(expected) ? 0 : 1]++;
    return pair.map(({ handle }, side) => ({ score: rounds[side]!, participants: [{ player: handle }] }));
  },
};
