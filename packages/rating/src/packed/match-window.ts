import type { PackedMatches } from './lines.js';

/** One of many packed matches as a batch of its own, over the same columns. Only its time is copied. */
export class MatchWindow implements PackedMatches {
  readonly length = 1;
  readonly playedAt = new Float64Array(1);
  readonly firstParticipant = new Int32Array(2);
  readonly weight: Float64Array | undefined;
  readonly player: Int32Array;
  readonly side: Int32Array;
  readonly role: Int32Array | undefined;
  readonly roleNames: readonly string[];
  readonly merit: Float64Array;
  readonly sideScore: Float64Array;
  readonly score: Float64Array;
  readonly minutes: Float64Array;
  readonly firstOpponent: Int32Array;
  readonly firstAgainst: Int32Array;
  readonly against: Int32Array;
  readonly scoreAgainst: Float64Array;

  /** Shows no match until it is moved. */
  constructor(private readonly matches: PackedMatches) {
    this.weight = matches.weight && new Float64Array(1);
    this.role = matches.role;
    this.roleNames = matches.roleNames ?? [];
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

  /** Shows the match at an index from now on. */
  moveTo(index: number): void {
    this.playedAt[0] = this.matches.playedAt[index]!;
    if (this.weight) this.weight[0] = this.matches.weight![index]!;
    this.firstParticipant[0] = this.matches.firstParticipant[index]!;
    this.firstParticipant[1] = this.matches.firstParticipant[index + 1]!;
  }
}
