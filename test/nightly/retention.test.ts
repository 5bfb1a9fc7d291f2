import { beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { connectAgain } from '../../services/api/dist/database/data-source.js';
import { runNightly } from '../../services/api/dist/nightly/pass-midnight.js';
import { pruneLeagues } from '../../services/api/dist/nightly/retention.js';
import { readPastRating } from '../../services/api/dist/reading/past.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import { configureRatingSystem } from '../support/changes.js';
import { damagedMeanwhile } from '../support/damage.js';
import { failingLog } from '../support/log.js';
import {
  afterLooks,
  DAY,
  expectAllHolds,
  leagueNow,
  leagueWith,
  match,
  OPENING,
  pastBoard,
  play,
  usePlatform,
} from '../support/platform.js';
import { of } from '../support/small-leagues.js';

const START = OPENING + 100 * DAY;
const day = (n: number) => new Date(START + n * DAY);

const platform = usePlatform();
const at = (n: number) => ({ ...platform.app, revisionDays: 7, clock: () => day(n) });
const leagueOf = (slug = 'chess') => leagueNow(platform.app, slug);

async function boardAsKnownAt(n: number): Promise<unknown> {
  const nodes = await pastBoard(platform.app, 'chess', { asKnownAt: new Date(+day(n) + 1) });
  return nodes.map(({ rank, rating: { lines: _, ...rating } }) => ({ rank, ...rating }));
}

const countOf = async (condition: string) => {
  const [row] = await platform.sql(`SELECT count(*)::integer AS lines FROM ${condition}`);
  return row!.lines as number;
};

/** Revision 2 on day 1, 3 on day 2 in a generation of its own, 4 on day 4, 5 on day 6. */
beforeAll(async () => {
  await leagueWith(at(0), 'chess', 'performance', [
    match(10, 'ann beats ben'),
    match(11, 'ben beats cid'),
    match(12, 'cid draws ann'),
  ]);
  await play(at(1), 'chess', [match(5, 'cid beats ben')]);
  await configureRatingSystem(at(2), COMMAND_LINE, {
    ...{ league: 'chess', ratingSystem: 'performance', settings: { variant: 'p5' }, reason: 'it fits', dryRun: false },
  });
  await play(at(4), 'chess', [match(4, 'ben beats ann')]);
  await play(at(6), 'chess', [match(3, 'ann beats cid')]);
});

test("a night moves the start of a league's retained history, and later times stay the same", async () => {
  const boards = await Promise.all([0, 1, 2, 4, 6].map(boardAsKnownAt));
  expect(new Set(boards.map((board) => JSON.stringify(board))).size).toBe(5);
  expect((await leagueOf()).keptRevision).toBe(1);
  await runNightly(at(11.5), failingLog);
  expect(await leagueOf()).toMatchObject({ keptSince: day(4), thinnedRevision: 1 });
  expect(await Promise.all([4, 6].map(boardAsKnownAt))).toEqual(boards.slice(3));
  const refusal = {
    code: 'OUT_OF_WINDOW',
    path: ['asKnownAt'],
    message: `asKnownAt must not be before ${day(4).toISOString()}, because earlier revisions of league chess are not stored, but is ${new Date(+day(2) + 1).toISOString()}`,
  };
  await expect(boardAsKnownAt(2)).rejects.toMatchObject({ refusals: [refusal] });
  const league = await leagueOf();
  const moment = { asOf: null, asKnownAt: day(1) };
  const past = readPastRating(platform.app, league, moment, 1);
  await expect(past).rejects.toMatchObject({ refusals: [{ code: 'OUT_OF_WINDOW' }] });
  expect(await boardAsKnownAt(-1), 'before it was there').toEqual([]);
  await expectAllHolds(platform.app);
});

test('expired lines are deleted step by step, and every byte is counted wherever it stops', async () => {
  const boards = await Promise.all([4, 6].map(boardAsKnownAt));
  const before = await leagueOf();
  const old = `(SELECT contributions FROM superseded_change WHERE superseded_in <= ${(await leagueOf()).keptRevision}
    UNION ALL SELECT contributions FROM rating_change WHERE generation < (SELECT generation FROM league)) AS line`;
  expect(await countOf(old)).toBeGreaterThan(8);
  const [{ bytes }] = (await platform.sql(
    `SELECT sum(48 + 8 * coalesce(cardinality(contributions), 0))::integer AS bytes FROM ${old}`,
  )) as [{ bytes: number }];

  // Each time it gets a step further.
  for (let steps = 1; (await leagueOf()).thinnedRevision < before.keptRevision; steps++) {
    await pruneLeagues(platform.app, failingLog, afterLooks(steps), 3);
    expect(steps).toBeLessThan(20);
    await expectAllHolds(platform.app);
  }
  expect(await countOf(old)).toBe(0);
  expect((await leagueOf()).journalBytes).toBe(before.journalBytes - bytes);
  expect(await Promise.all([4, 6].map(boardAsKnownAt))).toEqual(boards);
  await pruneLeagues(platform.app, failingLog);
  await expectAllHolds(platform.app);
});

test('matches are rated while lines are being deleted', async () => {
  await runNightly(at(20), failingLog);
  const held = platform.app.database.createQueryRunner();
  await held.startTransaction();
  // The step waits for this one.
  await held.query(`SELECT FROM superseded_stretch WHERE ${of('chess')} FOR UPDATE`);
  const jobs = await connectAgain(platform.app.database, { connectionString: platform.url, max: 2 });
  const thinning = pruneLeagues({ ...platform.app, database: jobs }, failingLog);
  const [result] = await submitMatches(at(20), COMMAND_LINE, 'chess', [match(50, 'ann beats ben')]);
  expect(result).toMatchObject({ kind: 'accepted' });
  await held.rollbackTransaction();
  await held.release();
  await thinning;
  await jobs.destroy();
  expect(await countOf('superseded_change')).toBe(0);
  await expectAllHolds(platform.app);
});

test.each([
  [
    'a line that is kept, with its bytes',
    `UPDATE league SET journal_bytes = journal_bytes - (
       SELECT 48 * cardinality(sequences) + 8 * (SELECT sum(cardinality(own::float8[])) FROM unnest(contributions) AS own)
       FROM superseded_stretch WHERE ctid = (SELECT max(ctid) FROM superseded_stretch));
     DELETE FROM superseded_stretch WHERE ctid = (SELECT max(ctid) FROM superseded_stretch)`,
    /superseded: lines that revision \d+ replaced/,
  ],
  [
    'how many lines a revision replaced',
    'UPDATE league_revision SET superseded = superseded + 1 WHERE revision = (SELECT revision FROM league)',
    /superseded: lines that revision \d+ replaced/,
  ],
  [
    'from when on it tells',
    `UPDATE league SET kept_since = kept_since + interval '1 ms'`,
    /superseded: league chess, kept since/,
  ],
  [
    'from which revision on it tells',
    'UPDATE league SET kept_revision = revision + 1',
    /superseded: league chess, thinned and kept/,
  ],
  [
    'how much was deleted',
    'UPDATE league SET thinned_revision = revision, kept_revision = revision',
    /lines superseded in revision/,
  ],
])('damage to %s is found', async (_, statements, found) => {
  await play(at(21), 'chess', [match(20, 'cid beats ann')]);
  expect((await damagedMeanwhile(platform, statements)).filter((line) => found.test(line))).not.toEqual([]);
});
