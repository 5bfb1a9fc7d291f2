import { seededRandom } from '@openladder/rating/random';
import type { Access } from '../access/access.js';
import { hasAuditEntry, listDeletedSlugs } from '../audit/audit.repository.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { LOCKS } from '../kit/sql/advisory-locks.js';
import { exclusively } from '../kit/sql/exclusively.js';
import type { League } from '../league/league.js';
import { findLeague, listLeagues } from '../league/league.repository.js';
import { type CreateLeagueNeeds, createLeague } from '../league/league.service.js';
import type { MatchSubmission } from '../match-log/submission.js';
import { MAX_BATCH, type SubmitMatchesNeeds, submitMatches } from '../submission/submit-matches.js';
import { arena } from './arena.js';
import type { DemoLeague } from './demo-league.js';
import { duelLadder } from './duel-ladder.js';
import { gambit } from './gambit.js';
import { playingTimes, progressAt } from './season.js';

/** A league for each rating system that comes with Open Ladder. */
export const DEMO_LEAGUES: readonly DemoLeague[] = [arena, gambit, duelLadder];

/** The audit log tells by this actor which leagues are ours. */
const DEMONSTRATION: Access = {
  tokenId: null,
  actor: 'demonstration',
  scopes: ['platform:admin'],
  leagueIds: [],
};

/**
 * Makes the leagues of the demonstration in a database without any league, or finishes what an interrupted start has
 * begun; everywhere else it does nothing. A league that was deleted does not come back. A league's own time of creation and its seed say what its matches are, so
 * that any process that finishes them makes the same.
 */
export async function createDemo(
  needs: CreateLeagueNeeds & SubmitMatchesNeeds,
  log: (message: string) => void,
): Promise<void> {
  await exclusively(needs.database, LOCKS.demo, async () => {
    const deleted = await listDeletedSlugs(needs.database);
    const plans = DEMO_LEAGUES.filter(({ details }) => !deleted.has(details.slug));
    const existing = await Promise.all(plans.map((plan) => findNamesake(needs, plan)));
    const isBegun = existing.some((found) => found?.isOurs);
    if (!isBegun && (deleted.size > 0 || (await hasLeagues(needs)))) return;
    for (const [index, plan] of plans.entries()) {
      const found = existing[index];
      const isDone = found && (!found.isOurs || found.league.matchCount >= plan.matchCount);
      if (isDone) continue;
      const league = found?.league ?? (await createLeague(needs, DEMONSTRATION, plan.details));
      const refused = await playSeason(needs, plan, league);
      log(`Created the demonstration league "${league.name}"${refused > 0 ? `, but for ${refused} matches` : ''}.`);
    }
  });
}

/** The league of this name, and whether it is the demonstration's own. */
async function findNamesake({ database: { manager } }: NeedsDatabase, { details }: DemoLeague) {
  const league = await findLeague(manager, DEMONSTRATION, details.slug);
  return league && { league, isOurs: await hasAuditEntry(manager, DEMONSTRATION, league.id, 'createLeague') };
}

async function hasLeagues({ database }: NeedsDatabase): Promise<boolean> {
  const some = await listLeagues(database.manager, DEMONSTRATION, {
    limit: 1,
    order: { by: 'SLUG', after: null },
    search: null,
    includeArchived: true,
  });
  return some.length > 0;
}

/** @returns how many matches were refused, as they are where somebody else has played in a league half-made */
async function playSeason(needs: SubmitMatchesNeeds, plan: DemoLeague, league: League): Promise<number> {
  const matches = seasonOf(plan, league.createdAt);
  let refused = 0;
  for (let start = 0; start < matches.length; start += MAX_BATCH) {
    const results = await submitMatches(needs, DEMONSTRATION, league.slug, matches.slice(start, start + MAX_BATCH));
    refused += results.filter(({ kind }) => kind === 'rejected').length;
  }
  return refused;
}

/** The matches of a season that ends at this time, in the order in which they were played. */
export function seasonOf(plan: DemoLeague, end: Date): MatchSubmission[] {
  const random = seededRandom(plan.seed);
  return playingTimes(plan.matchCount, end, random).map((playedAt, index) => ({
    externalId: `demo-${index + 1}`,
    playedAt,
    sides: plan.play(progressAt(playedAt, end), random),
  }));
}
