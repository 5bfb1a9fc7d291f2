import type { Random } from '@openladder/rating/random';
import type { CreateLeague } from '../league/league.service.js';
import type { SideSubmission } from '../match-log/submission.js';
import type { Person } from './people.js';

/** A league of the demonstration, before anything of it is stored. */
export interface DemoLeague {
  readonly details: CreateLeague;
  /** Its players. */
  readonly people: readonly Person[];
  readonly matchCount: number;
  /** For the choices of its matches. */
  readonly seed: number;
  /**
   * Plays one match.
   * @param progress how much of the season is over, 0 to 1
   */
  play(progress: number, random: Random): SideSubmission[];
}

/** The end of every description. */
export const HOW_TO_LEAVE_OUT =
  'Demonstration data: made-up players and matches. Archive and delete it when you no longer need it, or start with OPENLADDER_DEMO=false on an empty database.';
