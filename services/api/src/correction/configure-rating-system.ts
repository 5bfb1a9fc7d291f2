import { type Access, AccessDenied, ANONYMOUS, canAdminister, canRead } from '../access/access.js';
import { checkReason } from '../audit/check-reason.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import { getAdministered } from '../league/league.service.js';
import { chooseRatingSystem, type RaterChoice } from '../raters/rating-system.js';
import { misfit } from '../rating/unratable-matches.js';
import { type Corrected, type CorrectNeeds, correct } from './correct.js';
import type { CorrectionRequest } from './correction-request.js';
import type { Recompute } from './recompute.js';
import { findRecompute, updateCancelled } from './recompute.repository.js';

export interface ConfigureRatingSystem extends CorrectionRequest {
  /** Slug. */
  readonly league: string;
  readonly ratingSystem: string;
  readonly settings: unknown;
}

export type CorrectedLeague = Corrected & { readonly league: League };

/**
 * Gives a league another rater or other settings, and rates its whole log again.
 * @throws Refused if the settings break their schema, or the rater cannot rate all matches of the league
 */
export async function configureRatingSystem(
  needs: CorrectNeeds,
  access: Access,
  input: ConfigureRatingSystem,
): Promise<CorrectedLeague> {
  const league = await getAdministered(needs, access, input.league);
  const system = chooseRatingSystem(needs.raters, input.ratingSystem, input.settings, {
    key: ['input', 'ratingSystem'],
    settings: ['input', 'settings'],
  });
  checkReason(input.reason);
  const corrected = await correct(
    needs,
    access,
    league.id,
    { kind: 'configureRatingSystem', rater: system.rater.key, settings: system.settings },
    { ...input, check: (sql) => checkRatable(sql, league, system) },
  );
  return { league: await getLeague(needs.database.manager, league.id), ...corrected };
}

async function checkRatable(sql: Sql, league: League, system: RaterChoice): Promise<void> {
  const problem = await misfit(sql, league.id, system);
  if (problem) throw new Refused(refuse('UNRATABLE_MATCHES', ['input', 'ratingSystem'], problem));
}

/** Rates a league's whole log again with the same rating system. */
export async function recomputeLeague(
  needs: CorrectNeeds,
  access: Access,
  input: Omit<CorrectionRequest, 'dryRun' | 'check'> & { readonly league: string },
): Promise<CorrectedLeague> {
  const league = await getAdministered(needs, access, input.league);
  checkReason(input.reason);
  const corrected = await correct(needs, access, league.id, { kind: 'recomputeLeague' }, { ...input, dryRun: false });
  return { league: await getLeague(needs.database.manager, league.id), ...corrected };
}

/**
 * Cancels a recompute; the board stays as it is. Cancelling a finished one changes nothing.
 * @throws Refused if the caller may know of no such recompute
 * @throws AccessDenied
 */
export async function cancelRecompute(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  id: number,
): Promise<Recompute> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'cancel recomputes');
  const { manager } = needs.database;
  const recompute = await findRecompute(manager, id);
  const league = recompute && (await getLeague(manager, recompute.leagueId));
  if (!league || !canRead(access, league)) {
    throw new Refused(refuse('BAD_INPUT', ['input', 'recompute'], 'recompute must be the id of a recompute'));
  }
  if (!canAdminister(access, league)) throw new AccessDenied(access, `cancel recomputes of ${league.slug}`);
  await updateCancelled(manager, id, needs.clock());
  return (await findRecompute(manager, id))!;
}
