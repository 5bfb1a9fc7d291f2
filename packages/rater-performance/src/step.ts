import type { Moment } from './decay-mode.js';
import type { ModeDraft } from './mode-sums.js';
import type { Decay } from './weights.js';

/** One more game, by p6. */
export interface Step {
  readonly before: Moment;
  readonly after: Moment;
  /** With what became of all games that go on to fade by the same. */
  readonly draft: ModeDraft;
  readonly decay: Decay;
  /** Of the numbers by days, now. */
  readonly scale: number;
  /** The lead passes those above the first and at most the second. */
  readonly above: number;
  readonly upTo: number;
  /** Whether the lead falls. */
  readonly isFallingBehind: boolean;
}
