import { beforeAll, expect, test } from 'vitest';
import { type StoryLeague, useStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

let league: StoryLeague;
const story = useStory();
beforeAll(async () => {
  league = await story.league('watched');
});

const FOLLOW = `subscription ($after: String) {
  matchRated(league: "watched", after: $after) { match { externalId sides { participants { player { handle } } } } }
}`;

test('an event that could not be sent closes the socket, and is sent after reconnecting', async () => {
  const { eventCursor: after } = await league.read('eventCursor');
  await league.play('ann beats ben', 'ben beats cid', 'cid beats ann');

  await story.sql('ALTER TABLE match RENAME COLUMN player_ids TO hidden');
  const unlucky = subscriber(story.url);
  const told = unlucky.subscribe(FOLLOW, { after });
  await expect(told.ended).rejects.toMatchObject({
    code: 4500,
    reason: 'Internal error; subscribe again from the last cursor.',
  });
  expect(told.events).toEqual([]);
  unlucky.close();

  await story.sql('ALTER TABLE match RENAME COLUMN hidden TO player_ids');
  const lucky = subscriber(story.url);
  const { events } = lucky.subscribe(FOLLOW, { after });
  await expect.poll(() => events.length).toBe(3);
  expect(events.map(({ data }) => data.matchRated.match.externalId)).toEqual(['watched-1', 'watched-2', 'watched-3']);
  lucky.close();
});
