import type { EntityManager } from 'typeorm';
import { countOwnLines, listRatings, upsertRatings } from '../rating/rating.repository.js';
import type { RatingUpdate } from '../rating/rating-update.js';
import { publishRatings, stageRatings } from '../rating/staged-ratings.repository.js';
import { type LogReplay, LogReplayer } from './log-replayer.js';
import type { ReplayStrategy } from './replay-strategy.js';

/**
 * Rates the whole log anew into a generation of its own; the league's pointer to it flips in the end, and the lines that
 * there were stay where they are.
 * @param isStaged whether the board waits in a table of its own, so that the league is not locked while it is written
 */
export function rebuildAll(tx: EntityManager, replay: LogReplay, isStaged: boolean): ReplayStrategy {
  const { leagueId, generation } = replay.origin;
  const replayer = new LogReplayer(tx, replay);
  let superseded = 0;
  return {
    generation,
    rate: () => replayer.run(),
    prepare: async () => {
      if (isStaged) await stageRatings(tx, leagueId, replayer.updates());
    },
    showThrough: (midnight) => replayer.showThrough(midnight),
    isPassed: () => replayer.isPassed(),
    updates: async function* () {
      yield* replayer.updates();
      yield* await replayer.unplayed();
    },
    publish: async (moves) => {
      const upsert = async (updates: readonly RatingUpdate[]) => {
        const players = updates.map(({ playerId }) => playerId);
        moves?.add(await listRatings(tx, leagueId, players), updates);
        await upsertRatings(tx, leagueId, updates, 'whole');
      };
      superseded = await countOwnLines(tx, leagueId);
      if (isStaged) await publishRatings(tx);
      for (const updates of replayer.updates()) await upsert(updates);
      for (const updates of await replayer.unplayed()) await upsert(updates);
      await replayer.finish();
    },
    get journalBytes() {
      return replayer.journalBytes;
    },
    get superseded() {
      return superseded;
    },
    get work() {
      return replayer.work;
    },
    close: () => replayer.close(),
  };
}
