import { Int } from 'type-graphql';
import type { RecomputeStatus } from '../../league-log/recompute.js';
import { connectionType } from '../connection.js';
import { field, nodeType, objectType, optional } from '../declare.js';
import { DateTimeScalar, enumOf } from '../scalars.js';

export const EffectType = objectType('Effect', 'What a correction did, or would do, to the board.', {
  changeCount: field(Int, 'Number of ratings that changed.'),
  matchCount: optional(
    Int,
    'Number of matches that were rated again: from the place of the correction on, those of the players of the corrected matches, guests included, and of everybody who has since played in one of these; all of the log where it was rated as a whole. Null in recomputes from versions that did not store it.',
  ),
});

const RecomputeStatusEnum = enumOf<RecomputeStatus>('RecomputeStatus', 'State of a recompute.', {
  QUEUED: 'The recompute is waiting for a worker.',
  RUNNING: 'The recompute is running; the board still shows the previous revision.',
  DONE: 'The recompute is done; the board shows its revision.',
  CANCELLED: 'The recompute was cancelled; the board still shows the previous revision.',
  FAILED: 'The recompute failed; the board still shows the previous revision.',
});

export const RecomputeType = nodeType(
  'Recompute',
  'A job that carries out a correction with too many matches to rate in one request.',
  {
    status: field(RecomputeStatusEnum, 'State of the recompute.'),
    done: field(Int, 'Number of matches rated so far.'),
    total: field(Int, 'Number of matches to rate, as far as known.'),
    revision: optional(Int, 'The resulting revision; null until it is done.'),
    reason: field(String, 'Why it was requested.'),
    error: optional(String, 'Why it failed; null if it did not.'),
    requestedAt: field(DateTimeScalar, 'When it was requested.'),
    startedAt: optional(DateTimeScalar, 'When it last started; null before.'),
    finishedAt: optional(DateTimeScalar, 'When it was done, cancelled or failed; null before.'),
  },
);

export const RecomputeConnection = connectionType('Recompute', RecomputeType, 'recomputes');
