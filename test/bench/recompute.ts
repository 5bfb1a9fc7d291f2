import { COMMAND_LINE } from '@openladder/api/dist/access/access.js';
import { restoreMatch, voidMatch } from '@openladder/api/dist/changes/match-status.js';
import { makeChange } from '@openladder/api/dist/league-log/engine.js';
import { findMatchByExternalId } from '@openladder/api/dist/match-log/match.repository.js';
import type { App } from '@openladder/api/dist/start/app.js';
import { verifyDatabase } from '@openladder/api/dist/verify/verify.js';
import { atLeast, atMost, defineBenchmark } from './benchmark.js';
import { inChild } from './child.js';
import { interleaved, seconds } from './interleaved.js';
import { prepareRawCopy } from './peers/raw-copy.js';
import type { RecomputeTask } from './recompute-child.js';
import { openHere } from './serve.js';
import { writeSyntheticLog } from './synthetic-league.js';

const CHILD = new URL('./recompute-child.js', import.meta.url);
const BIG = 'big';
const SMALL = 'small';
/** How far from the end the match is that is corrected. */
const TAIL = 1000;

/** Deriving a whole league anew: reading its log, rating it, and writing journal and board. */
export const recomputes = defineBenchmark({
  name: 'recompute',
  targets: {
    speed: atLeast(
      0.5,
      'x',
      'full recompute of 1,000,000 duels of 100,000 players: read, rated, persisted',
      'raw COPY of the same journal rows, without a key',
    ),
    memory: atMost(250, 'MB', 'the same, peak RSS of its process', '–'),
    flat: atMost(1.25, 'x', 'the same, cost a match', 'that of 10,000 duels'),
    tail: atMost(1 / 30, 'x', `correction ${TAIL} matches from the end of that league`, 'its full recompute'),
  },
  run: async (context) => {
    const { database, app } = await openHere(context);
    const matches = context.size(1_000_000, 50_000, 5_000);
    const few = context.size(10_000, 5_000, 2_000);
    context.log(`writing the logs of ${matches} and ${few} matches`);
    const leagueId = await writeSyntheticLog(app, league(BIG, matches));
    await writeSyntheticLog(app, league(SMALL, few));
    let peakRss = 0;
    const recompute = async (slug: string): Promise<number> => {
      const task: RecomputeTask = { databaseUrl: database.url, slug };
      const child = await inChild<RecomputeTask, number>(CHILD, task);
      peakRss = Math.max(peakRss, child.peakRss);
      return child.result;
    };
    await recompute(BIG);
    await recompute(SMALL);
    await checkRight(app);
    const raw = await prepareRawCopy(
      database.url,
      'rating_change',
      `league_id = ${leagueId} AND generation = (SELECT generation FROM league WHERE id = ${leagueId})`,
    );
    context.atEnd(raw.end);
    let isVoid = false;
    const correct = () => {
      isVoid = !isVoid;
      return correctTail(app, leagueId, `${BIG}-${matches - TAIL + 1}`, isVoid);
    };
    const rounds = await interleaved(context.rounds, {
      raw: () => raw.measure(),
      full: () => recompute(BIG),
      small: () => recompute(SMALL),
      tail: correct,
    });
    const each = (seconds: number, count: number) => `${((seconds / count) * 1e6).toFixed(1)} us a match`;
    const [full, small, tail] = [rounds.median('full'), rounds.median('small'), rounds.median('tail')];
    return {
      speed: {
        value: rounds.ratio('raw', 'full'),
        detail: `${full.toFixed(1)} s against ${rounds.median('raw').toFixed(1)} s`,
      },
      memory: { value: peakRss },
      flat: {
        value: (rounds.ratio('full', 'small') * few) / matches,
        detail: `${each(full, matches)} against ${each(small, few)}`,
      },
      tail: { value: rounds.ratio('tail', 'full'), detail: `${(1000 * tail).toFixed(0)} ms` },
    };
  },
});

function league(slug: string, matches: number) {
  return { slug, ratingSystem: 'timed-glicko', matches, players: Math.max(100, matches / 10) };
}

/** The small league is what a replay of its log makes of it, bit for bit. */
async function checkRight(app: App): Promise<void> {
  const { holds, leagues } = await verifyDatabase(app, [SMALL]);
  if (!holds) throw new Error(`the recompute is wrong: ${JSON.stringify(leagues)}`);
}

/** Withdraws a match, or takes it back in. @returns seconds */
async function correctTail(app: App, leagueId: number, externalId: string, isVoid: boolean): Promise<number> {
  const { sequence, version } = (await findMatchByExternalId(app.database.manager, leagueId, externalId))!;
  const change = { match: { leagueId, sequence }, expectedVersion: version, reason: 'benchmark', dryRun: false };
  return seconds(async () => {
    const { effect } = await makeChange(app, COMMAND_LINE, isVoid ? voidMatch : restoreMatch, change);
    if (!effect) throw new Error('the correction did nothing, or became a job');
  });
}
