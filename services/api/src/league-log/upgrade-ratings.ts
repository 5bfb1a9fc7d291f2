import { OWN_ACTORS } from '../access/access.js';
import { groupedBy } from '../kit/grouped-by.js';
import type { Log } from '../kit/log.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { LOCKS, withAdvisoryLock } from '../kit/sql/advisory-locks.js';
import { transaction } from '../kit/sql/transaction.js';
import { StartError } from '../kit/start-error.js';
import type { NeedsRaters } from '../raters/raters.js';
import type { NeedsChanges } from './change.js';
import {
  adoptCorrections,
  cancelOtherUpgrades,
  insertUpgrades,
  listOutdatedLeagues,
  type OutdatedLeague,
} from './upgrade.repository.js';

export interface UpgradeRatingsNeeds extends NeedsDatabase, NeedsClock, NeedsRaters, NeedsChanges {
  readonly isStandby: boolean;
  readonly log: Log;
}

/** How a start treats leagues that another version of their rater rated. */
export type UpgradeMode = 'background' | 'refuse';

/** The actor of these recomputes in the audit log. */
const ACTOR = OWN_ACTORS.start;
/** How many leagues are named in one line of the log; there may be thousands. */
const NAMED = 10;

/**
 * Compares the rater version of each board with the installed one, and enqueues a recompute if they differ, once for all replicas.
 * The installed version may be newer or older; if replicas differ, the last start decides.
 * @param tell called with one line for a waiting person
 * @throws StartError if the mode is `refuse` and a board differs; nothing changes
 */
export async function upgradeRatings(
  needs: UpgradeRatingsNeeds,
  mode: UpgradeMode,
  tell: (message: string) => void,
): Promise<void> {
  const outdated = await listOutdatedLeagues(needs.database, needs.raters);
  if (outdated.length > 0) {
    if (mode === 'refuse') throw new StartError(`${described(outdated)}. ${REMEDY}`);
    for (const change of byChange(outdated)) {
      needs.log.warn(
        change,
        'Recomputing leagues rated by another rater version; they accept no matches until this is done',
      );
    }
    tell(
      `${described(outdated)}. Such boards are recomputed in the background, and their leagues accept no matches until then.`,
    );
  }
  // Checks the queue even if no board differs: an upgrade that was undone may have left jobs.
  if (needs.isStandby) return;
  await withAdvisoryLock(needs.database, LOCKS.ratingUpgrade, () =>
    transaction(needs.database, null, async (tx) => {
      const now = needs.clock();
      await cancelOtherUpgrades(tx, needs.raters, now);
      await adoptCorrections(tx, needs.raters);
      const { kind } = [...needs.changes.values()].find(({ upgrades }) => upgrades)!;
      await insertUpgrades(tx, needs.raters, { kind, actor: ACTOR, at: now });
    }),
  );
}

const REMEDY =
  'OPENLADDER_UPGRADE_RATINGS=refuse prevents this start: install those versions again, or start once with ' +
  'OPENLADDER_UPGRADE_RATINGS=background to recompute these leagues';

/** A change of version, with its leagues. */
interface VersionChange {
  readonly rater: string;
  readonly from: string;
  readonly to: string;
  readonly leagues: number;
  readonly matches: number;
  /** The first few. */
  readonly slugs: readonly string[];
}

function byChange(outdated: readonly OutdatedLeague[]): VersionChange[] {
  const groups = groupedBy(outdated, ({ rater, raterVersion, installed }) => `${rater} ${raterVersion} ${installed}`);
  return [...groups.values()].map((group) => ({
    rater: group[0]!.rater,
    from: group[0]!.raterVersion,
    to: group[0]!.installed,
    leagues: group.length,
    matches: group.reduce((sum, { matchCount }) => sum + matchCount, 0),
    slugs: group.slice(0, NAMED).map(({ slug }) => slug),
  }));
}

function described(outdated: readonly OutdatedLeague[]): string {
  return byChange(outdated)
    .map(({ rater, from, to, leagues, slugs }) => {
      const more = leagues > slugs.length ? ` and ${(leagues - slugs.length).toLocaleString('en')} more` : '';
      const which = `${leagues === 1 ? 'the board of' : `the boards of ${leagues.toLocaleString('en')} leagues:`} ${slugs.join(', ')}${more}`;
      return `${rater} ${to} is installed, and ${rater} ${from} derived ${which}`;
    })
    .join('; ');
}
