import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../services/api/dist/database/data-source.js';
import { insertPlayers } from '../../services/api/dist/player/player.repository.js';
import { lockWaits } from '../support/held-league.js';
import { playerStatements } from '../support/statements.js';
import { type Story, useStory } from '../support/story.js';

let database: Awaited<ReturnType<typeof connect>>;
let count = 0;
let league: Awaited<ReturnType<Story['league']>>;

const story = useStory();
beforeAll(async () => {
  database = await connect(story.databaseUrl);
});
afterAll(() => database.destroy());
beforeEach(async () => {
  count++;
  league = await story.league(`league-${count}`);
});

/** A handle of this test's own, in letters that Latin and Cyrillic share. */
const latin = () => `abe${'op'.repeat(count)}`;
const cyrillic = () => `аве${'ор'.repeat(count)}`;
/** Handles of this test's own that look alike as typed. */
const strokes = () => `lll_${count + 1}`;
const mixed = () => `lI1_${count + 1}`;

const refusal = (field: string, taken: string, like: string) =>
  `${field} "${taken}" looks too much like ${like}, another player's handle`;

async function errorsOf(
  mutation: string,
  input: object,
): Promise<{ message: string; path: unknown[]; code: string }[]> {
  return (await story.admin.attempt(mutation, input)).errors;
}

test('a match with a newcomer whose handle looks like a player is refused, and the others are stored', async () => {
  await league.play(`${latin()} beats ben${count}`);
  const [alike, fine] = await league.submit([
    league.match(`${cyrillic()} beats cid${count}`),
    league.match(`${latin()} beats dan${count}`),
  ]);
  expect(alike).toMatchObject({
    __typename: 'MatchRejected',
    error: {
      code: 'BAD_INPUT',
      message: refusal('player', cyrillic(), `"${latin()}"`),
      path: ['input', 'matches', '0', 'sides', '0', 'participants', '0', 'player'],
    },
  });
  expect(fine).toMatchObject({ __typename: 'MatchAccepted' });
  expect(await story.sql(`SELECT handle FROM player WHERE handle IN ('${cyrillic()}', 'cid${count}')`)).toEqual([]);
});

test('of two look-alike newcomers of one submission, one is accepted', async () => {
  const answers = await league.submit([
    league.match(`${cyrillic()} beats cid${count}`),
    league.match(`${latin()} beats dan${count}`),
  ]);
  expect(answers.map(({ __typename }) => __typename)).toEqual(['MatchRejected', 'MatchAccepted']);
  expect(answers[0]).toMatchObject({ error: { message: refusal('player', cyrillic(), `"${latin()}"`) } });
});

test('a newcomer whose handle looks like a player as typed is refused, and a player may be typed in capitals', async () => {
  await league.play(`${strokes()} beats bobo${count}`);
  const [alike, ...fine] = await league.submit([
    league.match(`${mixed()} beats cid${count}`),
    league.match(`bob0${count} beats bobo${count}`),
    league.match(`${strokes().toUpperCase()} beats Iii_${count}`),
  ]);
  expect(alike).toMatchObject({ error: { code: 'BAD_INPUT', message: refusal('player', mixed(), `"${strokes()}"`) } });
  expect(fine.map(({ __typename }) => __typename)).toEqual(['MatchAccepted', 'MatchAccepted']);
  expect(await story.sql(`SELECT handle FROM player WHERE handle IN ('${mixed()}', 'cid${count}')`)).toEqual([]);
});

test('a player is not renamed to look like another as typed, neither by letters nor by capitals', async () => {
  const small = `iii_${count + 1}`;
  await league.play(`${small} beats ${strokes()}`);
  const rename = (player: string, handle: string) => errorsOf('updatePlayer', { player, handle, reason: 'as asked' });
  const capital = small.toUpperCase();
  expect(await rename(small, capital)).toMatchObject([
    { code: 'BAD_INPUT', path: ['input', 'handle'], message: refusal('handle', capital, `"${strokes()}"`) },
  ]);
  expect(await rename(small, `Ii${small.slice(2)}`)).toEqual([]);
  expect(await rename(strokes(), strokes().toUpperCase())).toEqual([]);
  expect(await rename(small, capital), 'nobody is typed like that any more').toEqual([]);
  expect(await rename(strokes(), strokes())).toMatchObject([
    { code: 'BAD_INPUT', message: refusal('handle', strokes(), `"${capital}"`) },
  ]);
  expect(await rename(small, `zoe${count}`)).toEqual([]);
  expect(await rename(strokes(), strokes()), 'a former handle in ASCII blocks no other').toEqual([]);
  expect(await rename(small, capital), 'and is taken back as it was').toEqual([]);
});

test('a handle that looks like another is refused by a registration, a queue or a rename', async () => {
  const slug = `league-${count}`;
  await league.play(`${cyrillic()} beats ben${count}`);
  expect(await errorsOf('registerPlayers', { league: slug, players: [`new${count}`, latin()] })).toMatchObject([
    { code: 'BAD_INPUT', path: ['input', 'players', '1'], message: refusal('player', latin(), `"${cyrillic()}"`) },
  ]);
  expect(await errorsOf('joinQueue', { league: slug, player: latin() })).toMatchObject([
    { code: 'BAD_INPUT', path: ['input', 'player'], message: refusal('player', latin(), `"${cyrillic()}"`) },
  ]);
  const rename = (player: string, handle: string) => errorsOf('updatePlayer', { player, handle, reason: 'as asked' });
  expect(await rename(`ben${count}`, latin())).toMatchObject([
    { code: 'BAD_INPUT', path: ['input', 'handle'], message: refusal('handle', latin(), `"${cyrillic()}"`) },
  ]);
  expect(await rename(cyrillic(), latin())).toEqual([]);
  expect(await rename(`ben${count}`, cyrillic())).toMatchObject([{ code: 'TAKEN' }]);
});

test('a former handle is compared, even in capitals', async () => {
  await league.play(`${latin()} beats ben${count}`);
  const rename = { player: latin(), handle: `zoe${count}`, reason: 'as asked' };
  expect(await errorsOf('updatePlayer', rename)).toEqual([]);
  const [answer] = await league.submit([league.match(`${cyrillic().toUpperCase()} beats ben${count}`)]);
  expect(answer).toMatchObject({ error: { message: refusal('player', cyrillic().toUpperCase(), `"${latin()}"`) } });
});

test('a look-alike blocks a handle in ASCII only until an admin renames it', async () => {
  await league.play(`${cyrillic()} beats ben${count}`);
  const [before] = await league.submit([league.match(`${latin()} beats ben${count}`)]);
  expect(before).toMatchObject({ error: { message: refusal('player', latin(), `"${cyrillic()}"`) } });
  const reason = 'took the look of a handle';
  expect(await errorsOf('updatePlayer', { player: cyrillic(), handle: `taker${count}`, reason })).toEqual([]);
  const [after] = await league.submit([league.match(`${latin()} beats ben${count}`)]);
  expect(after).toMatchObject({ __typename: 'MatchAccepted' });
  const [again] = await league.submit([league.match(`${cyrillic().toUpperCase()}х beats ${latin()}`)]);
  expect(again).toMatchObject({ __typename: 'MatchAccepted' });

  const other = { player: `ben${count}`, handle: `${latin()}x`, reason };
  expect(await errorsOf('updatePlayer', other)).toMatchObject([{ code: 'BAD_INPUT' }]);
  const away = { player: `${cyrillic().toUpperCase()}х`, handle: `other${count}`, reason };
  expect(await errorsOf('updatePlayer', away)).toEqual([]);
  expect(await errorsOf('updatePlayer', other)).toEqual([]);
});

test('a player with an outdated skeleton enters a league with the same statements, regardless of look-alikes', async () => {
  const other = await story.league(`other-${count}`);
  await league.play(`${latin()} beats ben${count}`);
  const update = (skeleton: string) =>
    story.sql(`UPDATE player_name SET small_skeleton = '${skeleton}', capital_skeleton = '${skeleton}', typed_skeleton = '${skeleton}',
               look_alike = 9 WHERE handle_key = '${latin()}'`);
  await update('old');
  await league.play(`${cyrillic()} beats ben${count}`);
  const enter = async (handle: string) => {
    const play = () => other.play(`${handle} beats ben${count}`);
    return (await playerStatements(play)).map(({ text }) => text).toSorted();
  };
  await enter(`first${count}`);
  const texts = await enter(latin());
  expect((await other.read(`players(search: "${latin()}") { nodes { handle } }`)).players.nodes).toEqual([
    { handle: latin() },
  ]);
  expect(texts).toEqual(await enter(`nobody${count}`));
  await update(latin());
});

test('a player of a private league stays unknown: their look-alike is accepted elsewhere', async () => {
  const hidden = await story.league(`hidden-${count}`, undefined, { visibility: 'PRIVATE' });
  await hidden.play(`${latin()} beats eve${count}`);
  const [answer] = await league.submit([league.match(`${cyrillic()} beats ben${count}`)]);
  expect(answer).toMatchObject({ __typename: 'MatchAccepted' });
  const [own] = await hidden.submit([hidden.match(`${cyrillic()}х beats ${latin()}`)]);
  expect(own).toMatchObject({ __typename: 'MatchAccepted' });
  const [again] = await hidden.submit([hidden.match(`${latin()}x beats ${latin()}`)]);
  expect(again).toMatchObject({ error: { message: refusal('player', `${latin()}x`, `"${cyrillic()}х"`) } });
});

test.each([
  ['comes in', latin, cyrillic, 'commitTransaction', 'MatchRejected'],
  ['does not come in after all', latin, cyrillic, 'rollbackTransaction', 'MatchAccepted'],
  ['comes in, and they look alike as typed', strokes, mixed, 'commitTransaction', 'MatchRejected'],
] as const)('of two look-alikes made at once the second waits: the first %s', async (_, one, other, end, expected) => {
  const runner = database.createQueryRunner();
  await runner.startTransaction();
  await insertPlayers(runner, 0, [one()], new Date());
  const racing = league.submit([league.match(`${other()} beats ben${count}`)]);
  await lockWaits(story, 1);
  await runner[end]();
  await runner.release();
  const [answer] = await racing;
  expect(answer!.__typename).toBe(expected);
  if (expected === 'MatchRejected') {
    expect(answer).toMatchObject({
      error: { message: `player "${other()}" looks too much like a handle that was just taken` },
    });
  }
});

test('a handle that is taken while a player gets one that looks like it as typed is refused', async () => {
  await league.play(`iii_${count + 1} beats ben${count}`);
  const runner = database.createQueryRunner();
  await runner.startTransaction();
  await insertPlayers(runner, 0, [strokes()], new Date());
  const input = { player: `iii_${count + 1}`, handle: `III_${count + 1}`, reason: 'as asked' };
  const racing = errorsOf('updatePlayer', input);
  await lockWaits(story, 1);
  await runner.commitTransaction();
  await runner.release();
  expect(await racing).toMatchObject([{ code: 'TAKEN' }]);
  expect(await story.sql(`SELECT handle FROM player WHERE handle ILIKE 'iii_${count + 1}'`)).toEqual([
    { handle: `iii_${count + 1}` },
  ]);
});
