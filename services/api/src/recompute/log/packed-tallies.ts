import { withRoom } from '@openladder/rating';
import { emptyTally, type Tally } from '../../rating/tally.js';
import type { LineChunk } from './line-chunk.js';

const PLAYERS = 1024;

/** What the rated matches of all players of a roster add up to, in columns. */
export class PackedTallies {
  #matches = new Int32Array(PLAYERS);
  #wins = new Int32Array(PLAYERS);
  #draws = new Int32Array(PLAYERS);
  /** NaN: none. */
  #peak = new Float64Array(PLAYERS).fill(Number.NaN);
  #lastPlayedAt = new Float64Array(PLAYERS);

  /** Counts lines of a chunk, from one on. */
  count(chunk: LineChunk, from: number): void {
    for (let line = from; line < chunk.length; line++) {
      const place = chunk.place[line]!;
      if (place >= this.#matches.length) this.#makeRoom(place + 1);
      this.#matches[place]!++;
      const verdict = chunk.verdict[line]! - 1;
      if (verdict > 0) this.#wins[place]!++;
      else if (verdict === 0) this.#draws[place]!++;
      this.#lastPlayedAt[place] = chunk.playedAt[line]!;
      const value = chunk.value[line]!;
      if (!Number.isNaN(value) && !(value <= this.#peak[place]!)) this.#peak[place] = value;
    }
  }

  isRated(place: number): boolean {
    return (this.#matches[place] ?? 0) > 0;
  }

  get(place: number): Tally {
    const matchesPlayed = this.#matches[place] ?? 0;
    if (matchesPlayed === 0) return emptyTally();
    const [wins, draws, peak] = [this.#wins[place]!, this.#draws[place]!, this.#peak[place]!];
    return {
      matchesPlayed,
      wins,
      draws,
      losses: matchesPlayed - wins - draws,
      peak: Number.isNaN(peak) ? null : peak,
      lastPlayedAt: this.#lastPlayedAt[place]!,
    };
  }

  #makeRoom(players: number): void {
    const known = this.#matches.length;
    this.#matches = withRoom(this.#matches, players);
    this.#wins = withRoom(this.#wins, players);
    this.#draws = withRoom(this.#draws, players);
    this.#lastPlayedAt = withRoom(this.#lastPlayedAt, players);
    this.#peak = withRoom(this.#peak, players).fill(Number.NaN, known);
  }
}
