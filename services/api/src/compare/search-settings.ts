import type { Json } from '@openladder/rating';
import type { SettingValues } from '../raters/rating-system.js';
import type { NumericAxis, SearchAxis } from './search-axes.js';

/** Settings, and how well they predicted. */
export interface TriedSettings {
  readonly settings: SettingValues;
  /** Lower is better. */
  readonly logLoss: number;
}

export interface SettingsSearch {
  /** Where to begin; at least one. */
  readonly starts: readonly SettingValues[];
  readonly axes: readonly SearchAxis[];
  /** Whether settings follow the rater's rules and can rate the log. */
  readonly isAllowed: (settings: SettingValues) => boolean;
  /** Tries settings, each by itself. @returns log losses in their order; null where the rater fails */
  readonly evaluate: (candidates: readonly SettingValues[]) => Promise<readonly (number | null)[]>;
  /** How many settings may be tried. */
  readonly budget: number;
}

export interface FoundSettings {
  readonly best: TriedSettings;
  /** Each new best, in the order in which they were found; the first of the starts comes first. */
  readonly path: readonly TriedSettings[];
  /** How many settings were tried. */
  readonly tried: number;
}

/** A gain below this is not worth a step. */
const LEAST_GAIN = 1e-5;
/** A setting that gains no more than this stays where the search began: there is no reason to change it. */
const LEAST_WORTH = 1e-4;
/** A setting that makes no more difference than this has no effect here. */
const NO_EFFECT = 1e-9;
/** How often steps are halved: the last one changes a number by 4 %. */
const MAX_HALVINGS = 4;

/**
 * Searches for the settings that predict best, along one setting at a time and then along all that gained together (a pattern
 * search: R. Hooke and T. A. Jeeves, "Direct search" solution of numerical and statistical problems, 1961). It is deterministic:
 * the same losses give the same settings. Settings that hardly gain are put back at the end.
 * @returns null if none of the starts could be tried
 */
export async function searchSettings(search: SettingsSearch): Promise<FoundSettings | null> {
  const run = new SearchRun(search);
  await run.try(search.starts);
  while (run.best && !run.isOver) await run.round();
  const best = await run.simplified();
  return best && { best, path: run.path, tried: run.tried };
}

class SearchRun {
  best: TriedSettings | null = null;
  readonly path: TriedSettings[] = [];
  tried = 0;
  readonly #search: SettingsSearch;
  readonly #known = new Map<string, number | null>();
  /** How often the step of a numeric setting was halved. */
  readonly #halvings = new Map<string, number>();
  /** Numeric settings without an effect, as long as the others are as they are. */
  readonly #idle = new Set<string>();
  /** How many settings may be tried by now: some are reserved for the end. */
  #limit: number;
  #isSettled = false;

  constructor(search: SettingsSearch) {
    this.#search = search;
    this.#limit = search.budget - Math.min(search.axes.length + 1, Math.floor(search.budget / 5));
  }

  get isOver(): boolean {
    return this.#isSettled || this.tried >= this.#limit;
  }

  /** Tries a step in each direction, and the steps that gained together. */
  async round(): Promise<void> {
    const before = this.best!;
    const moves = this.#moves(before.settings);
    await this.try(moves.map(({ settings }) => settings));
    const gained = moves
      .map((move) => ({ ...move, loss: this.#lossOf(move.settings) }))
      .filter(({ loss }) => loss < before.logLoss - LEAST_GAIN)
      .sort((a, b) => a.loss - b.loss);
    // One move for each setting, the better one.
    const first = gained.filter(({ setting }, at) => gained.findIndex((other) => other.setting === setting) === at);
    const together = (count: number) =>
      Object.assign({}, before.settings, ...first.slice(0, count).map(({ setting, value }) => ({ [setting]: value })));
    if (first.length > 1) await this.try(first.length > 2 ? [together(first.length), together(2)] : [together(2)]);
    this.#adaptSteps(before, moves, first);
  }

  /** The best, with settings that hardly gain put back to where the search began. */
  async simplified(): Promise<TriedSettings | null> {
    const { best } = this;
    if (!best) return null;
    this.#limit = this.#search.budget;
    const { path } = this;
    const [begun] = this.#search.starts;
    const changed = this.#search.axes.filter(({ setting }) => best.settings[setting] !== begun![setting]);
    const back = changed.map(({ setting }) => ({ ...best.settings, [setting]: begun![setting]! }));
    await this.try(back);
    const isWorth = (settings: SettingValues) => this.#lossOf(settings) > best.logLoss + LEAST_WORTH;
    const idle = changed.filter((_, index) => !isWorth(back[index]!));
    if (idle.length === 0) return this.best;
    const all = { ...best.settings, ...Object.fromEntries(idle.map(({ setting }) => [setting, begun![setting]!])) };
    await this.try([all]);
    const [simplest] = [all, ...back].filter((settings) => !isWorth(settings));
    path.splice(path.indexOf(best) + 1);
    this.best = { settings: simplest!, logLoss: this.#lossOf(simplest!) };
    return this.best;
  }

  /** Tries what is allowed and was not tried before, within the budget. */
  async try(candidates: readonly SettingValues[]): Promise<void> {
    const fresh = new Map<string, SettingValues>();
    for (const settings of candidates) {
      const key = JSON.stringify(settings);
      if (this.#known.has(key) || !this.#search.isAllowed(settings)) continue;
      if (this.tried + fresh.size < this.#limit) fresh.set(key, settings);
    }
    const losses = await this.#search.evaluate([...fresh.values()]);
    this.tried += fresh.size;
    for (const [index, [key, settings]] of [...fresh].entries()) {
      const logLoss = losses[index] ?? null;
      this.#known.set(key, logLoss);
      if (logLoss === null || (this.best && !(logLoss < this.best.logLoss - LEAST_GAIN))) continue;
      this.best = { settings, logLoss };
      this.path.push(this.best);
    }
  }

  #lossOf(settings: SettingValues): number {
    return this.#known.get(JSON.stringify(settings)) ?? Number.POSITIVE_INFINITY;
  }

  #moves(from: SettingValues): { setting: string; value: Json; settings: SettingValues }[] {
    const valuesOf = (axis: SearchAxis): readonly Json[] => {
      if (axis.kind === 'choice') return axis.values.filter((value) => value !== from[axis.setting]);
      return this.#isActive(axis) ? axis.neighbours(from[axis.setting] as number, this.#halvingsOf(axis)) : [];
    };
    return this.#search.axes.flatMap((axis) =>
      valuesOf(axis).map((value) => ({
        setting: axis.setting,
        value,
        settings: { ...from, [axis.setting]: value },
      })),
    );
  }

  #isActive(axis: NumericAxis): boolean {
    return !this.#idle.has(axis.setting) && this.#halvingsOf(axis) <= MAX_HALVINGS;
  }

  #halvingsOf({ setting }: { readonly setting: string }): number {
    return this.#halvings.get(setting) ?? 0;
  }

  /** A setting that gained keeps its step; the steps of the others are halved. */
  #adaptSteps(
    before: TriedSettings,
    moves: readonly { readonly setting: string; readonly settings: SettingValues }[],
    gained: readonly { readonly setting: string }[],
  ): void {
    const numbers = this.#search.axes.filter((axis) => axis.kind === 'number').filter((axis) => this.#isActive(axis));
    for (const axis of numbers) {
      if (gained.some(({ setting }) => setting === axis.setting)) continue;
      const losses = moves
        .filter(({ setting }) => setting === axis.setting)
        .map(({ settings }) => this.#lossOf(settings));
      const isIdle = losses.every((loss) => Math.abs(loss - before.logLoss) <= NO_EFFECT);
      if (isIdle) this.#idle.add(axis.setting);
      else this.#halvings.set(axis.setting, this.#halvingsOf(axis) + 1);
    }
    const isOther = this.#search.axes.some(
      (axis) => axis.kind === 'choice' && this.best!.settings[axis.setting] !== before.settings[axis.setting],
    );
    if (isOther) {
      // Other settings have an effect under another variant.
      this.#idle.clear();
      this.#halvings.clear();
    }
    const isMoved = this.best !== before;
    this.#isSettled = !isMoved && !this.#search.axes.some((axis) => axis.kind === 'number' && this.#isActive(axis));
  }
}
