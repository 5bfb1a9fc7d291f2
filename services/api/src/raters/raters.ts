import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import elo from '@openladder/rater-elo';
import glicko2 from '@openladder/rater-glicko2';
import openskill from '@openladder/rater-openskill';
import performance from '@openladder/rater-performance';
import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import { defaultSettings, type Rater, settingsProblems } from '@openladder/rating';
import { StartError } from '../kit/start-error.js';
import { guarded } from './guarded-rater.js';

/** The raters that come with Open Ladder. To add one: its package in package.json, and a line here. */
const BUILT_IN: readonly Rater[] = [elo, glicko2, openskill, performance, timedGlicko, zoneStats];

/** The rating system that others are measured against. */
export const YARDSTICK = elo.key;

/** The installed raters by key. */
export type RaterCatalogue = ReadonlyMap<string, Rater>;

export interface NeedsRaters {
  readonly raters: RaterCatalogue;
}

const KEY = /^[a-z][a-z0-9-]{0,62}$/;

/**
 * The built-in raters and those of third parties.
 * @param specifiers names of packages, or paths of modules, relative to the working directory; the default export of each is a rater or an array of raters
 * @throws StartError that names the specifier and what is wrong with it
 */
export async function loadRaters(specifiers: readonly string[]): Promise<RaterCatalogue> {
  const catalogue = new Map(BUILT_IN.map((rater) => [rater.key, rater]));
  for (const specifier of specifiers) {
    for (const rater of await importRaters(specifier)) {
      const problem = raterProblem(rater) ?? (catalogue.has(rater.key) ? `its key "${rater.key}" is taken` : undefined);
      if (problem) throw new StartError(`OPENLADDER_RATERS: "${specifier}" is not a rater: ${problem}`);
      catalogue.set(rater.key, guarded(rater));
    }
  }
  return catalogue;
}

async function importRaters(specifier: string): Promise<readonly Rater[]> {
  try {
    const module = (await import(locate(specifier))) as { default?: Rater | readonly Rater[] };
    if (!module.default) throw new Error('it has no default export');
    return Array.isArray(module.default) ? module.default : [module.default as Rater];
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new StartError(`OPENLADDER_RATERS: "${specifier}" could not be loaded: ${reason}`, { cause: error });
  }
}

function locate(specifier: string): string {
  const isPath = specifier.startsWith('.') || isAbsolute(specifier);
  const file = isPath ? resolve(specifier) : createRequire(resolve('package.json')).resolve(specifier);
  return pathToFileURL(file).href;
}

function raterProblem(rater: Rater): string | undefined {
  if (typeof rater !== 'object' || rater === null) return 'it is not an object';
  if (typeof rater.key !== 'string' || !KEY.test(rater.key)) return 'key must be lower-case letters, digits and dashes';
  const texts = ['version', 'title', 'summary', 'source'] as const;
  const missingText = texts.find((name) => typeof rater[name] !== 'string' || rater[name] === '');
  if (missingText) return `${missingText} must be a text`;
  const functions = ['formats', 'initial', 'rate', 'rating', 'predict'] as const;
  const missingFunction = functions.find((name) => typeof rater[name] !== 'function');
  if (missingFunction) return `${missingFunction} must be a function`;
  const { settings } = rater;
  if (settings?.type !== 'object' || typeof settings.properties !== 'object' || settings.properties === null) {
    return 'settings must be a JSON Schema of type object, with properties';
  }
  return defaultsProblem(rater);
}

/** Lists of installed raters call these functions, so they must not fail. */
function defaultsProblem(rater: Rater): string | undefined {
  try {
    const settings = defaultSettings(rater.settings);
    const [problem] = settingsProblems(rater, settings);
    if (problem) return `its own default of settings.${problem.setting} ${problem.rule}`;
    const preset = (rater.presets ?? []).find((each) => settingsProblems(rater, { ...settings, ...each.settings })[0]);
    if (preset) return `its preset "${preset.name}" does not fit its settings`;
    rater.formats(settings);
    rater.rating(rater.initial(settings), settings);
    return undefined;
  } catch (error) {
    return `it fails on its default settings: ${error instanceof Error ? error.message : String(error)}`;
  }
}
