import { atLeast, type BenchContext, defineBenchmark, type Figure } from './benchmark.js';
import { interleaved } from './interleaved.js';
import { load, post } from './load.js';
import { startPostGraphile, startSqlServer } from './peers/start.js';
import { type ReadRequest, readRequests } from './read-requests.js';
import { serveLeagues } from './serve.js';
import { ADMIN } from './submit-requests.js';

const LEAGUE = { slug: 'read', ratingSystem: 'timed-glicko', matches: 40_000, players: 500 };
const CONNECTIONS = 32;
const NAMES = ['board', 'player', 'matches'] as const;
type Name = (typeof NAMES)[number];

const LIMIT = 'node:http, one SQL query and JSON.stringify';
const PEER = 'PostGraphile 5 on the same rows';

/**
 * Keys that PostGraphile needs and the service does without: by them it finds a league's matches, their participants and
 * players; and participants as rows, which the service has as arrays in their match and PostGraphile can't join to anything.
 */
const PEER_TABLES = [
  `CREATE TABLE participant AS
   SELECT league_id, sequence, number - 1 AS position, COALESCE(side, number - 1) AS side, player_id,
          COALESCE(is_guest, false) AS is_guest, score, minutes AS minutes_played
   FROM match CROSS JOIN LATERAL unnest(player_ids, sides, guests, scores, minutes_played) WITH ORDINALITY
     AS own (player_id, side, is_guest, score, minutes, number)`,
  'ALTER TABLE participant ALTER position TYPE smallint, ALTER side TYPE smallint, ADD PRIMARY KEY (league_id, sequence, position)',
  'ALTER TABLE match ADD FOREIGN KEY (league_id) REFERENCES league NOT VALID',
  'ALTER TABLE participant ADD FOREIGN KEY (league_id, sequence) REFERENCES match NOT VALID',
  'ALTER TABLE participant ADD FOREIGN KEY (player_id) REFERENCES player NOT VALID',
];

/**
 * Reads over GraphQL at 32 connections, by a caller whose answers are not kept, and by one whose are. PostGraphile reads the
 * service's tables, but for participants: it has a table of its own for them, with the same rows.
 */
export const reads = defineBenchmark({
  name: 'reads',
  targets: {
    board: atLeast(0.4, 'x', 'a board of 50', LIMIT),
    player: atLeast(0.5, 'x', 'a player with 100 rating changes', LIMIT),
    matches: atLeast(0.45, 'x', '50 matches with sides, participants and players', LIMIT),
    boardPeer: atLeast(1.3, 'x', 'a board of 50', PEER),
    playerPeer: atLeast(1, 'x', 'a player with 100 rating changes', PEER),
    matchesPeer: atLeast(1.3, 'x', '50 matches with sides, participants and players', PEER),
    kept: atLeast(2.5, 'x', 'a board of 50 that was asked for before, without a token', LIMIT),
  },
  run: async (context) => {
    const league = { ...LEAGUE, ...(context.isCheck && { matches: 10_000, players: 100 }) };
    const { database, graphql, filled: ids } = await serveLeagues(context, [league]);
    for (const statement of PEER_TABLES) await database.sql(statement);
    await database.sql('VACUUM ANALYZE');
    const [player] = await database.sql(`SELECT id FROM player WHERE handle = 'player0'`);
    const requests = readRequests(LEAGUE.slug, ids[0]!, Number(player!.id));
    const bare = await startSqlServer(
      context,
      database.url,
      Object.fromEntries(NAMES.map((name) => [name, requests[name].statement])),
    );
    const peer = await startPostGraphile(context, database.url);
    const urls = { service: graphql, bare: bare.url, peer: peer.url };
    const figures = [];
    for (const name of NAMES) figures.push(...(await measure(name, requests[name], urls, context)));
    return Object.fromEntries(figures) as Record<Name | `${Name}Peer` | 'kept', Figure>;
  },
});

async function measure(
  name: Name,
  request: ReadRequest,
  urls: Readonly<Record<'service' | 'bare' | 'peer', string>>,
  context: BenchContext,
) {
  const graphql = JSON.stringify({ query: request.query, variables: request.variables });
  const sql = JSON.stringify(request.parameters);
  const peer = JSON.stringify({ query: request.peerQuery });
  const answers = [
    await post(urls.service, graphql, ADMIN),
    await post(`${urls.bare}/${name}`, sql),
    await post(urls.peer, peer),
  ];
  for (const answer of answers) {
    const { value } = request.expected;
    const found = JSON.stringify(answer).split(value).length - 1;
    if (found !== request.expected.times) throw new Error(`${name}: ${value} stands ${found} times in an answer`);
  }

  const asked = { connections: CONNECTIONS, seconds: context.seconds(4, 1), expected: request.expected.value };
  const rate = async (more: Pick<Parameters<typeof load>[0], 'url' | 'bodies' | 'headers'>) =>
    (await load({ ...asked, ...more })).perSecond;
  const rounds = await interleaved(context.rounds, {
    service: () => rate({ url: urls.service, bodies: [graphql], headers: ADMIN }),
    bare: () => rate({ url: `${urls.bare}/${name}`, bodies: [sql] }),
    peer: () => rate({ url: urls.peer, bodies: [peer] }),
    kept: () => (name === 'board' ? rate({ url: urls.service, bodies: [graphql] }) : Number.NaN),
  });
  return [
    [name, rounds.compared('service', 'bare')] as const,
    [`${name}Peer`, rounds.compared('service', 'peer')] as const,
    ...(name === 'board' ? [['kept', rounds.compared('kept', 'bare')] as const] : []),
  ];
}
