import { seededRandom } from '@openladder/rating/random';
import { keepDoing } from '../database/background-work.js';
import type { NeedsSession } from '../database/process-session.js';
import type { NeedsSchema } from '../database/schema-watch.js';
import type { Log } from '../kit/log.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { LOCKS } from '../kit/sql/advisory-locks.js';
import type { FeedNeeds } from '../live/follow-league.js';
import { type SubmitMatchesNeeds, submitMatches } from '../submission/submit-matches.js';
import { DEMO_LEAGUES, DEMONSTRATION, findOwnLeague } from './demo.js';

export type PlayOnNeeds = NeedsDatabase & NeedsClock & FeedNeeds & SubmitMatchesNeeds & NeedsSession;

const SECOND = 1_000;
/** How often to look for leagues in which a match is due, in milliseconds. */
const INTERVAL = 10 * SECOND;
/** The time between two matches of a league whose board or live page somebody has open, and of one that nobody is watching. */
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
      const league = await findOwnLeague(needs, plan);
      if (!league || league.archivedAt || league.matchCount < plan.matchCount) continue;
      const now = needs.clock();
      const pause = needs.feeds.isFollowed(league.id) ? WATCHED : UNWATCHED;
      if (now.getTime() - (league.ratedThrough?.getTime() ?? 0) < pause) continue;
      const number = league.lastSequence + 1;
      const sides = plan.play(1, seededRandom(plan.seed + number));
      await submitMatches(needs, DEMONSTRATION, league.slug, [{ externalId: `demo-${number}`, playedAt: now, sides }]);
    }
  });
}
