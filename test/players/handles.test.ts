import { beforeAll, expect, test } from 'vitest';
import { countRows } from '../support/service.js';
import { type StoryLeague, useStory } from '../support/story.js';

let league: StoryLeague;

const story = useStory();
beforeAll(async () => {
  league = await story.league('names');
  await league.play('ann beats Zoë', 'ΣΑΣ beats Straße');
});

test.each([
  ['in capitals', 'ANN', 'ann'],
  ['in small letters', 'zoë', 'Zoë'],
  ['with its accent as a character of its own', 'Zoe\u0308', 'Zoë'],
  ['in capitals, decomposed', 'ZOE\u0308', 'Zoë'],
  ['with another small sigma', 'σασ', 'ΣΑΣ'],
  ['with its final sigma', 'σας', 'ΣΑΣ'],
  ['with ss for its ß', 'STRASSE', 'Straße'],
])('a handle %s is the same player, shown as first written', async (_, written, known) => {
  const before = (await countRows(story)).player;
  const [match] = await league.play(`${written} beats somebody`);
  expect(match!.sides[0]!.participants[0]!.player.handle).toBe(known);
  const { league: found } = await story.anonymous.get(
    'query ($written: String!) { league(slug: "names") { rating(player: $written) { player { handle } } } }',
    { written },
  );
  expect(found.rating.player.handle).toBe(known);
  expect((await countRows(story)).player! - before!).toBeLessThanOrEqual(1);
});

test('one batch that spells a newcomer in two ways makes one player', async () => {
  const [first, second] = await league.play('Élodie beats ann', 'E\u0301LODIE beats ann');
  const [one, other] = [first, second].map((match) => match!.sides[0]!.participants[0]!);
  expect([one!.player.handle, other!.player.handle]).toEqual(['Élodie', 'Élodie']);
  expect(other!.ratingChange!.before).toEqual(one!.ratingChange!.after);
});

test('a handle that may be mistaken is refused for a registration, a rename and the queue as well', async () => {
  const register = await story.admin.get(
    'mutation ($input: RegisterPlayersInput!) { registerPlayers(input: $input) { errors { code message path } } }',
    { input: { league: 'names', players: ['ann', 'bօb', 'אbc'] } },
  );
  expect(register.registerPlayers.errors).toMatchObject([
    {
      code: 'BAD_INPUT',
      path: ['input', 'players', '1'],
      message: expect.stringMatching(/^player must be written in/),
    },
    { code: 'BAD_INPUT', path: ['input', 'players', '2'] },
  ]);
  const rename = await story.admin.get(
    'mutation ($input: UpdatePlayerInput!) { updatePlayer(input: $input) { errors { code message path } } }',
    { input: { player: 'ann', handle: 'Ꭺnn', reason: 'a joke' } },
  );
  expect(rename.updatePlayer.errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', 'handle'] }]);
  const join = await story.admin.get(
    'mutation ($input: JoinQueueInput!) { joinQueue(input: $input) { errors { code message path } } }',
    { input: { league: 'names', player: 'bօb' } },
  );
  expect(join.joinQueue.errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', 'player'] }]);
});
