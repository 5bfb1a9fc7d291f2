import type { Random } from '@openladder/rating/random';
import type { CreateLeague } from '../league/league.service.js';
import type { SideSubmission } from '../match-log/submission.js';
import type { Person } from './people.js';

/** A plan of a demonstration league. */
export interface DemoLeague {
  readonly details: CreateLeague;
  /** Its players. */
  readonly people: readonly Person[];
  readonly matchCount: number;
  /** Seed of its random choices. */
  readonly seed: number;
  /**
   * Plays one match.
   * @param progress how much of the season is over, 0 to 1
   */
  play(progress: number, random: Random): SideSubmission[];
}

/** The end of every description. */
export const MADE_UP = 'Demonstration data: made-up players and matches.';
