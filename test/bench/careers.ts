import { ANONYMOUS, COMMAND_LINE } from '@openladder/api/dist/access/access.js';
import { createLeague } from '@openladder/api/dist/league/league.service.js';
import { presentLines } from '@openladder/api/dist/rating/rating.js';
import { ratedLines, thinned } from '@openladder/api/dist/reading/career.js';
import { listCareers } from '@openladder/api/dist/reading/career.repository.js';
import { atMost, defineBenchmark } from './benchmark.js';
import { interleaved, medianTime } from './interleaved.js';
import { openHere } from './serve.js';

const SLUG = 'career';
const CHANGES = 10_000;
const POINTS = 200;

/** The chart of a long career. */
export const careers = defineBenchmark({
  name: 'careers',
  targets: {
    series: atMost(3, 'x', `a career of ${CHANGES} changes thinned to ${POINTS} points`, 'reading all of its changes'),
  },
  run: async (context) => {
    const { database, app } = await openHere(context);
    const { id } = await createLeague(app, COMMAND_LINE, { slug: SLUG, name: SLUG, ratingSystem: 'zonestats' });
    await database.sql(
      `INSERT INTO rating_change (league_id, generation, revision, player_id, played_at, sequence, before_value, after_value,
         score, is_provisional, verdict, contributions)
       SELECT ${id}, generation, 1, 1, timestamptz '2020-01-01' + n * interval '3 hours', n, 1500, 1500 + 300 * sin(n / 700.0),
         1500, false, 1, '{}' FROM league CROSS JOIN generate_series(1, ${CHANGES}) AS n WHERE id = ${id}`,
    );
    await database.sql('VACUUM ANALYZE rating_change');
    const league = (await app.leagues.find(ANONYMOUS, SLUG))!;
    const lines = presentLines(league);
    const series = async (points: number) => {
      const found = await listCareers(app.reads, lines, { from: null, to: null }, [1]);
      return thinned(ratedLines(found.get(1)!), points);
    };
    const whole = async (): Promise<{ value: number }[]> =>
      app.reads.query(
        `SELECT played_at AS at, after_value AS value, after_deviation AS deviation, score FROM rating_change
         WHERE league_id = $1 AND generation = $2 AND player_id = 1 ORDER BY played_at, sequence`,
        [league.id, league.generation],
      );
    const [thin, all] = [await series(POINTS), await whole()];
    const extremes = (points: readonly { value: number }[]) => {
      const values = points.map(({ value }) => value);
      return `${Math.min(...values)} to ${Math.max(...values)}`;
    };
    if (thin.length > POINTS || all.length !== CHANGES || extremes(thin) !== extremes(all))
      throw new Error(`${thin.length} points from ${extremes(thin)}, and not from ${extremes(all)}`);
    const rounds = await interleaved(context.rounds, {
      series: () => medianTime(10, () => series(POINTS)),
      whole: () => medianTime(10, whole),
    });
    return { series: rounds.compared('series', 'whole', (ms) => `${ms.toFixed(1)} ms`) };
  },
});
