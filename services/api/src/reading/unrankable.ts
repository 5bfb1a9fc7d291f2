import { Refused } from '../kit/refusal.js';
import { yieldToEventLoop } from '../kit/yield-to-event-loop.js';
import { askRater } from '../raters/apart.js';
import type { NeedsRaters } from '../raters/raters.js';
import { chooseRatingSystem, type RaterChoice } from '../raters/rating-system.js';
import { RANKS_SOMEBODY } from '../rating/rater-work.js';

/** A rating system with which nobody gets a rank in matches of some size. */
export interface Unrankable {
  /** Matches after which all are still provisional. */
  readonly matches: number;
  /** The name of the preset with which players would have a rank after as many; null if there is none. */
  readonly preset: string | null;
  /** The settings with those of the preset. */
  readonly presetSettings: unknown;
}

/** More than the duels that the slowest built-in system needs. */
const MATCHES = 50;
/** The most sides that are tried. */
export const MAX_SIDES_TRIED = 10;

/**
 * Whether nobody would have a rank after many matches between the same newcomers, each a side, for choosing settings before there are matches.
 * @param given settings; omitted ones have their defaults
 * @returns null if somebody would have one, or the system with these settings does not rate such matches
 */
export async function whyUnrankable(
  needs: NeedsRaters,
  ratingSystem: string,
  given: object,
  sides: number,
): Promise<Unrankable | null> {
  const choice = choiceOf(needs, ratingSystem, given);
  if (!choice) return null;
  const { minSides, maxSides, minPlayersPerSide } = choice.rater.formats(choice.settings);
  if (sides < minSides || sides > (maxSides ?? sides) || minPlayersPerSide > 1) return null;
  const ranksSomebody = async (settings: RaterChoice['settings']) => {
    await yieldToEventLoop();
    return askRater({ ...choice, settings, shownThrough: null }, RANKS_SOMEBODY, sides, MATCHES);
  };
  if (await ranksSomebody(choice.settings)) return null;
  for (const { name, settings } of choice.rater.presets ?? []) {
    const presetSettings = { ...choice.settings, ...settings };
    if (await ranksSomebody(presetSettings)) return { matches: MATCHES, preset: name, presetSettings };
  }
  return { matches: MATCHES, preset: null, presetSettings: null };
}

function choiceOf({ raters }: NeedsRaters, key: string, settings: object): RaterChoice | null {
  try {
    return chooseRatingSystem(raters, key, settings, { key: [], settings: [] });
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
