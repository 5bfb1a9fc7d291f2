import type { Random } from '@openladder/rating/random';
import type { ParticipantSubmission, SideSubmission } from '../match-log/checks.js';
import { type DemoLeague, MADE_UP } from './demo-league.js';
import { drawPair, drawPeople, expectedOf, PEOPLE, type Person } from './people.js';

const FULL_GAME = 20;
/** Points that a player of strength 1500 earns in a full game. */
const USUAL_POINTS = 60;
/** How many points of strength double what somebody earns. */
const DOUBLING = 350;
/** Spread of a day's form, as a share of the points. */
const FORM = 0.35;
const EARLY_LEAVER = 0.08;
const GUEST = 0.03;
const TEAM_NAMES = ['Red', 'Blue'] as const;

const ARENA_PEOPLE = PEOPLE.slice(0, 110);

/** Teams and free-for-alls with points and minutes. */
export const arena: DemoLeague = {
  details: {
    slug: 'arena',
    name: 'Arena',
    // The hue of its slug resembles the one of the duels.
    hue: 40,
    ratingSystem: 'zonestats',
    description: `Team games and free-for-alls of 20 minutes; guests and early leavers included. ${MADE_UP}`,
  },
  people: ARENA_PEOPLE,
  matchCount: 1200,
  seed: 101,
  play(progress, random) {
    if (random.chance(0.6)) return teamGame(random.integer(2, 4), progress, random);
    return drawPeople(ARENA_PEOPLE, random.integer(4, 8), progress, random).map((person) => ({
      participants: [playArena(person, random)],
    }));
  },
};

function teamGame(size: number, progress: number, random: Random): SideSubmission[] {
  const players = drawPeople(ARENA_PEOPLE, 2 * size, progress, random).map((person) => playArena(person, random));
  return TEAM_NAMES.map((name, side) => ({ name, participants: players.slice(side * size, (side + 1) * size) }));
}

function playArena({ handle, strength }: Person, random: Random): ParticipantSubmission {
  const minutesPlayed = random.chance(EARLY_LEAVER) ? random.integer(3, FULL_GAME - 3) : FULL_GAME;
  const pace = 2 ** ((strength - 1500) / DOUBLING) * Math.max(0, 1 + FORM * random.normal());
  const score = Math.round((USUAL_POINTS * pace * minutesPlayed) / FULL_GAME);
  if (!random.chance(GUEST)) return { player: handle, score, minutesPlayed };
  return { player: `guest.of.${handle}`, isGuest: true, score, minutesPlayed };
}

const ROUNDS_TO_WIN = 3;
/** A round is weaker evidence than the whole duel: this share of the lead counts in each. */
const LEAD_PER_ROUND = 0.6;

/** Half of the value in the rater's source, because its players meet daily, and these every other day. */
const DEVIATION_GROWTH = 10;

const LADDER_PEOPLE = PEOPLE.slice(176, 240);

/** Duels, best of five. */
export const duelLadder: DemoLeague = {
  details: {
    slug: 'duel-ladder',
    name: 'Duel Ladder',
    ratingSystem: 'timed-glicko',
    settings: { deviationGrowth: DEVIATION_GROWTH },
    description: `Duels, best of five rounds, several a week. ${MADE_UP}`,
  },
  people: LADDER_PEOPLE,
  matchCount: 1500,
  seed: 303,
  play(progress, random) {
    const pair = drawPair(LADDER_PEOPLE, progress, random);
    const expected = expectedOf(LEAD_PER_ROUND * (pair[0].strength - pair[1].strength));
    const rounds: [number, number] = [0, 0];
    while (Math.max(...rounds) < ROUNDS_TO_WIN) rounds[random.chance(expected) ? 0 : 1]++;
    return pair.map(({ handle }, side) => ({ score: rounds[side]!, participants: [{ player: handle }] }));
  },
};

/** The value of the first move, in points of strength; some 35 in chess. */
const FIRST_MOVE = 35;
/** Share of draws between equals. */
const DRAWS = 0.32;

const GAMBIT_PEOPLE = PEOPLE.slice(90, 180);

/** A board game for two, with draws. */
export const gambit: DemoLeague = {
  details: {
    slug: 'gambit',
    name: 'Gambit Club',
    ratingSystem: 'performance',
    settings: { variant: 'p8' },
    description: `A board game for two, with draws; rated from each player's whole history. ${MADE_UP}`,
  },
  people: GAMBIT_PEOPLE,
  matchCount: 1500,
  seed: 202,
  play(progress, random) {
    const [white, black] = drawPair(GAMBIT_PEOPLE, progress, random);
    const expected = expectedOf(white.strength + FIRST_MOVE - black.strength);
    const draw = DRAWS * (1 - Math.abs(2 * expected - 1));
    const fate = random.next();
    const isDraw = fate < draw;
    const hasWhiteWon = !isDraw && fate < draw / 2 + expected;
    return [
      { role: 'white', placement: isDraw || hasWhiteWon ? 1 : 2, participants: [{ player: white.handle }] },
      { role: 'black', placement: isDraw || !hasWhiteWon ? 1 : 2, participants: [{ player: black.handle }] },
    ];
  },
};

/** Starters of a race, and the share of them who do not finish. */
const STARTERS = 20;
const DROP_OUTS = 0.04;
/** Standard deviation of a race's luck, in points of strength. */
const LUCK = 170;

const CUP_PEOPLE = PEOPLE.slice(110, 170);

/** Races of twenty, with points by place. */
export const harbourCup: DemoLeague = {
  details: {
    slug: 'harbour-cup',
    name: 'Harbour Cup',
    hue: 190,
    ratingSystem: 'elo',
    placePoints: [25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
    description: `Twenty boats in each race, and points for the first ten. ${MADE_UP}`,
  },
  people: CUP_PEOPLE,
  matchCount: 120,
  seed: 404,
  play(progress, random) {
    const raced = drawPeople(CUP_PEOPLE, STARTERS, progress, random).map(({ handle, strength }) => ({
      participants: [{ player: handle }],
      isOut: random.chance(DROP_OUTS),
      pace: strength + LUCK * random.normal(),
    }));
    const finished = raced.filter(({ isOut }) => !isOut).sort((one, other) => other.pace - one.pace);
    const out = raced.filter(({ isOut }) => isOut);
    return [
      ...finished.map(({ participants }, index) => ({ placement: index + 1, participants })),
      ...out.map(({ participants }): SideSubmission => ({ status: 'DID_NOT_FINISH', participants })),
    ];
  },
};
