import { withRoom } from '@openladder/rating';

/** Ids that share a table: many, and tables of scattered ones are empty for the most part; few, and there are many tables. */
const TABLE = 16;

/**
 * Gives the players of a log places from 0 on, as they come, so that what is known of them fits into columns. Ids are
 * numbered from 1 on, and stand near each other for the most part.
 */
export class PlayerIndex {
  #size = 0;
  #players = new Int32Array(1024);
  /** For every 16 ids where in `#places` their table begins; the first one there is of those who have none. */
  #tables = new Int32Array(64);
  /** Places by id, and 1 more; 0 for none. */
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
