import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playMany } from '../support/big-league.js';
import { askForRecompute } from '../support/recompute.js';
import { HOUR, OPENING, type Story, type StoryLeague, startStory } from '../support/story.js';

const MATCHES = 12_000;

let story: Story;
let league: StoryLeague;
beforeAll(async () => {
  story = await startStory();
  league = await story.league('busy', 'timed-glicko');
  await playMany(league, MATCHES);
}, 120_000);
afterAll(() => story.stop());

interface HeldRecompute {
  readonly status: string;
  /** Another one for each time that it begins. */
  readonly startedAt: string;
  letGo(): Promise<void>;
}

/** Holds the only recompute there is, as soon as its worker lets it: its next word about itself has to wait. */
async function hold(): Promise<HeldRecompute> {
  const client = new pg.Client(story.databaseUrl);
  await client.connect();
  await client.query('BEGIN');
  const { rows } = await client.query('SELECT status, started_at::text AS "startedAt" FROM recompute FOR UPDATE');
  return { ...rows[0], letGo: () => client.end() };
}

test('a recompute that late matches overtake begins again, and at last works alone while submissions wait', async () => {
  await askForRecompute(story.admin, 'busy');
  const waiting: Promise<unknown>[] = [];
  const attempts = new Set<string>();
  for (let held = await hold(); held.status !== 'DONE'; ) {
    expect(held.status).not.toBe('FAILED');
    if (held.status === 'RUNNING' && !attempts.has(held.startedAt)) {
      attempts.add(held.startedAt);
      // More than the service has connections: those that wait must not keep the job from its own.
      const crowd = attempts.size === 4 ? 25 : 1;
      for (let n = 0; n < crowd; n++) {
        const playedAt = new Date(OPENING + (MATCHES - 10) * HOUR + attempts.size * 1000 + n).toISOString();
        waiting.push(league.play(league.match(`late${attempts.size}x${n} beats p2`, { playedAt })));
      }
      if (attempts.size < 4) await waiting.at(-1);
    }
    const next = hold();
    await held.letGo();
    held = await next;
    if (held.status === 'DONE') await held.letGo();
  }
  expect(attempts.size).toBe(4);
  await Promise.all(waiting);
  const { matchCount } = await league.read('matchCount');
  expect(matchCount).toBe(MATCHES + waiting.length);
});
