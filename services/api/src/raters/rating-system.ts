import { defaultSettings, type Json, type Rater } from '@openladder/rating';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { type Refusal, Refused, refuse, shown } from '../kit/refusal.js';
import type { RaterCatalogue } from './raters.js';

/** What a rating system is set to: a value for each property of the rater's schema. */
export type Settings = Readonly<Record<string, Json>>;

/** A league, as far as it says how it is rated. */
interface RatedLeague {
  readonly slug: string;
  /** Key of the rater. */
  readonly rater: string;
  readonly settings: Settings;
  readonly refreshedThrough: Date | null;
}

/** A rater with settings that it accepts. */
export interface RaterChoice {
  readonly rater: Rater;
  readonly settings: Settings;
}

/** A rater as a league uses it. */
export interface RatingSystem extends RaterChoice {
  /** The league's last nightly run, until which the board shows states grown by `idle`; null before the first. */
  readonly shownThrough: Date | null;
}

/** No rater of this key is installed, though a league uses it; the operator has to put it back. */
export class RaterMissing extends Refused {
  constructor({ slug, rater }: Pick<RatedLeague, 'slug' | 'rater'>) {
    super(refuse('RATER_MISSING', [], `league ${slug} is rated by "${rater}", which is not installed`));
  }
}

/** @throws RaterMissing */
export function ratingSystemOf(raters: RaterCatalogue, league: RatedLeague): RatingSystem {
  const rater = raters.get(league.rater);
  if (!rater) throw new RaterMissing(league);
  return { rater, settings: league.settings, shownThrough: league.refreshedThrough };
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
    throw new Refused(refuse('BAD_SETTINGS', path.settings, `settings must be an object, but are ${shown(given)}`));
  }
  const settings = { ...defaultSettings<Settings>(rater.settings), ...given };
  const problems = [...schemaProblems(rater, settings, path.settings)];
  if (problems.length === 0) {
    for (const { setting, rule } of rater.checkSettings?.(settings) ?? []) {
      problems.push(refuse('BAD_SETTINGS', [...path.settings, setting], `settings.${setting} ${rule}`));
    }
  }
  if (problems.length > 0) throw new Refused(...problems);
  return { rater, settings };
}

function schemaProblems(rater: Rater, settings: Settings, path: readonly string[]): Refusal[] {
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
