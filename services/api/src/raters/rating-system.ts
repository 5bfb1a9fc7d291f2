import { defaultSettings, type Json, type Rater } from '@openladder/rating';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { type Refusal, Refused, refuse, shown } from '../kit/refusal.js';
import { Unavailable } from '../kit/unavailable.js';
import { type BoardRule, boardRuleOf } from './board-rule.js';
import type { RaterCatalogue } from './raters.js';

/** Settings of a rating system: a value for each property of the rater's schema. */
export type SettingValues = Readonly<Record<string, Json>>;

/** A league, as far as it says how it is rated. */
interface RatedLeague {
  readonly slug: string;
  /** Key of the rater. */
  readonly rater: string;
  /** The version that derived its board. */
  readonly raterVersion: string;
  readonly settings: SettingValues;
  readonly refreshedThrough: Date;
  readonly minMatches?: number;
  readonly activeWithin?: number | null;
}

/** A rater with settings that it accepts. */
export interface RaterChoice {
  readonly rater: Rater;
  readonly settings: SettingValues;
}

/** A rater as a league uses it. */
export interface RatingSystem extends RaterChoice {
  /** The midnight as of which the board shows states, grown by `idle`; null: as they are stored. */
  readonly shownThrough: Date | null;
  /** Who has a rank; null or left out: everybody whom the rater ranks. */
  readonly boardRule?: BoardRule | null;
}

/** No rater of this key is installed, though a league uses it; the operator has to put it back. */
export class RaterMissing extends Refused {
  constructor({ slug, rater }: Pick<RatedLeague, 'slug' | 'rater'>) {
    super(refuse('RATER_MISSING', [], `league ${slug} is rated by "${rater}", which is not installed`));
  }
}

/** Seconds; most logs are derived anew in less. */
const RETRY_AFTER = 5;

/** Another version of the league's rater is installed than derived its board, so nothing may be built on its states. */
export class DerivedByOtherVersion extends Unavailable {
  override readonly name = 'DerivedByOtherVersion';

  constructor({ slug, rater, raterVersion }: RatedLeague, installed: string) {
    const versions = `${rater} ${raterVersion} derived its board, and ${rater} ${installed} is installed here`;
    const message = `league ${slug} must be recomputed: ${versions}. Try again in a moment; League.recomputes shows the progress.`;
    super(message, { retryAfter: RETRY_AFTER });
  }
}

/**
 * The rating system of a league, to go on from the states that its board holds.
 * @throws RaterMissing
 * @throws DerivedByOtherVersion
 */
export function ratingSystemOf(raters: RaterCatalogue, league: RatedLeague): RatingSystem {
  const system = installedSystemOf(raters, league);
  if (isOtherVersion(league, system)) throw new DerivedByOtherVersion(league, system.rater.version);
  return system;
}

/**
 * The rating system of a league under the installed version of its rater, for what does not go on from its states: checks,
 * and replays of the whole log.
 * @throws RaterMissing
 */
export function installedSystemOf(raters: RaterCatalogue, league: Omit<RatedLeague, 'raterVersion'>): RatingSystem {
  const rater = raters.get(league.rater);
  if (!rater) throw new RaterMissing(league);
  return { rater, settings: league.settings, shownThrough: league.refreshedThrough, boardRule: boardRuleOf(league) };
}

/** Whether another version of the league's own rater derived its board. */
export function isOtherVersion(
  { rater, raterVersion }: Pick<RatedLeague, 'rater' | 'raterVersion'>,
  system: Pick<RaterChoice, 'rater'>,
): boolean {
  return rater === system.rater.key && raterVersion !== system.rater.version;
}

const ajv = new Ajv2020({ allErrors: true, strictNumbers: true, verbose: true });

/** How many offending settings are told at once. */
const MAX_PROBLEMS = 20;

/**
 * Validates a choice of rater and settings; settings left out are at their defaults.
 * @param path where the settings stand in the input
 * @throws Refused with every offending setting
 */
export function chooseRatingSystem(
  raters: RaterCatalogue,
  key: string,
  given: unknown,
  path: { readonly key: readonly string[]; readonly settings: readonly string[] },
): RaterChoice {
  const rater = raters.get(key);
  if (!rater) {
    const known = [...raters.keys()].join(', ');
    throw new Refused(refuse('BAD_SETTINGS', path.key, `ratingSystem must be one of ${known}, but is ${shown(key)}`));
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Refused(refuse('BAD_SETTINGS', path.settings, `settings must be an object, but is ${shown(given)}`));
  }
  const settings = { ...defaultSettings<SettingValues>(rater.settings), ...given };
  const problems = [...schemaProblems(rater, settings, path.settings)];
  if (problems.length === 0) {
    for (const { setting, rule } of rater.checkSettings?.(settings) ?? []) {
      problems.push(refuse('BAD_SETTINGS', [...path.settings, setting], `settings.${setting} ${rule}`));
    }
  }
  if (problems.length > 0) throw new Refused(...problems);
  return { rater, settings };
}

function schemaProblems(rater: Rater, settings: SettingValues, path: readonly string[]): Refusal[] {
  const validate = ajv.compile(rater.settings);
  if (validate(settings)) return [];
  return (validate.errors ?? []).slice(0, MAX_PROBLEMS).map((error) => {
    const { setting, rule } = explain(error, rater);
    const received = shown(settings[setting]);
    return refuse('BAD_SETTINGS', [...path, setting], `settings.${setting} ${rule}; received ${received}`);
  });
}

function explain(error: ErrorObject, rater: Rater): { setting: string; rule: string } {
  if (error.keyword === 'additionalProperties') {
    const known = Object.keys(rater.settings.properties).join(', ');
    return {
      setting: String(error.params.additionalProperty),
      rule: `is not a setting of ${rater.key} (which has ${known})`,
    };
  }
  const setting = error.instancePath.split('/')[1] ?? '';
  if (error.keyword === 'enum') return { setting, rule: `must be one of ${error.params.allowedValues.join(', ')}` };
  return { setting, rule: error.message ?? 'breaks its schema' };
}
