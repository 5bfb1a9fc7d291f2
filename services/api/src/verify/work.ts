import type { LeagueRule } from './rules.js';

/** Tickets, uploads, analyses and verifications of a league agree with its log. The tables' own constraints check the rest. */
export const WORK_RULES: readonly LeagueRule[] = [
  {
    // No player is paired with two others or with themselves.
    invariant: 'queue',
    statement: `
      SELECT ticket.id, ticket.opponent_ticket_id AS opponent, opponent.opponent_ticket_id AS "matchedWith"
      FROM queue_ticket AS ticket
      JOIN queue_ticket AS opponent ON opponent.league_id = $id AND opponent.id = ticket.opponent_ticket_id
      WHERE ticket.league_id = $id
        AND (opponent.opponent_ticket_id IS DISTINCT FROM ticket.id OR opponent.resolved_at <> ticket.resolved_at
             OR opponent.player_id = ticket.player_id)
      ORDER BY ticket.id`,
    says: ({ id, ...found }) => [
      `ticket ${id}, opponent`,
      `another player's ticket that was matched with ${id} at the same time`,
      found,
    ],
  },
  {
    // Every wait in the log belongs to one expired ticket of the same player, and is not before its end.
    invariant: 'queue',
    statement: `
      SELECT wait.sequence, count(ticket.id)::integer AS tickets
      FROM log_wait AS wait
      LEFT JOIN queue_ticket AS ticket ON ticket.league_id = $id AND ticket.wait_sequence = wait.sequence
                                      AND ticket.player_id = wait.player_id AND ticket.expires_at <= wait.at
      WHERE wait.league_id = $id GROUP BY wait.sequence HAVING count(ticket.id) <> 1 ORDER BY wait.sequence`,
    says: ({ sequence, tickets }) => [`wait ${sequence}, expired tickets`, 1, tickets],
  },
  {
    // A result belongs to an existing place of the log and to an existing revision.
    invariant: 'analyses',
    statement: `
      SELECT id, sequence, revision FROM analysis
      WHERE league_id = $id AND status = 'DONE' AND NOT (sequence BETWEEN 1 AND $lastSequence AND revision BETWEEN 1 AND $revision)
      ORDER BY id`,
    says: ({ id, ...place }, { lastSequence, revision }) => [
      `analysis ${id}, place of the log`,
      { sequence: `1 to ${lastSequence}`, revision: `1 to ${revision}` },
      place,
    ],
  },
  {
    // A file to import is complete, or was deleted after a day. Nothing is left of a finished one, unless rows were refused.
    invariant: 'imports',
    statement: `
      SELECT id, expected, coalesce(sum(length(content)), 0)::integer AS bytes, count(content)::integer AS parts,
             coalesce(max(number) + 1, 0) AS last
      FROM match_import
      CROSS JOIN LATERAL (SELECT CASE WHEN status = 'CANCELLED' OR status = 'DONE' AND refusals = '[]' THEN 0 ELSE bytes END AS expected) AS wanted
      LEFT JOIN match_import_part AS part ON part.league_id = match_import.league_id AND import_id = id
      WHERE match_import.league_id = $id AND status <> 'UPLOADING'
      GROUP BY id, expected, accepted, status
      HAVING (coalesce(sum(length(content)), 0) <> expected OR count(content) <> coalesce(max(number) + 1, 0))
        AND NOT ((accepted > 0 OR status = 'DONE') AND count(content) = 0)
      ORDER BY id`,
    says: ({ id, expected, bytes, parts, last }) => [
      `import ${id}, file`,
      { bytes: expected, parts: last },
      { bytes, parts },
    ],
  },
  {
    // The number of matches that an import has added is the number of accepted ones, and they are in the log.
    invariant: 'imports',
    statement: `
      WITH stretch AS (
        SELECT id, accepted, lower(one) AS first, upper(one) AS next
        FROM match_import LEFT JOIN LATERAL unnest(added) AS one ON true WHERE league_id = $id AND begun_after IS NOT NULL
      ), counted AS (
        SELECT id, accepted, first, next, count(sequence) AS there
        FROM stretch LEFT JOIN match ON match.league_id = $id AND sequence >= first AND sequence < next
        GROUP BY id, accepted, first, next
      )
      SELECT id, accepted, coalesce(sum(next - first), 0)::integer AS added, sum(there)::integer AS there FROM counted
      GROUP BY id, accepted
      HAVING accepted <> coalesce(sum(next - first), 0) OR sum(there) <> coalesce(sum(next - first), 0)
      ORDER BY id`,
    says: ({ id, accepted, added, there }) => [
      `import ${id}, matches that it has added`,
      { accepted, there: accepted },
      { added, there },
    ],
  },
  {
    invariant: 'leagues',
    statement: `
      SELECT picture AS expected, found FROM league
      LEFT JOIN (SELECT league_id, left(encode(sha256(content), 'hex'), 32) || substring(name FROM '[.].*') AS found
                 FROM league_picture WHERE league_id = $id) AS kept ON league_id = id
      WHERE id = $id AND picture IS DISTINCT FROM found`,
    says: ({ expected, found }, { slug }) => [`league ${slug}, picture`, expected, found],
  },
  {
    invariant: 'verifications',
    statement: `
      SELECT what, least, most, found
      FROM league_verification CROSS JOIN LATERAL (
        VALUES ('sequence', 0, $lastSequence::integer, sequence), ('revision', 1, $revision, revision), ('problems', 0, NULL, problems)
      ) AS bound (what, least, most, found)
      WHERE league_id = $id AND (found < least OR found > most)`,
    says: ({ what, least, most, found }, { slug }) => [
      `verification of league ${slug}, ${what}`,
      `${least} ${most === null ? 'or more' : `to ${most}`}`,
      found,
    ],
  },
];
