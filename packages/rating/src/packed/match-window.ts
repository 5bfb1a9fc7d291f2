import type { PackedMatches } from './matches.js';

/** One of many packed matches as a batch of its own, over the same columns: nothing is copied but its time. */
export class MatchWindow implements PackedMatches {
  readonly length = 1;
  readonly playedAt = new Float64Array(1);
  readonly firstParticipant = new Int32Array(2);
  readonly player: Int32Array;
  readonly side: Int32Array;
  readonly merit: Float64Array;
  readonly sideScore: Float64Array;
  readonly score: Float64Array;
  readonly minutes: Float64Array;
  readonly firstOpponent: Int32Array;
  readonly firstAgainst: Int32Array;
  readonly against: Int32Array;
  readonly scoreAgainst: Float64Array;

  /** Stands nowhere until it is moved. */
  constructor(private readonly matches: PackedMatches) {
    this.player = matches.player;
    this.side = matches.side;
    this.merit = matches.merit;
    this.sideScore = matches.sideScore;
    this.score = matches.score;
    this.minutes = matches.minutes;
    this.firstOpponent = matches.firstOpponent;
    this.firstAgainst = matches.firstAgainst;
    this.against = matches.against;
    this.scoreAgainst = matches.scoreAgainst;
  }

  /** @param index which of the matches it is from now on */
  moveTo(index: number): void {
    this.playedAt[0] = this.matches.playedAt[index]!;
    this.firstParticipant[0] = this.matches.firstParticipant[index]!;
    this.firstParticipant[1] = this.matches.firstParticipant[index + 1]!;
  }
}
