import { Float, ID } from 'type-graphql';
import type { League } from '../../league/league.js';
import { watchRecompute } from '../../league-log/follow-recompute.js';
import type { Recompute } from '../../league-log/recompute.js';
import { listRecomputes } from '../../league-log/recompute.repository.js';
import type { Effect } from '../../replay/effect.js';
import { computed, computedOptional, computeFields, subscription } from '../computed.js';
import { computedPages, pagesBy } from '../connection.js';
import { field } from '../declare.js';
import { itsLeague, LeagueType } from '../league/league.type.js';
import type { Loaders } from '../loaders.js';
import { RatingMoveType, StandingType } from '../rating/rating.type.js';
import { globalId, idNumber } from '../scalars.js';
import { sizedList } from '../selection.js';
import { EffectType, RecomputeConnection, RecomputeType } from './recompute.type.js';

subscription(
  'recomputeProgressed',
  RecomputeType,
  'Sends a recompute as it is now and as it progresses; ends when the recompute is over.',
  { recompute: field(ID, 'Global id of the recompute.') },
  ({ recompute }, { app, access }) => watchRecompute(app, access, idNumber(app, 'Recompute', recompute), recompute),
);

computeFields<Recompute>(RecomputeType, {
  secondsLeft: computedOptional(
    Float,
    'Seconds left at the current rate; null if unknown, 0 when it is over.',
    (recompute, { app }) => {
      if (recompute.finishedAt) return 0;
      const rate = rateOf(recompute, app.clock());
      return rate ? (recompute.total - recompute.done) / rate : null;
    },
  ),
  id: globalId('Recompute', (recompute) => [recompute.id]),
  league: itsLeague(),
  action: computed(String, 'Name of the mutation that it carries out.', ({ correction }) => correction.kind),
  effect: computedOptional(
    EffectType,
    'The effect on the board; null until it is done, and for recomputes from versions that did not store it.',
    ({ id, status }, { loaders }) => (status === 'DONE' ? loaders.effect.load(id) : null),
  ),
  matchesPerSecond: computedOptional(
    Float,
    'Matches rated per second so far; null before it starts.',
    (recompute, { app }) => rateOf(recompute, app.clock()),
  ),
});

function rateOf({ done, startedAt, finishedAt }: Recompute, now: Date): number | null {
  if (!startedAt) return null;
  const seconds = ((finishedAt ?? now).getTime() - startedAt.getTime()) / 1000;
  return seconds > 0 ? done / seconds : null;
}

const recomputePages = pagesBy('recompute', ['integer'], ({ id }: Recompute) => [id]);

/** Recomputes of a league. */
computeFields<League>(LeagueType, {
  recomputes: computedPages(
    RecomputeConnection,
    "The league's recomputes, newest first.",
    recomputePages,
    ({ id }, { app }, limit, beforeId) => listRecomputes(app.database, id, { limit, beforeId }),
  ),
});

computeFields<Effect>(EffectType, {
  changes: computed(
    [RatingMoveType],
    'The ratings that changed, largest change first, at most 1,000. Players created only in a dry run have ids that `node` cannot find.',
    (effect, { loaders, size }, _args, info) => {
      introduce(effect, loaders);
      return sizedList(size, info, effect.changes);
    },
  ),
  atMatch: computedOptional(
    [RatingMoveType],
    'In a dry run for one match: the ratings of its players just after it, as the log has it now and as it would be. Null in other cases, if the match would move in time, and if the rating system cannot restore its states.',
    (effect, { loaders }) => {
      introduce(effect, loaders);
      return effect.atMatch ?? null;
    },
  ),
  standings: computed([StandingType], 'The new top ten of the board.', (effect, { loaders }) => {
    introduce(effect, loaders);
    return effect.standings.map((standing) => ({ ...standing, rating: { ...standing.rating, moment: null } }));
  }),
});

/** Gives the request's loaders players whom the database no longer has, because a dry run was rolled back. */
function introduce({ players }: Effect, loaders: Loaders): void {
  for (const player of players) loaders.player.prime(player.id, player);
}
