import { atLeast, defineBenchmark } from './benchmark.js';
import { interleaved } from './interleaved.js';
import { load, post } from './load.js';
import { serve, serveLeagues } from './serve.js';
import { ADMIN, freshMatches, submitBody } from './submit-requests.js';
import type { SyntheticLeague } from './synthetic-league.js';

const LEAGUES = ['north', 'south'].map((slug) => ({ slug, ratingSystem: 'timed-glicko', players: 2000 }));
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
  targets: {
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
    const leagues = LEAGUES.map((league) => ({ ...league, matches: context.size(20_000, 20_000, 2_000) }));
    const { database, service } = await serveLeagues(context, leagues);
    const services = [service, await serve(context, database.url)] as const;
    const [one, other] = services.map(({ url }) => `${url}/graphql`) as [string, string];
    const [north, south] = leagues as [SyntheticLeague, SyntheticLeague];
    const seconds = context.seconds(3, 1);

    const readBoards = async (url: string, { slug }: SyntheticLeague) => {
      const asked = { url, connections: CLIENTS, seconds, bodies: [BOARD(slug)], expected: '"display"' };
      return (await load(asked)).perSecond;
    };
    const submit = async (url: string, league: SyntheticLeague, at: Date) => {
      const bodies = freshMatches(league, seconds * MATCHES_PER_SECOND, at).map((match) =>
        submitBody(league.slug, [match]),
      );
      const asked = { url, connections: CLIENTS, seconds, headers: ADMIN, expected: '"replayed":false' };
      return (await load({ ...asked, bodies })).perSecond;
    };
    /** Both clients send matches of the same moment: a late match is another story. */
    const submitBoth = (first: [string, SyntheticLeague], second: [string, SyntheticLeague]) => {
      const at = new Date();
      return sum(submit(...first, at), submit(...second, at));
    };
    const sum = async (...loads: Promise<number>[]) => (await Promise.all(loads)).reduce((a, b) => a + b);
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
    return {
      reads: reads.compared('two', 'one'),
      submissions: writes.compared('two', 'one'),
      shared: writes.compared('oneLeagueByTwo', 'oneLeague'),
    };
  },
});
