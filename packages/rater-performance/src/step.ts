import type { Moment } from './decay-mode.js';
import type { ModeDraft } from './mode-sums.js';
import type { Decay } from './weights.js';

/** One more game under p6. */
export interface Step {
  readonly before: Moment;
  readonly after: Moment;
  /** It already includes the fading of all games whose decay mode stays the same. */
  readonly draft: ModeDraft;
  readonly decay: Decay;
  /** The scale of the numbers by days, after the step. */
  readonly scale: number;
  /** The lead passes the leads above the first number, up to the second. */
  readonly above: number;
  readonly upTo: number;
  /** Whether the lead falls. */
  readonly isFallingBehind: boolean;
}
