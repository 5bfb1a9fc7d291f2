import { beforeAll, expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, { slug: 'teams', ratingSystem: 'openskill' });

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
  await league.play(
    between(['Red', 2, 'ann', 'ben'], ['Blue', 1, 'cid', 'dan']),
    between(['Blue', 3, 'cid', 'eve'], ['Red', 3, 'ann', 'ben']),
    between(['Red', 1, 'ann', 'eve'], ['Green', 5, 'cid', 'dan'], ['Blue', 5, 'ben', 'flo']),
    between([null, 1, 'ann'], [null, 2, 'ben']),
    between(['Red', 4, 'ann', 'gus'], ['Green', 0, 'cid', 'dan']),
  );
});

test('a team has a record over all sides with its name', async () => {
  expect(await team('Red', `name ${TALLY}`)).toEqual({ name: 'Red', matchCount: 4, wins: 2, draws: 1, losses: 1 });
  // They shared the first place.
  expect(await team('Green', TALLY)).toEqual({ matchCount: 2, wins: 0, draws: 1, losses: 1 });
});

test('a team with two sides in a match counts once, with the better place and the players of both', async () => {
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
  expect(red.members.map(({ player }: Row) => player.handle)).toEqual(['ann', 'ben']);
});

test('a side that did not start, and is not rated, neither lost nor was beaten', async () => {
  const cups = await story.league('cups', 'openskill');
  const side = (name: string, placement: number | null, player: string) => ({
    ...{ name, placement, participants: [{ player }] },
    ...(placement === null && { status: 'DID_NOT_START' }),
  });
  await cups.play(cups.match([side('Pink', 1, 'ann'), side('Blue', 2, 'ben'), side('Away', null, 'cid')]));
  await cups.play(cups.match([side('Pink', 1, 'ann'), side('Away', null, 'cid')]));
  const { red, away } = await cups.read(
    `red: team(name: "Pink") { ${TALLY} opponents { name ${TALLY} } } away: team(name: "Away") { ${TALLY} }`,
  );
  const none = { wins: 0, draws: 0, losses: 0 };
  expect(away).toEqual({ matchCount: 2, ...none });
  expect(red).toEqual({
    ...{ matchCount: 2, ...none, wins: 1 },
    opponents: [
      { name: 'Away', matchCount: 2, ...none },
      { name: 'Blue', matchCount: 1, ...none, wins: 1 },
    ],
  });
});

test('a team with a side that did not start has the result of its other sides', async () => {
  const heats = await story.league('heats', 'openskill');
  const side = (name: string, status: string, player: string) => ({ name, status, participants: [{ player }] });
  await heats.play(
    heats.match([
      { ...side('Blue', 'FINISHED', 'ann'), placement: 1 },
      ...[side('Pink', 'DID_NOT_START', 'ben'), side('Pink', 'DID_NOT_FINISH', 'cid')],
    ]),
  );
  const lost = { matchCount: 1, wins: 0, draws: 0, losses: 1 };
  const { pink } = await heats.read(`pink: team(name: "Pink") { ${TALLY} opponents { name ${TALLY} } }`);
  expect(pink).toEqual({ ...lost, opponents: [{ name: 'Blue', ...lost }] });
});

test('its players are those with the most matches for it', async () => {
  const { members } = await team('Red', 'members(first: 3) { player { handle } matchCount lastPlayedAt }');
  const { matches } = await team('Red', 'matches { playedAt sides { name } }');
  expect(members).toEqual([
    { player: { handle: 'ann' }, matchCount: 4, lastPlayedAt: matches[0].playedAt },
    { player: { handle: 'ben' }, matchCount: 2, lastPlayedAt: matches[2].playedAt },
    { player: { handle: 'gus' }, matchCount: 1, lastPlayedAt: matches[0].playedAt },
  ]);
  expect(matches.map(({ sides }: Row) => sides.map(({ name }: Row) => name))).toEqual([
    ['Red', 'Green'],
    ['Red', 'Green', 'Blue'],
    ['Blue', 'Red'],
    ['Red', 'Blue'],
  ]);
});

test('its meetings show the side that finished ahead', async () => {
  expect((await team('Red', `opponents { name ${TALLY} }`)).opponents).toEqual([
    { name: 'Blue', matchCount: 3, wins: 1, draws: 1, losses: 1 },
    { name: 'Green', matchCount: 2, wins: 1, draws: 0, losses: 1 },
  ]);
});

test('an unknown name of a side is no team, and case matters', async () => {
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

test('a team is found by its newest matches, however many others were played since', async () => {
  const old = await story.league('old', 'elo');
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  const sides = ['Blue', 'Red'].map((name, side) => ({
    ...{ name, placement: side + 1 },
    participants: [{ player: name.toLowerCase() }],
  }));
  await old.play(old.match(sides, { playedAt: at(0) }));
  for (let batch = 0; batch < 6; batch++) {
    const later = Array.from({ length: 900 }, (_, n) =>
      old.match('ann beats ben', { playedAt: at(1 + batch * 900 + n) }),
    );
    await old.submit(later);
  }
  const found = await old.read(`matchCount team(name: "Red") { ${TALLY} } teams { teamName league { slug } }`);
  expect(found.matchCount).toBe(5401);
  expect(found.team).toEqual({ matchCount: 1, wins: 0, draws: 0, losses: 1 });
  expect(found.teams).toEqual(['Blue', 'Red'].map((teamName) => ({ teamName, league: { slug: 'old' } })));
});

test('a search finds teams by the beginning of their names, in leagues that the caller may read', async () => {
  const hidden = await story.league('hidden', 'openskill', { visibility: 'PRIVATE' });
  const side = (name: string, placement: number, player: string) => ({ name, placement, participants: [{ player }] });
  await hidden.play(hidden.match([side('Redoubt', 1, 'ann'), side('100%_Red', 2, 'ben')]));
  const found = async (text: string, as = story.anonymous) => {
    const { search } = await as.get(
      'query ($text: String!) { search(text: $text, first: 20) { ... on NamedTeam { teamName league { slug } } } }',
      { text },
    );
    return search
      .filter(({ teamName }: Row) => teamName !== undefined)
      .map(({ teamName, league }: Row) => `${teamName} of ${league.slug}`)
      .sort();
  };
  expect(await found('rEd')).toEqual(['Red of cars', 'Red of old', 'Red of teams']);
  expect(await found('red', story.admin)).toEqual(['Red of cars', 'Red of old', 'Red of teams', 'Redoubt of hidden']);
  expect(await found('ed')).toEqual([]);
  expect(await found('%', story.admin)).toEqual([]);
  expect(await found('100%_', story.admin)).toEqual(['100%_Red of hidden']);
});

test('a corrected name of a side is a team, and a name without sides is shown nowhere', async () => {
  const { match } = await league.read(
    'match(externalId: "teams-5") { id version sides { name participants { player { handle } score } } }',
  );
  const sides = [
    { name: 'Violet', score: 4, participants: [{ player: 'ann' }, { player: 'ben' }] },
    { name: 'Green', score: 0, participants: [{ player: 'cid' }, { player: 'dan' }] },
  ];
  await story.admin.mutate('amendMatch', { match: match.id, expectedVersion: match.version, sides, reason: 'renamed' });
  expect(await team('Violet', TALLY)).toEqual({ matchCount: 1, wins: 1, draws: 0, losses: 0 });
});
