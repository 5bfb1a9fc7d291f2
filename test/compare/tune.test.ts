import { readFile } from 'node:fs/promises';
import { seededRandom } from '@openladder/rating/random';
import { beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { tuneRatingSystem } from '../../services/api/dist/compare/tune-rating-system.js';
import { OPERATIONS_FOLDER } from '../schema/files.js';
import type { Row } from '../support/graphql.js';
import { match, openLeague, play, usePlatform } from '../support/platform.js';
import { countRows } from '../support/service.js';
import { useLeague, useStory } from '../support/story.js';

const STATUS = 'id status progress error';

const story = useStory();
const ladder = useLeague(story, { slug: 'ladder', ratingSystem: 'elo', settings: { k: 4 } });
const platform = usePlatform({ urlOf: () => story.databaseUrl, raters: [] });
beforeAll(async () => {
  const random = seededRandom(5);
  // Twelve players, each better than the next: a K of 4 takes too long to notice.
  const games = Array.from({ length: 900 }, () => {
    const [a, b] = random.shuffle([...Array(12).keys()]);
    const isFirst = random.chance(1 / (1 + Math.exp(-0.4 * (b! - a!))));
    return isFirst ? `p${a} beats p${b}` : `p${b} beats p${a}`;
  });
  await ladder.play(...games.map((sides) => ladder.match(sides)));
  await story.league('teams', 'zonestats').then((teams) => teams.play('ann+ben beats cid+dan'));
  await story.league('empty', 'elo');
});

const tune = async (input: object, caller = story.admin) =>
  await caller.attempt('tuneRatingSystem', input, `comparison { ${STATUS} }`);
const newest = async () => {
  const document = await readFile(new URL('comparisons.graphql', OPERATIONS_FOLDER), 'utf8');
  return (await story.admin.get(document, { league: 'ladder', first: 1 })).league.comparisons.nodes[0];
};

describe('tuneRatingSystem', () => {
  test('finds better settings in the background, measured on the last matches, and changes nothing', async () => {
    const before = await countRows(story);
    const { comparison, errors } = await tune({ league: 'ladder', only: ['k', 'marginOfVictory'], evaluations: 30 });
    expect([comparison.status, errors]).toEqual(['QUEUED', []]);
    expect((await tune({ league: 'ladder' })).errors).toMatchObject([{ code: 'CONFLICT' }]);
    await expect.poll(async () => (await newest()).finishedAt, { interval: 50 }).not.toBeNull();
    const done = await newest();
    expect(done).toMatchObject({ id: comparison.id, status: 'DONE', progress: 1, error: null, sequence: 900 });
    expect(done).toMatchObject({ matches: 900, burnInMatches: 180, heldOutMatches: 360 });
    const { tuning, systems } = done;
    expect(tuning).toMatchObject({
      system: { key: 'elo' },
      settings: { newcomerK: 40, marginOfVictory: 'none', initialRating: 1500 },
      isRecommended: true,
    });
    expect(tuning.settings.k).toBeGreaterThan(8);
    expect(tuning.evaluations).toBeLessThanOrEqual(30);
    expect(tuning.path[0].settings.k).toBe(4);
    expect(tuning.path.at(-1).logLoss).toBeLessThan(tuning.path[0].logLoss - 0.001);
    const found = systems.find(({ settings }: Row) => textOf(settings) === textOf(tuning.settings));
    expect(found.heldOutDifference.high).toBeLessThan(0);
    expect(systems[0]).toMatchObject({ isPresent: true, settings: { k: 4 } });
    expect(await countRows(story)).toEqual({ ...before, analysis: before.analysis! + 1 });

    const input = { league: 'ladder', ratingSystem: 'elo', settings: tuning.settings, reason: 'tuned', dryRun: true };
    const configureRatingSystem = await story.admin.attempt('configureRatingSystem', input, 'effect { changeCount }');
    expect(configureRatingSystem).toEqual({ effect: { changeCount: 12 }, errors: [] });
  });

  test('gives the same result to the bit as a command, with one process or two', async () => {
    const input = { league: 'ladder', only: ['k', 'marginOfVictory'], evaluations: 30 };
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    const one = await tuneRatingSystem(platform.app, COMMAND_LINE, input, { workers: 1, onProgress });
    const two = await tuneRatingSystem(platform.app, COMMAND_LINE, input, { workers: 2 });
    expect(two).toEqual(one);
    const { tuning } = await newest();
    expect({ settings: one.settings, path: one.path }).toEqual({ settings: tuning.settings, path: tuning.path });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
  });

  test('finds the K that generated a log, within a quarter, and reports its gain on the held-out part', async () => {
    const { app } = platform;
    const K = 24;
    await openLeague(app, 'known', 'elo', { k: K });
    const duels = duelsByElo(K, 1500, 30);
    const played = duels.map(({ one, other, score }, n) =>
      match(n / 24, `p${score === 1 ? one : other} beats p${score === 1 ? other : one}`),
    );
    for (const part of [played.slice(0, 1000), played.slice(1000)]) await play(app, 'known', part);

    const input = { league: 'known', only: ['k'], settings: { k: 150 }, evaluations: 40 };
    const { settings, path, comparison } = await tuneRatingSystem(app, COMMAND_LINE, input);
    expect(path[0]!.settings).toMatchObject({ k: 150 });
    expect(settings.k).toBeGreaterThan(K / 1.25);
    expect(settings.k).toBeLessThan(K * 1.25);
    const of = (k: unknown) => comparison.systems.find((system) => system.settings.k === k)!;
    // The first 900 matches chose; what is told is of the 600 after them.
    for (const k of [150, K, settings.k as number]) {
      expect(of(k).heldOut!.matches).toBe(600);
      // Told after a fit, and the fit says what it gained.
      const { heldOut, fit } = of(k);
      expect(heldOut!.logLoss - fit!.gain.difference).toBeCloseTo(lossByElo(k, duels, 900), 9);
    }
    expect(of(150).heldOutDifference!.low).toBeGreaterThan(0.005);
    // The league has the true one: nothing is much better, and chance may make it seem a little.
    expect(Math.abs(of(settings.k).heldOutDifference!.difference)).toBeLessThan(0.005);
  });

  test('begins with a variant that can rate the league if the defaults cannot', async () => {
    const input = { league: 'teams', ratingSystem: 'glicko2', heldOut: 0.5, burnIn: 0 };
    await expect(tuneRatingSystem(platform.app, COMMAND_LINE, input)).rejects.toThrow(
      'must leave at least one match in each part',
    );
    const teams = await story.league('pairs', 'zonestats');
    await teams.play(
      ...Array.from({ length: 20 }, (_, n) => (n % 3 ? 'ann+ben beats cid+dan' : 'cid+ben beats ann+dan')),
    );
    const pairs = { ...input, league: 'pairs', evaluations: 5 };
    const { settings, comparison } = await tuneRatingSystem(platform.app, COMMAND_LINE, pairs);
    expect(settings).toMatchObject({ multiplayer: 'pairwise' });
    expect(comparison.systems.map(({ problem }) => problem)).not.toContain('glicko2 is not installed');
    expect(comparison.systems.every(({ heldOut }) => heldOut !== null)).toBe(true);
  });

  test.each([
    ['ladder', { only: ['k', 'kay'] }, 'input.only.1', 'only must name settings of elo (k, newcomerK'],
    ['ladder', { only: [] }, 'input.only', 'only must name a setting, but is empty'],
    ['ladder', { heldOut: 0 }, 'input.heldOut', 'heldOut must be more than 0'],
    ['ladder', { heldOut: 0.8, burnIn: 0.2 }, 'input.heldOut', 'must be at most 0.9 together'],
    ['ladder', { evaluations: 1001 }, 'input.evaluations', 'must be a whole number from 1 to 1000, but is 1001'],
    ['ladder', { seconds: 0 }, 'input.seconds', 'must be a whole number from 1 to 3600, but is 0'],
    ['ladder', { ratingSystem: 'chess' }, 'input.ratingSystem', 'ratingSystem must be one of'],
    ['ladder', { settings: { k: 0 } }, 'input.settings.k', 'settings.k must be > 0'],
    ['empty', {}, 'input.league', 'has no rated match yet'],
  ])('is refused with the place and the rule: %s %o', async (league, input, path, message) => {
    const { comparison, errors } = await tune({ league, ...input });
    expect(comparison).toBeNull();
    expect(errors.map((error: Row) => error.path.join('.'))).toEqual([path]);
    expect(errors[0].message).toContain(message);
  });
});

interface Duel {
  readonly one: number;
  readonly other: number;
  readonly score: number;
}

const SCALE = 400 / Math.LN10;
const expectedBy = (lead: number) => 1 / (1 + Math.exp(-lead / SCALE));

/** Duels in which everybody is as strong as their Elo rating by this K says, and so the ratings by this K predict them best. */
function duelsByElo(k: number, count: number, players: number): Duel[] {
  const random = seededRandom(3);
  const ratings = new Float64Array(players);
  return Array.from({ length: count }, () => {
    const one = random.integer(0, players - 1);
    const other = (one + random.integer(1, players - 1)) % players;
    const expected = expectedBy(ratings[one]! - ratings[other]!);
    const score = random.chance(expected) ? 1 : 0;
    ratings[one]! += k * (score - expected);
    ratings[other]! -= k * (score - expected);
    return { one, other, score };
  });
}

/** The mean log loss of ratings by another K, over the duels from one on. */
function lossByElo(k: number, duels: readonly Duel[], from: number): number {
  const ratings = new Map<number, number>();
  const of = (player: number) => ratings.get(player) ?? 1500;
  let loss = 0;
  for (const [index, { one, other, score }] of duels.entries()) {
    const expected = expectedBy(of(one) - of(other));
    if (index >= from) loss -= Math.log(score === 1 ? expected : 1 - expected);
    const step = k * (score - expected);
    ratings.set(one, of(one) + step);
    ratings.set(other, of(other) - step);
  }
  return loss / (duels.length - from);
}

function textOf(settings: object): string {
  return JSON.stringify(Object.entries(settings).toSorted());
}
