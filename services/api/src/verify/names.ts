import { foldedName } from '../kit/fold.js';
import type { Sql } from '../kit/sql/transaction.js';
import { checkDisplayName } from '../player/display-name.js';
import { handleKey } from '../player/handle.js';
import { listStaleSkeletons } from '../player/player-name.repository.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** Every name leads to one player, every player has the name that is shown, and their former names were theirs. */
export async function checkNames(tx: Sql, findings: Findings): Promise<void> {
  await checkHandles(tx, findings);
  await checkFormerHandles(tx, findings);
  await checkSkeletons(tx, findings);
  await checkDisplayNames(tx, findings);
}

async function checkHandles(tx: Sql, findings: Findings): Promise<void> {
  const rows: { id: number; handle: string; owner: number | null; known: string | null }[] = await tx.query(
    `SELECT player.id, player.handle, name.player_id AS owner, name.handle AS known
     FROM player LEFT JOIN player_name AS name USING (handle_key)
     WHERE (name.player_id, name.handle) IS DISTINCT FROM (player.id, player.handle) OR given_up_at IS NOT NULL
     ORDER BY player.id LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { id, handle, owner, known } of rows) {
    const found = owner === null ? 'nobody' : `player ${owner} as ${JSON.stringify(known)}`;
    findings.add('names', `handle ${JSON.stringify(handle)}`, `leads to player ${id}`, found);
  }
  const keyed: { key: string; handle: string }[] = await tx.query(
    `SELECT handle_key AS key, handle FROM player_name
     WHERE given_up_at IS NULL AND (handle ~ '[^[:ascii:]]' OR handle_key <> lower(handle)) ORDER BY handle_key`,
  );
  for (const { key, handle } of keyed) {
    if (key === handleKey(handle)) continue;
    findings.add('names', `handle ${JSON.stringify(handle)}, key`, handleKey(handle), key);
  }
}

async function checkFormerHandles(tx: Sql, findings: Findings): Promise<void> {
  const rows: { key: string; handle: string; isAudited: boolean }[] = await tx.query(
    `SELECT handle_key AS key, handle,
            EXISTS (SELECT FROM audit_entry
                    WHERE league_id = 0 AND action = 'updatePlayer' AND before ->> 'id' = name.player_id::text
                      AND before ->> 'handle' = name.handle) AS "isAudited"
     FROM player_name AS name WHERE given_up_at IS NOT NULL ORDER BY handle_key`,
  );
  for (const { key, handle, isAudited } of rows) {
    const at = `former handle ${JSON.stringify(handle)}`;
    if (key !== handleKey(handle)) findings.add('names', `${at}, key`, handleKey(handle), key);
    if (!isAudited) findings.add('names', at, 'an entry updatePlayer', 'none');
  }
}

/** A display name is valid, is the one in the newest entry, has a time, and has the right search key. */
async function checkDisplayNames(tx: Sql, findings: Findings): Promise<void> {
  const rows: { id: number; name: string | null; key: string | null; isTimed: boolean; told: string | null }[] =
    await tx.query(
      `SELECT player.id, display_name AS name, name_key AS key, named_at IS NOT NULL AS "isTimed", told
     FROM player LEFT JOIN (
       SELECT DISTINCT ON (subject) subject, after ->> 'displayName' AS told FROM audit_entry
       WHERE league_id = 0 AND action = 'updatePlayer' AND after ? 'displayName' ORDER BY subject, id DESC
     ) AS newest ON subject = 'Player:' || player.id
     WHERE display_name IS NOT NULL OR name_key IS NOT NULL OR named_at IS NOT NULL OR told IS NOT NULL ORDER BY player.id`,
    );
  for (const { id, name, key, isTimed, told } of rows) {
    const at = `display name of player ${id}`;
    if (name !== told) findings.add('names', at, told, name);
    else if (name !== null && checkDisplayName(name, []) !== name) findings.add('names', at, 'safe to print', name);
    const expected = name === null ? null : foldedName(name);
    if (key !== expected) findings.add('names', `${at}, key`, expected, key);
    if (isTimed !== (name !== null)) findings.add('names', `${at}, time`, name !== null, isTimed);
  }
}

/** The stored forms, by which names that look alike are refused, are right. */
async function checkSkeletons(tx: Sql, findings: Findings): Promise<void> {
  for await (const { handle, expected, found } of listStaleSkeletons(tx)) {
    const at = `handle ${JSON.stringify(handle)}, skeletons`;
    findings.add('names', at, expected, `${found}; \`openladder mend names\` stores them anew`);
  }
}
