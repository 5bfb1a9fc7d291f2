/** A duel: one game of two opponents. */
export interface LoggedDuel {
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly playedAt: number;
  /** Places of the players. */
  readonly one: number;
  readonly other: number;
  /** The first player's result: 1 for a win, 0.5 for a draw, 0 for a loss. */
  readonly score: number;
  /** Number of the submitter. */
  readonly submitter: number;
}

/** A match of teams or of more than two sides. */
export interface LoggedMelee {
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly playedAt: number;
  /** Number of the submitter. */
  readonly submitter: number;
  /** At least two, each with at least one player. */
  readonly sides: readonly LoggedSide[];
}

export interface LoggedSide {
  /** Places of the players. */
  readonly players: readonly number[];
  /** How well the side did: greater is better, equal is a tie. */
  readonly merit: number;
}

export type LoggedGame = LoggedDuel | LoggedMelee;

/** A result with its expectation. */
interface Expectation {
  /** The first one's result: 1 for a win, 0.5 for a draw, 0 for a loss. */
  readonly score: number;
  /** The first one's expected score. */
  readonly expected: number;
  /** Points of plain Elo that the first one gained and the other lost. */
  readonly points: number;
}

/** A duel and its expected result, with the earlier estimates of both players. Strengths are log odds. */
export interface ExpectedGame extends LoggedDuel, Expectation {
  readonly known: readonly [one: Known, other: Known];
}

interface Known {
  readonly strength: number;
  /** The mean square error of the strength. */
  readonly error: number;
}

/** A match of teams or of more than two sides, as pairs of opposing sides. */
export interface ExpectedMelee {
  readonly sequence: number;
  readonly playedAt: number;
  readonly submitter: number;
  /** The share of each pair in a player's match: 1 with two sides, 1/2 with three. */
  readonly part: number;
  readonly pairs: readonly ExpectedPair[];
}

export interface ExpectedPair extends Expectation {
  readonly one: readonly number[];
  /** Empty: all other sides together, without distinguishing players. */
  readonly other: readonly number[];
}

/** All games of a league, each kind in playing order. */
export interface ExpectedLog {
  readonly duels: readonly ExpectedGame[];
  readonly melees: readonly ExpectedMelee[];
}

const K = 32;
const SCALE = 400 / Math.LN10;
/** How far a win moves a strength, in log odds. */
const GAIN = K / SCALE;
/** The mean square of the strengths of newcomers. */
const FIRST_ERROR = 1.5 ** 2;
/** A repeated game within this time counts less towards strength: a year, in milliseconds. */
const AGAIN = 365 * 86_400_000;
/** Larger matches count as one against all others together, because no single opponent matters much. */
const MAX_SIDES = 6;
const MAX_PLAYERS = 12;

/** Whether a duel says nothing about the strengths of its players. */
type IsMute = (one: number, other: number) => boolean;

/**
 * Adds to each game its expected result, in order. The expectation comes from Elo ratings in which the k-th game of the same two
 * players within a year has a weight of 1/k², so that nobody becomes strong by beating one opponent repeatedly. Points are those
 * of plain Elo. The strength of a side is the mean of its players', and each of them gains the side's points.
 * @param players places that the games name
 * @param isMute duels that have an expected result, and do not change later expectations
 */
export function expectGames(games: Iterable<LoggedGame>, players: number, isMute: IsMute = () => false): ExpectedLog {
  const strengths = new Strengths(players, isMute);
  const found = { duels: [] as ExpectedGame[], melees: [] as ExpectedMelee[] };
  for (const game of games) {
    if ('sides' in game) found.melees.push(strengths.melee(game));
    else found.duels.push(strengths.duel(game));
  }
  return found;
}

class Strengths {
  readonly #plain: Float64Array;
  readonly #damped: Float64Array;
  readonly #errors: Float64Array;
  readonly #met = new Map<number, { since: number; games: number }>();

  constructor(
    readonly players: number,
    readonly isMute: IsMute,
  ) {
    this.#plain = new Float64Array(players);
    this.#damped = new Float64Array(players);
    this.#errors = new Float64Array(players).fill(FIRST_ERROR);
  }

  duel(game: LoggedDuel): ExpectedGame {
    const { one, other, score, playedAt } = game;
    const [plain, damped] = [this.#plain, this.#damped];
    const expected = chance(damped[one]! - damped[other]!);
    const known = [this.#knownOf(one), this.#knownOf(other)] as const;
    if (!this.isMute(one, other)) {
      const weight = this.#weight(one, other, playedAt);
      const step = K * weight * (score - expected);
      damped[one]! += step;
      damped[other]! -= step;
      this.#errors[one] = errorAfter(known[0], known[1], weight, expected);
      this.#errors[other] = errorAfter(known[1], known[0], weight, expected);
    }
    const points = K * (score - chance(plain[one]! - plain[other]!));
    plain[one]! += points;
    plain[other]! -= points;
    return { ...game, expected, points, known };
  }

  #knownOf(player: number): Known {
    return { strength: this.#damped[player]! / SCALE, error: this.#errors[player]! };
  }

  melee({ sequence, playedAt, submitter, sides }: LoggedMelee): ExpectedMelee {
    const head = { sequence, playedAt, submitter };
    const count = sides.reduce((sum, { players }) => sum + players.length, 0);
    const isLarge = sides.length > MAX_SIDES || count > MAX_PLAYERS;
    const pairs = isLarge ? this.#againstAll(sides) : this.#pairs(sides);
    const part = isLarge ? 1 : 1 / (sides.length - 1);
    // Only now, because all pairs meet at the same time.
    for (const pair of pairs) this.#learn(pair, part, playedAt);
    return { ...head, part, pairs };
  }

  #pairs(sides: readonly LoggedSide[]): ExpectedPair[] {
    return sides.flatMap(({ players: one, merit }, first) =>
      sides.slice(first + 1).map(({ players: other, merit: others }) => {
        const score = scoreOf(merit - others);
        return { one, other, score, ...this.#expect(score, this.#leads(one, other)) };
      }),
    );
  }

  #againstAll(sides: readonly LoggedSide[]): ExpectedPair[] {
    return sides.map(({ players: one, merit }, own) => {
      const others = sides.filter((_, side) => side !== own);
      const score = others.reduce((sum, other) => sum + scoreOf(merit - other.merit), 0) / others.length;
      const all = others.flatMap(({ players }) => players);
      return { one, other: [], score, ...this.#expect(score, this.#leads(one, all)) };
    });
  }

  #leads(one: readonly number[], other: readonly number[]) {
    return {
      plain: meanScore(this.#plain, one) - meanScore(this.#plain, other),
      damped: meanScore(this.#damped, one) - meanScore(this.#damped, other),
    };
  }

  #expect(score: number, lead: { readonly plain: number; readonly damped: number }) {
    return { expected: chance(lead.damped), points: K * (score - chance(lead.plain)) };
  }

  #learn({ one, other, score, expected, points }: ExpectedPair, part: number, playedAt: number): void {
    const step = K * part * (score - expected);
    if (other.length === 0) {
      for (const player of one) this.#damped[player]! += step;
    }
    for (const player of one) {
      for (const opponent of other) {
        const weight = this.#weight(player, opponent, playedAt);
        this.#damped[player]! += (weight * step) / other.length;
        this.#damped[opponent]! -= (weight * step) / one.length;
      }
    }
    for (const player of one) this.#plain[player]! += part * points;
    for (const opponent of other) this.#plain[opponent]! -= part * points;
  }

  /** The weight of one more game of the same two. */
  #weight(one: number, other: number, playedAt: number): number {
    const pair = Math.min(one, other) * this.players + Math.max(one, other);
    let before = this.#met.get(pair);
    if (!before || playedAt - before.since > AGAIN) {
      before = { since: playedAt, games: 0 };
      this.#met.set(pair, before);
    }
    before.games++;
    return 1 / before.games ** 2;
  }
}

/** The error that remains after a duel, and the error that luck and the opponent add. */
function errorAfter(own: Known, other: Known, weight: number, expected: number): number {
  const variance = expected * (1 - expected);
  const gain = GAIN * weight;
  return own.error * (1 - gain * variance) ** 2 + gain ** 2 * variance + (gain * variance) ** 2 * other.error;
}

export function scoreOf(lead: number): number {
  return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
}

function meanScore(strengths: Float64Array, players: readonly number[]): number {
  let sum = 0;
  for (const player of players) sum += strengths[player]!;
  return sum / players.length;
}

function chance(lead: number): number {
  return 1 / (1 + Math.exp(-lead / SCALE));
}
