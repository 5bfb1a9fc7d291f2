import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_QUERY } from '../../services/api/dist/http/sample-query.js';
import { useDatabase } from '../support/database.js';
import { writeNewFile } from '../support/folder.js';
import type { Row } from '../support/graphql.js';
import { ADMIN_TOKEN, countRows, type Service, startService } from '../support/service.js';
import { startServiceProcess } from '../support/service-process.js';
import { ERROR, type StoryLeague, storyLeague } from '../support/story.js';

/** A rating system that counts wins. */
const WINS = `export default {
  key: 'wins', version: '1.2.3', title: 'Wins', summary: 'counts wins', source: 'this file',
  settings: { type: 'object', additionalProperties: false, properties: {} },
  formats: () => ({ minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 }),
  initial: () => ({ points: 0 }),
  rate: (match, states) => new Map(match.sides.map(({ placement, participants: [{ player }] }, side) => {
    const opponent = match.sides[1 - side].participants[0].player;
    const delta = placement === 1 ? 1 : 0;
    const contribution = { opponent, opponentValue: states.get(opponent).points, expected: 0.5, actual: delta, weight: 1, delta };
    return [player, { state: { points: states.get(player).points + delta }, contributions: [contribution] }];
  })),
  rating: ({ points }) => ({ value: points, deviation: null, score: points, isProvisional: false }),
  predict: () => [0.5, 0.5],
};`;

/** The leagues "chess", rated by a plug-in that is gone, and "europe", rated by one that is there. */
const database = useDatabase();
let service: Service;
let chess: StoryLeague;
const NOW = new Date('2020-06-01T12:00:00Z');

beforeAll(async () => {
  const plugin = await writeNewFile('wins.mjs', WINS);
  const { url: databaseUrl } = database;
  const clock = () => NOW;
  const before = await startService({ databaseUrl, clock, env: { OPENLADDER_RATERS: plugin } });
  for (const [slug, ratingSystem] of [
    ['chess', 'wins'],
    ['europe', 'zonestats'],
  ]) {
    await before.admin.mutate('createLeague', { slug, name: slug, ratingSystem });
    await storyLeague(before.admin, slug!).play('ann beats ben', 'cid beats ben', 'cid beats ann');
  }
  await before.stop();
  service = await startService({ databaseUrl, clock });
  chess = storyLeague(service.admin, 'chess');
});
afterAll(() => service.stop());

describe('a league whose plug-in is not installed', () => {
  test('reports that in its rating system, and all other leagues work', async () => {
    const system =
      'settings system { isInstalled key version title settingsSchema defaultSettings formats { maxSides } }';
    const { leagues } = await service.anonymous.get(
      `{ leagues { nodes { slug ratingSystem { ${system} formats { minSides maxSides } } } } }`,
    );
    expect(leagues.nodes).toMatchObject([
      {
        slug: 'chess',
        ratingSystem: {
          formats: { minSides: 0, maxSides: 0 },
          system: {
            ...{ isInstalled: false, key: 'wins', version: '1.2.3', title: 'wins', formats: { maxSides: 0 } },
            ...{ settingsSchema: { type: 'object', properties: {} }, defaultSettings: {} },
          },
        },
      },
      { slug: 'europe', ratingSystem: { formats: { minSides: 2 }, system: { isInstalled: true, key: 'zonestats' } } },
    ]);
    // As it is compiled, too.
    for (let times = 0; times < 5; times++) {
      const { leagues: again } = await service.anonymous.get(SAMPLE_QUERY);
      expect(again.nodes[0].standings.nodes[0]).toMatchObject({ rank: 1, player: { handle: 'cid' } });
    }
    const { ratingSystems } = await service.anonymous.get('{ ratingSystems { key isInstalled } }');
    expect(ratingSystems).not.toContainEqual(expect.objectContaining({ isInstalled: false }));
  });

  test('can be read: its board, histories, matches and past', async () => {
    expect(await chess.board()).toEqual(['cid', 'ann', 'ben']);
    const { rating, matches, standings, snapshot } = await chess.read(`
      rating(player: "cid") { display value history { nodes { delta explanation: contributions { delta } before { value } } } }
      matches { nodes { externalId sides { participants { ratingChange { delta } } } } }
      standings(asOf: "2020-01-01T00:30:00Z") { nodes { player { handle } rating { value } } }
      snapshot(day: "2020-01-01") { day }
    `);
    expect(rating).toMatchObject({ value: 2, history: { nodes: [{ delta: 1 }, { delta: 1 }] } });
    expect(matches.nodes).toHaveLength(3);
    expect(standings.nodes.map(({ player }: Row) => player.handle)).toEqual(['ann', 'ben']);
    expect(snapshot).toBeNull();
  });

  test.each<[field: string, input: () => object]>([
    ['submitMatches', () => ({ matches: ['ann beats ben', 'dan beats ben'].map((result) => chess.match(result)) })],
    ['recomputeLeague', () => ({ reason: 'to see' })],
    ['registerPlayers', () => ({ players: ['dan'] })],
    ['joinQueue', () => ({ player: 'ann' })],
  ])('refuses %s with a typed error that names the plug-in, and stores nothing', async (field, input) => {
    const rows = await countRows(service);
    const { errors } = await service.admin.attempt(field, { league: 'chess', ...input() });
    expect(errors).toEqual([
      {
        __typename: 'RaterMissingError',
        code: 'RATER_MISSING',
        message: 'League chess is rated by "wins", which is not installed.',
        path: [],
      },
    ]);
    expect(await countRows(service)).toEqual(rows);
  });

  test('predicts nothing, and gives the reason', async () => {
    const query = '{ league(slug: "chess") { prediction(sides: [["ann"], ["ben"]]) { sides { winProbability } } } }';
    expect(await service.anonymous.fail(query)).toMatchObject({
      message: 'League chess is rated by "wins", which is not installed.',
      extensions: { code: 'RATER_MISSING' },
    });
  });

  test('gets the installed rating systems compared on its matches, and its own listed as missing', async () => {
    const { compareRatingSystems } = await service.admin.get(
      `mutation { compareRatingSystems(input: { league: "chess", systems: [{ ratingSystem: "zonestats" }] }) {
        matches systems { system { key isInstalled } isPresent evaluation { logLoss } problem } errors { ${ERROR} } } }`,
    );
    expect(compareRatingSystems).toEqual({
      matches: 3,
      systems: [
        {
          ...{ system: { key: 'wins', isInstalled: false }, isPresent: true },
          ...{ evaluation: null, problem: 'wins is not installed' },
        },
        {
          ...{ system: { key: 'zonestats', isInstalled: true }, isPresent: false },
          ...{ evaluation: { logLoss: expect.any(Number) }, problem: null },
        },
      ],
      errors: [],
    });
  });

  test('can be given another rating system', async () => {
    const input = { league: 'chess', ratingSystem: 'zonestats', settings: {}, reason: 'wins are gone', dryRun: true };
    const { effect } = await service.admin.mutate(
      'configureRatingSystem',
      input,
      'effect { changes { player { handle } } }',
    );
    expect(effect).toMatchObject({ changes: [{}, {}, {}] });
  });
});

test('the start warns once about the plug-in and names its leagues, and the nightly run adds nothing', async () => {
  const process = await startServiceProcess({
    env: { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN },
  });
  const { stdout } = await process.end('SIGTERM');
  const warnings = stdout.split('\n').filter((line) => line.includes('"wins"'));
  expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
    {
      ...{ level: 40, rater: 'wins', count: 1, leagues: ['chess'] },
      msg: 'A rating system is not installed (OPENLADDER_RATERS); its leagues can be read but refuse matches',
    },
  ]);
});
