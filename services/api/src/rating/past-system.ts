import { groupedBy } from '../kit/grouped-by.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { PlacedWait } from '../match-log/log-wait.js';
import { listWaitsBetween } from '../match-log/log-wait.repository.js';
import { listMerges, listMergesOfWaitsAt } from '../match-log/merge.repository.js';
import type { RaterCatalogue } from '../raters/raters.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { readContributions, readsContributions } from './contributions.js';
import { askInSlices } from './in-slices.js';
import { findShownThrough, type KnownDerivation, type PastLine, type PastMoment } from './past.repository.js';
import { SHOW_RESTORED } from './rater-work.js';
import type { ShownRating } from './rating.js';

/** A rating system as it was official at a moment, with states that come back from the journal. */
export interface PastSystem {
  readonly system: RatingSystem;
  /** The lines of a player from which their state comes back. */
  readonly needs: 'last' | 'all';
  /** Whether the state comes back from the contributions of lines; those of superseded lines may not be kept. */
  readonly readsContributions: boolean;
  /** Whether the board may have shown anything else than the ratings after the last match. */
  readonly isGrown: boolean;
  /** How the board showed the states after the last of each player's lines. @param waits those of `waitsSince` */
  show(
    players: readonly { lines: readonly PastLine[]; waits?: readonly PlacedWait[] | undefined }[],
  ): Promise<readonly ShownRating[]>;
  /** By player, the waits since the last line of each that the board had shown. */
  waitsSince(lastLines: readonly PastLine[]): Promise<ReadonlyMap<number, readonly PlacedWait[]>>;
}

/** @returns null if the very rater of that time is not installed, or its states do not come back */
export async function findPastSystem(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  moment: PastMoment,
  { rater: key, raterVersion, settings }: KnownDerivation,
): Promise<PastSystem | null> {
  const rater = raters.get(key);
  // Lines that were replaced are kept without their memory.
  if (rater?.version !== raterVersion || !rater.restore || rater.restore.memory) return null;
  const { needs } = rater.restore;
  const canGrow = rater.idle !== undefined && needs === 'last';
  const shownThrough = canGrow ? await findShownThrough(sql, league, moment) : null;
  const system = { rater, settings, shownThrough };
  return {
    system,
    needs,
    readsContributions: readsContributions(rater),
    isGrown: shownThrough !== null,
    waitsSince: async (lastLines) => {
      if (!shownThrough || !rater.waited) return new Map();
      const { asKnownAt } = moment;
      const merges = await (asKnownAt ? listMergesOfWaitsAt(sql, league.id, asKnownAt) : listMerges(sql, league.id));
      const waits = await listWaitsBetween(sql, league.id, lastLines, shownThrough, merges);
      return groupedBy(waits, ({ playerId }) => playerId);
    },
    show: async (players) => {
      const told = players.map(({ lines, waits }) => ({
        lines: (needs === 'last' ? lines.slice(-1) : lines).map(journalLine),
        waits,
      }));
      return askInSlices(system, SHOW_RESTORED, told);
    },
  };
}

function journalLine({ playedAt, value, deviation, contributions }: PastLine) {
  return {
    playedAt: playedAt.getTime(),
    after: { value, deviation },
    contributions: readContributions(contributions ?? []),
  };
}
