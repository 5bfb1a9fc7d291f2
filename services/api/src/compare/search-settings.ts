import type { SettingValues } from '../raters/rating-system.js';
import type { SearchAxis } from './search-axes.js';
import { Lane, type LaneSearch, LEAST_GAIN, type TriedSettings } from './search-lane.js';

export interface SettingsSearch {
  /** Where to begin; at least one. */
  readonly starts: readonly SettingValues[];
  readonly axes: readonly SearchAxis[];
  /** Whether settings follow the rater's rules and can rate the log. */
  readonly isAllowed: (settings: SettingValues) => boolean;
  /** Tries settings, each by itself. @returns log losses in their order; null where the rater fails */
  readonly evaluate: (candidates: readonly SettingValues[]) => Promise<readonly (number | null)[]>;
  /** How many settings may be tried: called before each batch, so that it may depend on the time that they take. */
  readonly budget: () => number;
}

export interface FoundSettings {
  readonly best: TriedSettings;
  /** Each new best, in the order in which they were found; the first of the starts comes first. */
  readonly path: readonly TriedSettings[];
  /** How many settings were tried. */
  readonly tried: number;
  /** A budget with which any search finds the same, however long settings take: the budget at the end, if the search had to end. */
  readonly sameBy: number;
  /** The budget, if it ended the search; null: there was nothing more to try. */
  readonly endedBy: number | null;
}

/** This many lanes, the best at the beginning, move numbers of their own in the first round. The others only follow the best one. */
const FIRST_LANES = 4;
/** This many lanes run to the end; until then, the worse half is given up after each round. */
const LAST_LANES = 2;

/**
 * Searches for the settings that predict best. Each choice among values begins a lane of its own, because another choice may need other
 * numbers: in a lane, numbers move one at a time, then all that gained together, and two at a time where none gains alone (a pattern search:
 * R. Hooke and T. A. Jeeves, "Direct search" solution of numerical and statistical problems, 1961). Each lane also tries the numbers of the best
 * one, and the better lanes go on. It is deterministic: the same losses and budget give the same settings. Settings that hardly gain are put
 * back at the end.
 * @returns null if none of the starts could be tried
 */
export async function searchSettings(search: SettingsSearch): Promise<FoundSettings | null> {
  const run = new SearchRun(search);
  await run.try(search.starts);
  await run.race();
  const endedBy = run.last;
  const best = await run.simplified();
  return best && { best, path: run.path, tried: run.tried, sameBy: run.budget, endedBy };
}

class SearchRun implements LaneSearch {
  best: TriedSettings | null = null;
  readonly path: TriedSettings[] = [];
  tried = 0;
  readonly idle = new Map<string, ReadonlySet<object>>();
  readonly #known = new Map<string, TriedSettings | null>();
  /** How many settings are reserved for the end. */
  #reserved: number;
  /** The budget, once the lanes had to end. */
  last: number | null = null;

  constructor(private readonly search: SettingsSearch) {
    this.#reserved = search.axes.length + 1;
  }

  /** Whether nothing more can be tried. */
  get isOver(): boolean {
    return this.#left <= 0;
  }

  /** How many settings may be tried. Once the lanes are over it does not change, so that the end is the same however long it takes. */
  get budget(): number {
    return this.last ?? this.search.budget();
  }

  get #left(): number {
    const { budget } = this;
    const left = this.#ofLanes(budget) - this.tried;
    if (left <= 0) this.#settle(budget);
    return left;
  }

  #settle(budget: number): void {
    let least = this.tried;
    while (this.#ofLanes(least) < this.tried) least++;
    this.last ??= Math.max(budget, least);
  }

  /** How many of a budget are not reserved. */
  #ofLanes(budget: number): number {
    return budget - Math.min(this.#reserved, Math.floor(budget / 5));
  }

  /** Runs lanes side by side until the best one cannot improve, and no other choice of values gains. */
  async race(): Promise<void> {
    for (let first = this.best; first && !this.isOver; ) {
      // The choices next to the best one, and those of the starts.
      await this.try(variantsOf(first.settings, this.search.axes));
      let lanes = this.#lanes();
      for (
        let most = FIRST_LANES;
        lanes.some((lane) => !lane.isSettled) && !this.isOver;
        most = Number.POSITIVE_INFINITY
      ) {
        const kept = await this.#round(lanes, most);
        kept.sort((a, b) => a.best.logLoss - b.best.logLoss);
        const better = kept.slice(0, Math.max(LAST_LANES, Math.ceil(kept.length / 2)));
        lanes = better.filter((lane) => most === FIRST_LANES || lane.isNear(better[0]!));
      }
      // Other choices may gain where the numbers are now.
      const found = this.best!;
      if (found === first || isAlike(found.settings, first.settings, this.#choiceNames())) return;
      first = found;
    }
  }

  /** A round of each lane. @param most lanes that move numbers @returns those that are not the same as another */
  async #round(lanes: readonly Lane[], most: number): Promise<Lane[]> {
    const kept: Lane[] = [];
    for (const lane of lanes) {
      lane.begin();
      await lane.follow(this.best!);
      const twin = kept.find((other) => lane.isTwinOf(other));
      if (twin) await lane.goBeyond(twin);
      else if (!lane.isSettled && kept.length < most) await lane.round();
      if (!twin || !lane.isTwinOf(twin)) kept.push(lane);
    }
    return kept;
  }

  isAllowed(settings: SettingValues): boolean {
    return this.search.isAllowed(settings);
  }

  /** The best, with settings that hardly gain put back to where the search began. */
  async simplified(): Promise<TriedSettings | null> {
    const { best, path } = this;
    if (!best) return null;
    this.#settle(this.budget);
    this.#reserved = 0;
    const [begun] = this.search.starts;
    const changed = this.search.axes.filter(({ setting }) => best.settings[setting] !== begun![setting]);
    const back = changed.map(({ setting }) => ({ ...best.settings, [setting]: begun![setting]! }));
    await this.try(back);
    const isWorth = (settings: SettingValues) => this.lossOf(settings) > best.logLoss + LEAST_GAIN;
    const idle = changed.filter((_, index) => !isWorth(back[index]!));
    if (idle.length === 0) return this.best;
    const all = { ...best.settings, ...Object.fromEntries(idle.map(({ setting }) => [setting, begun![setting]!])) };
    await this.try([all]);
    const [simplest] = [all, ...back].filter((settings) => !isWorth(settings));
    path.splice(path.indexOf(best) + 1);
    this.best = { settings: simplest!, logLoss: this.lossOf(simplest!) };
    return this.best;
  }

  /** Tries permitted new candidates, within the budget. */
  async try(candidates: readonly SettingValues[]): Promise<void> {
    const fresh = new Map<string, SettingValues>();
    for (const settings of candidates) {
      const key = JSON.stringify(settings);
      if (!this.#known.has(key) && this.search.isAllowed(settings)) fresh.set(key, settings);
    }
    const all = [...fresh];
    while (all.length > 0 && this.#left > 0) {
      // The first one shows how long each takes.
      const some = all.splice(0, this.tried === 0 ? 1 : Math.min(this.#left, BATCH));
      const losses = await this.search.evaluate(some.map(([, settings]) => settings));
      this.tried += some.length;
      for (const [index, [key, settings]] of some.entries()) {
        const logLoss = losses[index] ?? null;
        this.#known.set(key, logLoss === null ? null : { settings, logLoss });
        if (logLoss === null || (this.best && !(logLoss < this.best.logLoss - LEAST_GAIN))) continue;
        this.best = { settings, logLoss };
        this.path.push(this.best);
      }
    }
  }

  lossOf(settings: SettingValues): number {
    return this.#known.get(JSON.stringify(settings))?.logLoss ?? Number.POSITIVE_INFINITY;
  }

  #choiceNames(): string[] {
    return this.search.axes.filter(({ kind }) => kind === 'choice').map(({ setting }) => setting);
  }

  /** One lane for each choice of values that was tried, from the best numbers with it; the best lane first. */
  #lanes(): Lane[] {
    const names = this.#choiceNames();
    const found = [...this.#known.values()].filter((each) => each !== null).sort((a, b) => a.logLoss - b.logLoss);
    const first = found.filter(
      (one, at) => found.findIndex((other) => isAlike(one.settings, other.settings, names)) === at,
    );
    const numbers = this.search.axes.filter((axis) => axis.kind === 'number');
    const choicesOf = ({ settings }: TriedSettings) => Object.fromEntries(names.map((name) => [name, settings[name]!]));
    return first.map((best) => new Lane(this, numbers, choicesOf(best), best));
  }
}

/** The settings with each value of those that have a list of values. */
export function variantsOf(settings: SettingValues, axes: readonly SearchAxis[]): SettingValues[] {
  return axes.flatMap((axis) =>
    axis.kind === 'choice' ? axis.values.map((value) => ({ ...settings, [axis.setting]: value })) : [],
  );
}

/** How many settings are tried before the budget is checked again. */
const BATCH = 8;

function isAlike(one: SettingValues, other: SettingValues, names: readonly string[]): boolean {
  return names.every((name) => one[name] === other[name]);
}
