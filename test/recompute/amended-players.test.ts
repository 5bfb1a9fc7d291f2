import { beforeAll, expect, test } from 'vitest';
import { countRows } from '../support/service.js';
import { type StoryLeague, useStory } from '../support/story.js';
import { sidesOf } from '../support/story-match.js';

let league: StoryLeague;

const story = useStory();
beforeAll(async () => {
  league = await story.league('nfl');
  await (await story.league('elsewhere')).play('CLEE beats NYG');
  await league.play('CLE beats PIT', 'CHI beats CIN', 'PIT beats CHI');
});

async function amend(externalId: string, told: string, more: object = {}) {
  const { match } = await league.read(`match(externalId: "${externalId}") { id version }`);
  const input = {
    match: match.id,
    expectedVersion: match.version,
    reason: 'it was wrong',
    sides: sidesOf(told),
    ...more,
  };
  return story.admin.attempt('amendMatch', input, 'match { sides { participants { player { handle } } } }');
}

const unknown = (handle: string, hint: string, side: number) => ({
  __typename: 'UnknownPlayerError',
  code: 'UNKNOWN_PLAYER',
  message: `Player "${handle}" has never been in league nfl${hint} If the player is new, name them in newPlayers.`,
  path: ['input', 'sides', String(side), 'participants', '0', 'player'],
});

test.each([
  ['a handle that nobody has', 'PITT', '. Did you mean "PIT"?'],
  ['a handle that is like two', 'CIT', '. Did you mean "CIN" or "PIT"?'],
  ['the handle of a player of another league', 'CLEE', '. Did you mean "CLE"?'],
])('%s is refused, with the handles that are like it, and nobody is made', async (_, handle, hint) => {
  const before = await countRows(story);
  for (const more of [{}, { dryRun: true }]) {
    expect(await amend('nfl-2', `${handle} beats Zoe`, more)).toEqual({
      match: null,
      errors: [unknown(handle, hint, 0), unknown('Zoe', ', and no known handle is similar.', 1)],
    });
  }
  expect(await countRows(story)).toEqual(before);
});

test('a player who is said to be new is made', async () => {
  const { match, errors } = await amend('nfl-2', 'Ken beats CIN', { newPlayers: ['ken'] });
  expect(errors).toEqual([]);
  expect(match.sides[0].participants).toEqual([{ player: { handle: 'Ken' } }]);
});

test('newPlayers names nobody who does not take part', async () => {
  const { errors } = await amend('nfl-1', 'CLE beats CIN', { newPlayers: ['CLEE'] });
  expect(errors).toMatchObject([
    {
      code: 'BAD_INPUT',
      message: 'newPlayers must name participants of sides only, but names "CLEE"',
      path: ['input', 'newPlayers', '0'],
    },
  ]);
});

test('newPlayers has a bound, which is looked at first', async () => {
  const { errors } = await amend('nfl-1', 'CLE beats CIN', { newPlayers: Array(257).fill('CLEE') });
  expect(errors).toMatchObject([
    { code: 'BAD_INPUT', message: 'number of newPlayers must be at most 256, but is 257' },
  ]);
});

test('everyone who has been in the league is known, by a former handle, as a guest or in a void match', async () => {
  const [guest] = await league.submit([
    league.match([
      { placement: 1, participants: [{ player: 'CLE' }, { player: 'gus', isGuest: true }] },
      { placement: 2, participants: [{ player: 'PIT' }] },
    ]),
  ]);
  expect(guest).toMatchObject({ __typename: 'MatchAccepted' });
  const [match] = await league.play('voided beats PIT');
  await story.admin.mutate('voidMatch', { match: match!.id, expectedVersion: 1, reason: 'it was a rehearsal' });
  await story.admin.mutate('updatePlayer', { player: 'CHI', handle: 'Bears', reason: 'asked for it' });
  for (const told of ['gus beats PIT', 'voided beats PIT', 'CHI beats PIT', 'Bears beats PIT']) {
    expect((await amend('nfl-1', told)).errors).toEqual([]);
  }
});
