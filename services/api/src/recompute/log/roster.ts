import { withRoom } from '@openladder/rating';

/** Gives the players of a log places from 0 on, as they come, so that what is known of them fits into columns. */
export class Roster {
  readonly #places = new Map<number, number>();
  #players = new Int32Array(1024);

  get size(): number {
    return this.#places.size;
  }

  /** The place of a player, a new one where he has none yet. */
  place(player: number): number {
    const known = this.#places.get(player);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#players = withRoom(this.#players, place + 1);
    this.#players[place] = player;
    this.#places.set(player, place);
    return place;
  }

  /** The place of a player; undefined where he has none yet. */
  find(player: number): number | undefined {
    return this.#places.get(player);
  }

  /** The player of a place. */
  player(place: number): number {
    return this.#players[place]!;
  }
}
