import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { compareRatingSystems } from '../../services/api/dist/compare/compare-rating-systems.js';
import { compareWithinRequest } from '../../services/api/dist/compare/compare-within-request.js';
import { OPERATIONS_FOLDER } from '../schema/files.js';
import { openPlatform, type Platform } from '../support/platform.js';
import { countRows } from '../support/service.js';
import { ERROR, type Story, startStory } from '../support/story.js';

const COMPARE = `mutation ($input: CompareRatingSystemsInput!) {
  compareRatingSystems(input: $input) {
    league { slug }
    matches
    systems { system { key } settings isPresent evaluation { logLoss } problem }
    errors { ${ERROR} }
  }
}`;
const HANDLES = ['ann', 'ben', 'cid', 'dan', 'eve'];

let story: Story;
let platform: Platform;
beforeAll(async () => {
  story = await startStory();
  const duels = await story.league('duels', 'timed-glicko');
  const told = Array.from({ length: 200 }, (_, n) => {
    const [one, other] = [HANDLES[n % 5]!, HANDLES[(n + 1 + (n % 3)) % 5]!];
    return duels.match(`${one} ${n % 7 === 0 ? 'draws' : 'beats'} ${other}`);
  });
  await duels.play(...told);
  await story.league('empty', 'zonestats');
  await story.league('teams', 'zonestats').then((teams) => teams.play('ann+ben beats cid+dan'));
  platform = await openPlatform(story.databaseUrl, []);
});
afterAll(async () => {
  await platform?.close();
  await story?.stop();
});

const compare = async (input: object, caller = story.admin) =>
  (await caller.get(COMPARE, { input })).compareRatingSystems;

describe('compareRatingSystems', () => {
  test('answers what the command does, to the bit, and changes nothing', async () => {
    const systems = [
      { ratingSystem: 'zonestats', settings: { spread: 300 } },
      { ratingSystem: 'performance', settings: { variant: 'p6' } },
      { ratingSystem: 'timed-glicko', settings: {} },
    ];
    const before = await countRows(story);
    const document = await readFile(new URL('compare-rating-systems.graphql', OPERATIONS_FOLDER), 'utf8');
    const { compareRatingSystems: answer } = await story.admin.get(document, { input: { league: 'duels', systems } });
    const compared = await compareRatingSystems(platform.app, COMMAND_LINE, { league: 'duels', systems });
    expect(answer).toEqual({
      matches: 200,
      baselines: compared.baselines.map(({ baseline, evaluation: { logLoss } }) => ({
        baseline,
        evaluation: { logLoss },
      })),
      systems: compared.systems.map(({ rater, settings, isPresent, evaluation, difference, worseThan }) => {
        const { daily: _, matches: __, ...told } = evaluation!;
        return {
          ...{ system: { key: rater.key, version: rater.version }, settings, isPresent },
          ...{ evaluation: told, difference, worseThan, problem: null },
        };
      }),
      errors: [],
    });
    expect(answer.systems.map(({ isPresent }: { isPresent: boolean }) => isPresent)).toEqual([false, false, true]);
    expect(await countRows(story)).toEqual(before);
  });

  test('takes all that are installed where none are named, and those of settings left out at their defaults', async () => {
    const all = await compare({ league: 'duels' });
    expect(all.systems.map(({ system }: { system: { key: string } }) => system.key).toSorted()).toEqual([
      'elo',
      'glicko2',
      'openskill',
      'performance',
      'timed-glicko',
      'zonestats',
    ]);
    const { systems } = await compare({ league: 'duels', systems: [{ ratingSystem: 'zonestats' }] });
    expect(systems[1]).toEqual(
      all.systems.find(({ system }: { system: { key: string } }) => system.key === 'zonestats'),
    );
  });

  test('tells of the present one alone where none is wanted beside it', async () => {
    const { systems } = await compare({ league: 'duels', systems: [] });
    expect(systems).toMatchObject([{ system: { key: 'timed-glicko' }, isPresent: true, problem: null }]);
  });

  test('names what is in the way of one, and compares the others', async () => {
    const { systems, errors } = await compare({ league: 'teams', systems: [{ ratingSystem: 'timed-glicko' }] });
    expect(errors).toEqual([]);
    expect(systems).toMatchObject([
      { system: { key: 'zonestats' }, problem: null },
      {
        system: { key: 'timed-glicko' },
        evaluation: null,
        problem: expect.stringContaining('"teams-1"; with multiplayer: pairwise it can'),
      },
    ]);
  });

  test('compares once what is named twice', async () => {
    const named = [{ ratingSystem: 'zonestats' }, { ratingSystem: 'zonestats', settings: { spread: 120 } }];
    const { systems } = await compare({ league: 'duels', systems: named });
    expect(systems).toMatchObject([{ system: { key: 'timed-glicko' } }, { system: { key: 'zonestats' } }]);
  });

  test.each([
    [
      'duels',
      [{ ratingSystem: 'zonestats', settings: { spread: 0 } }],
      'BAD_SETTINGS',
      'input.systems.0.settings.spread',
    ],
    ['duels', [{ ratingSystem: 'trueskill' }], 'BAD_SETTINGS', 'input.systems.0.ratingSystem'],
    ['duels', Array(17).fill({ ratingSystem: 'zonestats' }), 'BAD_INPUT', 'input.systems'],
    ['empty', [], 'BAD_INPUT', 'input.league'],
    ['nowhere', [], 'BAD_INPUT', 'input.league'],
  ])('of %s is refused with the place of what is wrong', async (league, systems, code, path) => {
    const { errors, ...rest } = await compare({ league, systems });
    expect(errors).toMatchObject([{ code }]);
    expect(errors[0].path.join('.')).toBe(path);
    expect(rest).toMatchObject({ league: null, matches: null, systems: null });
  });

  test('does one comparison at a time, and the next one when it is done', async () => {
    const input = { league: 'duels' };
    const [first, second] = await Promise.all([compare(input), compare(input)]);
    const [done, refused] = first.errors.length === 0 ? [first, second] : [second, first];
    expect(done.errors).toEqual([]);
    expect(refused.errors).toMatchObject([{ code: 'CONFLICT', path: ['input'] }]);
    expect((await compare(input)).errors).toEqual([]);
  });
});

test('what takes longer than a request may is told of by each that was not done, and the next comparison may begin', async () => {
  const input = { league: 'duels', systems: [{ ratingSystem: 'zonestats', settings: {} }] };
  const { systems } = await compareWithinRequest(platform.app, COMMAND_LINE, input, undefined, 1);
  const problem = 'it was not done within 0.001 s, the limit for a request; `openladder compare` has no such limit';
  expect(systems.map((system) => [system.evaluation, system.problem])).toEqual(Array(2).fill([null, problem]));
  const again = await compareWithinRequest(platform.app, COMMAND_LINE, input);
  expect(again.systems.map(({ problem }) => problem)).toEqual([null, null]);
});
