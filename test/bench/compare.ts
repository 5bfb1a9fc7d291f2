import type { Outcome } from '@openladder/api/dist/compare/evaluate-worker.js';
import { BASELINES, EvaluatorPool } from '@openladder/api/dist/compare/evaluator-pool.js';
import { readPackedLog } from '@openladder/api/dist/compare/read-log.js';
import { snapshot } from '@openladder/api/dist/kit/sql/transaction.js';
import { rater } from '@openladder/rater-timed-glicko';
import { defaultSettings, evaluate, type Match } from '@openladder/rating';
import { atMost, defineBenchmark } from './benchmark.js';
import { interleaved, seconds } from './interleaved.js';
import { openHere } from './serve.js';
import { duels, type SyntheticLeague, writeSyntheticLog } from './synthetic-league.js';

const SETTINGS = 16;

/** Choosing settings by how well each of them predicts a league's matches. */
export const comparison = defineBenchmark({
  name: 'compare',
  targets: {
    workers: atMost(0.6, 'x', `comparing ${SETTINGS} settings over 1,000,000 duels, by two workers`, 'by one worker'),
  },
  run: async (context) => {
    const { app } = await openHere(context);
    const matches = context.size(1_000_000, 50_000, 5_000);
    const league = { slug: 'compared', ratingSystem: rater.key, matches, players: matches / 10 };
    context.log(`writing a log of ${matches} matches`);
    const leagueId = await writeSyntheticLog(app, league);
    const read = () => snapshot(app.database, (tx) => readPackedLog(tx, leagueId, () => undefined));
    const log = await read();
    const reading = await seconds(read);

    const tasks = Array.from({ length: SETTINGS }, (_, index) => ({
      rater: rater.key,
      settings: { ...defaultSettings(rater.settings), deviationGrowth: 1 + index },
      chanceFit: null,
    }));
    const evaluated = async (workers: number) => {
      const pool = new EvaluatorPool({ raterModules: [], log, starts: [0] }, { workers });
      try {
        return await pool.evaluate([...tasks, ...BASELINES]);
      } finally {
        await pool.close();
      }
    };
    checkRight(league, tasks[0]!.settings, await evaluated(1), await evaluated(2));
    const rounds = await interleaved(context.rounds, {
      one: () => seconds(() => evaluated(1)),
      two: () => seconds(() => evaluated(2)),
    });
    const [one, two] = [rounds.median('one'), rounds.median('two')];
    const each = ((one / SETTINGS / matches) * 1e6).toFixed(2);
    const detail =
      `${two.toFixed(1)} s against ${one.toFixed(1)} s, ${each} us a match and setting; ` +
      `reading the log took ${reading.toFixed(1)} s before`;
    return { workers: { value: rounds.ratio('two', 'one'), detail } };
  },
});

type Evaluations = readonly Outcome[];

/** As many workers as there may be say the same, and what the rater says match by match. */
function checkRight(league: SyntheticLeague, settings: object, one: Evaluations, two: Evaluations): void {
  if (JSON.stringify(one) !== JSON.stringify(two)) throw new Error('two workers say something else than one');
  const expected = { parts: [evaluate(rater as never, settings, log(league))], fit: null };
  if (JSON.stringify(one[0]) !== JSON.stringify(expected)) {
    throw new Error(`the evaluation is ${JSON.stringify(one[0])}, and match by match ${JSON.stringify(expected)}`);
  }
}

function* log(league: SyntheticLeague): Generator<Match> {
  for (const { playedAt, players, placements } of duels(league)) {
    const sides = players.map((player, side) => ({ placement: placements[side]!, participants: [{ player }] }));
    yield { playedAt, sides };
  }
}
