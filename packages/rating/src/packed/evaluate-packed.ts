import { scoreLog, scorePrediction } from '../evaluate.js';
import { type Evaluation, EvaluationSums, type MatchScores } from '../evaluation.js';
import type { Match, Wait } from '../match.js';
import type { Rater } from '../rater.js';
import { type BatchRater, hasBatch, packedStates, rateBatch, stateAt } from '../replay.js';
import { PackedLines, type PackedMatches, rolesOf } from './lines.js';
import { windowOf } from './match-window.js';
import { unpackMatch } from './packer.js';
import type { PackedStates } from './states.js';

/** A stretch of a log: matches, and the expired waits among them. */
export interface PackedLog {
  readonly matches: PackedMatches;
  readonly waits: PackedWaits;
}

/** Expired waits in columns, in their total order. */
export interface PackedWaits {
  readonly length: number;
  /** The place of the player's state. */
  readonly player: Int32Array;
  /** Until when they waited: milliseconds since 1970. */
  readonly at: Float64Array;
  /** The next match of the stretch; its number of matches if no match follows the wait. */
  readonly next: Int32Array;
}

/**
 * The evaluation of a log, the same as that of `evaluate` to the bit, by the rater's batch form if it has one.
 * @param log stretches of the log, one after the other; iterated once
 * @param players number of places in the log
 * @throws as `evaluate` does
 */
export function evaluatePacked<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  log: Iterable<PackedLog>,
  players: number,
): Evaluation {
  const sums = new EvaluationSums();
  scorePackedLog(rater, settings, log, players, sums);
  return sums.means();
}

/**
 * The same, for scores of your own.
 * @param scores receives each match
 */
export function scorePackedLog<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  log: Iterable<PackedLog>,
  players: number,
  scores: MatchScores,
): void {
  if (!hasBatch(rater)) {
    scoreLog(rater, settings, events(log), scores);
    return;
  }
  const fold = new EvaluationFold(rater, settings, players, scores);
  for (const stretch of log) fold.move(stretch);
}

/** A stretch of the log, one event at a time. */
function* events(log: Iterable<PackedLog>): Generator<Match | Wait> {
  for (const { matches, waits } of log) {
    let wait = 0;
    for (let index = 0; index <= matches.length; index++) {
      for (; wait < waits.length && waits.next[wait] === index; wait++) {
        yield { player: waits.player[wait]!, at: waits.at[wait]! };
      }
      if (index < matches.length) yield unpackMatch(matches, index);
    }
  }
}

/** Predicts and rates match by match, over packed states. */
class EvaluationFold<Settings, State> {
  private readonly states: PackedStates<State>;
  private readonly lines = new PackedLines('ratings');
  /** By place: 1 for players who have been rated. */
  private readonly isRated: Uint8Array;
  /** The states of the predicted match, by side. Reused, because most matches have as many players as the one before. */
  private readonly sides: State[][] = [];
  private readonly merits: number[] = [];

  constructor(
    private readonly rater: BatchRater<Settings, State>,
    private readonly settings: Settings,
    players: number,
    private readonly scores: MatchScores,
  ) {
    this.states = packedStates(rater, settings, players);
    this.isRated = new Uint8Array(players);
  }

  move({ matches, waits }: PackedLog): void {
    const { rater, settings, states, lines } = this;
    const one = windowOf(matches);
    let wait = 0;
    for (let index = 0; index <= matches.length; index++) {
      for (; wait < waits.length && waits.next[wait] === index; wait++) {
        this.tell(waits.player[wait]!, waits.at[wait]!);
      }
      if (index === matches.length) return;
      this.predict(matches, index);
      one.moveTo(index);
      rateBatch(rater, settings, one, states, lines);
    }
  }

  private tell(player: number, at: number): void {
    const { rater, settings, states } = this;
    if (rater.waited && this.isRated[player] === 1) states.set(player, rater.waited(states.get(player), at, settings));
  }

  private predict(matches: PackedMatches, index: number): void {
    const { playedAt, firstParticipant, player, side, merit } = matches;
    const { rater, settings, states, isRated, sides, merits } = this;
    const now = playedAt[index]!;
    const end = firstParticipant[index + 1]!;
    let own = -1;
    let players = 0;
    for (let p = firstParticipant[index]!; p < end; p++) {
      if (side[p] !== own) {
        if (own >= 0) shorten(sides[own]!, players);
        own++;
        players = 0;
        sides[own] ??= [];
        merits[own] = merit[p]!;
      }
      const place = player[p]!;
      const state = states.get(place);
      sides[own]![players++] = isRated[place] === 1 ? stateAt(rater, settings, state, now) : state;
      isRated[place] = 1;
    }
    shorten(sides[own]!, players);
    shorten(sides, own + 1);
    shorten(merits, own + 1);
    const outlook = matches.role === undefined ? { at: now } : { at: now, roles: rolesOf(matches, index) };
    scorePrediction(rater, settings, sides, merits, outlook, this.scores);
  }
}

/** Setting a length takes a while, even if it stays the same. */
function shorten(list: unknown[], length: number): void {
  if (list.length > length) list.length = length;
}
