import { Float, ID, Int } from 'type-graphql';
import type { League } from '../../league/league.js';
import { watchRecompute } from '../../league-log/follow-recompute.js';
import type { Recompute, RecomputeStatus } from '../../league-log/recompute.js';
import { listRecomputes } from '../../league-log/recompute.repository.js';
import type { Effect } from '../../replay/effect.js';
import {
  computedPages,
  computeFields,
  connectionType,
  field,
  nodeType,
  objectType,
  optional,
  pagesBy,
  subscription,
} from '../declare.js';
import { itsLeague, LeagueType } from '../league/league.type.js';
import type { Loaders } from '../loaders.js';
import { RatingMoveType, StandingType } from '../rating/rating.resolver.js';
import { DateTimeScalar, enumOf, globalId, idNumber } from '../scalars.js';
import { sizedList } from '../selection.js';

export const EffectType = objectType('Effect', 'What a correction did, or would do, to the board.', {
  changeCount: field(Int, 'Number of ratings that changed.'),
  matchCount: optional(
    Int,
    'Number of matches that were rated again: from the place of the correction on, those of the players of the corrected matches, guests included, and of everybody who has since played in one of these; all of the log where it was rated as a whole. Null in recomputes from versions that did not store it.',
  ),
  changes: field(
    [RatingMoveType],
    'The ratings that changed, largest change first, at most 1,000. Players created only in a dry run have ids that `node` cannot find.',
    (effect: Effect, { loaders, size }, _args, info) => {
      introduce(effect, loaders);
      return sizedList(size, info, effect.changes);
    },
  ),
  atMatch: optional(
    [RatingMoveType],
    'In a dry run for one match: the ratings of its players just after it, as the log has it now and as it would be. Null in other cases, if the match would move in time, and if the rating system cannot restore its states.',
    (effect: Effect, { loaders }) => {
      introduce(effect, loaders);
      return effect.atMatch ?? null;
    },
  ),
  standings: field([StandingType], 'The new top ten of the board.', (effect: Effect, { loaders }) => {
    introduce(effect, loaders);
    return effect.standings.map((standing) => ({ ...standing, rating: { ...standing.rating, moment: null } }));
  }),
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
    secondsLeft: optional(
      Float,
      'Seconds left at the current rate; null if unknown, 0 when it is over.',
      (recompute: Recompute, { app }) => {
        if (recompute.finishedAt) return 0;
        const rate = rateOf(recompute, app.clock());
        return rate ? (recompute.total - recompute.done) / rate : null;
      },
    ),
    id: globalId('Recompute', (recompute: Recompute) => [recompute.id]),
    league: itsLeague(),
    action: field(String, 'Name of the mutation that it carries out.', ({ correction }: Recompute) => correction.kind),
    effect: optional(
      EffectType,
      'The effect on the board; null until it is done, and for recomputes from versions that did not store it.',
      ({ id, status }: Recompute, { loaders }) => (status === 'DONE' ? loaders.effect.load(id) : null),
    ),
    matchesPerSecond: optional(
      Float,
      'Matches rated per second so far; null before it starts.',
      (recompute: Recompute, { app }) => rateOf(recompute, app.clock()),
    ),
  },
);

subscription(
  'recomputeProgressed',
  RecomputeType,
  'Sends a recompute as it is now and as it progresses; ends when the recompute is over.',
  { recompute: field(ID, 'Global id of the recompute.') },
  ({ recompute }, { app, access }) => watchRecompute(app, access, idNumber(app, 'Recompute', recompute), recompute),
);

function rateOf({ done, startedAt, finishedAt }: Recompute, now: Date): number | null {
  if (!startedAt) return null;
  const seconds = ((finishedAt ?? now).getTime() - startedAt.getTime()) / 1000;
  return seconds > 0 ? done / seconds : null;
}

/** Recomputes of a league. */
computeFields<League>(LeagueType, {
  recomputes: computedPages(
    connectionType('Recompute', RecomputeType, 'recomputes'),
    "The league's recomputes, newest first.",
    pagesBy('recompute', ['integer'], ({ id }: Recompute) => [id]),
    ({ id }, { app }, limit, beforeId) => listRecomputes(app.database, id, { limit, beforeId }),
  ),
});

/** Adds players to the request's loaders whom the database does not have, because a dry run was rolled back. */
function introduce({ players }: Effect, loaders: Loaders): void {
  for (const player of players) loaders.player.prime(player.id, player);
}
