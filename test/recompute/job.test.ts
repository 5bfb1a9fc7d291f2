import { duel } from '@openladder/client';
import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../embedded/support.js';
import { playMany } from '../support/big-league.js';
import { holdLeague, WAITING } from '../support/held-league.js';
import { askForRecompute, finished, RECOMPUTE, readRecompute } from '../support/recompute.js';
import { openRecomputeGate } from '../support/recompute-gate.js';
import { useLeague, useStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

/** More than a request rates. */
const MATCHES = 6_000;

const story = useStory();
const league = useLeague(story, { slug: 'long', ratingSystem: 'timed-glicko' });
beforeAll(async () => {
  await playMany(league, MATCHES);
});

const BOARD = `ratingSystem { revision } matchCount
  standings(first: 100, includeProvisional: true) { nodes { rank player { handle } rating { value deviation matchesPlayed } } }`;

const revision = async () => (await league.read('ratingSystem { revision }')).ratingSystem.revision;

/** Waits until a recompute that is held has rated all there is. */
const rated = (id: string, matches: number) =>
  eventually('it has rated all', async () => (await readRecompute(story.admin, id)).done >= matches);

async function voidMatch(externalId: string) {
  const input = { ...(await league.correctable(externalId)), reason: 'it was a test' };
  return story.admin.attempt('voidMatch', input, `match { status } effect { changeCount } recompute { ${RECOMPUTE} }`);
}

test('a correction far from the end is a job with readable progress, which makes the next revision', async () => {
  const before = await revision();
  const letGo = await holdLeague(story.databaseUrl, 'long');
  const { errors, effect, recompute, match } = await voidMatch('long-1');
  expect([errors, effect, match.status]).toEqual([[], null, 'RATED']);
  expect(recompute).toMatchObject({ status: 'QUEUED', done: 0, total: MATCHES - 1, secondsLeft: null, revision: null });
  const caller = subscriber(story.url);
  const { events, ended } = caller.subscribe(
    `subscription ($id: ID!) { recomputeProgressed(recompute: $id) { ${RECOMPUTE} league { ratingSystem { revision } } } }`,
    { id: recompute.id },
  );
  await rated(recompute.id, MATCHES - 1);
  await eventually('it was told of', async () => events.some(({ data }) => data.recomputeProgressed.done > 0));
  await letGo();
  await ended;
  caller.close();
  const running = events.map(({ data }) => data.recomputeProgressed).filter(({ status }) => status === 'RUNNING');
  expect(running.some(({ done, secondsLeft }) => done > 0 && secondsLeft !== null)).toBe(true);
  const dones = events.map(({ data }) => data.recomputeProgressed.done);
  expect(dones).toEqual(dones.toSorted((a, b) => a - b));
  const last = events.at(-1)!.data.recomputeProgressed;
  expect(last).toMatchObject({
    status: 'DONE',
    done: MATCHES - 1,
    total: MATCHES - 1,
    secondsLeft: 0,
    revision: before + 1,
    error: null,
    league: { ratingSystem: { revision: before + 1 } },
  });
  expect(last.matchesPerSecond).toBeGreaterThan(0);
  expect(await revision()).toBe(before + 1);
  expect(await league.read('match(externalId: "long-1") { status }')).toEqual({ match: { status: 'VOID' } });
});

test.each([3, 7, 8])(
  'readers see the old board or the new one, never a mixture (match %i is withdrawn)',
  async (nth) => {
    const before = JSON.stringify((await league.read(BOARD)).standings);
    const seen = new Set([before]);
    const { id } = await voidMatch(`long-${nth}`).then(({ recompute }) => recompute);
    let isOver = false;
    const read = async () => {
      while (!isOver) {
        seen.add(JSON.stringify((await league.read(BOARD)).standings));
      }
    };
    const reading = Promise.all(Array.from({ length: 8 }, read));
    expect((await finished(story.admin, id)).status).toBe('DONE');
    isOver = true;
    await reading;
    seen.add(JSON.stringify((await league.read(BOARD)).standings));
    expect(seen.size).toBe(2);
  },
);

test('a recompute that is cancelled at any time leaves the board unchanged', async () => {
  const before = await league.read(BOARD);
  for (const delay of [0, 30, 100, 250]) {
    const letGo = await holdLeague(story.databaseUrl, 'long');
    const { id } = await voidMatch('long-4').then(({ recompute }) => recompute);
    await new Promise((resolve) => setTimeout(resolve, delay));
    const cancelRecompute = await story.admin.attempt('cancelRecompute', { recompute: id }, 'recompute { status }');
    expect(cancelRecompute).toEqual({ recompute: { status: 'CANCELLED' }, errors: [] });
    await letGo();
    expect(await league.read(BOARD)).toEqual(before);
  }
  const letGo = await holdLeague(story.databaseUrl, 'long');
  const { id } = await askForRecompute(story.admin, 'long');
  const { matchCount } = await league.read('matchCount');
  await rated(id, matchCount - 4);
  await story.admin.mutate('cancelRecompute', { recompute: id });
  // The job lets go of the league although what it waits for does not come; else the next correction would wait too.
  expect((await voidMatch('long-4')).errors).toEqual([]);
  const { recomputes } = await league.read('recomputes(first: 1) { nodes { id status } }');
  expect(recomputes.nodes[0].id).not.toBe(id);
  await story.admin.mutate('cancelRecompute', { recompute: recomputes.nodes[0].id });
  await letGo();
  expect((await readRecompute(story.admin, id)).status).toBe('CANCELLED');
  expect(await league.read(BOARD)).toEqual(before);
  expect(await league.read('match(externalId: "long-4") { status }')).toEqual({ match: { status: 'RATED' } });
});

test('a recompute whose statements PostgreSQL ends is restarted, and fails with the reason after repeated ends', async () => {
  const before = await league.read(BOARD);
  const letGo = await holdLeague(story.databaseUrl, 'long');
  const { id } = await askForRecompute(story.admin, 'long');
  let ended = 0;
  await eventually('it failed', async () => {
    const { status } = await readRecompute(story.admin, id);
    if (status === 'FAILED') return true;
    ended += (await story.sql(`SELECT pg_cancel_backend(pid) FROM (${WAITING}) AS waiting`)).length;
    return false;
  });
  expect(await readRecompute(story.admin, id)).toMatchObject({
    error: expect.stringMatching(/^PostgreSQL ended one of its statements 3 times: .*cancel/),
    revision: null,
  });
  expect(ended).toBeGreaterThanOrEqual(3);
  await letGo();
  expect(await league.read(BOARD)).toEqual(before);
});

test('a handle that only a waiting amendment names is available to all others meanwhile', async () => {
  const other = await story.league('other', 'zonestats');
  const letGo = await holdLeague(story.databaseUrl, 'long');
  const { sides } = league.match('zed beats p3');
  const reason = 'zed played under a false name';
  const input = { ...(await league.correctable('long-6')), sides, newPlayers: ['zed'], reason };
  const amendMatch = await story.admin.mutate('amendMatch', input, `recompute { ${RECOMPUTE} }`);
  const { matchCount } = await league.read('matchCount');
  await rated(amendMatch.recompute.id, matchCount - 10);
  await other.play('zed beats p1');
  expect((await readRecompute(story.admin, amendMatch.recompute.id)).status).toBe('RUNNING');
  await letGo();
  expect((await finished(story.admin, amendMatch.recompute.id)).status).toBe('DONE');
  expect(await league.read('rating(player: "zed") { matchesPlayed }')).toEqual({ rating: { matchesPlayed: 1 } });
});

test('a cancelled amendment leaves only its new player, whom the league still knows', async () => {
  const letGo = await holdLeague(story.databaseUrl, 'long');
  const sides = duel([{ player: 'zoe', displayName: 'Zoe 🦊' }], ['p3']);
  const input = { ...(await league.correctable('long-9')), sides, newPlayers: ['zoe'], reason: 'a typo' };
  const amendMatch = await story.admin.mutate('amendMatch', input, `recompute { ${RECOMPUTE} }`);
  await story.admin.mutate('cancelRecompute', { recompute: amendMatch.recompute.id });
  await letGo();
  // `openladder verify` is asked when the story ends.
  expect((await readRecompute(story.admin, amendMatch.recompute.id)).status).toBe('CANCELLED');
  expect((await story.admin.get('{ player(handle: "zoe") { displayName } }')).player).toEqual({
    displayName: 'Zoe 🦊',
  });
  // An erasure need not look for names in jobs.
  const jobs = await story.sql("SELECT FROM recompute WHERE correction::text LIKE '%🦊%'");
  expect(jobs).toEqual([]);
});

test('a rating system that cannot rate matches submitted meanwhile is not applied', async () => {
  const many = await story.league('many', 'zonestats');
  await playMany(many, MATCHES);
  const before = await many.read(BOARD);
  const input = { league: 'many', ratingSystem: 'timed-glicko', settings: {}, reason: 'they want deviations' };
  const gate = await openRecomputeGate(story);
  const configureRatingSystem = await story.admin.mutate('configureRatingSystem', input, `recompute { ${RECOMPUTE} }`);
  await gate.reached();
  await many.play(many.match('p1 beats p2 beats p3', { externalId: 'of-three' }));
  await gate.remove();
  expect(await finished(story.admin, configureRatingSystem.recompute.id)).toMatchObject({
    status: 'FAILED',
    error:
      'match "of-three": number of sides must be exactly 2 for timed-glicko without multiplayer: pairwise, but is 3',
    revision: null,
  });
  expect(await many.read('ratingSystem { revision }')).toEqual({
    ratingSystem: { revision: before.ratingSystem.revision },
  });
});
