import { type Access, OWN_ACTORS } from '../access/access.js';
import { hasAuditEntry, listDeletedSlugs } from '../audit/audit.repository.js';
import { keepDoing } from '../database/background-work.js';
import { type NeedsSession } from '../database/process-session.js';
import { type NeedsSchema } from '../database/schema-watch.js';
import { type Log } from '../kit/log.js';
import { type NeedsClock, type NeedsDatabase } from '../kit/needs.js';
import { LOCKS, withAdvisoryLock } from '../kit/sql/advisory-locks.js';
import { type League } from '../league/league.js';
import { findLeague } from '../league/league.repository.js';
import { type CreateLeagueNeeds, createLeague } from '../league/league.service.js';
import { type FeedNeeds } from '../live/follow-league.js';
import { type JoinQueueNeeds } from '../matchmaking/join-queue.js';
import { listLeagues } from '../reading/listed-leagues.js';
import { MAX_BATCH, type SubmitMatchesNeeds, submitMatches } from '../submission/submit-matches.js';
import { type DemoLeague, seasonOf } from './demo-league.js';
import { addDemoHistory, type EnlivenNeeds, nextMatch, pairNext } from './demo-past.js';
import { arena, duelLadder, gambit, harbourCup } from './leagues.js';

/** The demonstration leagues: team games, a board game, duels, and races. */
export const DEMO_LEAGUES: readonly DemoLeague[] = [arena, gambit, duelLadder, harbourCup];

/** The actor in the audit log, which shows which leagues are the demonstration's own. */
export const DEMONSTRATION: Access = {
  tokenId: null,
  actor: OWN_ACTORS.demonstration,
  scopes: ['platform:admin'],
  leagueIds: [],
};

/**
 * Creates the demonstration leagues in a database without any league, or finishes what an interrupted start began; otherwise it
 * does nothing. A deleted league does not come back. The matches of a league follow from its time of creation and its seed, so any process
 * that finishes them makes the same ones.
 */
export async function createDemo(
  needs: CreateLeagueNeeds & SubmitMatchesNeeds & EnlivenNeeds,
  log: (message: string) => void,
): Promise<void> {
  await withAdvisoryLock(needs.database, LOCKS.demo, async () => {
    const deleted = await listDeletedSlugs(needs.database);
    const plans = DEMO_LEAGUES.filter(({ details }) => !deleted.has(details.slug));
    const existing = await Promise.all(plans.map((plan) => findNamesake(needs, plan)));
    const isBegun = existing.some((found) => found?.isOurs);
    if (!isBegun && (deleted.size > 0 || (await hasLeagues(needs)))) return;
    for (const [index, plan] of plans.entries()) {
      const found = existing[index];
      if (found && !found.isOurs) continue;
      if (found && found.league.matchCount >= plan.matchCount) {
        await addDemoHistory(needs, DEMONSTRATION, plan, found.league);
        continue;
      }
      const league = found?.league ?? (await createLeague(needs, DEMONSTRATION, plan.details));
      const refused = await playSeason(needs, plan, league);
      await addDemoHistory(needs, DEMONSTRATION, plan, league);
      log(`Created the demonstration league "${league.name}"${refused > 0 ? `, but for ${refused} matches` : ''}.`);
    }
  });
}

/** The league with this slug, and whether it is the demonstration's own. */
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

/** @returns how many matches were refused, as happens if somebody else has played in an unfinished league */
async function playSeason(needs: SubmitMatchesNeeds, plan: DemoLeague, league: League): Promise<number> {
  const matches = seasonOf(plan, league.createdAt);
  let refused = 0;
  for (let start = 0; start < matches.length; start += MAX_BATCH) {
    const results = await submitMatches(needs, DEMONSTRATION, league.slug, matches.slice(start, start + MAX_BATCH));
    refused += results.filter(({ kind }) => kind === 'rejected').length;
  }
  return refused;
}

export type PlayOnNeeds = NeedsDatabase & NeedsClock & FeedNeeds & SubmitMatchesNeeds & JoinQueueNeeds & NeedsSession;

const SECOND = 1_000;
/** How often to look for leagues in which a match is due, in milliseconds. */
const INTERVAL = 10 * SECOND;
/** The time between two matches of a league whose board or live page somebody has open, and of one that nobody watches. */
const WATCHED = 30 * SECOND;
const UNWATCHED = 3_600 * SECOND;

/** Keeps the demonstration leagues going for as long as the service runs. @returns a function that ends it */
export function runDemoMatches(needs: PlayOnNeeds & NeedsSchema, log: Log): () => Promise<void> {
  return keepDoing(needs, log, new AbortController().signal, {
    what: 'continue the demonstration',
    every: INTERVAL,
    after: INTERVAL,
    work: () => playOn(needs),
  });
}

/** Plays a match in each demonstration league in which one is due, except in archived ones. */
export async function playOn(needs: PlayOnNeeds): Promise<void> {
  await needs.session.ifAlone(LOCKS.demo, async () => {
    for (const plan of DEMO_LEAGUES) {
      const found = await findNamesake(needs, plan);
      if (!found?.isOurs || found.league.archivedAt || found.league.matchCount < plan.matchCount) continue;
      const { league } = found;
      const now = needs.clock();
      const pause = needs.feeds.isFollowed(league.id) ? WATCHED : UNWATCHED;
      if (now.getTime() - (league.ratedThrough?.getTime() ?? 0) < pause) continue;
      await submitMatches(needs, DEMONSTRATION, league.slug, [{ ...nextMatch(plan, league), playedAt: now }]);
      await pairNext(needs, DEMONSTRATION, plan, league);
    }
  });
}
