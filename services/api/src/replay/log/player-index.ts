import { withRoom } from '@openladder/rating';

/** Ids in one table. With more, tables of scattered ids are mostly empty; with fewer, there are many tables. */
const TABLE = 16;

/**
 * Gives the players of a log places, from 0 on in order of appearance, so that their data fits into columns. Ids begin at 1 and are
 * mostly close to each other.
 */
export class PlayerIndex {
  #size = 0;
  #players = new Int32Array(1024);
  /** For every 16 ids, where their table begins in `#places`; the first table stands for ids without one. */
  #tables = new Int32Array(64);
  /** By id, the place plus 1; 0 for none. */
  #places = new Int32Array(64 * TABLE);
  #end = TABLE;

  get size(): number {
    return this.#size;
  }

  /** The place of a player; a new one if they have none yet. */
  place(player: number): number {
    const known = this.#known(player);
    return known > 0 ? known - 1 : this.#add(player);
  }

  /** The place of a player; undefined if they have none yet. */
  find(player: number): number | undefined {
    const known = this.#known(player);
    return known > 0 ? known - 1 : undefined;
  }

  /** The player of a place. */
  player(place: number): number {
    return this.#players[place]!;
  }

  #known(player: number): number {
    const table = Math.floor(player / TABLE);
    return table < this.#tables.length ? this.#places[this.#tables[table]! + (player % TABLE)]! : 0;
  }

  #add(player: number): number {
    const place = this.#size++;
    this.#players = withRoom(this.#players, this.#size);
    this.#players[place] = player;
    const table = Math.floor(player / TABLE);
    this.#tables = withRoom(this.#tables, table + 1);
    if (this.#tables[table] === 0) {
      this.#tables[table] = this.#end;
      this.#end += TABLE;
      this.#places = withRoom(this.#places, this.#end);
    }
    this.#places[this.#tables[table]! + (player % TABLE)] = this.#size;
    return place;
  }
}
