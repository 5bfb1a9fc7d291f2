/** Numbers the players of a log from 0 on in order of appearance, so that their data fits into columns. */
export class PlayerIndex {
  readonly #players: number[] = [];
  readonly #places = new Map<number, number>();

  get size(): number {
    return this.#players.length;
  }

  /** The place of a player; a new one if they have none yet. */
  place(player: number): number {
    const known = this.#places.get(player);
    if (known !== undefined) return known;
    const place = this.#players.push(player) - 1;
    this.#places.set(player, place);
    return place;
  }

  /** The place of a player; undefined if they have none yet. */
  find(player: number): number | undefined {
    return this.#places.get(player);
  }

  /** The player of a place. */
  player(place: number): number {
    return this.#players[place]!;
  }
}
