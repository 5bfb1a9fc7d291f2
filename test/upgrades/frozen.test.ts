import { expect, test } from 'vitest';
import { transaction } from '../../services/api/dist/kit/sql/transaction.js';
import { lockLeague } from '../../services/api/dist/league/league.repository.js';
import { lockForTest } from '../support/held-league.js';
import { usePlatform } from '../support/platform.js';
import { SUBMIT, useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, 'europe', 'ann beats ben');
const frozen = usePlatform({ urlOf: () => story.databaseUrl });

/** A promise that the test itself resolves. */
function promised(): { promise: Promise<void>; resolve: () => void } {
  let resolve: (() => void) | undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: resolve! };
}

test("a replica that is frozen while it holds a league's lock loses it within seconds", async () => {
  const thawed = promised();
  const isHeld = promised();
  const end = transaction(frozen.app.database, 1, async (tx) => {
    await lockLeague(tx, 1);
    isHeld.resolve();
    await thawed.promise;
    await tx.query('UPDATE league SET name = $1', ['what was frozen']);
  }).catch((error) => error);
  await isHeld.promise;
  // Newcomers are admitted under the lock.
  const [played] = await league.play('cid beats dan');
  expect(played!.sides).toHaveLength(2);
  thawed.resolve();
  expect(await end).toBeInstanceOf(Error);
  expect(await league.read('name')).toEqual({ name: 'europe' });
});

test('who waits for too long for what somebody holds is told to come back, and nothing is stored', async () => {
  const letGo = promised();
  const isHeld = promised();
  const done = frozen.app.database.transaction(async (tx) => {
    await lockForTest(tx, 'europe');
    isHeld.resolve();
    await letGo.promise;
  });
  await isHeld.promise;
  const matches = [league.match('eve beats fay')];
  const { status, errors } = await story.admin.ask(SUBMIT, { input: { league: 'europe', matches } });
  expect(errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE' } }]);
  expect(errors![0]!.message).toMatch(/^The database took too long or was blocked by another request/);
  expect(status).toBe(503);
  letGo.resolve();
  await done;
  expect(await league.submit(matches)).toMatchObject([{ __typename: 'MatchAccepted', replayed: false }]);
});
