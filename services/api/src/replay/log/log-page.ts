import {
  type Participant,
  type Match as RaterMatch,
  ratedParticipants,
  type Side,
  verdicts,
  withRoom,
} from '@openladder/rating';
import { VERDICT_NUMBERS } from '../../rating/rating.js';

const MATCHES = 512;
const PARTICIPANTS = 1024;

/** One participant's row of the log. */
export interface LogRow {
  /** Milliseconds since 1970. */
  readonly playedAt: number;
  readonly sequence: number;
  readonly side: number;
  readonly player: number;
  readonly isGuest: boolean;
  /** NaN if omitted, as in the fields below. */
  readonly placement: number;
  readonly sideScore: number;
  readonly score: number;
  readonly minutes: number;
  /** Scores against each participant of the match, by position; null if none is given. */
  readonly scoresAgainst: readonly (number | null)[] | null;
}

type RaterSide = Side & { readonly participants: Participant[] };

/** A stretch of the log in columns: matches in the total order, and the participants of each in their order. */
export class LogPage {
  matches = 0;
  participants = 0;
  playedAt = new Float64Array(MATCHES);
  sequence = new Int32Array(MATCHES);
  /** The first participant of each match. */
  first = new Int32Array(MATCHES);
  player = new Int32Array(PARTICIPANTS);
  side = new Int32Array(PARTICIPANTS);
  isGuest = new Uint8Array(PARTICIPANTS);
  placement = new Float64Array(PARTICIPANTS);
  sideScore = new Float64Array(PARTICIPANTS);
  score = new Float64Array(PARTICIPANTS);
  minutes = new Float64Array(PARTICIPANTS);
  /** By participant; few games report them. */
  readonly scoresAgainst = new Map<number, readonly (number | null)[]>();
  /** By match, for weights other than 1. */
  readonly weights = new Map<number, number>();
  /** By match, for matches with roles: the role of each side, null for none. */
  readonly roles = new Map<number, readonly (string | null)[]>();

  add(row: LogRow): void {
    if (this.matches === 0 || this.sequence[this.matches - 1] !== row.sequence) this.#addMatch(row);
    const at = this.participants++;
    if (at >= this.player.length) this.#makeRoom();
    this.player[at] = row.player;
    this.side[at] = row.side;
    this.isGuest[at] = row.isGuest ? 1 : 0;
    this.placement[at] = row.placement;
    this.sideScore[at] = row.sideScore;
    this.score[at] = row.score;
    this.minutes[at] = row.minutes;
    if (row.scoresAgainst) this.scoresAgainst.set(at, row.scoresAgainst);
  }

  /** Sets the weight of the last match. */
  setWeight(weight: number): void {
    this.weights.set(this.matches - 1, weight);
  }

  /** Sets the roles of the last match's sides. */
  setRoles(roles: readonly (string | null)[]): void {
    this.roles.set(this.matches - 1, roles);
  }

  /** One after the last participant of a match. */
  end(match: number): number {
    return match + 1 < this.matches ? this.first[match + 1]! : this.participants;
  }

  /** A match as raters rate it. */
  matchAt(match: number): RaterMatch {
    const [begin, end] = [this.first[match]!, this.end(match)];
    const sides: RaterSide[] = [];
    for (let at = begin; at < end; at++) {
      const side = this.side[at]!;
      sides[side] ??= {
        placement: valueOrUndefined(this.placement[at]!),
        score: valueOrUndefined(this.sideScore[at]!),
        role: this.roles.get(match)?.[side] ?? undefined,
        participants: [],
      };
      sides[side].participants.push({
        player: this.player[at]!,
        isGuest: this.isGuest[at] === 1,
        score: valueOrUndefined(this.score[at]!),
        minutesPlayed: valueOrUndefined(this.minutes[at]!),
        scoresAgainst: this.#scoresAgainst(at, begin),
      });
    }
    return { playedAt: this.playedAt[match]!, weight: this.weights.get(match) ?? 1, sides };
  }

  /** The number of opponents of each participant of a match, added up, as `contributionsOf` counts them. */
  contributionsOf(match: number): number {
    const [begin, end] = [this.first[match]!, this.end(match)];
    let weight = (end - begin) ** 2;
    for (let from = begin, to = begin; from < end; from = to) {
      while (to < end && this.side[to] === this.side[from]) to++;
      weight -= (to - from) ** 2;
    }
    return weight;
  }

  /** The verdict of each participant of a match who is not a guest, as stored. */
  verdictsOf(index: number): number[] {
    const match = this.matchAt(index);
    const verdictOf = verdicts(match);
    return ratedParticipants(match).map(({ side }) => VERDICT_NUMBERS[verdictOf[side]!]);
  }

  clear(): void {
    this.matches = 0;
    this.participants = 0;
    this.scoresAgainst.clear();
    this.weights.clear();
    this.roles.clear();
  }

  #addMatch({ playedAt, sequence }: LogRow): void {
    const match = this.matches++;
    this.playedAt = withRoom(this.playedAt, this.matches);
    this.sequence = withRoom(this.sequence, this.matches);
    this.first = withRoom(this.first, this.matches);
    this.playedAt[match] = playedAt;
    this.sequence[match] = sequence;
    this.first[match] = this.participants;
  }

  #makeRoom(): void {
    const length = this.participants;
    this.player = withRoom(this.player, length);
    this.side = withRoom(this.side, length);
    this.isGuest = withRoom(this.isGuest, length);
    this.placement = withRoom(this.placement, length);
    this.sideScore = withRoom(this.sideScore, length);
    this.score = withRoom(this.score, length);
    this.minutes = withRoom(this.minutes, length);
  }

  #scoresAgainst(participant: number, begin: number): { opponent: number; score: number }[] {
    return (this.scoresAgainst.get(participant) ?? []).flatMap((score, position) =>
      score === null ? [] : [{ opponent: this.player[begin + position]!, score }],
    );
  }
}

function valueOrUndefined(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}
