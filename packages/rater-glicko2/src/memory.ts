import type { JournalLine, Memory } from '@openladder/rating';
import { clockAt } from './clock.js';
import type { Glicko2Settings } from './settings.js';
import type { Glicko2Skill } from './skill.js';

/** Numbers of the games of a period in a line's memory, after the volatility. */
const GAMES_WIDTH = 5;

/** What a journal line keeps of a skill: the volatility and, by rating periods, its games. */
export const memory: Memory<Glicko2Settings, Glicko2Skill> = {
  width: ({ timing }) => (timing === 'continuous' ? 1 : 1 + GAMES_WIDTH),
  of({ volatility, games }, { timing }) {
    if (timing === 'continuous') return [volatility];
    const { rating, deviation, volatility: first, information, surprise } = games!;
    return [volatility, rating, deviation, first, information, surprise];
  },
};

/** The skill just after a match. */
export function fromLine({ playedAt, after, memory }: JournalLine, settings: Glicko2Settings): Glicko2Skill {
  const [volatility, rating, deviation, first, information, surprise] = memory as readonly number[];
  return {
    rating: after.value!,
    deviation: after.deviation!,
    volatility: volatility!,
    at: clockAt(playedAt, settings),
    games:
      settings.timing === 'continuous'
        ? null
        : {
            rating: rating!,
            deviation: deviation!,
            volatility: first!,
            information: information!,
            surprise: surprise!,
          },
  };
}
