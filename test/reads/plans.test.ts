import { expect, test } from 'vitest';
import { listLeaguesById, listLeaguesBySlug, listStamps } from '../../services/api/dist/league/league.repository.js';
import { listRatingsByHandle } from '../../services/api/dist/rating/board.js';
import { usePlatform } from '../support/platform.js';

const platform = usePlatform();

/** PostgreSQL tries a plan for each value five times before it settles for one for all. */
const TRIES = 5;

test('the first statements of nearly every request are planned once for concurrent requests', async () => {
  const { reads } = platform.app;
  const reading = [
    () => listLeaguesBySlug(reads, ['europe']),
    () => listLeaguesById(reads, [1]),
    () => listLeaguesById(reads, [1, 2]),
    () => listStamps(reads, [1]),
    () => listStamps(reads, [1, 2]),
    () => listRatingsByHandle(reads, 1, ['ann']),
  ];
  for (const read of reading) for (let time = 0; time < TRIES + 5; time++) await read();
  const plans: { name: string; custom: number }[] = await reads.query(
    `SELECT name, custom_plans::integer AS custom FROM pg_prepared_statements
     WHERE name LIKE 'read\\_%' AND custom_plans + generic_plans > ${TRIES}`,
  );
  expect(plans.length).toBeGreaterThanOrEqual(reading.length);
  expect(plans.filter(({ custom }) => custom > TRIES)).toEqual([]);
});
