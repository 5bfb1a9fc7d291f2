import { type Access, AccessDenied, ANONYMOUS, canAdminister } from '../access/access.js';
import { type CompareNeeds, chooseSystems } from '../compare/compare-rating-systems.js';
import { type CompareWithinRequest, checkAmount, checkLength } from '../compare/compare-within-request.js';
import { checkTuning, type TuneRatingSystem } from '../compare/tune-rating-system.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { closeOnAbort, pause } from '../kit/waiting.js';
import type { League } from '../league/league.js';
import { findLeagueById } from '../league/league.repository.js';
import { getAdministered } from '../league/league.service.js';
import type { Analyses, Analysis, AnalysisKind } from './analysis.js';
import { deleteOldAnalyses, findAnalysis, insertAnalysis, updateAnalysisCancelled } from './analysis.repository.js';

export type RequestAnalysisNeeds = CompareNeeds & NeedsClock;

/** How many analyses of a league are kept. Each request deletes older ones. */
const KEPT_ANALYSES = 20;

/**
 * Requests a comparison of rating systems in the background.
 * @throws Refused as `compareWithinRequest` does, and while another analysis of the league is not over
 */
export async function requestComparison(
  needs: RequestAnalysisNeeds,
  access: Access,
  input: CompareWithinRequest,
): Promise<Analysis<'COMPARE'>> {
  const league = await getAdministered(needs, access, input.league);
  const systems = checkAmount(needs, league, input);
  chooseSystems(needs, systems);
  return request(needs, access, league, 'COMPARE', { systems, burnIn: input.burnIn ?? 0, heldOut: input.heldOut ?? 0 });
}

/**
 * Requests a search for better settings in the background.
 * @throws Refused as `tuneRatingSystem` does, if the league has no matches or too many, and while another analysis of it is not over
 */
export async function requestTuning(
  needs: RequestAnalysisNeeds,
  access: Access,
  input: TuneRatingSystem,
): Promise<Analysis<'TUNE'>> {
  const league = await getAdministered(needs, access, input.league);
  checkLength(league);
  return request(needs, access, league, 'TUNE', checkTuning(needs, league, input));
}

/**
 * Requests a check of a league's results in the background.
 * @throws Refused if the league has no matches or too many, and while another analysis of it is not over
 */
export async function requestIntegrityCheck(
  needs: RequestAnalysisNeeds,
  access: Access,
  slug: string,
): Promise<Analysis<'INTEGRITY'>> {
  const league = await getAdministered(needs, access, slug);
  checkLength(league);
  return request(needs, access, league, 'INTEGRITY', {});
}

/** @throws Refused if the league has no matches, or another analysis that is not over */
async function request<Kind extends AnalysisKind>(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  league: League,
  kind: Kind,
  asked: Analyses[Kind]['request'],
): Promise<Analysis<Kind>> {
  if (league.matchCount === 0) {
    throw new Refused(refuse('LEAGUE_HAS_NO_MATCH', ['input', 'league'], { league: league.slug }));
  }
  return transaction(needs.database, null, async (tx) => {
    await deleteOldAnalyses(tx, league.id, KEPT_ANALYSES - 1);
    const wanted = { leagueId: league.id, kind, request: asked, requestedAt: needs.clock() };
    const analysis = await insertAnalysis(tx, access, wanted);
    if (analysis) return analysis;
    throw new Refused(refuse('ALREADY_ANALYSING', ['input', 'league'], { league: league.slug }));
  });
}

/**
 * Cancels an analysis. One that is over is not changed.
 * @throws Refused if there is none that the caller may know of
 * @throws AccessDenied
 */
export async function cancelAnalysis(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  id: number,
  kinds: readonly AnalysisKind[],
  field: string,
): Promise<Analysis> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'cancel analyses');
  const analysis = await findAnalysisOf(needs, access, id, kinds);
  if (!analysis) throw new Refused(refuse('READABLE_ID', ['input', field], { field }));
  await updateAnalysisCancelled(needs.database.manager, id, needs.clock());
  return (await findAnalysis(needs.database.manager, id))!;
}

/** An analysis of one of these kinds, for an admin of its league; null for anybody else. */
export async function findAnalysisOf(
  { database }: NeedsDatabase,
  access: Access,
  id: number,
  kinds: readonly AnalysisKind[],
): Promise<Analysis | null> {
  const analysis = await findAnalysis(database.manager, id);
  if (!analysis || !kinds.includes(analysis.kind)) return null;
  const league = await findLeagueById(database.manager, analysis.leagueId);
  return league && canAdminister(access, league) ? analysis : null;
}

/** How often an analysis is read again, in milliseconds: people watch it. */
const INTERVAL = 500;

/**
 * An analysis and its progress: once now, then after each change, until it is over or the caller stops listening.
 * @throws Refused if there is none that the caller may read
 */
export function watchAnalysis(
  needs: NeedsDatabase,
  access: Access,
  id: number,
  kinds: readonly AnalysisKind[],
  field: string,
): AsyncIterableIterator<Analysis> {
  return closeOnAbort(async function* (left) {
    for (let last: Analysis | undefined; !left.aborted; ) {
      const analysis = await findAnalysisOf(needs, access, id, kinds);
      if (!analysis) throw new Refused(refuse('READABLE_ID', [field], { field }));
      if (analysis.status !== last?.status || analysis.progress !== last.progress) yield analysis;
      if (analysis.finishedAt) return;
      last = analysis;
      await pause(INTERVAL, left);
    }
  });
}
