import type { EntityManager } from 'typeorm';
import { erasesFrom } from '../audit/audit.repository.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { Pseudonymizer } from './replacer.js';

/** A text by others that contains a name of a player as a word. */
export interface Mention {
  readonly leagueId: number;
  /** The match that contains it; null: the league itself does. */
  readonly sequence: number | null;
  readonly field: 'details' | 'sideNames' | 'sideRoles' | 'externalId' | 'slug' | 'name' | 'description';
  /** As stored; for details, their JSON. */
  readonly text: string;
}

type MentionRow = Mention & { readonly details: unknown };

/** Matches that one statement searches. */
const BATCH = 20_000;

/** The result of searching matches for names, and the place up to which they were searched. */
export interface SearchedMatches {
  /** The pattern that was searched for. */
  readonly pattern: string;
  readonly found: readonly { readonly leagueId: number; readonly sequence: number }[];
  readonly leagues: readonly SearchedLeague[];
}

interface SearchedLeague {
  readonly leagueId: number;
  readonly lastSequence: number;
  /**
   * Id of the newest entry of its audit log about a match; each amendment has one. These are made under the league's lock, so that none
   * with a smaller id comes later. A text, as PostgreSQL sends large numbers.
   */
  readonly lastEntry: string;
}

/**
 * Searches all matches of the leagues that know players for names, without locks and in many statements: this takes seconds if leagues
 * have a million matches. `listMentions` covers matches that arrive meanwhile.
 */
export async function searchMatches(
  sql: Sql,
  playerIds: readonly number[],
  { pattern }: Pick<Pseudonymizer, 'pattern'>,
): Promise<SearchedMatches> {
  const known: { id: number }[] = await sql.query(
    'SELECT DISTINCT league_id AS id FROM membership WHERE player_id = ANY($1::integer[])',
    [playerIds],
  );
  const own: Omit<SearchedLeague, 'lastEntry'>[] = await sql.query(
    `SELECT id AS "leagueId", last_sequence AS "lastSequence" FROM league WHERE id = ANY($1::integer[]) ORDER BY id`,
    [known.map(({ id }) => id)],
  );
  const entries: { leagueId: number; last: string }[] = await sql.query(
    `SELECT league_id AS "leagueId", max(id) AS last FROM audit_entry
     WHERE league_id = ANY($1::integer[]) AND subject LIKE 'Match:%' GROUP BY league_id`,
    [own.map(({ leagueId }) => leagueId)],
  );
  const lastOf = new Map(entries.map(({ leagueId, last }) => [leagueId, last]));
  const leagues = own.map((league) => ({ ...league, lastEntry: lastOf.get(league.leagueId) ?? '0' }));
  const found: { leagueId: number; sequence: number }[] = [];
  for (const { leagueId, lastSequence } of leagues) {
    for (let from = 0; from < lastSequence; from += BATCH) {
      const rows: { leagueId: number; sequence: number }[] = await sql.query(
        `SELECT league_id AS "leagueId", sequence FROM match WHERE league_id = $1 AND sequence > $2 AND sequence <= $3
           AND (details::text ~* $4 OR array_to_string(side_names, ' | ') ~* $4 OR array_to_string(side_roles, ' | ') ~* $4
             OR external_id ~* $4)`,
        [leagueId, from, from + BATCH, pattern],
      );
      found.push(...rows);
    }
  }
  return { pattern, found, leagues };
}

/** Matches to read: those $3, $4 that a search has found, and those that arrived or were amended since, by its leagues $5, $6, $7. */
const NAMED = `named AS MATERIALIZED (
    SELECT league_id, sequence FROM unnest($3::integer[], $4::integer[]) AS found (league_id, sequence)
    UNION SELECT match.league_id, match.sequence FROM own JOIN match ON match.league_id = own.league_id AND sequence > last_sequence
    UNION SELECT own.league_id, split_part(subject, ':', 3)::integer
      FROM own JOIN audit_entry AS entry ON entry.league_id = own.league_id AND entry.id > last_entry
      WHERE subject LIKE 'Match:%'
  )`;
const OWN = `own AS MATERIALIZED (
    SELECT DISTINCT membership.league_id, coalesce(last_sequence, 0) AS last_sequence, coalesce(last_entry, 0) AS last_entry
    FROM membership LEFT JOIN unnest($5::integer[], $6::integer[], $7::bigint[]) AS searched (league_id, last_sequence, last_entry)
      USING (league_id)
    WHERE player_id = ANY($1::integer[])
  )`;
const MATCHES = 'FROM named JOIN match USING (league_id, sequence) WHERE';

/**
 * Texts by others that name players: in matches of leagues that know them, and in the leagues' own texts, including former slugs. In the
 * order of leagues and matches.
 * @param searched the result of an earlier search for the same names
 */
export async function listMentions(
  sql: Sql,
  playerIds: readonly number[],
  { pattern, inText, inDetails }: Pseudonymizer,
  { found, leagues }: SearchedMatches,
): Promise<Mention[]> {
  const inMatches: MentionRow[] = await sql.query(
    `WITH ${OWN}, ${NAMED}
     SELECT match.league_id AS "leagueId", sequence, 'details' AS field, details::text AS text, details
       ${MATCHES} details::text ~* $2
     UNION ALL SELECT match.league_id, sequence, 'sideNames', array_to_string(side_names, ' | '), NULL
       ${MATCHES} array_to_string(side_names, ' | ') ~* $2
     UNION ALL SELECT match.league_id, sequence, 'sideRoles', array_to_string(side_roles, ' | '), NULL
       ${MATCHES} array_to_string(side_roles, ' | ') ~* $2
     UNION ALL SELECT match.league_id, sequence, 'externalId', external_id, NULL ${MATCHES} external_id ~* $2
     ORDER BY 1, 2, 3`,
    [
      ...[playerIds, pattern],
      ...[found.map(({ leagueId }) => leagueId), found.map(({ sequence }) => sequence)],
      ...[leagues.map(({ leagueId }) => leagueId), leagues.map(({ lastSequence }) => lastSequence)],
      leagues.map(({ lastEntry }) => lastEntry),
    ],
  );
  const ofLeagues: MentionRow[] = await sql.query(
    `SELECT id AS "leagueId", NULL AS sequence, field, text, NULL AS details
     FROM league, LATERAL (VALUES ('slug', slug), ('name', name), ('description', description)) AS said (field, text)
     WHERE deleted_at IS NULL AND text ~* $1 ORDER BY 1, 3`,
    [pattern],
  );
  const formerSlugs: MentionRow[] = await sql.query(
    `SELECT league_id AS "leagueId", NULL AS sequence, 'slug' AS field, slug AS text, NULL AS details
     FROM former_slug WHERE league_id <> 0 AND slug ~* $1 ORDER BY slug`,
    [pattern],
  );
  const rows = [...inMatches, ...ofLeagues, ...formerSlugs].sort((one, other) => one.leagueId - other.leagueId);
  const isNamed = ({ text, details }: MentionRow) =>
    details === null ? inText(text) !== text : JSON.stringify(inDetails(details)) !== JSON.stringify(details);
  return rows.filter(isNamed).map(({ details: _, ...mention }) => mention);
}

interface SidesView {
  readonly sides?: readonly { readonly name?: string | null }[] | null;
  readonly details?: unknown;
}

/** Puts the pseudonym into the details and names of sides of matches, and into their entries in the audit log and in recomputes. */
export async function replaceInMatches(
  tx: EntityManager,
  mentions: readonly Mention[],
  { inText, inDetails }: Pseudonymizer,
): Promise<void> {
  const inName = (name: string | null | undefined) => (name == null ? name : inText(name));
  const inView = (view: SidesView | null) =>
    view && {
      ...view,
      ...(view.details !== undefined && { details: inDetails(view.details) }),
      ...(view.sides && { sides: view.sides.map((side) => ({ ...side, name: inName(side.name) })) }),
    };
  const named = mentions.filter(({ field }) => field === 'details' || field === 'sideNames');
  const keys = new Map(named.map(({ leagueId, sequence }) => [`Match:${leagueId}:${sequence}`, [leagueId, sequence]]));
  for (const key of keys.values()) {
    const [match]: { details: unknown; names: (string | null)[] | null }[] = await tx.query(
      'SELECT details, side_names AS names FROM match WHERE league_id = $1 AND sequence = $2',
      key,
    );
    const [, touched] = await tx.query(
      'UPDATE match SET details = $3, side_names = $4::text[] WHERE league_id = $1 AND sequence = $2',
      [...key, match!.details && JSON.stringify(inDetails(match!.details)), match!.names?.map(inName)],
    );
    expectRows('replaceInMatches', touched, 1);
    const gone = match!.names?.filter((name) => name !== inName(name));
    if (gone) await tx.query('DELETE FROM team WHERE league_id = $1 AND name = ANY($2::text[])', [key[0], gone]);
  }
  await erasesFrom(tx, 'audit_entry');
  const leagueIds = [...new Set(named.map(({ leagueId }) => leagueId))];
  const entries: { leagueId: number; id: number; before: SidesView | null; after: SidesView | null }[] = await tx.query(
    `SELECT league_id AS "leagueId", id, before, after FROM audit_entry
     WHERE league_id = ANY($1::integer[]) AND subject = ANY($2::text[])`,
    [leagueIds, [...keys.keys()]],
  );
  for (const { leagueId, id, before, after } of entries) {
    const values = [inView(before), inView(after)].map((view) => view && JSON.stringify(view));
    await tx.query('UPDATE audit_entry SET before = $3, after = $4 WHERE league_id = $1 AND id = $2', [
      leagueId,
      id,
      ...values,
    ]);
  }
  await erasesFrom(tx, null);
  const corrections: { id: number; correction: SidesView }[] = await tx.query(
    `SELECT id, correction FROM recompute WHERE league_id = ANY($1::integer[]) AND correction ?| '{sides,details}'`,
    [leagueIds],
  );
  for (const { id, correction } of corrections) {
    await tx.query('UPDATE recompute SET correction = $2 WHERE id = $1', [id, JSON.stringify(inView(correction))]);
  }
}
