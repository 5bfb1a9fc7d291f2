import { withRoom } from '@openladder/rating';
import { emptyTally, type Tally } from '../../rating/journal-line.js';
import { type LineChunk, PLAYED_AT, VALUE, VERDICT } from './line-chunk.js';

const PLAYERS = 1024;

/** Positions of a player's numbers. */
const MATCHES = 0;
const WINS = 1;
const DRAWS = 2;
/** NaN: none. */
const PEAK = 3;
const LAST_PLAYED_AT = 4;
const WIDTH = 5;

/** Tallies of all players of a player index, in one column. */
export class PackedTallies {
  #numbers = new Float64Array(WIDTH * PLAYERS);
  /** How many players have a rated match. */
  rated = 0;

  /** Counts lines of a chunk, from one on. */
  count({ place, first, numbers, length }: LineChunk, from: number): void {
    for (let line = from; line < length; line++) {
      const at = WIDTH * place[line]!;
      this.#numbers = withRoom(this.#numbers, at + WIDTH);
      const tally = this.#numbers;
      const own = first[line]!;
      const value = numbers[own + VALUE]!;
      const verdict = numbers[own + VERDICT]!;
      if (tally[at + MATCHES] === 0) {
        tally[at + PEAK] = Number.NaN;
        this.rated++;
      }
      tally[at + MATCHES]!++;
      if (verdict > 0) tally[at + WINS]!++;
      else if (verdict === 0) tally[at + DRAWS]!++;
      tally[at + LAST_PLAYED_AT] = numbers[own + PLAYED_AT]!;
      if (!Number.isNaN(value) && !(value <= tally[at + PEAK]!)) tally[at + PEAK] = value;
    }
  }

  isRated(place: number): boolean {
    return (this.#numbers[WIDTH * place + MATCHES] ?? 0) > 0;
  }

  get(place: number): Tally {
    if (!this.isRated(place)) return emptyTally();
    const number = (which: number) => this.#numbers[WIDTH * place + which]!;
    const [matchesPlayed, wins, draws, peak] = [number(MATCHES), number(WINS), number(DRAWS), number(PEAK)];
    return {
      matchesPlayed,
      wins,
      draws,
      losses: matchesPlayed - wins - draws,
      peak: Number.isNaN(peak) ? null : peak,
      lastPlayedAt: number(LAST_PLAYED_AT),
    };
  }
}
