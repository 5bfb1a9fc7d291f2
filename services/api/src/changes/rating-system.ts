import { isDeepStrictEqual } from 'node:util';
import { refuseAny } from '../kit/refusal.js';
import { type ChangeRequest, defineChange, type FoundLeague, findLeagueOf, showLeague } from '../league-log/change.js';
import { chooseRatingSystem, installedSystemOf, isOtherVersion, type SettingValues } from '../raters/rating-system.js';
import { incompatibility } from '../rating/unratable-matches.js';

export interface ConfigureRatingSystem extends ChangeRequest {
  /** Slug. */
  readonly league: string;
  readonly ratingSystem: string;
  readonly settings: unknown;
}

interface ChosenSystem {
  readonly rater: string;
  readonly settings: SettingValues;
}

/** Gives a league another rater or other settings, and rates its whole log again. A league whose rater is missing can be given another one. */
export const configureRatingSystem = defineChange<ConfigureRatingSystem, FoundLeague, ChosenSystem, FoundLeague>({
  kind: 'configureRatingSystem',
  undoneBy: 'configureRatingSystem',
  ratesAnew: true,
  find: findLeagueOf,
  check({ raters }, _, __, { ratingSystem, settings: given }) {
    const path = { key: ['input', 'ratingSystem'], settings: ['input', 'settings'] };
    const { rater, settings } = chooseRatingSystem(raters, ratingSystem, given, path);
    return { rater: rater.key, settings };
  },
  async checkLog({ raters }, sql, league, chosen) {
    const system = installedSystemOf(raters, { ...league, ...chosen });
    refuseAny(await incompatibility(sql, league.id, system, ['input', 'ratingSystem']));
  },
  async apply({ raters }, _, league, { rater, settings }) {
    const system = installedSystemOf(raters, { ...league, rater, settings });
    const isSame = rater === league.rater && isDeepStrictEqual(settings, league.settings);
    return {
      // A fit belongs to one rating system.
      system: isSame ? system : { ...system, chanceFit: null },
      isNewSystem: true,
      from: null,
      seeds: [],
      before: { rater: league.rater, raterVersion: league.raterVersion, settings: league.settings },
      after: { rater, raterVersion: system.rater.version, settings },
    };
  },
  show: showLeague,
});

export interface RecomputeLeague extends ChangeRequest {
  /** Slug. */
  readonly league: string;
}

interface Recomputation {
  /** The version of the rater required by the start of a service; the installed one if omitted. */
  readonly raterVersion?: string;
}

/** Rates a league's whole log again with the same rating system. */
export const recomputeLeague = defineChange<RecomputeLeague, FoundLeague, Recomputation, FoundLeague>({
  kind: 'recomputeLeague',
  upgrades: true,
  ratesAnew: true,
  find: findLeagueOf,
  check: () => ({}),
  /** After an upgrade, a process needs the requested version of the rater. Another one may have rated the board by now. */
  isForThisProcess({ raters }, league, { raterVersion }) {
    if (raterVersion === undefined) return true;
    return league.raterVersion === raterVersion ? 'done' : raters.get(league.rater)?.version === raterVersion;
  },
  async apply({ raters }, _, league) {
    const system = installedSystemOf(raters, league);
    const isUpgrade = isOtherVersion(league, system);
    const before = isUpgrade ? { raterVersion: league.raterVersion } : null;
    const after = isUpgrade ? { raterVersion: system.rater.version } : null;
    return { system, from: null, seeds: [], before, after };
  },
  show: showLeague,
});
