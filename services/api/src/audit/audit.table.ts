import type { Json } from '@openladder/rating';
import { ForeignKey, Index } from 'typeorm';
import { bigint, double, identity, integer, json, key, nullable, table, text, time } from '../kit/sql/table.js';

/**
 * SQL that holds for entries about a correction of a league's history, once for each correction: of one of several matches only for the entry
 * about all of them. It is the condition of an index, so the two change together.
 */
export const IS_CORRECTION = `action IN ('amendMatch', 'voidMatch', 'restoreMatch', 'voidMatches', 'restoreMatches', 'mergePlayers', 'unmergePlayers',
    'configureRatingSystem', 'recomputeLeague')
  AND (action NOT IN ('voidMatches', 'restoreMatches') OR subject LIKE 'League:%')`;

/** Who did what, when and why. A trigger refuses every change of a row. */
export const AuditEntryTable = table(
  'audit_entry',
  {
    /** 0 if it concerns the whole platform. */
    leagueId: key(integer()),
    id: identity(bigint()),
    /** Id of the token; null for the command line. */
    actorId: nullable(integer()),
    actor: text(),
    action: text(),
    /** The subject; see AuditSubject. */
    subject: nullable(text()),
    reason: text(),
    before: nullable(json<Json>()),
    after: nullable(json<Json>()),
    /** How many ratings a correction changed; null if it is none, or from before this was kept. */
    changeCount: nullable(integer()),
    /** The points of the largest of these changes, without a sign; null where no rating has points both before and after. */
    largestChange: nullable(double()),
    at: time(),
  },
  Index('audit_entry_newest', ['id']),
  Index('audit_entry_subject', ['subject', 'id']),
  Index('audit_entry_correction', ['leagueId', 'id'], { where: IS_CORRECTION }),
  ForeignKey('token', ['actorId'], ['id'], { name: 'audit_entry_actor_id_fkey' }),
);
export type AuditEntryTable = InstanceType<typeof AuditEntryTable>;
