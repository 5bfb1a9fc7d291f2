import elo from '@openladder/rater-elo';
import glicko2 from '@openladder/rater-glicko2';
import margin from '@openladder/rater-margin';
import openskill from '@openladder/rater-openskill';
import performance from '@openladder/rater-performance';
import plackettLuce from '@openladder/rater-plackett-luce';
import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import { type Formats, type Rater, type SettingsSchema } from '@openladder/rating';
import { createLog, STANDARD_ERROR } from '../kit/log.js';
import { type ApartOptions, closeRaters, loadApart } from './apart.js';
import { addRaters, loadThirdParty, named } from './third-party.js';

/** The known facts about a rater that is not installed and rates a league. */
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

/** The raters that come with Open Ladder. CONTRIBUTING.md says how to add one. */
const BUILT_IN: readonly Rater[] = [elo, glicko2, margin, openskill, performance, plackettLuce, timedGlicko, zoneStats];

/** The rating system with which others are compared. */
export const YARDSTICK = elo.key;

/** The installed raters by key. */
export type RaterCatalogue = ReadonlyMap<string, Rater>;

export interface NeedsRaters {
  readonly raters: RaterCatalogue;
}

/** How long a command, which blocks nobody else, waits for a call of a rater, in milliseconds. */
export const COMMAND_TIMEOUT = 5000;
/** The same for the service. */
export const SERVICE_TIMEOUT = 200;

/**
 * The built-in raters, and those of third parties, which run in separate processes; see apart.ts.
 * @param specifiers names of packages, or paths of modules, relative to the working directory; the default export of each is a rater or an array of raters
 * @throws StartError that names the specifier and the problem
 */
export async function loadRaters(
  specifiers: readonly string[],
  options: ApartOptions = { log: createLog('error', STANDARD_ERROR), timeout: COMMAND_TIMEOUT },
): Promise<RaterCatalogue> {
  const catalogue = builtIn();
  const loaded: Rater[] = [];
  try {
    for (const specifier of specifiers) {
      const raters = await named(specifier, () => loadApart(specifier, options));
      loaded.push(...raters);
      addRaters(catalogue, specifier, raters);
    }
  } catch (error) {
    closeRaters(loaded);
    throw error;
  }
  return catalogue;
}

/** The same raters in this process, which must have no other work. */
export async function loadRatersHere(specifiers: readonly string[]): Promise<RaterCatalogue> {
  const catalogue = builtIn();
  for (const specifier of specifiers) addRaters(catalogue, specifier, await loadThirdParty(specifier));
  return catalogue;
}

function builtIn(): Map<string, Rater> {
  return new Map(BUILT_IN.map((rater) => [rater.key, rater]));
}
