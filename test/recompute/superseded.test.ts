import elo from '@openladder/rater-elo';
import { defineRater } from '@openladder/rating';
import { beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import type { MatchSubmission } from '../../services/api/dist/match-log/checks.js';
import { packGenerations } from '../../services/api/dist/replay/pack-generations.js';
import type { App } from '../../services/api/dist/start/app.js';
import { recomputeLeague } from '../support/changes.js';
import { failingLog } from '../support/log.js';
import {
  afterLooks,
  expectAllHolds,
  leagueWith,
  match,
  OPENING,
  openLeague,
  pastBoard,
  play,
  usePlatform,
} from '../support/platform.js';
import { of } from '../support/small-leagues.js';

const CROWD = 60;
/** A rating system whose lines keep more numbers than a stretch usually has. */
const WIDE = 200;
const memory = { width: () => WIDE, of: () => Array.from({ length: WIDE }, (_, n) => n / 3) };
const wide = defineRater({ ...elo, key: 'wide', restore: { ...elo.restore!, memory } });

let app: App;
const platform = usePlatform({ raters: [wide] });
beforeAll(async () => {
  app = platform.app;
});

const crowd = (minute: number): MatchSubmission => ({
  externalId: `crowd-${minute}`,
  playedAt: new Date(OPENING + minute * 60_000),
  sides: Array.from({ length: CROWD }, (_, n) => ({
    placement: 1 + ((n + minute) % CROWD),
    participants: [{ player: `c${n}` }],
  })),
});

async function bytesOf(table: string): Promise<number> {
  const [row] = await platform.sql(`SELECT pg_total_relation_size('${table}')::integer AS bytes`);
  return row!.bytes as number;
}

/** The board as of a time, as it was known at another, or is now. */
async function boardOf(slug: string, asKnownAt: Date | null, asOf = new Date(OPENING + 1e10)) {
  const nodes = await pastBoard(app, slug, { asOf, asKnownAt });
  // From which lines it was read, and as of when, differs; what they say does not.
  return nodes.map(({ rank, rating: { lines: _, moment: __, ...rating } }) => ({ rank, ...rating }));
}

test('a late match before large ones costs less than 1 kB for each line that it changes', async () => {
  await leagueWith(
    app,
    'crowds',
    'zonestats',
    Array.from({ length: 10 }, (_, n) => crowd(n + 10)),
  );
  const before = await bytesOf('superseded_stretch');
  await play(app, 'crowds', [crowd(1)]);
  const [{ lines, explained }] = (await platform.sql(
    'SELECT count(*)::integer AS lines, count(contributions)::integer AS explained FROM superseded_change',
  )) as [{ lines: number; explained: number }];
  expect(lines).toBeGreaterThan(0);
  expect(explained).toBe(0);
  expect((await bytesOf('superseded_stretch')) - before).toBeLessThan(1000 * lines);
  await expectAllHolds(app);
});

test('a late match before large ones stores no contributions of them, even if states are restored; values are still available', async () => {
  await openLeague(app, 'long', 'performance', { multiplayer: 'pairwise' });
  const player = (letter: string) => [{ player: letter }];
  const large = (minute: number) => ({ ...crowd(minute), sides: crowd(minute).sides.slice(0, 25) });
  await play(app, 'long', [large(10), large(11)]);
  await play(app, 'long', [
    { ...large(12), sides: [1, 2].map((place) => ({ placement: place, participants: player(`c${place}`) })) },
  ]);
  const asKnownAt = new Date();
  const before = await boardOf('long', null);
  await play(app, 'long', [large(1)]);
  const rows = await platform.sql(
    `SELECT verdict, cardinality(contributions) / 6 AS opponents, count(*)::integer AS lines FROM superseded_change
     WHERE ${of('long')} GROUP BY 2, 1 HAVING count(contributions) > 0`,
  );
  expect(rows.map(({ opponents }) => opponents)).toEqual([1, 1]);
  const board = await boardOf('long', asKnownAt);
  expect(board.map(({ display: _, ...rest }) => rest)).toEqual(before.map(({ display: _, ...rest }) => rest));
  expect(board[0]!.display, 'the rounded value').toMatch(/^\d+$/);
  await expectAllHolds(app);
});

test('later lines of players whom a match reaches have its revision, even unchanged ones', async () => {
  await leagueWith(app, 'same', 'zonestats', [
    match(2, 'eve draws fay'),
    match(3, 'eve beats fay'),
    match(4, 'fay beats eve'),
  ]);
  // Two equals: nothing of theirs moves.
  await play(app, 'same', [match(1, 'eve draws fay')]);
  const rows = await platform.sql(`SELECT DISTINCT revision FROM rating_change WHERE ${of('same')}`);
  expect(rows).toEqual([{ revision: 2 }]);
  await expectAllHolds(app);
});

test.each(['zonestats', 'timed-glicko', 'performance'])('the board of %s as it was known is available', async (key) => {
  await openLeague(app, key, key, key === 'zonestats' ? {} : { multiplayer: 'pairwise' });
  await play(app, key, [match(2, 'ann beats ben'), match(3, 'ben beats cid'), match(4, 'cid draws ann')]);
  const asKnownAt = new Date();
  const before = await boardOf(key, null);
  await play(app, key, [match(1, 'cid beats ben')]);
  expect(await boardOf(key, null)).not.toEqual(before);
  expect(await boardOf(key, asKnownAt)).toEqual(before);
  await expectAllHolds(app);
});

test('replaced lines keep their memory, however many numbers it has', async () => {
  await leagueWith(app, 'wide', 'wide', [match(2, 'ann beats ben'), match(3, 'ben beats ann')]);
  await play(app, 'wide', [match(1, 'cid beats ben')]);
  const kept = await platform.sql(`SELECT memory FROM superseded_change WHERE ${of('wide')}`);
  expect(kept).toEqual(Array(4).fill({ memory: memory.of() }));
  await expectAllHolds(app);
});

const OLD =
  'player_id, played_at, sequence, revision, before_value, before_deviation, after_value, after_deviation, score';

test.each(['elo', 'timed-glicko', 'performance'])(
  'a generation of %s that was replaced is packed step by step, and reads the same wherever it stops',
  async (key) => {
    const slug = `packed-${key}`;
    await openLeague(app, slug, key);
    const game = (n: number) => match(n + 2, `p${n % 4} ${['beats', 'draws'][n % 2]} p${4 + (n % 3)}`);
    const moments: Date[] = [];
    for (const [from, to] of [
      [0, 60],
      [60, 110],
    ] as const) {
      await play(
        app,
        slug,
        Array.from({ length: to - from }, (_, n) => game(from + n)),
      );
      moments.push(new Date());
    }
    // In place, near the end of the log.
    await play(app, slug, [{ ...match(100, 'p1 beats p2'), externalId: 'late' }]);
    moments.push(new Date());
    const boards = () =>
      Promise.all(
        moments.flatMap((asKnownAt) =>
          [OPENING + 50 * 86_400_000, OPENING + 1e10].map((asOf) => boardOf(slug, asKnownAt, new Date(asOf))),
        ),
      );
    const asked = await boards();
    const lines = await platform.sql(
      `SELECT ${OLD}, is_provisional, verdict FROM rating_change WHERE ${of(slug)} ORDER BY player_id, played_at, sequence`,
    );
    await recomputeLeague(app, COMMAND_LINE, { league: slug, reason: 'to be sure' });
    const isPacked = async () => {
      const [row] = await platform.sql(
        `SELECT packed_generation = generation AS done FROM league WHERE slug = '${slug}'`,
      );
      return row!.done as boolean;
    };
    expect(await isPacked()).toBe(false);
    for (let steps = 1; !(await isPacked()); steps++) {
      await packGenerations(app, failingLog, afterLooks(steps), 90);
      expect(steps).toBeLessThan(20);
      expect(await boards()).toEqual(asked);
      await expectAllHolds(app);
    }
    const packed = await platform.sql(
      `SELECT ${OLD}, is_provisional, verdict FROM superseded_change WHERE ${of(slug)} AND superseded_in = 3
       ORDER BY player_id, played_at, sequence`,
    );
    expect(packed).toEqual(lines);
    const left = await platform.sql(`SELECT DISTINCT revision FROM rating_change WHERE ${of(slug)}`);
    expect(left).toEqual([{ revision: 3 }]);
  },
);

test('repeated recomputes of the whole log take little room for the replaced lines', async () => {
  await leagueWith(
    app,
    'often',
    'timed-glicko',
    Array.from({ length: 1000 }, (_, n) => match(n + 1, `p${n % 20} beats p${20 + ((n * 7) % 30)}`)),
  );
  const measure = async () => {
    await packGenerations(app, failingLog);
    await platform.sql('VACUUM rating_change');
    return { journal: await bytesOf('rating_change'), old: await bytesOf('superseded_stretch') };
  };
  const again = async (times: number) => {
    for (let n = 0; n < times; n++) {
      await recomputeLeague(app, COMMAND_LINE, { league: 'often', reason: 'to be sure' });
      await measure();
    }
  };
  // From then on there is room for the next generation. PostgreSQL gives pages of an index again one VACUUM later than those of a table.
  await again(3);
  const before = await measure();
  await again(3);
  const after = await measure();
  expect(after.journal - before.journal).toBeLessThan(0.1 * before.journal);
  expect((after.old - before.old) / (3 * 2000)).toBeLessThan(60);
});
