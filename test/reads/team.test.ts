import { beforeAll, expect, test } from 'vitest';
import { type StoryLeague, useStory } from '../support/story.js';

const story = useStory();
let league: StoryLeague;

type Side = readonly [name: string | null, score: number, ...players: readonly string[]];

const between = (...sides: readonly Side[]) =>
  league.match(
    sides.map(([name, score, ...players]) => ({
      ...{ name, score },
      participants: players.map((player) => ({ player })),
    })),
  );
const team = async (name: string, selection: string) =>
  (await league.read(`team(name: "${name}") { ${selection} }`)).team;
const TALLY = 'matchCount wins draws losses';

beforeAll(async () => {
  league = await story.league('teams', 'openskill');
  await league.play(
    between(['Red', 2, 'ann', 'ben'], ['Blue', 1, 'cid', 'dan']),
    between(['Blue', 3, 'cid', 'eve'], ['Red', 3, 'ann', 'ben']),
    between(['Red', 1, 'ann', 'eve'], ['Green', 5, 'cid', 'dan'], ['Blue', 5, 'ben', 'flo']),
    between([null, 1, 'ann'], [null, 2, 'ben']),
    between(['Red', 4, 'ann', 'gus'], ['Green', 0, 'cid', 'dan']),
  );
});

test('a team has a record, over all sides that have its name', async () => {
  expect(await team('Red', `name ${TALLY}`)).toEqual({ name: 'Red', matchCount: 4, wins: 2, draws: 1, losses: 1 });
  // They shared the first place.
  expect(await team('Green', TALLY)).toEqual({ matchCount: 2, wins: 0, draws: 1, losses: 1 });
});

test('a team with two sides in a match has the better place, once, and the players of both', async () => {
  const races = await story.league('cars', 'openskill');
  const car = (name: string, placement: number, player: string) => ({ name, placement, participants: [{ player }] });
  await races.play(
    races.match([car('Red', 3, 'ann'), car('Red', 1, 'ben'), car('Blue', 2, 'cid'), car('Blue', 4, 'dan')]),
  );
  const { red } = await races.read(
    `red: team(name: "Red") { ${TALLY} members(first: 5) { player { handle } } opponents { name ${TALLY} } }`,
  );
  const won = { matchCount: 1, wins: 1, draws: 0, losses: 0 };
  expect(red).toMatchObject({ ...won, opponents: [{ name: 'Blue', ...won }] });
  expect(red.members.map(({ player }: { player: { handle: string } }) => player.handle)).toEqual(['ann', 'ben']);
});

test('its players are those who played most for it', async () => {
  const { members } = await team('Red', 'members(first: 3) { player { handle } matchCount lastPlayedAt }');
  const { matches } = await team('Red', 'matches { playedAt sides { name } }');
  expect(members).toEqual([
    { player: { handle: 'ann' }, matchCount: 4, lastPlayedAt: matches[0].playedAt },
    { player: { handle: 'ben' }, matchCount: 2, lastPlayedAt: matches[2].playedAt },
    { player: { handle: 'gus' }, matchCount: 1, lastPlayedAt: matches[0].playedAt },
  ]);
  expect(matches.map(({ sides }: { sides: { name: string }[] }) => sides.map(({ name }) => name))).toEqual([
    ['Red', 'Green'],
    ['Red', 'Green', 'Blue'],
    ['Blue', 'Red'],
    ['Red', 'Blue'],
  ]);
});

test('its meetings say who finished ahead', async () => {
  expect((await team('Red', `opponents { name ${TALLY} }`)).opponents).toEqual([
    { name: 'Blue', matchCount: 3, wins: 1, draws: 1, losses: 1 },
    { name: 'Green', matchCount: 2, wins: 1, draws: 0, losses: 1 },
  ]);
});

test('a name that no side has is no team, and case matters', async () => {
  expect([await team('red', 'name'), await team('Nobody', 'name'), await team('', 'name')]).toEqual([null, null, null]);
});

test('void matches do not count, and merged players are one', async () => {
  const { match } = await league.read('match(externalId: "teams-1") { id }');
  await story.admin.mutate('voidMatch', { match: match.id, expectedVersion: 1, reason: 'not played' });
  expect(await team('Red', TALLY)).toEqual({ matchCount: 3, wins: 1, draws: 1, losses: 1 });
  await story.admin.mutate('mergePlayers', { league: 'teams', player: 'gus', into: 'ben', reason: 'one person' });
  const { members } = await team('Red', 'members { player { handle } matchCount }');
  expect(members.map(({ player, matchCount }: never) => [(player as { handle: string }).handle, matchCount])).toEqual([
    ['ann', 3],
    ['ben', 2],
    ['eve', 1],
  ]);
});
