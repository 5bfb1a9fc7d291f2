import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { App } from '../../services/api/dist/start/app.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { match, newPlatform, openLeague, play } from '../support/platform.js';

const BATCHES = 60;
/** So many batches are played before it is verified once more. */
const AHEAD = 15;
const BATCH = 20;
const RATERS = ['zonestats', 'timed-glicko', 'performance'];

test('while matches arrive, every invariant holds at every moment', async () => {
  const { app, close, drop } = await newPlatform();
  for (const rater of RATERS) await openLeague(app, rater, rater);

  let isOver = false;
  let looks = 0;
  const nextLook = async () => {
    const before = looks;
    while (looks === before) await setTimeout(1);
  };
  const playAll = async () => {
    try {
      await Promise.all(RATERS.map((league) => playOn(app, league, nextLook)));
    } finally {
      isOver = true;
    }
  };
  const seen = new Set<number>();
  const verifyAll = async () => {
    while (!isOver) {
      const { leagues, platform } = await verifyDatabase(app);
      for (const { matches, problems } of leagues) {
        expect(problems).toEqual([]);
        seen.add(matches);
      }
      expect(platform).toEqual([]);
      looks++;
    }
  };
  await Promise.all([playAll(), verifyAll()]);

  const { holds, leagues } = await verifyDatabase(app);
  expect(holds).toBe(true);
  expect(leagues.map(({ matches }) => matches)).toEqual(RATERS.map(() => BATCHES * BATCH));
  // Else nothing was written while it was verified.
  expect([...seen].filter((matches) => matches > 0 && matches < BATCHES * BATCH).length).toBeGreaterThan(2);
  await close();
  await drop();
});

async function playOn(app: App, league: string, nextLook: () => Promise<void>): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch++) {
    if (batch % AHEAD === AHEAD - 1) await nextLook();
    const games = Array.from({ length: BATCH }, (_, index) => {
      const day = batch * BATCH + index;
      return match(day, `p${day % 17} ${day % 5 === 0 ? 'draws' : 'beats'} q${day % 23}`);
    });
    await play(app, league, games);
  }
}
