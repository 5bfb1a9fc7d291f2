import { atLeast, defineBenchmark } from './benchmark.js';
import { interleaved } from './interleaved.js';
import { type Load, load, post } from './load.js';
import { ADMIN_TOKEN, openService, startService } from './service.js';
import { freshMatches, submitBody } from './submit-requests.js';
import { recompute, type SyntheticLeague, writeSyntheticLog } from './synthetic-league.js';

const LEAGUES = ['north', 'south'].map((slug) => ({
  slug,
  ratingSystem: 'timed-glicko',
  matches: 20_000,
  players: 2000,
}));
const HEADERS = { authorization: `Bearer ${ADMIN_TOKEN}` };
const CLIENTS = 32;
/** More than a second's worth on any machine that this was run on. */
const MATCHES_PER_SECOND = 8000;

/** By today, all are provisional: the newest match is years old. */
const BOARD = (slug: string) =>
  JSON.stringify({
    query: `{ league(slug: "${slug}") { standings(first: 50, includeProvisional: true) { nodes { player { handle } rating { display value } } } } }`,
  });

/**
 * Two services on one database against one: here they share the machine, so that all that can be shown is what a second
 * one costs; on a machine of its own it adds its own processor.
 */
export const replicas = defineBenchmark({
  name: 'replicas',
  bars: {
    reads: atLeast(0.9, 'x', 'boards read from two replicas on one machine', 'one replica, as many clients'),
    submissions: atLeast(0.9, 'x', 'matches of two leagues submitted to a replica each', 'both leagues at one replica'),
    shared: atLeast(
      0.3,
      'x',
      'matches of one league submitted through both replicas',
      'the same league at one replica',
    ),
  },
  run: async (context) => {
    const database = await context.createDatabase();
    const { app, close } = await openService(database.url);
    for (const league of LEAGUES) {
      await writeSyntheticLog(app, { ...league, matches: context.size(league.matches, league.matches, 2_000) });
      await recompute(app, league.slug);
    }
    await close();
    const services = [await startService(database.url), await startService(database.url)] as const;
    const [one, other] = services.map(({ url }) => `${url}/graphql`) as [string, string];
    const [north, south] = LEAGUES as [SyntheticLeague, SyntheticLeague];
    const seconds = context.seconds(3, 1);

    const readBoards = async (url: string, { slug }: SyntheticLeague) => {
      const asked = { url, connections: CLIENTS, seconds, bodies: [BOARD(slug)], expected: '"display"' };
      return (await load(asked)).perSecond;
    };
    const submit = async (url: string, league: SyntheticLeague, at: Date) => {
      const bodies = freshMatches(league, seconds * MATCHES_PER_SECOND, at).map((match) =>
        submitBody(league.slug, [match]),
      );
      const asked: Load = {
        url,
        connections: CLIENTS,
        seconds,
        bodies,
        headers: HEADERS,
        expected: '"replayed":false',
      };
      return (await load(asked)).perSecond;
    };
    /** Both clients send matches of the same moment: a late match is another story. */
    const submitBoth = (first: [string, SyntheticLeague], second: [string, SyntheticLeague]) => {
      const at = new Date();
      return sum(submit(...first, at), submit(...second, at));
    };
    const sum = async (...loads: Promise<number>[]) => (await Promise.all(loads)).reduce((a, b) => a + b);
    try {
      for (const url of [one, other]) {
        for (const { slug } of LEAGUES) await post(url, BOARD(slug));
      }
      const { rounds } = context;
      const reads = await interleaved(rounds, {
        one: () => sum(readBoards(one, north), readBoards(one, south)),
        two: () => sum(readBoards(one, north), readBoards(other, south)),
      });
      const writes = await interleaved(rounds, {
        one: () => submitBoth([one, north], [one, south]),
        two: () => submitBoth([one, north], [other, south]),
        oneLeague: () => submitBoth([one, north], [one, north]),
        oneLeagueByTwo: () => submitBoth([one, north], [other, north]),
      });
      const detail = (a: number, b: number) => `${a.toFixed(0)}/s against ${b.toFixed(0)}/s`;
      return {
        reads: { value: reads.ratio('two', 'one'), detail: detail(reads.median('two'), reads.median('one')) },
        submissions: { value: writes.ratio('two', 'one'), detail: detail(writes.median('two'), writes.median('one')) },
        shared: {
          value: writes.ratio('oneLeagueByTwo', 'oneLeague'),
          detail: detail(writes.median('oneLeagueByTwo'), writes.median('oneLeague')),
        },
      };
    } finally {
      for (const service of services) await service.stop();
    }
  },
});
