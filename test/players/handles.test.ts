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
  ['of one letter', 'x'],
  ['of 64 letters', 'x'.repeat(64)],
  ['of 64 letters beyond the first plane', '𠮷'.repeat(64)],
  ['of letters, digits, _ . and -', 'a_b.c-9'],
  ['of digits', '007'],
  ['in Japanese', 'さくら'],
  ['in Cyrillic', 'Карпов'],
  ['in Greek', 'Γιάννης'],
  ['in Devanagari, with its vowel signs', 'विश्वनाथन'],
])('a handle %s is taken as it is written', async (_, handle) => {
  const [match] = await league.play(`${handle} beats ann`);
  expect(match!.sides[0]!.participants[0]!.player.handle).toBe(handle);
  expect(
    await story.anonymous.get('query ($handle: String!) { player(handle: $handle) { handle } }', { handle }),
  ).toEqual({
    player: { handle },
  });
});

test.each([
  ['empty', '', 'must not be empty'],
  ['of 65 letters', 'x'.repeat(65), 'must be at most 64 characters long'],
  ['of a megabyte', 'x'.repeat(1_000_000), 'must be at most 64 characters long'],
  ['with a blank', 'a b', 'must consist of letters, digits and _ . - only'],
  ['with NUL', 'a\0b', 'must consist of letters, digits and _ . - only'],
  ['with a line feed', 'a\nb', 'must consist of letters, digits and _ . - only'],
  ['with a lone surrogate', 'a\ud800', 'must consist of letters, digits and _ . - only'],
  ['with a zero-width space', 'a\u200bnn', 'must consist of letters, digits and _ . - only'],
  ['with a zero-width joiner', 'a\u200dnn', 'must consist of letters, digits and _ . - only'],
  ['with a soft hyphen', 'a\u00adnn', 'must consist of letters, digits and _ . - only'],
  ['with a writing-direction mark', '\u202enna', 'must consist of letters, digits and _ . - only'],
  ['with an emoji', 'ann🏆', 'must consist of letters, digits and _ . - only'],
  ['with a slash', 'a/b', 'must consist of letters, digits and _ . - only'],
  ['that begins with a dot', '.ann', 'begin with a letter, a digit or _'],
  ['that begins with an accent', '\u0301ann', 'begin with a letter, a digit or _'],
  ['with an invisible variation selector', 'ann\ufe0f', 'must not contain invisible characters'],
  ['with an invisible grapheme joiner', 'a\u034fnn', 'must not contain invisible characters'],
  ['with an invisible Hangul filler', 'ann\u115f', 'must not contain invisible characters'],
  ['with a Cyrillic a among Latin letters', '\u0430nn', 'must not mix scripts or use stylistic forms'],
  ['with a Greek omicron among Latin letters', 'b\u03bfb', 'must not mix scripts or use stylistic forms'],
  ['in full-width letters', 'ａｎｎ', 'must not mix scripts or use stylistic forms'],
  ['in mathematical letters', '𝐚𝐧𝐧', 'must not mix scripts or use stylistic forms'],
  ['with a ligature', 'ﬁsh', 'must not mix scripts or use stylistic forms'],
  ['with an Armenian o among Latin letters', 'bօb', 'must be written in one script'],
  ['with a Cherokee A among Latin letters', 'Ꭺbe', 'must be written in one script'],
  ['with a Hebrew letter among Latin ones', 'אbc', 'must be written in one script'],
  ['with digits of two scripts', 'वि1२', 'must use the digits of one script only'],
  ['with 56 stacked marks', `a${'\u0316'.repeat(56)}`, 'must have at most four marks on a letter'],
])('a handle %s is refused, and makes no player', async (_, handle, rule) => {
  const before = await countRows(story);
  const [rejected] = await league.submit([
    league.match('ann beats x', {
      sides: [
        { placement: 1, participants: [{ player: 'newcomer' }] },
        { placement: 2, participants: [{ player: handle }] },
      ],
    }),
  ]);
  expect(rejected).toMatchObject({
    __typename: 'MatchRejected',
    error: { code: 'BAD_INPUT', path: ['input', 'matches', '0', 'sides', '1', 'participants', '0', 'player'] },
  });
  const { message } = (rejected as { error: { message: string } }).error;
  expect(message).toMatch(/^player /);
  expect(message).toContain(rule);
  expect(message.length).toBeLessThan(250);
  expect(await countRows(story)).toEqual(before);
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
