import type { EntityManager } from 'typeorm';
import type { LogWait } from '../match-log/log-wait.js';
import type { LogPosition } from '../match-log/match.js';
import { listMerges, listWaits } from '../match-log/merges-and-waits.repository.js';
import { PackedPage } from '../replay/log/batch-log-rater.js';
import type { LogPage } from '../replay/log/log-page.js';
import { PlayerIndex } from '../replay/log/player-index.js';
import { readStretches } from '../replay/log/read-segments.js';
import { type PackedStretch, packStretch, type StretchedLog, type StretchWait } from './packed-stretches.js';

/**
 * A league's whole log as a replay reads it: in the total order, merged players as one, without void matches.
 * @param tx a transaction that sees one moment
 * @param atOnce matches that are read by one statement, before the waits among them; see `readStretches`
 */
export async function readPackedLog(
  tx: EntityManager,
  leagueId: number,
  onRead: (matches: number) => void,
  atOnce?: number,
): Promise<StretchedLog> {
  const merges = await listMerges(tx, leagueId);
  const playerIndex = new PlayerIndex();
  const packed = new PackedPage(playerIndex);
  const stretches: PackedStretch[] = [];
  let [matches, done] = [0, 0];
  let heard: LogPosition | null = null;
  const readWaits = async (upTo: LogPosition) => {
    const waits = await listWaits(tx, leagueId, heard, upTo);
    heard = upTo;
    return waits;
  };
  for await (const { stretch, waits } of readStretches(tx, leagueId, null, readWaits, { atOnce })) {
    let left = waits;
    for (const page of stretch.pages(merges)) {
      packed.pack(page);
      const taken = waitsBefore(left, page, packed, playerIndex);
      left = left.slice(taken.length);
      stretches.push(packStretch(packed.matches, taken));
      matches += packed.matches.length;
      done += page.matches;
      onRead(done);
    }
  }
  return { stretches, players: playerIndex.size, matches };
}

/** The waits before the last match of a page; those after it are before one of the next. */
function waitsBefore(
  waits: readonly LogWait[],
  page: LogPage,
  { matches, index }: PackedPage,
  playerIndex: PlayerIndex,
): StretchWait[] {
  const taken: StretchWait[] = [];
  let next = 0;
  for (const wait of waits) {
    if (!isRowBefore(wait, page, page.matches - 1)) break;
    while (next < matches.length && !isRowBefore(wait, page, index[next]!)) next++;
    taken.push({ player: playerIndex.place(wait.playerId), at: wait.at.getTime(), next });
  }
  return taken;
}

function isRowBefore({ at, sequence }: LogWait, page: LogPage, match: number): boolean {
  const playedAt = page.playedAt[match]!;
  return at.getTime() < playedAt || (at.getTime() === playedAt && sequence < page.sequence[match]!);
}
