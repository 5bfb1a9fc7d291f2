import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** Only a pseudonym is left of an erased player, and it is the one in the audit log. */
export async function checkErased(tx: Sql, findings: Findings): Promise<void> {
  const rows: {
    id: number;
    handle: string;
    told: string | null;
    names: number;
    display: string | null;
    left: number;
  }[] = await tx.query(
    `SELECT player.id, player.handle, told, display_name AS display,
              (SELECT count(*)::integer FROM player_name WHERE player_id = player.id) AS names,
              (SELECT count(*)::integer FROM account WHERE player_id = player.id)
                + (SELECT count(*)::integer FROM former_name WHERE player_id = player.id)
                + (SELECT count(*)::integer FROM membership WHERE player_id = player.id AND membership.handle <> player.handle)
                + (SELECT count(*)::integer FROM audit_entry, LATERAL (VALUES (before), (after)) AS view (own)
                   WHERE league_id = 0 AND subject = 'Player:' || player.id
                     AND (own ->> 'handle' <> player.handle OR own ->> 'displayName' IS NOT NULL OR own ->> 'account' IS NOT NULL)) AS left
       FROM player LEFT JOIN LATERAL (
         SELECT after ->> 'handle' AS told FROM audit_entry
         WHERE league_id = 0 AND subject = 'Player:' || player.id AND action = 'erasePlayer' ORDER BY audit_entry.id DESC LIMIT 1
       ) AS entry ON true
       WHERE erased_at IS NOT NULL ORDER BY player.id`,
  );
  const odd = rows.filter(
    ({ handle, told, names, display, left }) => handle !== told || names !== 1 || display !== null || left > 0,
  );
  for (const { id, handle, told, names, display, left } of odd.slice(0, MAX_FINDINGS)) {
    const found = `${handle}, ${names} names, display name ${display ?? 'none'}, ${left} traces`;
    findings.add('names', `erased player ${id}`, `${told ?? 'an entry erasePlayer'} alone`, found);
  }
}
