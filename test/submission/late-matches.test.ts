import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import { expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { type StoryLeague, useStory } from '../support/story.js';
import { derivations } from '../support/story-replay.js';

let number = 0;

const story = useStory();

/** A league of the test's own, whose late matches go into their places. */
const newLeague = (system?: string): Promise<StoryLeague> => story.league(`league-${++number}`, system);

const externalIds = async (league: StoryLeague): Promise<string[]> => {
  const { matches } = await league.read('matches { nodes { externalId } }');
  return matches.nodes.map(({ externalId }: Row) => externalId);
};

test('a late match goes into its place, and what comes after it follows from it', async () => {
  const league = await newLeague();
  const late = league.match('ann beats ben');
  await league.play('cid beats ann', 'ben draws cid');
  const [stored] = await league.submit([late]);
  expect(stored).toMatchObject({ __typename: 'MatchAccepted', replayed: false });
  expect(await externalIds(league)).toEqual([3, 2, 1].map((n) => `${league.slug}-${n}`));

  const inTime = await newLeague();
  await inTime.play('ann beats ben', 'cid beats ann', 'ben draws cid');
  const board = 'matchCount playerCount standings { nodes { rank player { handle } rating { value } } }';
  expect(await league.read(board)).toEqual(await inTime.read(board));
});

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

test('a match at the very moment of the newest is not late', async () => {
  const league = await newLeague();
  const [first, second] = [league.match('ann beats ben'), league.match('ben beats ann')];
  await league.play(first);
  await league.play({ ...second, playedAt: first.playedAt });
  expect(await league.read('ratingSystem { revision }')).toEqual({ ratingSystem: { revision: 1 } });
});

test('a late match that is sent again is answered with what is there, and moves nothing', async () => {
  const league = await newLeague();
  const late = league.match('ann beats ben');
  await league.play('cid beats ann');
  const first = await league.submit([late]);
  expect(await league.submit([late])).toEqual([{ ...first[0], replayed: true }]);
  expect(await league.read('ratingSystem { revision }')).toEqual({ ratingSystem: { revision: 2 } });
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
