import { COMMAND_LINE } from '@openladder/api/dist/access/access.js';
import { createLeague } from '@openladder/api/dist/league/league.service.js';
import type { App } from '@openladder/api/dist/start/app.js';
import { atLeast, atMost, type BenchContext, defineBenchmark } from './benchmark.js';
import type { BenchDatabase } from './database.js';
import { interleaved } from './interleaved.js';
import { openService } from './service.js';
import { freshMatches, play } from './submit-requests.js';
import { writeRated } from './synthetic-league.js';

const BATCH = 1000;
/** As many as the write queue gathers where each caller sends one. */
const GROUP = 64;

/** What PostgreSQL alone takes for the matches of one league, written one group after the other, and what the service makes of it. */
export const serialLimit = defineBenchmark({
  name: 'serial-limit',
  targets: {
    few: atLeast(
      0.75,
      'x',
      'matches submitted a thousand at a time, in a league of 1,000',
      'the same rows and ratings by SQL',
    ),
    fewWal: atMost(1550, 'B', 'write-ahead log of such a match', 'no peer'),
    many: atLeast(0.75, 'x', 'the same in a league of 100,000', 'the same rows and ratings by SQL'),
    manyWal: atMost(1550, 'B', 'write-ahead log of such a match', 'no peer'),
  },
  run: async (context) => {
    const few = await measure(context, 1000);
    const many = await measure(context, context.size(100_000, 30_000, 2000));
    return { few: few.speed, fewWal: few.wal, many: many.speed, manyWal: many.wal };
  },
});

async function measure(context: BenchContext, players: number) {
  const database = await context.createDatabase();
  const { app, close } = await openService(database.url);
  const league = { slug: 'busy', ratingSystem: 'timed-glicko', players, matches: context.size(2, 2, 1) * players };
  const from = await writeRated(app, league);
  const count = context.size(20, 10, 1) * BATCH;
  await submit(app, league, count);
  const first = league.matches + 1;
  const to = await prepareCopy(app, database, from, first);
  await database.sql('VACUUM ANALYZE');
  const copy = { from, to, first, count };
  let copies = 0;
  const rounds = await interleaved(context.rounds, {
    limit: () => perSecond(count, () => database.sql(copyMatches(copy, copies++))),
    batches: () => perSecond(count, () => submit(app, league, count)),
  });
  const before = await written(database);
  await database.sql(copyMatches(copy, copies));
  const after = await written(database);
  await close();
  await database.drop();
  const hot = (100 * (after.hot - before.hot)) / (after.updates - before.updates);
  const speed = rounds.compared('batches', 'limit');
  return {
    speed: { ...speed, detail: `${speed.detail} in groups of ${GROUP}` },
    wal: {
      value: (after.wal - before.wal) / count,
      detail: `by SQL; ${hot.toFixed(0)} % of the updates of ratings are HOT`,
    },
  };
}

async function submit(app: App, league: { slug: string; players: number }, count: number): Promise<void> {
  const matches = freshMatches(league, count);
  for (let sent = 0; sent < count; sent += BATCH) await play(app, league.slug, matches.slice(sent, sent + BATCH));
}

/** Makes a league with the board of another, and a table of its lines from a match on, in their order. @returns its id */
async function prepareCopy(app: App, database: BenchDatabase, from: number, first: number): Promise<number> {
  const { id } = await createLeague(app, COMMAND_LINE, { slug: 'limit', name: 'limit', ratingSystem: 'timed-glicko' });
  await database.sql(
    `INSERT INTO rating (league_id, ${BOARD}) SELECT ${id}, ${BOARD} FROM rating WHERE league_id = ${from};
     UPDATE league SET player_count = (SELECT count(*) FROM rating WHERE league_id = ${id}) WHERE id = ${id};
     CREATE TABLE written AS SELECT * FROM rating_change WHERE league_id = ${from} AND sequence >= ${first};
     CREATE INDEX ON written (league_id, sequence)`,
  );
  return id;
}

const BOARD = `player_id, value, deviation, score, is_provisional, display, matches_played, wins, draws, losses, peak, last_played_at`;
const MATCH = 'played_at, player_ids, placements, content_hash, submitted_at';
const LINE = `played_at, before_value, before_deviation, after_value, after_deviation, score, is_provisional, verdict, contributions,
  memory`;

interface Copy {
  readonly from: number;
  readonly to: number;
  /** The first match of those that are copied, and how many they are. */
  readonly first: number;
  readonly count: number;
}

/** SQL that writes matches of one league to another, with their lines and ratings, each group in a transaction. @param n which copy it is */
function copyMatches({ from, to, first, count }: Copy, n: number): string {
  const group = (table: string) =>
    `FROM ${table} WHERE league_id = ${from} AND sequence BETWEEN at AND least(at + ${GROUP - 1}, ${first + count - 1})`;
  const sequence = `sequence + ${n * count}`;
  return `DO $$ BEGIN FOR at IN ${first}..${first + count - 1} BY ${GROUP} LOOP
    INSERT INTO match (league_id, sequence, external_id, ${MATCH})
      SELECT ${to}, ${sequence}, external_id || '-${n}', ${MATCH} ${group('match')};
    INSERT INTO rating_change (league_id, generation, revision, player_id, sequence, ${LINE})
      SELECT ${to}, 1, 1, player_id, ${sequence}, ${LINE} ${group('written')};
    UPDATE rating SET value = after_value, deviation = after_deviation, score = new.score, is_provisional = new.is_provisional,
        display = round(after_value)::text, matches_played = matches_played + played, wins = wins + won,
        draws = draws + drawn, losses = losses + lost, peak = greatest(peak, best), last_played_at = new.played_at
      FROM (SELECT DISTINCT ON (player_id) *, count(*) OVER own AS played, count(*) FILTER (WHERE verdict = 1) OVER own AS won,
              count(*) FILTER (WHERE verdict = 0) OVER own AS drawn, count(*) FILTER (WHERE verdict = -1) OVER own AS lost,
              max(after_value) OVER own AS best
            ${group('written')} WINDOW own AS (PARTITION BY player_id) ORDER BY player_id, sequence DESC) AS new
      WHERE rating.league_id = ${to} AND rating.player_id = new.player_id;
    COMMIT;
  END LOOP; END $$`;
}

async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (1000 * count) / (performance.now() - begin);
}

/** What the sessions that have ended wrote. */
async function written(database: BenchDatabase) {
  const [row] = await database.sql(
    `SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS wal, n_tup_upd::float8 AS updates, n_tup_hot_upd::float8 AS hot
     FROM pg_stat_user_tables WHERE relname = 'rating'`,
  );
  return row as { readonly wal: number; readonly updates: number; readonly hot: number };
}
