import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playMany } from '../support/big-league.js';
import { WAITING } from '../support/held-league.js';
import { askForRecompute, finished } from '../support/recompute.js';
import { openRecomputeGate, type RecomputeGate } from '../support/recompute-gate.js';
import { HOUR, OPENING, useLeague, useStory } from '../support/story.js';

/** More than a request rates. */
const MATCHES = 6_000;
/** Attempts that are overtaken; the next one works alone. */
const OVERTAKEN = 3;
/** More than the service has connections: those that wait must not keep the job from its own. */
const CROWD = 25;
/** Longer than others may be idle who have locked a league: a rater may need that for the log. In milliseconds. */
const LONG_REST = 11_000;

let gate: RecomputeGate;
const story = useStory();
const league = useLeague(story, { slug: 'busy', ratingSystem: 'timed-glicko' });
beforeAll(async () => {
  await playMany(league, MATCHES);
  gate = await openRecomputeGate(story);
});
afterAll(() => gate.remove());

test('a recompute that late matches overtake begins again, and finally works alone while submissions wait', async () => {
  const { id } = await askForRecompute(story.admin, 'busy');
  const playLate = (attempt: number, n = 0) => {
    const playedAt = new Date(OPENING + (MATCHES - 10) * HOUR + attempt * 1000 + n).toISOString();
    return league.play(league.match(`late${attempt}x${n} beats p2`, { playedAt }));
  };
  for (let attempt = 1; attempt <= OVERTAKEN; attempt++) {
    await gate.reached();
    await playLate(attempt);
    await gate.letThrough();
  }
  await gate.reached();
  await setTimeout(LONG_REST);
  const waiting = Array.from({ length: CROWD }, (_, n) => playLate(OVERTAKEN + 1, n));
  // For the league: the attempt has locked it, and waits at the gate.
  await expect.poll(() => story.sql(`${WAITING} AND wait_event <> 'advisory'`)).toHaveLength(1);
  await gate.letThrough();
  expect((await finished(story.admin, id)).status).toBe('DONE');
  expect(await gate.count()).toBe(OVERTAKEN + 1);
  await Promise.all(waiting);
  const { matchCount } = await league.read('matchCount');
  expect(matchCount).toBe(MATCHES + OVERTAKEN + CROWD);
});
