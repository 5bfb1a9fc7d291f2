import type { JournalLine, Memory } from '@openladder/rating';
import { clockAt } from './clock.js';
import type { Glicko2Settings } from './settings.js';
import { type Glicko2Skill, packedSkill, WIDTH } from './skill.js';

/** Numbers of the games of a period in a line's memory, after the volatility. */
const GAMES_WIDTH = 5;

/** The part of a skill that a journal line stores: the volatility and, by rating periods, its games. */
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
  const [volatility, ...games] = memory as readonly number[];
  const numbers = new Float64Array(WIDTH).fill(Number.NaN);
  numbers.set([after.value!, after.deviation!, volatility!, clockAt(playedAt, settings), ...games]);
  return packedSkill.unpack(numbers, 0);
}
