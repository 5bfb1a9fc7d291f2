import type { EntityManager } from 'typeorm';
import type { LogWait } from '../match-log/log-wait.js';
import type { LogPosition } from '../match-log/match.js';
import { listMerges, listWaits } from '../match-log/merges-and-waits.repository.js';
import type { LogPage } from '../replay/log/log-page.js';
import { PackedPage } from '../replay/log/packed-page.js';
import { PlayerIndex } from '../replay/log/player-index.js';
import { readStretches } from '../replay/log/read-segments.js';
import { type PackedStretch, packStretch, type StretchedLog, type StretchWait } from './packed-stretches.js';

/**
 * A league's whole log as a replay reads it: in the total order, merged players as one, without void matches.
 * @param tx a transaction that sees one moment
 * @param onRead called now and then with the matches read so far
 * @param atOnce matches that are read by one statement, before the waits among them; see `readStretches`
 */
export async function readPackedLog(
  tx: EntityManager,
  leagueId: number,
  onRead: (matches: number) => void,
  atOnce?: number,
): Promise<StretchedLog> {
  const merges = await listMerges(tx, leagueId);
  const packing = new Packing();
  let done = 0;
  let heard: LogPosition | null = null;
  const readWaits = async (upTo: LogPosition) => {
    const waits = await listWaits(tx, leagueId, heard, upTo);
    heard = upTo;
    return waits;
  };
  for await (const { stretch, waits } of readStretches(tx, leagueId, null, readWaits, { atOnce })) {
    packing.expect(waits);
    for (const page of stretch.pages(merges)) {
      packing.pack(page);
      done += page.matches;
      onRead(done);
    }
  }
  return packing.log;
}

/** Packs a log page by page. */
class Packing {
  readonly #playerIndex = new PlayerIndex();
  readonly #packed = new PackedPage(this.#playerIndex);
  readonly #stretches: PackedStretch[] = [];
  #matches = 0;
  /** Waits that stand after what was packed so far, in their order. */
  #waits: readonly LogWait[] = [];

  get log(): StretchedLog {
    return { stretches: this.#stretches, players: this.#playerIndex.size, matches: this.#matches };
  }

  /** Sets the waits among the next pages, once those among the pages so far are packed. */
  expect(waits: readonly LogWait[]): void {
    this.#waits = waits;
  }

  pack(page: LogPage): void {
    const { matches } = this.#packed;
    this.#packed.pack(page);
    this.#stretches.push(packStretch(matches, this.#takeWaits(page)));
    this.#matches += matches.length;
  }

  /** The waits before the last match of the page; those after it are before one of the next. */
  #takeWaits(page: LogPage): StretchWait[] {
    const { matches, index } = this.#packed;
    const taken: StretchWait[] = [];
    let next = 0;
    for (const wait of this.#waits) {
      if (!isRowBefore(wait, page, page.matches - 1)) break;
      while (next < matches.length && !isRowBefore(wait, page, index[next]!)) next++;
      taken.push({ player: this.#playerIndex.place(wait.playerId), at: wait.at.getTime(), next });
    }
    if (taken.length > 0) this.#waits = this.#waits.slice(taken.length);
    return taken;
  }
}

function isRowBefore({ at, sequence }: LogWait, page: LogPage, match: number): boolean {
  const playedAt = page.playedAt[match]!;
  return at.getTime() < playedAt || (at.getTime() === playedAt && sequence < page.sequence[match]!);
}
