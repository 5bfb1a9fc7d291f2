import { tmpdir } from 'node:os';
import type { PlayerId } from '@openladder/rating';
import { States } from '../../rating/cached-states.js';
import type { PlayerIndex } from '../log/player-index.js';
import { Records } from './records.js';
import { StateCodec } from './state-codec.js';

/**
 * The states of any number of players in bounded memory, to the bit. They are kept as bytes, outside of V8's heap: it
 * would grow to some times what the states take before it lets go of those that were replaced.
 */
export class StateStore {
  /** Expired waits of players that their states do not include yet. */
  readonly waits: States['waits'] = new Map();
  readonly #playerIndex: PlayerIndex;
  readonly #records: Records;
  readonly #codec = new StateCodec();

  /**
   * @param playerIndex numbers the players, and may be used for other things as well
   * @param capacity bytes of states to have in memory; the others are in a temporary file
   * @param folder of the file, which is made when it is needed
   */
  constructor(playerIndex: PlayerIndex, capacity: number, folder = tmpdir()) {
    this.#playerIndex = playerIndex;
    this.#records = new Records(capacity, folder);
  }

  /**
   * A copy of the players' states and waits, to rate matches on.
   * @throws TemporaryFileFailed
   */
  pick(players: Iterable<PlayerId>): States {
    const picked = new States();
    for (const player of players) {
      const record = this.#playerIndex.find(Number(player));
      if (record !== undefined && this.#records.has(record)) {
        picked.set(player, this.#codec.decode(this.#records.read(record)));
      }
      const waits = this.waits.get(player);
      if (waits) picked.waits.set(player, waits);
    }
    return picked;
  }

  /**
   * Keeps the players' states and waits.
   * @throws TemporaryFileFailed
   */
  keep(players: Iterable<PlayerId>, states: States): void {
    for (const player of players) {
      if (states.has(player)) {
        this.#records.write(this.#playerIndex.place(Number(player)), this.#codec.encode(states.get(player)));
      }
      const waits = states.waits.get(player);
      if (waits) this.waits.set(player, waits);
      else this.waits.delete(player);
    }
  }

  /** Removes what is outside of memory. */
  close(): void {
    this.#records.close();
  }
}
