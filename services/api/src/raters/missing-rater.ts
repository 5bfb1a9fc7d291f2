import type { Formats, Rater, SettingsSchema } from '@openladder/rating';

/** The known facts about a rater that rates a league but is not installed. */
export type MissingRater = Pick<Rater, 'key' | 'version' | 'title' | 'summary' | 'source' | 'settings'> & {
  readonly isMissing: true;
};

/** Nothing can be rated by a rater that is not installed. */
export const NO_FORMATS: Formats = { minSides: 0, maxSides: 0, minPlayersPerSide: 0, maxPlayersPerSide: 0 };

const NO_SETTINGS: SettingsSchema = { type: 'object', additionalProperties: false, properties: {} };

/** @param version the one that rated the league */
export function missingRater(key: string, version: string): MissingRater {
  const summary =
    'This rating system is not installed. Ratings can be read, but no match is rated until it is installed again.';
  return { key, version, title: key, summary, source: '', settings: NO_SETTINGS, isMissing: true };
}

export function isRaterMissing(rater: Rater | MissingRater): rater is MissingRater {
  return 'isMissing' in rater;
}
