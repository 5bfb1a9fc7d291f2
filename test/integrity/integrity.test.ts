import { seededRandom } from '@openladder/rating/random';
import { beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { findAnalysis } from '../../services/api/dist/analysis/analysis.repository.js';
import { requestIntegrityCheck } from '../../services/api/dist/analysis/request-analysis.js';
import { runAnalyses } from '../../services/api/dist/analysis/run-analyses.js';
import { checkIntegrity } from '../../services/api/dist/integrity/check-integrity.js';
import { gamesIn, newestHalf, readGames } from '../../services/api/dist/integrity/read-games.js';
import { snapshot } from '../../services/api/dist/kit/sql/transaction.js';
import { listPlayersById } from '../../services/api/dist/player/player.repository.js';
import { readOperation } from '../schema/files.js';
import type { Row } from '../support/graphql.js';
import { failingLog } from '../support/log.js';
import { DAY, leagueNow, leagueWith, match, OPENING, usePlatform, withPlayerDetails } from '../support/platform.js';
import { useStory } from '../support/story.js';

const story = useStory();
const platform = usePlatform();
beforeAll(async () => {
  const club = await story.league('club', 'elo');
  const random = seededRandom(3);
  const honest = Array.from({ length: 600 }, () => {
    const [one, other] = random.shuffle(Array.from({ length: 40 }, (_, player) => player));
    const chance = 1 / (1 + Math.exp((one! - other!) / 10));
    return random.chance(chance) ? `p${one} beats p${other}` : `p${other} beats p${one}`;
  });
  const ring = Array.from({ length: 120 }, (_, index) => `p30 beats friend${index % 4}`);
  const all = random.shuffle([...honest, ...ring]);
  await club.play(...all.map((result) => club.match(result)));
});

test('friends who lift one player are found, with figures, a plain reason and the matches, for the admins only', async () => {
  const check = await readOperation('check-integrity.graphql');
  const { checkIntegrity } = await story.admin.get(check, { input: { league: 'club' } });
  expect(checkIntegrity).toMatchObject({ check: { status: 'QUEUED' }, errors: [] });
  const document = await readOperation('integrity-checks.graphql');
  const newest = async () => (await story.admin.get(document, { league: 'club' })).league.integrityChecks.nodes[0];
  await expect.poll(async () => (await newest()).finishedAt, { interval: 50 }).not.toBeNull();
  const done = await newest();
  expect(done).toMatchObject({ id: checkIntegrity.check.id, status: 'DONE', sequence: 720, matches: 720, players: 44 });
  const few = done.signals.find(({ kind }: Row) => kind === 'FEW_OPPONENTS');
  expect(few).toMatchObject({ player: { handle: 'p30' }, submitter: null, matchCount: 120 });
  expect(few.others.map(({ handle }: Row) => handle).toSorted()).toEqual([0, 1, 2, 3].map((n) => `friend${n}`));
  expect(few.reason).toMatch(
    /^p30 has \d+ % of their points from 4 opponents who play little else \(.* and 1 more\), in 120 of \d+ matches\.$/,
  );
  expect(few.figures).toContainEqual({ name: 'opponents', value: 4 });
  expect(few.matches).toHaveLength(20);
  expect(few.matches[0]).toMatchObject({ version: 1, status: 'RATED' });
  const helped = new Set(done.signals.map(({ player }: Row) => player.handle));
  expect([...helped]).toEqual(['p30']);

  const bot = await story.bot(['matches:submit'], 'club');
  expect((await bot.fail(document, { league: 'club' })).extensions.code).toBe('FORBIDDEN');
  expect((await bot.fail(check, { input: { league: 'club' } })).extensions.code).toBe('FORBIDDEN');
  const read = 'query ($id: ID!) { node(id: $id) { id } }';
  expect(await bot.get(read, { id: done.id })).toEqual({ node: null });
});

test('a finished check cannot be cancelled, and a league without matches cannot be checked', async () => {
  const document = await readOperation('integrity-checks.graphql');
  const [{ id }] = (await story.admin.get(document, { league: 'club' })).league.integrityChecks.nodes;
  const cancelled = await story.admin.mutate('cancelIntegrityCheck', { check: id }, 'check { status }');
  expect(cancelled.check.status).toBe('DONE');
  await story.league('empty', 'elo');
  const refused = await story.admin.get(await readOperation('check-integrity.graphql'), { input: { league: 'empty' } });
  expect(refused.checkIntegrity.errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', 'league'] }]);
});

test('a stopping process leaves a check to the next one, and a check that takes too long reports that', async () => {
  const app = { ...platform.app, clock: () => new Date(OPENING + 100 * DAY) };
  await leagueWith(app, 'club', 'elo', [match(10, 'ann beats ben')]);
  const { id } = await requestIntegrityCheck(app, COMMAND_LINE, 'club');
  const check = () => findAnalysis(app.database.manager, id);
  const stopping = new AbortController();
  // The time is asked for when a check begins.
  const clock = () => {
    stopping.abort();
    return app.clock();
  };
  await runAnalyses({ ...app, clock }, failingLog, stopping.signal);
  expect(await check()).toMatchObject({ status: 'RUNNING', attempts: 0 });
  await runAnalyses(app, failingLog, new AbortController().signal, 0);
  expect(await check()).toMatchObject({ status: 'FAILED', error: 'it did not finish within an hour', attempts: 1 });
});

test('duels, teams and races are read, without guests and void matches', async () => {
  const { app } = platform;
  await leagueWith(app, 'mixed', 'zonestats', [
    match(1, 'ann beats ben'),
    match(2, 'cid draws ann'),
    match(3, 'ann+ben beats cid+dan'),
    match(4, 'cid beats ann draws dan'),
    withPlayerDetails(match(5, 'ann+ben beats cid+dan'), { dan: { isGuest: true } }),
    // Neither of these is a duel.
    withPlayerDetails(match(6, 'ann+ben beats cid'), { ben: { isGuest: true } }),
    withPlayerDetails(match(7, 'ann beats ben'), { ben: { isGuest: true } }),
  ]);
  const { id } = await leagueNow(app, 'mixed');
  const columns = await snapshot(app.database, (tx) => readGames(tx, id, () => undefined));
  const players = await listPlayersById(app.database.manager, id, columns.players);
  const nameOf = (place: number) => players.find((player) => player.id === columns.players[place])?.handle;
  const read = [...gamesIn(columns)].map((game) => {
    if ('one' in game) return [game.sequence, `${nameOf(game.one)} ${game.score} ${nameOf(game.other)}`];
    return [game.sequence, ...game.sides.map(({ players, merit }) => `${players.map(nameOf).join('+')} ${merit}`)];
  });
  expect(read).toEqual([
    [1, 'ann 1 ben'],
    [2, 'cid 0.5 ann'],
    [3, 'ann+ben -1', 'cid+dan -2'],
    [4, 'cid -1', 'ann -2', 'dan -2'],
    [5, 'ann+ben -1', 'cid -2'],
  ]);
  expect([...gamesIn(newestHalf(columns))]).toEqual([...gamesIn(columns)].slice(2));

  const work = { onProgress: () => undefined, ending: new AbortController().signal };
  await expect(checkIntegrity(app, id, { ...work, heap: 2 })).rejects.toThrow(
    'the check used more than 2 MB of memory',
  );
  expect(await checkIntegrity(app, id, { ...work, heap: 100 })).toMatchObject({ matches: 5, signals: [] });
});
