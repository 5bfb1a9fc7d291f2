import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../services/api/dist/database/data-source.js';
import { findPlayerIds, insertPlayers } from '../../services/api/dist/player/player.repository.js';
import { lockWaits } from '../support/held-league.js';
import { countRows } from '../support/service.js';
import { useLeague, useStory } from '../support/story.js';

let database: Awaited<ReturnType<typeof connect>>;
let count = 0;

/** Handles of this test's own. */
let [ann, ben, zed] = ['', '', ''] as [string, string, string];
const story = useStory();

beforeAll(async () => {
  database = await connect(story.databaseUrl);
});

afterAll(() => database.destroy());

beforeEach(async () => {
  count++;
  [ann, ben, zed] = [`ann${count}`, `ben${count}`, `zed${count}`];
  await (await story.league(`league-${count}`)).play(`${ann} beats ${ben}`);
});

const rename = async (player: string, handle: string) =>
  await story.admin.attempt('updatePlayer', { player, handle, reason: 'a new name' }, 'player { handle }');

/** Takes a name in a transaction that stays open, as a long dry run does. */
async function hold(name: string): Promise<{ rollback(): Promise<void>; commit(): Promise<void> }> {
  const runner = database.createQueryRunner();
  await runner.startTransaction();
  await insertPlayers(runner, 0, [name], new Date());
  return {
    rollback: () => runner.rollbackTransaction().then(() => runner.release()),
    commit: () => runner.commitTransaction().then(() => runner.release()),
  };
}

test('a handle that was given up while another player was about to take it is not given to a second player', async () => {
  const runner = database.createQueryRunner();
  await runner.startTransaction();
  expect(await findPlayerIds(runner, 0, [zed])).toEqual(new Map());
  expect((await rename(ann, zed)).errors).toEqual([]);
  expect((await rename(zed, `amy${count}`)).errors).toEqual([]);

  const { ids, made } = await insertPlayers(runner, 0, [zed], new Date());
  await runner.commitTransaction();
  await runner.release();
  expect(made).toEqual([]);
  expect(ids).toEqual(
    await findPlayerIds(database, 0, [`amy${count}`]).then((found) => new Map([[zed, [...found.values()][0]]])),
  );

  const league = `league-${count}`;
  const read = await story.anonymous.get(
    `query ($league: String!, $zed: String!, $ben: String!) { league(slug: $league) {
      rating(player: $zed) { matchesPlayed player { handle } }
      matches(player: $zed) { totalCount: nodes { externalId } }
      headToHead(player: $zed, opponent: $ben) { matches }
    } }`,
    { league, zed, ben },
  );
  expect(read.league).toMatchObject({
    rating: { matchesPlayed: 1, player: { handle: `amy${count}` } },
    headToHead: { matches: 1 },
  });
});

test.each([
  ['by one who gives it back', 'rollback', ['TAKEN', 'renamed']],
  ['by one who keeps it', 'commit', ['TAKEN', 'TAKEN']],
] as const)('of two renames to a handle that is held %s, at most one succeeds', async (_, end, expected) => {
  const held = await hold(zed);
  const racing = Promise.all([rename(ann, zed), rename(ben, zed)]);
  await lockWaits(story, 1);
  await held[end]();
  const outcomes = (await racing).map(({ player, errors }) => (player ? 'renamed' : errors[0].code));
  expect(outcomes.toSorted()).toEqual(expected);
});

test('a former handle of another player is taken, and becomes the handle of its own player again', async () => {
  expect((await rename(ann, zed)).errors).toEqual([]);
  expect(await rename(ben, ann)).toEqual({
    player: null,
    errors: [
      {
        __typename: 'TakenError',
        code: 'TAKEN',
        message: `Handle "${ann}" is taken: it is another player's current or former handle.`,
        path: ['input', 'handle'],
      },
    ],
  });
  expect(await rename(zed, ann)).toEqual({ player: { handle: ann }, errors: [] });
  expect(await rename(ann, ann.toUpperCase())).toEqual({ player: { handle: ann.toUpperCase() }, errors: [] });
});

test('many renames of one player at once happen in sequence', async () => {
  const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map((letter) => rename(ann, `${zed}${letter}`)));
  expect(outcomes.flatMap(({ errors }) => errors)).toEqual([]);
  const { player } = await story.admin.get('query ($ann: String!) { player(handle: $ann) { handle formerHandles } }', {
    ann,
  });
  expect([player.handle, ...player.formerHandles].toSorted()).toEqual([
    ann,
    `${zed}a`,
    `${zed}b`,
    `${zed}c`,
    `${zed}d`,
  ]);
});

const league = useLeague(story, 'names', 'ann beats Zoë', 'ΣΑΣ beats Straße');

test.each([
  ['in capitals', 'ANN', 'ann'],
  ['in capitals, decomposed', 'ZOE\u0308', 'Zoë'],
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

test('a handle that looks like another is refused for a registration, a rename and the queue', async () => {
  const register = await story.admin.attempt('registerPlayers', { league: 'names', players: ['ann', 'bօb', 'אbc'] });
  expect(register.errors).toMatchObject([
    {
      code: 'BAD_INPUT',
      path: ['input', 'players', '1'],
      message: expect.stringMatching(/^player must be written in/),
    },
    { code: 'BAD_INPUT', path: ['input', 'players', '2'] },
  ]);
  const rename = await story.admin.attempt('updatePlayer', { player: 'ann', handle: 'Ꭺnn', reason: 'a joke' });
  expect(rename.errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', 'handle'] }]);
  const join = await story.admin.attempt('joinQueue', { league: 'names', player: 'bօb' });
  expect(join.errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', 'player'] }]);
});
