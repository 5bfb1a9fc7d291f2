import { expect, test } from 'vitest';
import { newToken, startStory, useLeague, useStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';
import { BOARD, follower, MATCHES } from './follower.js';

const story = useStory();

const createToken = (league: string, scope = 'matches:submit') =>
  newToken(story.admin, { scopes: [scope], leagues: [league] });

async function hide(league: string): Promise<void> {
  await story.admin.mutate('updateLeague', { league, visibility: 'PRIVATE', reason: 'it is ours' });
}

const refusalOf = (slug: string) => [
  {
    message: `league must be the slug of a league, but is "${slug}"`,
    extensions: { code: 'BAD_INPUT', argument: ['league'] },
  },
];

test.each([
  ['matches', MATCHES],
  ['the board', BOARD],
])('%s of a private league can be followed by its readers, and are unknown to others', async (what, query) => {
  const slug = `hidden-${what === 'matches' ? 1 : 2}`;
  const league = await story.league(slug, 'zonestats', { visibility: 'PRIVATE' });
  const cursor = (await league.read('eventCursor')).eventCursor;
  const [anonymous, stranger, nowhere, bot, reader] = [slug, slug, 'nowhere', slug, slug].map((name) =>
    follower(query, name, cursor),
  );
  await story.league(`other-${slug}`);
  anonymous!.connect(story.url);
  stranger!.connect(story.url, (await createToken(`other-${slug}`)).secret);
  nowhere!.connect(story.url);
  bot!.connect(story.url, (await createToken(slug)).secret);
  reader!.connect(story.url, (await createToken(slug, 'league:read')).secret);
  await expect(anonymous!.ended()).rejects.toMatchObject(refusalOf(slug));
  await expect(stranger!.ended()).rejects.toMatchObject(refusalOf(slug));
  await expect(nowhere!.ended()).rejects.toMatchObject(refusalOf('nowhere'));
  await league.play('ann beats ben');
  await expect.poll(() => [bot!.events.length, reader!.events.length]).toEqual([1, 1]);
  for (const each of [anonymous, stranger, nowhere, bot, reader]) each!.disconnect();
});

test('a league that becomes private sends nothing more to callers who may not read it', async () => {
  const league = await story.league('closing');
  const cursor = (await league.read('eventCursor')).eventCursor;
  const replica = await startStory({ databaseUrl: story.databaseUrl });
  const followers = [story.url, replica.url].flatMap((url) =>
    [MATCHES, BOARD].map((query) => {
      const each = follower(query, 'closing', cursor);
      each.connect(url);
      return each;
    }),
  );
  const bot = follower(MATCHES, 'closing', cursor);
  bot.connect(replica.url, (await createToken('closing')).secret);
  await league.play('ann beats ben');
  for (const each of [...followers, bot]) await expect.poll(() => each.events.length).toBe(1);
  await hide('closing');
  await league.play('ann beats ben');
  for (const each of followers) await expect(each.ended()).rejects.toMatchObject(refusalOf('closing'));
  await expect.poll(() => bot.events.length).toBe(2);
  expect(followers.map(({ events }) => events.length)).toEqual([1, 1, 1, 1]);
  for (const each of [...followers, bot]) each.disconnect();
  await replica.stop();
});

const league = useLeague(story, 'watched');

const FOLLOW = `subscription ($after: String) {
  matchRated(league: "watched", after: $after) { match { externalId sides { participants { player { handle } } } } }
}`;

test('an event that could not be sent closes the socket, and is sent after reconnecting', async () => {
  const { eventCursor: after } = await league.read('eventCursor');
  await league.play('ann beats ben', 'ben beats cid', 'cid beats ann');

  await story.sql('ALTER TABLE match RENAME COLUMN player_ids TO hidden');
  const unlucky = subscriber(story.url);
  const refusedFollower = unlucky.subscribe(FOLLOW, { after });
  await expect(refusedFollower.ended).rejects.toMatchObject({
    code: 4500,
    reason: 'Internal error; subscribe again from the last cursor.',
  });
  expect(refusedFollower.events).toEqual([]);
  unlucky.close();

  await story.sql('ALTER TABLE match RENAME COLUMN hidden TO player_ids');
  const lucky = subscriber(story.url);
  const { events } = lucky.subscribe(FOLLOW, { after });
  await expect.poll(() => events.length).toBe(3);
  expect(events.map(({ data }) => data.matchRated.match.externalId)).toEqual(['watched-1', 'watched-2', 'watched-3']);
  lucky.close();
});
