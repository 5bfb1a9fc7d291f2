import type { EntityManager } from 'typeorm';
import { readsContributions } from '../rating/contributions.js';
import type { Journal } from '../rating/journal.repository.js';
import { listRatings, upsertRatings } from '../rating/rating.repository.js';
import type { ReplayStrategy } from './replay-strategy.js';
import type { Superseded } from './superseded.repository.js';
import { type TailReplay, TailReplayer } from './tail-replayer.js';

/**
 * Rates anew within the league's generation what a correction reaches of a tail: the lines that it had move to
 * `superseded_change`, and the new ones take their place.
 */
export function rebuildTail(tx: EntityManager, replay: TailReplay): ReplayStrategy {
  const journal: Journal = replay.journal;
  const replayer = new TailReplayer(tx, replay);
  let superseded: Superseded = { lines: 0, dropped: 0 };
  return {
    generation: journal.generation,
    rate: () => replayer.run(),
    prepare: async () => undefined,
    showThrough: (midnight) => replayer.showThrough(midnight),
    isPassed: () => replayer.isPassed(),
    updates: () => replayer.updates(),
    publish: async (moves) => {
      for await (const updates of replayer.updates()) {
        const players = updates.map(({ playerId }) => playerId);
        moves?.add(await listRatings(tx, journal.id, players), updates);
        await upsertRatings(tx, journal.id, updates, 'whole');
      }
      superseded = await replay.staging.publish(replayer.affected, readsContributions(replay.system.rater));
    },
    get journalBytes() {
      return replayer.journalBytes - superseded.dropped;
    },
    get superseded() {
      return superseded.lines;
    },
    get work() {
      return replayer.work;
    },
    close: () => replayer.close(),
  };
}
