import type { Sql } from '../kit/sql/transaction.js';
import { checkAccount } from '../player/account.js';
import type { Findings } from './findings.js';

/** The audit entry of a link. */
const LINKED = `SELECT FROM audit_entry WHERE audit_entry.league_id = 0 AND subject = 'Player:' || account.player_id AND action = 'linkAccount'
  AND after ->> 'account' = account.account AND at >= linked_at`;

/**
 * An account belongs to one player in a league, or for everyone; the league knows this player, and the audit log has the link.
 */
export async function checkAccounts(tx: Sql, findings: Findings): Promise<void> {
  const rows: {
    account: string;
    league: number;
    players: number[];
    strangers: number[] | null;
    untold: number[] | null;
  }[] = await tx.query(
    `SELECT account.account, account.league_id AS league, array_agg(account.player_id ORDER BY account.player_id) AS players,
            array_agg(account.player_id) FILTER (WHERE own.player_id IS NULL) AS strangers,
            array_agg(account.player_id) FILTER (WHERE NOT EXISTS (${LINKED})) AS untold
     FROM account LEFT JOIN membership AS own ON own.player_id = account.player_id AND own.league_id = account.league_id
     GROUP BY account.account, account.league_id
     HAVING count(*) > 1 OR bool_or(own.player_id IS NULL) OR account.account !~ '^[a-z0-9]{1,32}:[a-zA-Z0-9]{1,128}$'
       OR bool_or(NOT EXISTS (${LINKED}))
     ORDER BY account.account, account.league_id`,
  );
  for (const { account, league, players, strangers, untold } of rows) {
    const at = `account ${JSON.stringify(account)} in league ${league}`;
    if (players.length > 1) findings.add('names', at, 'leads to one player', `players ${players.join(', ')}`);
    if (strangers) findings.add('names', `${at}, player`, 'known there', `player ${strangers.join(', ')}`);
    if (untold) findings.add('names', `${at}, link`, 'an entry linkAccount', 'none');
    if (checkAccount(account, ['account']) !== account) findings.add('names', `${at}, form`, 'provider:id', account);
  }
}
