import type { Sql } from '../kit/sql/transaction.js';
import { checkAccount, foldedName, handleKey } from '../player/handle.js';
import { listStaleSkeletons } from '../player/player-name.repository.js';
import { checkProfile, type Profile } from '../player/profile.js';
import type { Findings } from './findings.js';
import { type LeagueRule, type PlatformRule, type Rule, rulesOf } from './rules.js';

/** A league finds a player by display name if it knew the player when they got the name. @param league SQL that selects the rows */
const shownNames = (league: string): Rule<object> => ({
  invariant: 'names',
  statement: `
    SELECT player_id, expected, found
    FROM (SELECT player_id, membership.name_key AS found, CASE WHEN since <= named_at THEN player.name_key END AS expected
          FROM membership JOIN player ON player.id = player_id WHERE league_id = ${league}) AS shown
    WHERE expected IS DISTINCT FROM found ORDER BY player_id`,
  says: ({ player_id, expected, found }) => [`display name of player ${player_id}, key`, expected, found],
});

/** A league knows its players and no one else, and merged handles are one person there, who never meets themselves. */
export const PLAYER_RULES: readonly LeagueRule[] = [
  {
    invariant: 'merges',
    statement: `
      SELECT first.player_id AS player, first.into_id AS into, second.into_id AS next
      FROM player_merge AS first
      JOIN player_merge AS second ON second.league_id = first.league_id AND second.player_id = first.into_id
      WHERE first.league_id = $id ORDER BY 1`,
    says: ({ player, into, next }) => [
      `player ${player}`,
      `player ${into}, who is merged into nobody`,
      `player ${next}`,
    ],
  },
  {
    invariant: 'merges',
    statement: `
      SELECT sequence, COALESCE(into_id, own.player_id) AS person, array_agg(own.player_id ORDER BY number) AS players
      FROM match CROSS JOIN LATERAL unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
      LEFT JOIN player_merge AS merge ON merge.league_id = $id AND merge.player_id = own.player_id
      WHERE match.league_id = $id AND player_ids && ARRAY(SELECT player_id FROM player_merge WHERE league_id = $id)
      GROUP BY sequence, COALESCE(into_id, own.player_id) HAVING count(*) > 1 ORDER BY 1, 2`,
    says: ({ sequence, person, players }) => [`match ${sequence}, player ${person}`, 'one handle', players],
  },
  {
    // It knows players who are on its board, were merged or have another's history, took part otherwise, wait in its queue, or were
    // named by an amendment or a merge for a job, even a failed one.
    invariant: 'ratings',
    statement: `
      SELECT player_id, seen.player_id IS NOT NULL AS expected
      FROM (SELECT player_id FROM rating WHERE league_id = $id
            UNION SELECT player_id FROM unrated_appearance WHERE league_id = $id
            UNION SELECT player_id FROM player_merge WHERE league_id = $id) AS seen
      FULL JOIN (SELECT player_id FROM membership WHERE league_id = $id
                   AND NOT EXISTS (SELECT FROM queue_ticket AS ticket
                                   WHERE ticket.league_id = $id AND ticket.player_id = membership.player_id)
                   AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $id AND into_id = membership.player_id)
                   AND player_id NOT IN (
                     SELECT name.player_id FROM recompute
                     CROSS JOIN jsonb_path_query(correction, '$.sides[*].participants[*].key') AS key
                     JOIN player_name AS name ON name.handle_key = key #>> '{}' WHERE recompute.league_id = $id
                     UNION ALL SELECT (correction ->> 'intoId')::integer FROM recompute
                     WHERE recompute.league_id = $id AND correction ? 'intoId')) AS kept
        USING (player_id)
      WHERE (seen.player_id IS NULL OR kept.player_id IS NULL)
        AND NOT EXISTS (SELECT FROM membership WHERE league_id = $id AND membership.player_id = seen.player_id)
      ORDER BY player_id`,
    says: ({ player_id, expected }) => [`membership of player ${player_id}`, expected, !expected],
  },
  {
    invariant: 'ratings',
    statement: `
      SELECT known.player_id, known.handle, name.player_id AS owner
      FROM (SELECT player_id, handle, handle_key FROM membership WHERE league_id = $id
            UNION ALL SELECT player_id, handle, handle_key FROM former_name WHERE league_id = $id) AS known
      LEFT JOIN player_name AS name USING (handle_key)
      WHERE name.player_id IS DISTINCT FROM known.player_id ORDER BY known.player_id`,
    says: ({ player_id, handle, owner }) => [
      `name of player ${player_id}, ${JSON.stringify(handle)}`,
      'theirs',
      owner === null ? 'a name of nobody' : `player ${owner}`,
    ],
  },
  shownNames('$id'),
];

/** A row of the table of handles. */
type Handle = Record<'key' | 'handle', string>;

/** A field of a profile, and its value in the newest entry of the audit log. */
type ShownField = {
  readonly id: number;
  readonly field: keyof Profile;
  readonly found: string | readonly string[] | null;
  readonly logged: string | readonly string[] | null;
  readonly isTimed: boolean;
  readonly key: string | null;
};

const SHOWN_FIELDS = { displayName: 'display name', country: 'country', links: 'links' };

/** The audit entry of a link. */
const LINKED = `SELECT FROM audit_entry WHERE audit_entry.league_id = 0 AND subject = 'Player:' || account.player_id AND action = 'linkAccount'
  AND after ->> 'account' = account.account AND at >= linked_at`;

/** Every name leads to one player, every player has the shown name, and former names were really theirs. */
export const NAME_RULES: readonly PlatformRule[] = rulesOf('names', [
  {
    statement: `
      SELECT player.id, player.handle, name.player_id AS owner, name.handle AS known
      FROM player LEFT JOIN player_name AS name USING (handle_key)
      WHERE (name.player_id, name.handle) IS DISTINCT FROM (player.id, player.handle) OR given_up_at IS NOT NULL
      ORDER BY player.id`,
    says: ({ id, handle, owner, known }) => [
      `handle ${JSON.stringify(handle)}`,
      `leads to player ${id}`,
      owner === null ? 'nobody' : `player ${owner} as ${JSON.stringify(known)}`,
    ],
  },
  {
    // PostgreSQL can check handles in ASCII.
    isSuspicion: true,
    statement: `
      SELECT handle_key AS key, handle FROM player_name
      WHERE given_up_at IS NULL AND (handle ~ '[^[:ascii:]]' OR handle_key <> lower(handle)) ORDER BY handle_key`,
    says: ({ key, handle }: Handle) =>
      key !== handleKey(handle) && [`handle ${JSON.stringify(handle)}, key`, handleKey(handle), key],
  },
  {
    isSuspicion: true,
    statement: `
      SELECT handle_key AS key, handle,
             EXISTS (SELECT FROM audit_entry
                     WHERE league_id = 0 AND action = 'updatePlayer' AND before ->> 'id' = name.player_id::text
                       AND before ->> 'handle' = name.handle) AS "isAudited"
      FROM player_name AS name WHERE given_up_at IS NOT NULL ORDER BY handle_key`,
    says: ({ key, handle, isAudited }: Handle & { isAudited: boolean }) => {
      const at = `former handle ${JSON.stringify(handle)}`;
      return [
        key !== handleKey(handle) && [`${at}, key`, handleKey(handle), key],
        !isAudited && [at, 'an entry updatePlayer', 'none'],
      ];
    },
  },
  {
    // Every value of a profile is valid, is that of the newest entry, and has a time; a display name has the right search key.
    isSuspicion: true,
    statement: `
      SELECT player.id, own.field, found, logged, "isTimed", name_key AS key
      FROM player CROSS JOIN LATERAL (VALUES
        ('displayName', to_jsonb(display_name), named_at IS NOT NULL), ('country', to_jsonb(country), country_at IS NOT NULL),
        ('links', links, links_at IS NOT NULL)) AS own (field, found, "isTimed")
      LEFT JOIN (
        SELECT DISTINCT ON (subject, field) subject, field, nullif(after -> field, 'null') AS logged
        FROM audit_entry CROSS JOIN (VALUES ('displayName'), ('country'), ('links')) AS fields (field)
        WHERE league_id = 0 AND action = 'updatePlayer' AND after ? field ORDER BY subject, field, audit_entry.id DESC
      ) AS newest ON subject = 'Player:' || player.id AND newest.field = own.field
      WHERE found IS NOT NULL OR "isTimed" OR logged IS NOT NULL OR (own.field = 'displayName' AND name_key IS NOT NULL)
      ORDER BY player.id, own.field`,
    says: ({ id, field, found, logged, isTimed, key }: ShownField) => {
      const at = `${SHOWN_FIELDS[field]} of player ${id}`;
      const [is, shouldBe] = [JSON.stringify(found), JSON.stringify(logged)];
      const checked = found === null ? {} : checkProfile({ [field]: found }, []);
      const isUnsafe = is === shouldBe && JSON.stringify({ [field]: found ?? undefined }) !== JSON.stringify(checked);
      const rightKey = found === null ? null : foldedName(String(found));
      return [
        is !== shouldBe && [at, logged, found],
        isUnsafe && [at, 'safe to show', found],
        field === 'displayName' && key !== rightKey && [`${at}, key`, rightKey, key],
        isTimed !== (found !== null) && [`${at}, time`, found !== null, isTimed],
      ];
    },
  },
  {
    // Only a pseudonym is left of an erased player, and it is the one in the audit log.
    statement: `
      SELECT * FROM (
        SELECT player.id, player.handle, logged, display_name AS display,
               (SELECT count(*)::integer FROM player_name WHERE player_id = player.id) AS names,
               (SELECT count(*)::integer FROM account WHERE player_id = player.id)
                 + (SELECT count(*)::integer FROM former_name WHERE player_id = player.id)
                 + (SELECT count(*)::integer FROM membership WHERE player_id = player.id AND membership.handle <> player.handle)
                 + (SELECT count(*)::integer FROM audit_entry, LATERAL (VALUES (before), (after)) AS view (own)
                    WHERE league_id = 0 AND subject = 'Player:' || player.id
                      AND (own ->> 'handle' <> player.handle OR own ->> 'displayName' IS NOT NULL OR own ->> 'account' IS NOT NULL OR own ?| '{country,links}'))
                 AS traces
        FROM player LEFT JOIN LATERAL (
          SELECT after ->> 'handle' AS logged FROM audit_entry
          WHERE league_id = 0 AND subject = 'Player:' || player.id AND action = 'erasePlayer' ORDER BY audit_entry.id DESC LIMIT 1
        ) AS entry ON true
        WHERE erased_at IS NOT NULL
      ) AS erased
      WHERE handle IS DISTINCT FROM logged OR names <> 1 OR display IS NOT NULL OR traces > 0 ORDER BY id`,
    says: ({ id, handle, logged, names, display, traces }) => [
      `erased player ${id}`,
      `${logged ?? 'an entry erasePlayer'} alone`,
      `${handle}, ${names} names, display name ${display ?? 'none'}, ${traces} traces`,
    ],
  },
  {
    // Everyone knows the players of public leagues, since the first such league knew them, by their name in one of these
    // leagues.
    mend: 'names',
    statement: `
      SELECT player_id, open.since AS expected, kept.since AS found
      FROM (SELECT player_id, min(since) AS since, array_agg(handle) AS names
            FROM membership JOIN league_slug USING (league_id) WHERE visibility = 'PUBLIC' GROUP BY player_id) AS open
      FULL JOIN (SELECT player_id, since, handle FROM membership WHERE league_id = 0) AS kept USING (player_id)
      WHERE open.since IS DISTINCT FROM kept.since OR kept.handle <> ALL (names) ORDER BY player_id`,
    says: ({ player_id, expected, found }) => [`player ${player_id}, public name`, expected, found],
  },
  shownNames('0'),
  {
    // An account belongs to one player in a league, or for everyone; the league knows this player, and the audit log has the link.
    isSuspicion: true,
    statement: `
      SELECT account.account, account.league_id AS league, array_agg(account.player_id ORDER BY account.player_id) AS players,
             array_agg(account.player_id) FILTER (WHERE own.player_id IS NULL) AS strangers,
             bool_or(NOT EXISTS (${LINKED})) AS "isUnlogged"
      FROM account LEFT JOIN membership AS own ON own.player_id = account.player_id AND own.league_id = account.league_id
      GROUP BY account.account, account.league_id
      HAVING count(*) > 1 OR bool_or(own.player_id IS NULL) OR account.account !~ '^[a-z0-9]{1,32}:[a-zA-Z0-9]{1,128}$'
        OR bool_or(NOT EXISTS (${LINKED}))
      ORDER BY account.account, account.league_id`,
    says: (row: Record<string, unknown> & { account: string; players: number[]; strangers: number[] | null }) => {
      const { account, league, players, strangers, isUnlogged } = row;
      const at = `account ${JSON.stringify(account)} in league ${league}`;
      return [
        players.length > 1 && [at, 'leads to one player', `players ${players.join(', ')}`],
        strangers !== null && [`${at}, player`, 'known there', `player ${strangers.join(', ')}`],
        isUnlogged === true && [`${at}, link`, 'an entry linkAccount', 'none'],
        checkAccount(account, ['account']) !== account && [`${at}, form`, 'provider:id', account],
      ];
    },
  },
]);

/** The stored skeletons, by which look-alike names are refused, are right. */
export async function checkSkeletons(tx: Sql, findings: Findings): Promise<void> {
  for await (const { handle, expected, found } of listStaleSkeletons(tx)) {
    findings.add('names', `handle ${JSON.stringify(handle)}, skeletons`, expected, found, 'names');
  }
}
