import { type PlayerId, rateMatch } from '@openladder/rating';
import { beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import type { MatchSubmission } from '../../services/api/dist/match-log/checks.js';
import { toRaterMatch } from '../../services/api/dist/match-log/match.js';
import { packContributions } from '../../services/api/dist/rating/journal-line.js';
import { readHistory } from '../../services/api/dist/reading/changes.js';
import { readMatches } from '../../services/api/dist/reading/match-page.repository.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { mergePlayers, recomputeLeague } from '../support/changes.js';
import { expectAllHolds, leagueNow, OPENING, openLeague, play, usePlatform } from '../support/platform.js';
import { of } from '../support/small-leagues.js';

/** Its 420 contributions are more than are stored. */
const LARGE = 21;

const platform = usePlatform();

const crowd = (minute: number, size: number): MatchSubmission => ({
  externalId: `crowd-${minute}`,
  playedAt: new Date(OPENING + minute * 60_000),
  sides: Array.from({ length: size }, (_, n) => ({
    placement: 1 + ((7 * n + minute) % size),
    participants: [{ player: `c${n}`, isGuest: n === 20 && minute === 3 }],
  })),
});

const leagueOf = (slug: string) => leagueNow(platform.app, slug);
const EXPLAINED = { contributions: true, befores: false };

/** By match and player. */
async function shownContributions(slug: string): Promise<Map<string, unknown>> {
  const joins = { ...EXPLAINED, changes: true, players: false };
  const page = { limit: 100, after: null };
  const shown = new Map<string, unknown>();
  for (const { externalId, sides } of await readMatches(platform.app, await leagueOf(slug), {}, page, joins)) {
    for (const { playerId, ratingChange } of sides.flatMap(({ participants }) => participants)) {
      if (!ratingChange) continue;
      const { contributions, expectedScore, actualScore } = ratingChange;
      shown.set(`${externalId} ${playerId}`, { contributions, expectedScore, actualScore });
    }
  }
  return shown;
}

/** The same from a replay of the log. */
async function replayedContributions(slug: string): Promise<Map<string, unknown>> {
  const league = await leagueOf(slug);
  const rater = platform.app.raters.get(league.rater)!;
  const joins = { contributions: false, befores: false, changes: false, players: false };
  const log = await readMatches(platform.app, league, {}, { limit: 100, after: null }, joins);
  const states = new Map<PlayerId, unknown>();
  const shown = new Map<string, unknown>();
  for (const match of log.toReversed()) {
    for (const { player, contributions } of rateMatch(rater, league.settings, toRaterMatch(match), states)) {
      const [expectedScore, actualScore] = (['expected', 'actual'] as const).map((key) =>
        contributions.reduce((sum, part) => sum + part[key], 0),
      );
      shown.set(`${match.externalId} ${player}`, { contributions, expectedScore, actualScore });
    }
  }
  return shown;
}

const SETTINGS: Readonly<Record<string, object>> = {
  zonestats: {},
  'timed-glicko': { multiplayer: 'pairwise' },
  elo: { newcomerMatches: 3, newcomerK: 60 },
};

describe.each(Object.keys(SETTINGS))('of large matches in a league of %s', (key) => {
  const SMALL = 15;
  const stored = () =>
    platform.sql(`SELECT external_id, count(contributions)::integer AS explained FROM rating_change
                  JOIN match USING (league_id, sequence) JOIN league ON league.id = league_id
                  WHERE slug = '${key}' AND rating_change.generation = league.generation
                  GROUP BY external_id ORDER BY external_id`);
  beforeAll(async () => {
    await openLeague(platform.app, key, key, SETTINGS[key]!);
    await play(platform.app, key, [crowd(2, LARGE), crowd(3, LARGE), crowd(4, SMALL)]);
    await play(platform.app, key, [crowd(1, LARGE)]);
  });

  test('the journal stores no contributions, and readers get those of a replay', async () => {
    expect(await stored()).toEqual([
      { external_id: 'crowd-1', explained: 0 },
      { external_id: 'crowd-2', explained: 0 },
      { external_id: 'crowd-3', explained: 0 },
      { external_id: 'crowd-4', explained: SMALL },
    ]);
    const replayed = await replayedContributions(key);
    expect(replayed.size).toBe(2 * LARGE + (LARGE - 1) + SMALL);
    expect(await shownContributions(key)).toEqual(replayed);
    const [{ id }] = (await platform.sql(`SELECT player_id AS id FROM membership WHERE handle = 'c5' LIMIT 1`)) as [
      { id: number },
    ];
    const joins = { ...EXPLAINED, matches: 'ids', opponents: false } as const;
    const lines = await readHistory(platform.app, await leagueOf(key), id, { first: 10, after: null }, joins);
    expect(lines.map(({ contributions }) => contributions.length)).toEqual([SMALL - 1, 19, LARGE - 1, LARGE - 1]);
    for (const { match, contributions, expectedScore, actualScore } of lines) {
      expect({ contributions, expectedScore, actualScore }).toEqual(replayed.get(`${match!.externalId} ${id}`));
    }
    await expectAllHolds(platform.app);
  });

  test('a recompute omits the same ones, and counts the same bytes', async () => {
    const [before, { journalBytes }] = [await stored(), await leagueOf(key)];
    await recomputeLeague(platform.app, COMMAND_LINE, { league: key, reason: 'to be sure' });
    expect(await stored()).toEqual(before);
    const lines = 3 * LARGE - 1 + SMALL;
    const own = 160 * lines + 48 * SMALL * (SMALL - 1);
    expect((await leagueOf(key)).journalBytes).toBe(journalBytes + own - (160 - 48) * lines);
    await expectAllHolds(platform.app);
  });

  test('lines with contributions from an earlier version stay unchanged', async () => {
    const league = await leagueOf(key);
    const line = `${of(key)} AND sequence = 1 AND player_id = (SELECT min(player_id) FROM rating_change WHERE ${of(key)})`;
    const [{ id }] = (await platform.sql(`SELECT player_id AS id FROM rating_change WHERE ${line} LIMIT 1`)) as [
      { id: number },
    ];
    const shown = await shownContributions(key);
    const { contributions } = shown.get(`crowd-2 ${id}`) as { contributions: Parameters<typeof packContributions>[0] };
    await platform.sql(`
      UPDATE rating_change SET contributions = '{${packContributions(contributions)}}'
        WHERE ${line} AND generation = ${league.generation};
      UPDATE league SET journal_bytes = journal_bytes + ${48 * contributions.length} WHERE slug = '${key}'`);
    expect(await shownContributions(key)).toEqual(shown);
    await expectAllHolds(platform.app);
  });
});

test('merged players are shown as the players for whom they count', async () => {
  await openLeague(platform.app, 'merged', 'zonestats');
  const renamed = crowd(2, LARGE);
  const sides = [{ placement: 1, participants: [{ player: 'stranger' }] }, ...renamed.sides.slice(1)];
  await play(platform.app, 'merged', [crowd(1, LARGE), { ...renamed, sides }, crowd(3, LARGE)]);
  const merge = { league: 'merged', player: 'stranger', into: 'c0', reason: 'they are one', dryRun: false };
  await mergePlayers(platform.app, COMMAND_LINE, merge);
  expect((await shownContributions('merged')).size).toBe(3 * LARGE - 1);
  await expectAllHolds(platform.app);
});

test('contributions that are missing from a small match, or of a rater whose states require them, are found', async () => {
  await openLeague(platform.app, 'small', 'zonestats');
  await openLeague(platform.app, 'needed', 'performance', { multiplayer: 'pairwise' });
  await play(platform.app, 'small', [crowd(1, 3)]);
  await play(platform.app, 'needed', [crowd(1, LARGE)]);
  await expectAllHolds(platform.app);
  for (const slug of ['small', 'needed']) {
    await platform.sql(`UPDATE rating_change SET contributions = NULL WHERE ${of(slug)}`);
  }
  const { leagues } = await verifyDatabase(platform.app);
  for (const [slug, opponents] of [
    ['small', 2],
    ['needed', LARGE - 1],
  ] as const) {
    const { problems } = leagues.find((league) => league.slug === slug)!;
    const journal = problems.find(({ invariant }) => invariant === 'journal')!;
    expect(journal.findings[0]).toMatchObject({ expected: opponents, found: 'none' });
  }
});

test('a free-for-all of 200 takes less than 15 times the disk of one of 20', async () => {
  await openLeague(platform.app, 'sizes', 'zonestats');
  const bytesOf = async (external: string) => {
    const [row] = await platform.sql(
      `SELECT sum(pg_column_size(line))::integer AS bytes FROM rating_change AS line JOIN match USING (league_id, sequence)
       WHERE external_id = '${external}' AND line.${of('sizes')}`,
    );
    return row!.bytes as number;
  };
  await play(platform.app, 'sizes', [crowd(20, 20), crowd(200, 200)]);
  expect((await bytesOf('crowd-200')) / (await bytesOf('crowd-20'))).toBeLessThan(15);
});
