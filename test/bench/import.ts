import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyDatabase } from '@openladder/api/dist/verify/verify.js';
import { atLeast, atMost, type BenchContext, defineBenchmark } from './benchmark.js';
import { inChild } from './child.js';
import type { BenchDatabase } from './database.js';
import type { ImportTask } from './import-child.js';
import { interleaved } from './interleaved.js';
import { prepareRawCopy } from './peers/raw-copy.js';
import { openService } from './service.js';
import { duels, handleOf } from './synthetic-league.js';

const CHILD = new URL('./import-child.js', import.meta.url);
const SLUG = 'imported';
const PLAYERS_SHARE = 10;
/** How many times longer the long file is. */
const LONGER = 10;

/** A file that becomes a league: by the command, in a process of its own, in a database of its own. */
export const imports = defineBenchmark({
  name: 'import',
  targets: {
    speed: atLeast(
      0.35,
      'x',
      'import of 1,000,000 duels of 100,000 players into a new league: checked, players made, logged, rated',
      'COPY of the same rows of log and journal, with their keys',
    ),
    memory: atMost(300, 'MB', 'the same, peak RSS of its process', '–'),
    flat: atMost(1.25, 'x', 'the same, peak RSS', `that of a file of a ${LONGER}th`),
  },
  run: async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'openladder-import-'));
    context.atEnd(() => rm(folder, { recursive: true }));
    return measured(context, folder);
  },
});

async function measured(context: BenchContext, folder: string) {
  const matches = context.size(1_000_000, 50_000, 2_000);
  const long = await writeFileOf(matches, join(folder, 'long.csv'));
  const short = await writeFileOf(matches / LONGER, join(folder, 'short.csv'));
  const few = await imported(context, short);
  await checkRight(few.database, matches / LONGER);
  const first = await imported(context, long);
  const copies = await Promise.all([
    prepareRawCopy(first.database.url, 'match', 'true', true),
    prepareRawCopy(first.database.url, 'rating_change', 'true', true),
  ]);
  for (const copy of copies) context.atEnd(copy.end);
  let peakRss = first.peakRss;
  const rounds = await interleaved(context.rounds, {
    raw: async () => (await copies[0]!.measure()) + (await copies[1]!.measure()),
    full: async () => {
      const run = await imported(context, long);
      peakRss = Math.max(peakRss, run.peakRss);
      return run.seconds;
    },
  });
  const rate = (seconds: number) => `${Math.round(matches / seconds)}/s`;
  return {
    speed: {
      value: rounds.ratio('raw', 'full'),
      detail: `${rate(rounds.median('full'))} against ${rate(rounds.median('raw'))}`,
    },
    memory: { value: peakRss },
    flat: { value: peakRss / few.peakRss, detail: `${few.peakRss.toFixed(0)} MB for ${matches / LONGER} duels` },
  };
}

async function writeFileOf(matches: number, file: string): Promise<string> {
  await writeFile(file, rowsOf(matches));
  return file;
}

function* rowsOf(matches: number): Generator<string> {
  yield 'date,one,other,result\n';
  let rows = '';
  for (const { sequence, playedAt, players, placements } of duels({ matches, players: playersOf(matches) })) {
    const [one, other] = placements;
    const result = one === other ? 'draw' : one < other ? '1-0' : '0-1';
    rows += `${new Date(playedAt).toISOString()},${handleOf(players[0])},${handleOf(players[1])},${result}\n`;
    if (sequence % 1000 > 0) continue;
    yield rows;
    rows = '';
  }
  yield rows;
}

function playersOf(matches: number): number {
  return matches / PLAYERS_SHARE;
}

async function imported(context: BenchContext, file: string) {
  const database = await context.createDatabase();
  const map = 'date=date; side=one; side=other; winner=result';
  const task = { databaseUrl: database.url, file, slug: SLUG, ratingSystem: 'timed-glicko', map };
  const { result, peakRss } = await inChild<ImportTask, number>(CHILD, task);
  return { database, seconds: result, peakRss };
}

/** All matches are there, with the ratings that a replay gives, to the bit. */
async function checkRight({ url }: BenchDatabase, matches: number): Promise<void> {
  const { app, close } = await openService(url);
  try {
    const { holds, leagues } = await verifyDatabase(app, [SLUG]);
    if (!holds || leagues[0]?.matches !== matches) throw new Error(`the import is wrong: ${JSON.stringify(leagues)}`);
  } finally {
    await close();
  }
}
