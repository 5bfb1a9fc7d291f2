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
  /** How many settings may be tried: asked before each few, so that it may depend on the time that they take. */
  readonly budget: () => number;
}

export interface FoundSettings {
  readonly best: TriedSettings;
  /** Each new best, in the order in which they were found; the first of the starts comes first. */
  readonly path: readonly TriedSettings[];
  /** How many settings were tried. */
  readonly tried: number;
  /** The budget by which a search finds the same, however long settings take: that of its end, if it had to end. */
  readonly sameBy: number;
}

/** A gain below this is not worth a step. */
const LEAST_GAIN = 1e-5;
/** A setting that gains no more than this stays where the search began: there is no reason to change it. */
const LEAST_WORTH = 1e-4;
/** A setting that makes no more difference than this has no effect here. */
const NO_EFFECT = 1e-9;
/** How often steps are halved: the last one changes a number by 4 %. */
const MAX_HALVINGS = 4;
/** Of the settings that matter most, each two move together where none gains alone. */
const MOST_PAIRED = 3;
/** So many lanes, the best at the beginning, move numbers of their own in the first round. The others only follow the best one. */
const FIRST_LANES = 4;
/** So many lanes go on to the end; before that, the worse half is given up after each round. */
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
  const best = await run.simplified();
  return best && { best, path: run.path, tried: run.tried, sameBy: run.budget };
}

interface Move {
  readonly setting: string;
  readonly value: Json;
  readonly settings: SettingValues;
}

class SearchRun {
  best: TriedSettings | null = null;
  readonly path: TriedSettings[] = [];
  tried = 0;
  /** Settings that had no effect in some lane. */
  readonly idle = new Set<string>();
  readonly #search: SettingsSearch;
  readonly #known = new Map<string, TriedSettings | null>();
  /** How many settings are reserved for the end. */
  #reserved: number;
  /** The budget, once the lanes had to end. */
  #last: number | null = null;

  constructor(search: SettingsSearch) {
    this.#search = search;
    this.#reserved = search.axes.length + 1;
  }

  /** Whether nothing more can be tried. */
  get isOver(): boolean {
    return this.#left <= 0;
  }

  /** How many settings may be tried. Once the lanes are over it does not change, so that the end is the same however long it takes. */
  get budget(): number {
    return this.#last ?? this.#search.budget();
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
    this.#last ??= Math.max(budget, least);
  }

  /** How many of a budget are not reserved. */
  #ofLanes(budget: number): number {
    return budget - Math.min(this.#reserved, Math.floor(budget / 5));
  }

  /** Lanes side by side, until the best one has nowhere to go, and no other choice of values gains. */
  async race(): Promise<void> {
    for (let first = this.best; first && !this.isOver; ) {
      // The choices that the best is next to, and those of the starts.
      await this.try(this.#choices(first.settings));
      let lanes = this.#lanes();
      for (let most = FIRST_LANES; lanes.some((lane) => !lane.isSettled) && !this.isOver; most = lanes.length) {
        const kept = await this.#round(lanes, most);
        kept.sort((a, b) => a.best.logLoss - b.best.logLoss);
        lanes = kept.slice(0, Math.max(LAST_LANES, Math.ceil(kept.length / 2)));
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
      await lane.follow(this.best!);
      const twin = kept.find((other) => lane.isTwinOf(other));
      if (twin) await lane.goBeyond(twin);
      else if (!lane.isSettled && kept.length < most) await lane.round();
      if (!twin || !lane.isTwinOf(twin)) kept.push(lane);
    }
    return kept;
  }

  isAllowed(settings: SettingValues): boolean {
    return this.#search.isAllowed(settings);
  }

  /** The best, with settings that hardly gain put back to where the search began. */
  async simplified(): Promise<TriedSettings | null> {
    const { best, path } = this;
    if (!best) return null;
    this.#settle(this.budget);
    this.#reserved = 0;
    const [begun] = this.#search.starts;
    const changed = this.#search.axes.filter(({ setting }) => best.settings[setting] !== begun![setting]);
    const back = changed.map(({ setting }) => ({ ...best.settings, [setting]: begun![setting]! }));
    await this.try(back);
    const isWorth = (settings: SettingValues) => this.lossOf(settings) > best.logLoss + LEAST_WORTH;
    const idle = changed.filter((_, index) => !isWorth(back[index]!));
    if (idle.length === 0) return this.best;
    const all = { ...best.settings, ...Object.fromEntries(idle.map(({ setting }) => [setting, begun![setting]!])) };
    await this.try([all]);
    const [simplest] = [all, ...back].filter((settings) => !isWorth(settings));
    path.splice(path.indexOf(best) + 1);
    this.best = { settings: simplest!, logLoss: this.lossOf(simplest!) };
    return this.best;
  }

  /** Tries what is allowed and was not tried before, within the budget. */
  async try(candidates: readonly SettingValues[]): Promise<void> {
    const fresh = new Map<string, SettingValues>();
    for (const settings of candidates) {
      const key = JSON.stringify(settings);
      if (!this.#known.has(key) && this.#search.isAllowed(settings)) fresh.set(key, settings);
    }
    const all = [...fresh];
    while (all.length > 0 && this.#left > 0) {
      // The first one says how long each takes.
      const some = all.splice(0, this.tried === 0 ? 1 : Math.min(this.#left, BATCH));
      const losses = await this.#search.evaluate(some.map(([, settings]) => settings));
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

  #choices(from: SettingValues): SettingValues[] {
    return this.#search.axes.flatMap((axis) =>
      axis.kind === 'choice' ? axis.values.map((value) => ({ ...from, [axis.setting]: value })) : [],
    );
  }

  #choiceNames(): string[] {
    return this.#search.axes.filter(({ kind }) => kind === 'choice').map(({ setting }) => setting);
  }

  /** One lane for each choice of values that was tried, from the best numbers with it; the best lane first. */
  #lanes(): Lane[] {
    const names = this.#choiceNames();
    const found = [...this.#known.values()].filter((each) => each !== null).sort((a, b) => a.logLoss - b.logLoss);
    const first = found.filter(
      (one, at) => found.findIndex((other) => isAlike(one.settings, other.settings, names)) === at,
    );
    const numbers = this.#search.axes.filter((axis) => axis.kind === 'number');
    const choicesOf = ({ settings }: TriedSettings) => Object.fromEntries(names.map((name) => [name, settings[name]!]));
    return first.map((best) => new Lane(this, numbers, choicesOf(best), best));
  }
}

/** How many settings are tried before the budget is asked again. */
const BATCH = 8;

function isAlike(one: SettingValues, other: SettingValues, names: readonly string[]): boolean {
  return names.every((name) => one[name] === other[name]);
}

/** A search for numbers, with the same choices of values all along. */
class Lane {
  best: TriedSettings;
  isSettled = false;
  readonly #run: SearchRun;
  readonly #axes: readonly NumericAxis[];
  readonly #choices: SettingValues;
  /** How often the step of a setting was halved. */
  readonly #halvings = new Map<string, number>();
  /** Settings without an effect. */
  readonly #idle = new Set<string>();
  /** Settings whose effect is known. */
  readonly #seen = new Set<string>();

  /** The best, when steps were last as wide as at the beginning. */
  #widened: TriedSettings | null = null;

  constructor(run: SearchRun, axes: readonly NumericAxis[], choices: SettingValues, best: TriedSettings) {
    this.#run = run;
    this.#axes = axes;
    this.#choices = choices;
    this.best = best;
  }

  /** Tries the numbers of another lane. */
  async follow({ settings }: TriedSettings): Promise<void> {
    const before = this.best;
    await this.#try([{ ...settings, ...this.#choices }]);
    if (this.best !== before) this.isSettled = false;
  }

  /** Whether the choices of another lane predict the same, by the same numbers. */
  isTwinOf({ best }: Lane): boolean {
    const areAlike = this.#axes.every(({ setting }) => this.best.settings[setting] === best.settings[setting]);
    return areAlike && Math.abs(this.best.logLoss - best.logLoss) <= NO_EFFECT;
  }

  /** Tries the steps that only these choices allow. */
  async goBeyond(twin: Lane): Promise<void> {
    const moves = this.#active().flatMap((axis) => this.#movesOf(axis));
    const own = moves.filter(({ settings }) => !this.#run.isAllowed({ ...settings, ...twin.#choices }));
    await this.#try(own.map(({ settings }) => settings));
  }

  /** Tries a step in each direction, and the steps that gained together; if none gained, steps of two settings. */
  async round(): Promise<void> {
    const before = this.best;
    const moves = this.#active().flatMap((axis) => {
      const both = this.#movesOf(axis);
      // What had no effect by other choices is only looked at.
      return this.#run.idle.has(axis.setting) && !this.#seen.has(axis.setting) ? both.slice(-1) : both;
    });
    await this.#try(moves.map(({ settings }) => settings));
    const gained = moves
      .filter(({ settings }) => this.#run.lossOf(settings) < before.logLoss - LEAST_GAIN)
      .sort((a, b) => this.#run.lossOf(a.settings) - this.#run.lossOf(b.settings));
    // One move for each setting, the better one.
    const first = gained.filter(({ setting }, at) => gained.findIndex((other) => other.setting === setting) === at);
    if (first.length > 1) await this.#try([together(before, first), together(before, first.slice(0, 2))]);
    const idle = moves.filter(({ setting }) => this.#hasNoEffect(setting, before, moves));
    await this.#try(this.#turnedOn(idle, moves));
    if (first.length === 0) await this.#try(this.#pairs(before, moves));
    if (this.#run.isOver) return;
    this.#adaptSteps(before, moves, first);
  }

  async #try(candidates: readonly SettingValues[]): Promise<void> {
    await this.#run.try(candidates);
    for (const settings of candidates) {
      const logLoss = this.#run.lossOf(settings);
      if (logLoss < this.best.logLoss - LEAST_GAIN) this.best = { settings, logLoss };
    }
  }

  #active(): NumericAxis[] {
    return this.#axes.filter(({ setting }) => !this.#idle.has(setting) && this.#halvingsOf(setting) <= MAX_HALVINGS);
  }

  #halvingsOf(setting: string): number {
    return this.#halvings.get(setting) ?? 0;
  }

  #movesOf({ setting, neighbours }: NumericAxis): Move[] {
    const { settings } = this.best;
    return neighbours(settings[setting] as number, this.#halvingsOf(setting)).map((value) => ({
      ...{ setting, value },
      settings: { ...settings, [setting]: value },
    }));
  }

  #hasNoEffect(name: string, before: TriedSettings, moves: readonly Move[]): boolean {
    const own = moves.filter(({ setting }) => setting === name);
    return own.every(({ settings }) => Math.abs(this.#run.lossOf(settings) - before.logLoss) <= NO_EFFECT);
  }

  /** Steps of settings without an effect, each with one that is off, a number at 0: K for newcomers with the matches of a newcomer. */
  #turnedOn(idle: readonly Move[], moves: readonly Move[]): SettingValues[] {
    const off = moves.filter(({ setting }) => this.best.settings[setting] === 0);
    return idle.flatMap((move) =>
      off.filter(({ setting }) => setting !== move.setting).map((other) => together(this.best, [move, other])),
    );
  }

  /** Steps of each two of the settings that matter most, in all four directions. */
  #pairs(before: TriedSettings, moves: readonly Move[]): SettingValues[] {
    const names = [...new Set(moves.map(({ setting }) => setting))];
    const costOf = (name: string) =>
      Math.min(...moves.filter(({ setting }) => setting === name).map(({ settings }) => this.#run.lossOf(settings)));
    // Those that cost least say least against a step.
    const paired = names
      .filter((name) => Math.abs(costOf(name) - before.logLoss) > NO_EFFECT && costOf(name) < Number.POSITIVE_INFINITY)
      .sort((a, b) => costOf(a) - costOf(b))
      .slice(0, MOST_PAIRED);
    const of = (name: string) => moves.filter(({ setting }) => setting === name);
    return paired.flatMap((one, at) =>
      paired
        .slice(at + 1)
        .flatMap((other) => of(one).flatMap((move) => of(other).map((second) => together(before, [move, second])))),
    );
  }

  /** A setting that gained keeps its step; the steps of the others are halved, unless two of them gained together. */
  #adaptSteps(before: TriedSettings, moves: readonly Move[], gained: readonly Move[]): void {
    const gainedInPairs = gained.length === 0 && this.best !== before;
    for (const { setting } of this.#active()) {
      if (gained.some((move) => move.setting === setting)) continue;
      this.#seen.add(setting);
      if (this.#hasNoEffect(setting, before, moves)) {
        this.#run.idle.add(setting);
        if (this.best.settings[setting] === before.settings[setting]) this.#idle.add(setting);
      } else if (!gainedInPairs) this.#halvings.set(setting, this.#halvingsOf(setting) + 1);
    }
    if (this.best === before && this.#active().length === 0) this.#settle();
  }

  /** Takes wide steps again, of all settings, unless none has gained since they were wide. */
  #settle(): void {
    this.isSettled = this.best === this.#widened;
    this.#widened = this.best;
    this.#halvings.clear();
    this.#idle.clear();
  }
}

function together({ settings }: TriedSettings, moves: readonly Move[]): SettingValues {
  return Object.assign({}, settings, ...moves.map(({ setting, value }) => ({ [setting]: value })));
}
