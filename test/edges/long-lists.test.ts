import { beforeAll, expect, test } from 'vitest';
import { countRows } from '../support/service.js';
import { useStory } from '../support/story.js';

const story = useStory();
beforeAll(() => story.league('mine'));

const create = (more: object) =>
  story.admin.attempt('createToken', { name: 'bot', scopes: ['matches:submit'], leagues: ['mine'], ...more }, 'secret');

test.each([
  ['scopes', 21, 20],
  ['leagues', 1001, 1000],
])('%s of a new token have a limit, which is checked before them', async (field, count, most) => {
  const before = await countRows(story);
  expect(await create({ [field]: Array(count).fill('nonsense') })).toEqual({
    secret: null,
    errors: [
      {
        __typename: 'BadInputError',
        code: 'BAD_INPUT',
        message: `number of ${field} must be at most ${most}, but is ${count}`,
        path: ['input', field],
      },
    ],
  });
  expect(await countRows(story)).toEqual(before);
});

test('a duplicate counts once', async () => {
  const scopes = Array(20).fill('matches:submit');
  expect((await create({ scopes, leagues: Array(1000).fill('mine') })).errors).toEqual([]);
  expect(await story.sql('SELECT scopes FROM token ORDER BY id DESC LIMIT 1')).toEqual([
    { scopes: ['matches:submit'] },
  ]);
});

test('participants and scores of a match have a limit, which is checked before them', async () => {
  const league = await story.league('big');
  const many = Array.from({ length: 257 }, (_, index) => ({ player: `p${index}` }));
  const [tooMany, tooManyScores] = await league.submit([
    league.match([
      { placement: 1, participants: many },
      { placement: 2, participants: [{ player: 'zoe' }] },
    ]),
    league.match([
      {
        placement: 1,
        participants: [{ player: 'ann', scoresAgainst: Array(257).fill({ opponent: 'zoe', score: 1 }) }],
      },
      { placement: 2, participants: [{ player: 'zoe' }] },
    ]),
  ]);
  expect(tooMany).toMatchObject({ error: { message: 'number of participants must be at most 256, but is 257' } });
  expect(tooManyScores).toMatchObject({
    error: { message: 'number of scoresAgainst must be at most 256, but is 257' },
  });
});
