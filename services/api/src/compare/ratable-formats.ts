import { type Rater, settingsProblems } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import type { League } from '../league/league.js';
import type { RaterChoice, SettingValues } from '../raters/rating-system.js';
import { misfits } from './compare-rating-systems.js';

/** Which settings of a rater can rate all matches of a league. Few settings make a difference to that. */
export class RatableFormats {
  readonly #rater: Rater;
  /** By the formats that settings stand for; undefined: they can. */
  readonly #problems: ReadonlyMap<string, string | undefined>;

  private constructor(rater: Rater, problems: ReadonlyMap<string, string | undefined>) {
    this.#rater = rater;
    this.#problems = problems;
  }

  /** @param candidates settings that cover all possible formats */
  static async look(
    tx: EntityManager,
    league: League,
    rater: Rater,
    candidates: readonly SettingValues[],
  ): Promise<RatableFormats> {
    const valid = candidates.filter((settings) => settingsProblems(rater, settings).length === 0);
    const systems = valid.map((settings): RaterChoice => ({ rater, settings }));
    const problems = await misfits(tx, league, systems);
    return new RatableFormats(rater, new Map(valid.map((settings, at) => [keyOf(rater, settings), problems[at]])));
  }

  has(settings: SettingValues): boolean {
    const key = keyOf(this.#rater, settings);
    return this.#problems.has(key) && this.#problems.get(key) === undefined;
  }

  /** Why settings can't rate all matches. */
  problemOf(settings: SettingValues): string | undefined {
    return this.#problems.get(keyOf(this.#rater, settings));
  }
}

function keyOf(rater: Rater, settings: SettingValues): string {
  return JSON.stringify(rater.formats(settings));
}
