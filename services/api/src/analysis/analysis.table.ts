import { Check, ForeignKey, Index } from 'typeorm';
import { double, identity, integer, json, nullable, table, text, time } from '../kit/sql/table.js';
import type { Analysis, AnalysisKind, AnalysisStatus } from './analysis.js';

/** Long calculations over logs and their results. A league has at most one that is queued or running. */
export const AnalysisTable = table(
  'analysis',
  {
    id: identity(),
    leagueId: integer(),
    kind: text<AnalysisKind>(),
    status: text<AnalysisStatus>(),
    request: json<Analysis['request']>(),
    /** Id of the token; null for the command line. */
    actorId: nullable(integer()),
    actor: text(),
    attempts: integer({ default: 0 }),
    progress: double({ default: 0 }),
    sequence: nullable(integer()),
    revision: nullable(integer()),
    result: nullable(json<Analysis['result']>()),
    error: nullable(text()),
    requestedAt: time(),
    startedAt: nullable(time()),
    finishedAt: nullable(time()),
  },
  Index('analysis_league', ['leagueId', 'id']),
  Index('analysis_pending', ['leagueId'], { unique: true, where: `status IN ('QUEUED', 'RUNNING')` }),
  Check('analysis_status_check', `status IN ('QUEUED', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED')`),
  Check('analysis_progress_check', 'progress BETWEEN 0 AND 1'),
  Check('analysis_over_check', `(status IN ('QUEUED', 'RUNNING')) = (finished_at IS NULL)`),
  Check('analysis_error_check', `(status = 'FAILED') = (error IS NOT NULL)`),
  Check(
    'analysis_result_check',
    `num_nonnulls(result, sequence, revision) = CASE WHEN status = 'DONE' THEN 3 ELSE 0 END`,
  ),
  ForeignKey('league', ['leagueId'], ['id'], { name: 'analysis_league_id_fkey' }),
  ForeignKey('token', ['actorId'], ['id'], { name: 'analysis_actor_id_fkey' }),
);
