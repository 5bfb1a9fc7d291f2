import type { Random } from '@openladder/rating/random';
import type { ParticipantSubmission, SideSubmission } from '../match-log/submission.js';
import { type DemoLeague, MADE_UP } from './demo-league.js';
import { drawPeople, PEOPLE, type Person } from './people.js';

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

const people = PEOPLE.slice(0, 110);

/** Teams and free-for-alls with points and minutes. */
export const arena: DemoLeague = {
  details: {
    slug: 'arena',
    name: 'Arena',
    ratingSystem: 'zonestats',
    description: `Team games and free-for-alls of 20 minutes; guests and early leavers included. ${MADE_UP}`,
  },
  people,
  matchCount: 1200,
  seed: 101,
  play(progress, random) {
    if (random.chance(0.6)) return teamGame(random.integer(2, 4), progress, random);
    return drawPeople(people, random.integer(4, 8), progress, random).map((person) => ({
      participants: [playArena(person, random)],
    }));
  },
};

function teamGame(size: number, progress: number, random: Random): SideSubmission[] {
  const players = drawPeople(people, 2 * size, progress, random).map((person) => playArena(person, random));
  return TEAM_NAMES.map((name, side) => ({ name, participants: players.slice(side * size, (side + 1) * size) }));
}

function playArena({ handle, strength }: Person, random: Random): ParticipantSubmission {
  const minutesPlayed = random.chance(EARLY_LEAVER) ? random.integer(3, FULL_GAME - 3) : FULL_GAME;
  const pace = 2 ** ((strength - 1500) / DOUBLING) * Math.max(0, 1 + FORM * random.normal());
  const score = Math.round((USUAL_POINTS * pace * minutesPlayed) / FULL_GAME);
  if (!random.chance(GUEST)) return { player: handle, score, minutesPlayed };
  return { player: `guest.of.${handle}`, isGuest: true, score, minutesPlayed };
}
