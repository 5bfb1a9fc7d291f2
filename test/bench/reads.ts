import { type BenchContext, defineBenchmark } from './benchmark.js';
import { interleaved } from './interleaved.js';
import { load, post } from './load.js';
import { startPostGraphile } from './peers/postgraphile.js';
import { startSqlServer } from './peers/sql-server.js';
import { type ReadRequest, readRequests } from './read-requests.js';
import { ADMIN_TOKEN, openService, startService } from './service.js';
import { recompute, writeSyntheticLog } from './synthetic-league.js';

const LEAGUE = { slug: 'read', ratingSystem: 'timed-glicko', matches: 40_000, players: 500 };
const CONNECTIONS = 32;
const NAMES = ['board', 'player', 'matches'] as const;
type Name = (typeof NAMES)[number];

const LIMIT = 'node:http, one SQL query and JSON.stringify';
const PEER = 'PostGraphile 5 on the same rows';
const bar = (what: string, beside: string, atLeast: number) =>
  ({ what, beside, unit: 'x', holds: 'at least', bar: atLeast }) as const;

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
  bars: {
    board: bar('a board of 50', LIMIT, 0.4),
    player: bar('a player with 100 rating changes', LIMIT, 0.5),
    matches: bar('50 matches with sides, participants and players', LIMIT, 0.45),
    boardPeer: bar('a board of 50', PEER, 1.3),
    playerPeer: bar('a player with 100 rating changes', PEER, 1),
    matchesPeer: bar('50 matches with sides, participants and players', PEER, 1.3),
    kept: bar('a board of 50 that was asked for before, without a token', LIMIT, 2.5),
  },
  run: async (context) => {
    const database = await context.createDatabase();
    const { app, close } = await openService(database.url);
    const leagueId = await writeSyntheticLog(app, {
      ...LEAGUE,
      ...(context.isCheck && { matches: 10_000, players: 100 }),
    });
    await recompute(app, LEAGUE.slug);
    await close();
    for (const statement of PEER_TABLES) await database.sql(statement);
    await database.sql('VACUUM ANALYZE');
    const [player] = await database.sql(`SELECT id FROM player WHERE handle = 'player0'`);
    const requests = readRequests(LEAGUE.slug, leagueId, Number(player!.id));

    const service = await startService(database.url);
    const bare = await startSqlServer(
      database.url,
      Object.fromEntries(NAMES.map((name) => [name, requests[name].statement])),
    );
    const peer = await startPostGraphile(database.url);
    try {
      const urls = { service: `${service.url}/graphql`, bare: bare.url, peer: peer.url };
      const figures = [];
      for (const name of NAMES) figures.push(...(await measure(name, requests[name], urls, context)));
      return Object.fromEntries(figures) as Record<Name | `${Name}Peer` | 'kept', { value: number; detail: string }>;
    } finally {
      await Promise.all([service.stop(), bare.stop(), peer.stop()]);
    }
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
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const answers = [
    await post(urls.service, graphql, headers),
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
    service: () => rate({ url: urls.service, bodies: [graphql], headers }),
    bare: () => rate({ url: `${urls.bare}/${name}`, bodies: [sql] }),
    peer: () => rate({ url: urls.peer, bodies: [peer] }),
    kept: () => (name === 'board' ? rate({ url: urls.service, bodies: [graphql] }) : Number.NaN),
  });
  const figure = (side: 'service' | 'kept', beside: 'bare' | 'peer') => ({
    value: rounds.ratio(side, beside),
    detail: `${rounds.median(side).toFixed(0)}/s against ${rounds.median(beside).toFixed(0)}/s`,
  });
  return [
    [name, figure('service', 'bare')] as const,
    [`${name}Peer`, figure('service', 'peer')] as const,
    ...(name === 'board' ? [['kept', figure('kept', 'bare')] as const] : []),
  ];
}
