import { verifyDatabase } from '@openladder/api/dist/verify/verify.js';
import { expect, test } from 'vitest';
import { databaseOfTest } from '../support/database.js';
import { openService } from './service.js';
import { freshMatches, play } from './submit-requests.js';
import { duels, writeRated } from './synthetic-league.js';

const LEAGUE = { slug: 'made-up', ratingSystem: 'timed-glicko', matches: 2500, players: 100 };

/** Made after the other; its players are known to everybody since an earlier moment. */
const SMALLER = { slug: 'smaller', ratingSystem: 'zonestats', matches: 100, players: 10 };

test('a synthetic league equals one made by the service, and takes further matches', async () => {
  const database = await databaseOfTest();
  const { app, close } = await openService(database.url);
  await writeRated(app, LEAGUE);
  await writeRated(app, SMALLER);
  await play(app, LEAGUE.slug, freshMatches(LEAGUE, 3));
  const { leagues, platform } = await verifyDatabase(app);
  expect(leagues).toMatchObject([
    { slug: LEAGUE.slug, matches: LEAGUE.matches + 3, problems: [] },
    { slug: SMALLER.slug, matches: SMALLER.matches, problems: [] },
  ]);
  expect(platform).toEqual([]);
  await close();
});

test('it is the same each time', () => {
  expect([...duels(LEAGUE)]).toEqual([...duels(LEAGUE)]);
});
