import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import { expect, test } from 'vitest';
import { type StoryLeague, useStory } from '../support/story.js';
import { derivations } from '../support/story-replay.js';

let number = 0;

const story = useStory();

/** A league of the test's own, whose late matches go into their places. */
const newLeague = (system?: string): Promise<StoryLeague> => story.league(`league-${++number}`, system);

test('the league has its next revision then, and its audit log tells who caused it', async () => {
  const league = await newLeague();
  const late = league.match('ann beats ben');
  await league.play('cid beats ann');
  expect(await league.read('ratingSystem { revision }')).toEqual({ ratingSystem: { revision: 1 } });
  await league.play(late);
  const { ratingSystem, auditLog } = await league.read(
    'ratingSystem { revision } auditLog(first: 1) { nodes { action reason after } }',
  );
  expect(ratingSystem).toEqual({ revision: 2 });
  expect(auditLog.nodes).toEqual([
    { action: 'submitMatches', reason: 'Matches arrived late', after: { externalIds: [late.externalId] } },
  ]);
});

test.each([zoneStats, timedGlicko])('$key: a season that arrives backwards ends as a replay of it', async (rater) => {
  const league = await newLeague(rater.key);
  const names = ['ann', 'ben', 'cid', 'dan', 'eve'];
  const season = Array.from({ length: 30 }, (_, n) =>
    league.match(`${names[n % 5]} ${n % 7 === 0 ? 'draws' : 'beats'} ${names[(n + 1 + (n % 3)) % 5]}`),
  );
  for (let end = season.length; end > 0; end -= 6) await league.play(...season.slice(end - 6, end));
  const { stored, replayed } = await derivations(league, rater);
  expect(stored).toEqual(replayed);
});
