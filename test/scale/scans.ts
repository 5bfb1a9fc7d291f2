/**
 * The statements that look at all leagues, by a part of their text, each with the reason. Nothing else may: it would ask every
 * server.
 */
const SCANS: Readonly<Record<string, string>> = {
  '"league"."slug" LIKE': 'the list of leagues',
  '"league"."archived_at" IS NULL ORDER BY': 'the same without a search',
  'mod(coalesce(sum(mark), 0)': 'whether anything was written to any of them',
  'coalesce(sum(match_count), 0)': 'what all public leagues come to',
  'coalesce(sum(match_count - void), 0)': 'what of it counts',
  'AND id IN (SELECT league_id FROM membership WHERE player_id': 'leagues with matches of a player',
  'SELECT COUNT(1) AS "cnt" FROM "league"': 'how many there are',
  'FROM league, LATERAL (VALUES': 'mentions of a player in what leagues say of themselves, to erase them',
  'FROM audit_entry WHERE concat_ws': 'the same in the audit log',
  'FROM league_revision WHERE concat_ws': 'mentions of a player in reasons, to erase them',
  'FROM recompute WHERE concat_ws': 'the same in recomputes',
  'FROM analysis WHERE concat_ws': 'the same in what failed, and in who asked for it',
  'FROM webhook WHERE concat_ws': 'the same in who made webhooks',
  'FROM match_import WHERE concat_ws': 'the same in who handed files in',
  'FROM player_merge WHERE player_id = ANY': 'who is one person with a player, to erase them together',
  'FROM membership JOIN league_slug USING (league_id) JOIN recompute':
    'whether a league of a player recomputes, before they are erased',
  'WHERE refresh_due_at <= $1': 'leagues whose midnight has come',
  'coalesce(last.verified_at, league.created_at) < greatest': 'leagues to verify',
  'thinned_revision < kept_revision': 'leagues with lines that are no longer kept',
  'league.packed_generation < league.generation': 'leagues with lines to pack',
  'WHERE deleted_at IS NOT NULL': 'leagues to delete for good',
  'WHERE rater <> ALL': 'leagues whose rating system is not installed, at a start',
  'AS installed (rater, version) USING (rater)': 'leagues whose rating system has another version, at a start',
  "correction -> 'ratedBy' ->> 'rater' = installed.rater": 'corrections that wait for another version, at a start',
  "correction -> 'ratedBy' ->> 'rater' <> ALL": 'corrections that wait for a rater that is gone, at a start',
  "FROM recompute JOIN league ON league.id = league_id WHERE status IN ('QUEUED', 'RUNNING')":
    'recomputes to carry out',
  "FROM analysis WHERE status IN ('QUEUED', 'RUNNING')": 'the next calculation to make',
  'DELETE FROM match_import WHERE requested_at': 'files that nobody imports',
  'DELETE FROM match_import_part AS part USING match_import': 'files that nobody goes on importing',
  'FROM match_import WHERE league_id IN': 'files that name a player, to erase them',
  "FROM match_import WHERE status IN ('CHECKING', 'IMPORTING') GROUP BY": 'leagues with files to go on with',
  'FROM audit_entry WHERE $1::integer IS NULL': 'the audit log of the whole platform',
  "FROM queue_ticket WHERE status = 'WAITING' AND expires_at": 'tickets that expire',
  'UNION ALL (SELECT "leagueId", id, "isFailing" FROM due': 'webhooks with something to tell',
  'DELETE FROM webhook_delivery AS delivery USING': 'messages that are no longer kept',
};

/** The part of a statement by which it is known to look at all leagues; undefined if it is not. */
export function scanOf(text: string): string | undefined {
  return Object.keys(SCANS).find((part) => text.includes(part));
}

export const KNOWN_SCANS = Object.keys(SCANS);
