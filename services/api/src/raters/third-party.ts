import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defaultSettings, type Rater, type SettingsProblem, settingsProblems } from '@openladder/rating';
import { StartError } from '../kit/start-error.js';
import { checkFormats, describeValue } from './checked-rater.js';
import { guarded } from './guarded-rater.js';

const KEY = /^[a-z][a-z0-9-]{0,62}$/;

/**
 * Loads the raters of a third party in this process, which should have no other work.
 * @param specifier name of a package, or path of a module, relative to the working directory; its default export is a rater or an array of raters
 * @param tell called with the place where an error of a rater was thrown
 * @throws StartError that names the specifier and the problem
 */
export async function loadThirdParty(specifier: string, tell?: (text: string) => void): Promise<readonly Rater[]> {
  const raters = await named(specifier, () => importRaters(specifier));
  const keys = new Set<string>();
  return raters.map((rater) => {
    const problem = raterProblem(rater);
    if (problem) throw notARater(specifier, raters.length > 1 ? `${describeValue(rater?.key)}: ${problem}` : problem);
    if (keys.has(rater.key)) throw taken(specifier, rater);
    keys.add(rater.key);
    return guarded(rater, undefined, tell);
  });
}

/** Adds the raters of a third party, each under a key of its own. */
export function addRaters(catalogue: Map<string, Rater>, specifier: string, raters: readonly Rater[]): void {
  for (const rater of raters) {
    if (catalogue.has(rater.key)) throw taken(specifier, rater);
    catalogue.set(rater.key, rater);
  }
}

function taken(specifier: string, { key }: Rater): StartError {
  return notARater(specifier, `its key "${key}" is taken`);
}

function notARater(specifier: string, problem: string): StartError {
  return new StartError(`OPENLADDER_RATERS: "${specifier}" is not a rater: ${problem}`);
}

async function importRaters(specifier: string): Promise<readonly Rater[]> {
  const url = locateModule(specifier);
  if (statSync(new URL(url), { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`it is a folder. Name a file in it, such as ${join(specifier, 'index.js')}`);
  }
  const module = (await import(url)) as { default?: Rater | readonly Rater[] };
  if (!module.default) throw new Error('it has no default export');
  return Array.isArray(module.default) ? module.default : [module.default as Rater];
}

/** @throws StartError that names the specifier */
export async function named<T>(specifier: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    // A process has added the name already.
    if (reason!.startsWith('OPENLADDER_RATERS')) throw new StartError(reason!, { cause: error });
    const message = `OPENLADDER_RATERS: "${specifier}" could not be loaded: ${reason}${hintFor(error, specifier)}`;
    throw new StartError(message, { cause: error });
  }
}

/** Node prints the line of a syntax error only if nobody catches it. */
function hintFor(error: unknown, specifier: string): string {
  return error instanceof SyntaxError ? `. "node ${fileURLToPath(locateModule(specifier))}" shows the line` : '';
}

/** The URL of the file that a specifier names. */
export function locateModule(specifier: string): string {
  const isPath = specifier.startsWith('.') || isAbsolute(specifier);
  const file = isPath ? resolve(specifier) : createRequire(resolve('package.json')).resolve(specifier);
  return pathToFileURL(file).href;
}

/** The functions of a rater, besides those of `restore` and `batch`. */
export const REQUIRED = ['formats', 'initial', 'rate', 'rating', 'predict'] as const satisfies readonly (keyof Rater)[];
/** Its further, optional functions. */
export const OPTIONAL = [
  'checkSettings',
  'matchesForRank',
  'idle',
  'waited',
  'display',
  'adjustments',
  'explain',
] as const satisfies readonly (keyof Rater)[];
const NEEDS: readonly unknown[] = ['last', 'all', 'count'] satisfies NonNullable<Rater['restore']>['needs'][];

function raterProblem(rater: Rater): string | undefined {
  if (typeof rater !== 'object' || rater === null) return 'it is not an object';
  if (typeof rater.key !== 'string' || !KEY.test(rater.key)) return 'key must be lower-case letters, digits and dashes';
  const texts = ['version', 'title', 'summary', 'source'] as const;
  const missingText = texts.find((name) => typeof rater[name] !== 'string' || rater[name] === '');
  if (missingText) return `${missingText} must be a text`;
  const missingFunction = REQUIRED.find((name) => typeof rater[name] !== 'function');
  if (missingFunction) return `${missingFunction} must be a function`;
  const noFunction = OPTIONAL.find((name) => rater[name] !== undefined && typeof rater[name] !== 'function');
  if (noFunction) return `${noFunction} must be a function, or missing`;
  const { restore } = rater;
  if (restore && !NEEDS.includes(restore.needs)) {
    return `restore.needs must be ${NEEDS.join(', ')}, but is ${describeValue(restore.needs)}`;
  }
  if (restore && typeof restore.from !== 'function') return 'restore.from must be a function';
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
    const checked = rater.checkSettings?.(settings) ?? [];
    if (!areProblems(checked)) {
      return `checkSettings must give a list of { setting, rule }, but gives ${describeValue(checked)}`;
    }
    const [problem] = settingsProblems(rater, settings);
    if (problem) return `its own default of settings.${problem.setting} ${problem.rule}`;
    for (const preset of rater.presets ?? []) {
      const [misfit] = settingsProblems(rater, { ...settings, ...preset.settings });
      if (misfit) return `its preset "${preset.name}" does not fit its settings: ${misfit.setting} ${misfit.rule}`;
    }
    checkFormats(rater.formats(settings));
    rater.rating(rater.initial(settings), settings);
    return undefined;
  } catch (error) {
    return `it fails on its default settings: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function areProblems(problems: unknown): boolean {
  const isOne = (problem: Partial<SettingsProblem> | null) =>
    typeof problem?.setting === 'string' && typeof problem.rule === 'string';
  return Array.isArray(problems) && problems.every(isOne);
}
