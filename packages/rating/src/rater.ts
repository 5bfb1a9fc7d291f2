import type { Match, PlayerId } from './match.js';
import type { BatchForm } from './packed/batch-form.js';
import type { SettingsProblem, SettingsSchema } from './settings.js';

/** A player's skill according to a state. */
export interface RatingValue {
  /** The rating in points; null for a player who is not rated yet. */
  readonly value: number | null;
  /** One standard deviation of the rating in points; null if the rater has none. */
  readonly deviation: number | null;
  /** The value that a board is sorted by, the greater the better; null sorts last. */
  readonly score: number | null;
  /** True while the rating is too uncertain for a rank. */
  readonly isProvisional: boolean;
}

/** One opponent's part in a rating change. */
export interface Contribution {
  readonly opponent: PlayerId;
  /** The opponent's value before the match; null if the opponent had none. */
  readonly opponentValue: number | null;
  /** Expected score against this opponent, 0 to 1. */
  readonly expected: number;
  /** Score against this opponent, 0 to 1. */
  readonly actual: number;
  /** How much the pair counted, in the rater's own unit, at least 0. */
  readonly weight: number;
  /** Points gained from this opponent; null if the value before or after is null. */
  readonly delta: number | null;
}

/** A participant after a match. The deltas of the contributions add up to the change of their value. */
export interface Rated<State> {
  readonly state: State;
  readonly contributions: readonly Contribution[];
}

/** The formats of matches that a rater can rate. */
export interface Formats {
  readonly minSides: number;
  /** null: as many as you like. */
  readonly maxSides: number | null;
  readonly minPlayersPerSide: number;
  /** null: as many as you like. */
  readonly maxPlayersPerSide: number | null;
}

/** One line of a player's journal: what one match did to them. */
export interface JournalLine {
  readonly playedAt: number;
  readonly after: Pick<RatingValue, 'value' | 'deviation'>;
  readonly contributions: readonly Contribution[];
}

/** How a state comes back from the journal, to the bit, so that it need not be stored beside it. */
export interface Restore<Settings, State> {
  /** `last`: the newest line is enough. `all`: every line of the player, oldest first. */
  readonly needs: 'last' | 'all';
  /**
   * Left out: true. Where it is false, `from` looks at no contributions, and may be given lines without any: a league then keeps
   * none of lines that a correction has superseded and, if the last line is enough, none of very large matches.
   */
  readonly readsContributions?: boolean;
  /** The state after the last of these lines (at least one), in the total order. */
  from(lines: readonly JournalLine[], settings: Settings): State;
}

/**
 * Laws that a rating system may break by its nature; see `testRater`. A system that breaks the first may well keep the
 * second, for two sides of one player each: it then declares the first alone, and the second is still checked.
 */
export type BreakableLaw = 'a better outcome never rates lower' | 'a better outcome never rates lower in a duel';

/**
 * A rating system, as a value: pure functions from the states before a match to the states after it.
 *
 * Functions are total and deterministic: no clock, no randomness, no mutation of what they are given. States are plain
 * data that survive JSON unchanged. Times are milliseconds since 1970. `testRater` checks all of it.
 */
// biome-ignore lint/suspicious/noExplicitAny: a list of raters mixes settings and states of every type.
export interface Rater<Settings = any, State = any> {
  /** The stable name: lower-case letters, digits and dashes. */
  readonly key: string;
  /** Semantic version. Ratings are replayed exactly only under the same version: any change of a number raises it. */
  readonly version: string;
  readonly title: string;
  /** Its purpose, in a sentence or two. */
  readonly summary: string;
  /** Its publication. */
  readonly source: string;
  readonly settings: SettingsSchema;
  /** Rules between settings, which a schema can't say. */
  checkSettings?(settings: Settings): readonly SettingsProblem[];
  formats(settings: Settings): Formats;
  /** The changes of every match add up to zero. */
  readonly isZeroSum?: boolean;
  /** Laws that the source itself breaks, each with the reason. */
  readonly breaks?: Readonly<Partial<Record<BreakableLaw, string>>>;
  /** A player who has not been rated yet. */
  initial(settings: Settings): State;
  /**
   * Rates one match. All participants change from the one snapshot given.
   * @param match a match that fits `formats`, has an outcome, and has rated participants on two sides or more
   * @param states the state before of every rated participant
   * @returns the state after of every rated participant, and of nobody else
   */
  rate(match: Match, states: ReadonlyMap<PlayerId, State>, settings: Settings): ReadonlyMap<PlayerId, Rated<State>>;
  /** The same for many matches at a time, to the bit. Left out: long logs are rated match by match. */
  readonly batch?: BatchForm<Settings, State>;
  /** The state at a later time, if nothing is played until then. Left out: time changes nothing. */
  idle?(state: State, until: number, settings: Settings): State;
  /**
   * The player waited for an opponent until this time and none was found. It changes what the state will say later, never
   * what it says now, and it leaves nothing in the journal: the next line says all, also where the state is restored. It is
   * asked only of players who have been rated. Left out: it changes nothing.
   */
  waited?(state: State, at: number, settings: Settings): State;
  /** The rating of the state as it is (call `idle` first for a later time). */
  rating(state: State, settings: Settings): RatingValue;
  /** The rating as text for a board. Left out: the rounded value. */
  display?(state: State, settings: Settings): string;
  /**
   * Predicts the outcome of a match.
   * @param sides the states of each side's players
   * @returns each side's chance to win (a draw counts half), adding up to 1
   */
  predict(sides: readonly (readonly State[])[], settings: Settings): readonly number[];
  /** Left out: the state is kept as JSON, and corrections replay the league from its first match. */
  readonly restore?: Restore<Settings, State>;
}

/** Declares a rater; gives its settings and its state their types. */
export function defineRater<Settings, State>(rater: Rater<Settings, State>): Rater<Settings, State> {
  return rater;
}

/** The rating as text: the rater's own, else the rounded value, else "unrated". */
export function displayRating<Settings, State>(
  rater: Rater<Settings, State>,
  state: State,
  settings: Settings,
): string {
  if (rater.display) return rater.display(state, settings);
  const { value } = rater.rating(state, settings);
  return value === null ? 'unrated' : String(Math.floor(value + 0.5));
}
