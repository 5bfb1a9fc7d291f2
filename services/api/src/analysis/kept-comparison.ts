import type { Evaluation } from '@openladder/rating';
import type { RequestedSystem } from '../compare/compare-rating-systems.js';
import type { ComparedBaseline, ComparedSystem, SystemComparison } from '../compare/comparison.js';
import type { MeasuredFit } from '../compare/measure-fit.js';
import type { ScoredShares } from '../compare/scored-shares.js';
import type { Tuning } from '../compare/tune-rating-system.js';
import { missingRater, type RaterCatalogue } from '../raters/raters.js';

/** The request for a comparison. */
export interface ComparisonRequest extends ScoredShares {
  readonly systems: readonly RequestedSystem[];
}

/** An evaluation without its days, which only differences need. */
export type StoredEvaluation = Omit<Evaluation, 'daily'>;

/** A comparison as it is stored. It names rating systems by key, because one may be gone when it is read. */
export interface StoredComparison {
  readonly matches: number;
  readonly burnInMatches: number;
  readonly heldOutMatches: number;
  readonly baselines: readonly (Pick<ComparedBaseline, 'baseline'> & KeptParts)[];
  readonly systems: readonly KeptSystem[];
}

/** What a search for settings found, with the comparison that measures it. */
export interface KeptTuning extends StoredComparison {
  readonly tuning: Pick<Tuning, 'settings' | 'isRecommended' | 'evaluations' | 'path'> & {
    /** Missing in tunings of earlier versions. */
    readonly isTimeOver?: boolean;
    readonly ratingSystem: string;
    readonly version: string;
  };
}

interface KeptParts {
  readonly evaluation: StoredEvaluation;
  readonly heldOut: StoredEvaluation | null;
}

interface KeptSystem extends Omit<ComparedSystem, 'rater' | 'evaluation' | 'heldOut' | 'fit'> {
  readonly ratingSystem: string;
  readonly version: string;
  readonly evaluation: StoredEvaluation | null;
  readonly heldOut: StoredEvaluation | null;
  readonly fit: KeptFit | null;
}

export type KeptFit = Omit<MeasuredFit, 'evaluation'> & { readonly evaluation: StoredEvaluation };

/** The part of a comparison that is stored as its result. */
export function keptComparison(comparison: SystemComparison): StoredComparison {
  const { matches, burnInMatches, heldOutMatches, baselines, systems } = comparison;
  const kept = systems.map(({ rater, ...system }) => ({ ratingSystem: rater.key, version: rater.version, ...system }));
  return withoutDays({ matches, burnInMatches, heldOutMatches, baselines, systems: kept });
}

/** The same for a search for settings. */
export function keptTuning({ rater, comparison, ...found }: Tuning): KeptTuning {
  return { ...keptComparison(comparison), tuning: { ratingSystem: rater.key, version: rater.version, ...found } };
}

function withoutDays<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (name, part) => (name === 'daily' ? undefined : part)));
}

/** The result of a stored search, with its rating system if that is installed now. */
export function tuningOf({ tuning }: KeptTuning, raters: RaterCatalogue) {
  const { ratingSystem, version, isTimeOver = false, ...found } = tuning;
  return { system: knownRater(raters, ratingSystem, version), isTimeOver, ...found };
}

/** The rating systems of a stored comparison, as far as they are installed now. */
export function systemsOf({ systems }: StoredComparison, raters: RaterCatalogue) {
  return systems.map(({ ratingSystem, version, ...system }) => ({
    system: knownRater(raters, ratingSystem, version),
    ...system,
  }));
}

function knownRater(raters: RaterCatalogue, key: string, version: string) {
  const rater = raters.get(key);
  return rater ? { ...rater, version } : missingRater(key, version);
}
