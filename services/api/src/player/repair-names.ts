import type { NeedsDatabase } from '../kit/needs.js';
import { transaction } from '../kit/sql/transaction.js';
import { publishAgain, type Republished } from '../league/public-players.repository.js';
import { listStaleSkeletons, type StaleSkeleton, updateSkeletons } from './player-name.repository.js';

/** Names of players that were mended. */
export interface MendedNames {
  /** Names whose skeletons, which find look-alikes, were renewed. */
  readonly skeletons: readonly StaleSkeleton[];
  /** Players whom again everybody knows, or only their private leagues. */
  readonly republished: readonly Republished[];
}

/** Renews stale skeletons, for example after a change of Unicode's table, and who is known to everybody. */
export async function repairNames(needs: NeedsDatabase): Promise<MendedNames> {
  return transaction(needs.database, null, async (tx) => {
    const skeletons: StaleSkeleton[] = [];
    for await (const stale of listStaleSkeletons(tx)) skeletons.push(stale);
    await updateSkeletons(tx, skeletons);
    return { skeletons, republished: await publishAgain(tx) };
  });
}
