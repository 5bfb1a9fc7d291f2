import type { Json } from '@openladder/rating';
import type { SettingValues } from '../raters/rating-system.js';
import type { NumericAxis } from './search-axes.js';

/** Settings, and how well they predicted. */
export interface TriedSettings {
  readonly settings: SettingValues;
  /** Lower is better. */
  readonly logLoss: number;
}

/** The search that a lane is part of. */
export interface LaneSearch {
  /** The lanes in which a setting had no effect. */
  readonly idle: Map<string, ReadonlySet<object>>;
  /** Whether nothing more can be tried. */
  readonly isOver: boolean;
  /** Whether settings follow the rater's rules and can rate the log. */
  isAllowed(settings: SettingValues): boolean;
  /** Tries permitted new candidates, within the budget. */
  try(candidates: readonly SettingValues[]): Promise<void>;
  /** Infinity for settings that were not tried, or with which the rater fails. */
  lossOf(settings: SettingValues): number;
}

/** A gain below this is not worth a step, and a setting that gains no more stays where the search began. */
export const LEAST_GAIN = 1e-5;
/** A step that gains no more than this is halved. */
const LEAST_WORTH = 1e-4;
/** A setting that makes no more difference than this has no effect here. */
const NO_EFFECT = 1e-9;
/** How often steps are halved: the last one changes a number by 4 %. */
const MAX_HALVINGS = 4;
/** How often they are doubled where they gain again and again: the greatest makes a number 16 times as large. */
const MAX_DOUBLINGS = 2;
/** If no setting gains alone, this many of the most important settings move in pairs. */
const MAX_PAIRED = 3;
/** A lane that is further behind the best one continues if it would catch up in a few rounds like its last one. */
const NEAR = 0.002;
const ROUNDS_BEHIND = 4;

interface Move {
  readonly setting: string;
  readonly value: Json;
  readonly settings: SettingValues;
}

/** A search for numbers, with the same choices of values all along. */
export class Lane {
  isSettled = false;
  /** How often the step of a setting was halved. */
  readonly #halvings = new Map<string, number>();
  /** Settings without an effect. */
  readonly #idle = new Set<string>();
  /** Settings that gained in the last round. */
  readonly #gained = new Set<string>();
  /** Settings whose effect is known. */
  readonly #seen = new Set<string>();

  /** The loss at the beginning of the round. */
  #begun = 0;
  /** The best, when steps were last as wide as at the beginning. */
  #widened: TriedSettings | null = null;

  constructor(
    private readonly run: LaneSearch,
    private readonly axes: readonly NumericAxis[],
    private readonly choices: SettingValues,
    public best: TriedSettings,
  ) {}

  /** Begins a round. */
  begin(): void {
    this.#begun = this.best.logLoss;
  }

  /** Whether it may reach another lane in some rounds, by what it gained in the last one. */
  isNear({ best }: Lane): boolean {
    const { logLoss } = this.best;
    return logLoss - best.logLoss <= Math.max(NEAR, ROUNDS_BEHIND * (this.#begun - logLoss));
  }

  /** Tries the numbers of another lane. */
  async follow({ settings }: TriedSettings): Promise<void> {
    const before = this.best;
    await this.#try([{ ...settings, ...this.choices }]);
    if (this.best !== before) this.isSettled = false;
  }

  /** Whether the choices of another lane predict the same, by the same numbers. */
  isTwinOf({ best }: Lane): boolean {
    const areAlike = this.axes.every(({ setting }) => this.best.settings[setting] === best.settings[setting]);
    return areAlike && Math.abs(this.best.logLoss - best.logLoss) <= NO_EFFECT;
  }

  /** Tries the steps that only these choices allow. */
  async goBeyond(twin: Lane): Promise<void> {
    const moves = this.#active().flatMap((axis) => this.#movesOf(axis));
    const own = moves.filter(({ settings }) => !this.run.isAllowed({ ...settings, ...twin.choices }));
    await this.#try(own.map(({ settings }) => settings));
  }

  /** Tries a step in each direction, and the steps that gained together; if none gained, steps of two settings. */
  async round(): Promise<void> {
    const before = this.best;
    const moves = this.#active().flatMap((axis) => {
      // A setting without effect under other choices is only probed; one without effect anywhere waits for the next
      // wide steps.
      const idleIn = this.#seen.has(axis.setting) ? 0 : (this.run.idle.get(axis.setting)?.size ?? 0);
      return idleIn > 1 ? [] : this.#movesOf(axis).slice(-idleIn);
    });
    await this.#try(moves.map(({ settings }) => settings));
    const gained = moves
      .filter(({ settings }) => this.run.lossOf(settings) < before.logLoss - LEAST_GAIN)
      .sort((a, b) => this.run.lossOf(a.settings) - this.run.lossOf(b.settings));
    // One move for each setting, the better one.
    const first = gained.filter(({ setting }, at) => gained.findIndex((other) => other.setting === setting) === at);
    if (first.length > 1) await this.#try([together(before, first), together(before, first.slice(0, 2))]);
    await this.#turnOn(before, moves);
    if (first.length === 0) await this.#try(this.#pairs(before, moves));
    if (this.run.isOver) return;
    this.#adaptSteps(before, moves, first);
  }

  async #try(candidates: readonly SettingValues[]): Promise<void> {
    await this.run.try(candidates);
    for (const settings of candidates) {
      const logLoss = this.run.lossOf(settings);
      if (logLoss < this.best.logLoss - LEAST_GAIN) this.best = { settings, logLoss };
    }
  }

  #active(): NumericAxis[] {
    return this.axes.filter(({ setting }) => !this.#idle.has(setting) && this.#halvingsOf(setting) <= MAX_HALVINGS);
  }

  #halvingsOf(setting: string): number {
    return this.#halvings.get(setting) ?? 0;
  }

  /** Steps of a setting. If one is not allowed, the next shorter one that is. */
  #movesOf({ setting, neighbours }: NumericAxis): Move[] {
    const { settings } = this.best;
    const from = settings[setting] as number;
    const movesBy = (halvings: number) =>
      neighbours(from, halvings).map(
        (value): Move => ({ setting, value, settings: { ...settings, [setting]: value } }),
      );
    const own = this.#halvingsOf(setting);
    const moves = movesBy(own);
    const refused = moves.filter((move) => !this.run.isAllowed(move.settings));
    const shorter = refused.flatMap(({ value }) => {
      for (let halvings = own + 1; halvings <= MAX_HALVINGS; halvings++) {
        const [found] = movesBy(halvings).filter((move) => Number(value) < from === Number(move.value) < from);
        if (found && this.run.isAllowed(found.settings)) return [found];
      }
      return [];
    });
    return [...moves, ...shorter];
  }

  #hasNoEffect(name: string, before: TriedSettings, moves: readonly Move[]): boolean {
    const own = moves.filter(({ setting, settings }) => setting === name && this.run.isAllowed(settings));
    return own.every(({ settings }) => Math.abs(this.run.lossOf(settings) - before.logLoss) <= NO_EFFECT);
  }

  /**
   * Tries steps of settings without an effect, each with one that is off, a number at 0, or with one that is not allowed alone: K for
   * newcomers with the matches of a newcomer, a greater deviation with a greater limit. The first pair shows whether others are worth
   * trying.
   */
  async #turnOn(before: TriedSettings, moves: readonly Move[]): Promise<void> {
    const off = moves.filter((move) => before.settings[move.setting] === 0 || !this.run.isAllowed(move.settings));
    for (const setting of new Set(moves.map((move) => move.setting))) {
      if (!this.#hasNoEffect(setting, before, moves)) continue;
      const own = moves.filter((move) => move.setting === setting);
      const others = off.filter((move) => move.setting !== setting);
      const [last, other] = [own.at(-1), others.at(-1)];
      if (!last || !other) continue;
      const probe = together(before, [last, other]);
      await this.#try([probe]);
      if (Math.abs(this.run.lossOf(probe) - this.run.lossOf(other.settings)) <= NO_EFFECT) continue;
      await this.#try(own.flatMap((move) => others.map((second) => together(before, [move, second]))));
    }
  }

  /** Steps of each two of the settings that matter most, in all four directions. */
  #pairs(before: TriedSettings, moves: readonly Move[]): SettingValues[] {
    const names = [...new Set(moves.map(({ setting }) => setting))];
    const costOf = (name: string) =>
      Math.min(...moves.filter(({ setting }) => setting === name).map(({ settings }) => this.run.lossOf(settings)));
    // Settings whose steps cost least are the most promising.
    const paired = names
      .filter((name) => Math.abs(costOf(name) - before.logLoss) > NO_EFFECT && costOf(name) < Number.POSITIVE_INFINITY)
      .sort((a, b) => costOf(a) - costOf(b))
      .slice(0, MAX_PAIRED);
    const of = (name: string) => moves.filter(({ setting }) => setting === name);
    return paired.flatMap((one, at) =>
      paired
        .slice(at + 1)
        .flatMap((other) => of(one).flatMap((move) => of(other).map((second) => together(before, [move, second])))),
    );
  }

  /** A setting that gained what is worth it keeps its step; the steps of the others are halved, unless two of them gained together. */
  #adaptSteps(before: TriedSettings, moves: readonly Move[], gained: readonly Move[]): void {
    // Along a valley, two together gain next to nothing at any step.
    const isWorth = (logLoss: number) => logLoss < before.logLoss - LEAST_WORTH;
    const again = new Set(this.#gained);
    this.#gained.clear();
    const gainedInPairs = gained.length === 0 && isWorth(this.best.logLoss);
    for (const { setting } of this.#active()) {
      const lost = Math.max(
        ...moves.filter((move) => move.setting === setting).map((move) => this.run.lossOf(move.settings)),
      );
      const own = gained.find((move) => move.setting === setting);
      const least = own ? this.run.lossOf(own.settings) : before.logLoss;
      // The loss one way equals the gain the other way: the best is far away.
      const isSlope =
        own !== undefined &&
        lost - before.logLoss > (before.logLoss - least) / 2 &&
        lost - before.logLoss < 2 * (before.logLoss - least);
      if (own && (isSlope || isWorth(least))) {
        if (isSlope || again.has(setting)) this.#widen(setting);
        this.#gained.add(setting);
        continue;
      }
      this.#seen.add(setting);
      if (this.#hasNoEffect(setting, before, moves)) {
        this.run.idle.set(setting, new Set(this.run.idle.get(setting)).add(this));
        if (this.best.settings[setting] === before.settings[setting]) this.#idle.add(setting);
      } else if (!gainedInPairs) this.#halvings.set(setting, this.#halvingsOf(setting) + 1);
    }
    if (this.best === before && this.#active().length === 0) this.#settle();
  }

  #widen(setting: string): void {
    this.#halvings.set(setting, Math.max(this.#halvingsOf(setting) - 1, -MAX_DOUBLINGS));
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
