import { gzipSync } from 'node:zlib';
import { SiteBoardDocument } from '@openladder/web/operations';
import { atLeast, atMost, type BenchContext, defineBenchmark } from './benchmark.js';
import { interleaved, median, seconds } from './interleaved.js';
import { load, post } from './load.js';
import { startSqlServer } from './peers/start.js';
import { readRequests } from './read-requests.js';
import { serveLeagues } from './serve.js';
import { freshMatches, submitTo } from './submit-requests.js';
import { handleOf, MINUTE } from './synthetic-league.js';

/** With so many players that the answers about each of them are never kept until they are asked for again. */
const PLAYERS = 10_000;
const FEW = 300;
const CONNECTIONS = 32;
const CHANGES = 10_000;
const CAREER = { slug: 'career', ratingSystem: 'timed-glicko', players: 4 };
const HTML = { accept: 'text/html' };
/** As browsers ask. A page is compressed when it is asked for again. */
const COMPRESSED = { ...HTML, 'accept-encoding': 'gzip' };

/** Pages of the site: how fast they are made and sent, and how large they are. */
export const site = defineBenchmark({
  name: 'site',
  targets: {
    rendered: atLeast(0.2, 'x', 'the page of a board of 50, made anew', 'the same rows by bare SQL and JSON'),
    first: atMost(10, 'x', 'the page of a board of 50, for its first reader after a match', 'for the second'),
    kept: atLeast(0.8, 'x', 'the page of a board of 50, kept', 'its GraphQL answer, kept'),
    html: atMost(40, 'kB', 'the largest page, compressed', 'no peer'),
    scripts: atMost(30, 'kB', 'all scripts of the page that has most, compressed', 'no peer'),
    career: atMost(100, 'ms', `the page of a player with ${CHANGES} changes, made anew`, 'no peer'),
  },
  run: async (context) => {
    // As few as leave fifty players provisional, whom the bare SQL reads.
    const matches = context.size(60_000, 2_000);
    const league = {
      slug: 'read',
      ratingSystem: 'timed-glicko',
      matches,
      // Up to now, so that the page has a week's worth of news to look through.
      opensAt: Date.now() - matches * MINUTE,
      players: context.size(PLAYERS, FEW),
    };
    const career = { ...CAREER, matches: context.size((CHANGES * CAREER.players) / 2, 400) };
    const { database, service } = await serveLeagues(context, [league, career]);
    const { html, scripts } = await sizes(service.url, league.slug, career.slug);
    return {
      ...(await measureBoard(service.url, database.url, league, context)),
      html,
      scripts,
      career: await measureCareer(service.url, career, context),
    };
  },
});

async function measureBoard(
  url: string,
  databaseUrl: string,
  league: { slug: string; players: number; matches: number },
  context: BenchContext,
) {
  const { slug, players: count } = league;
  const since = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  const bodyOf = () =>
    JSON.stringify({
      query: SiteBoardDocument.toString(),
      variables: { league: slug, asOf: undefined, since: `${since}T00:00:00Z` },
    });
  const players = Array.from({ length: count }, (_, player) => handleOf(player));
  const page = await text(`${url}/l/${slug}?player=${players[7]}`);
  const rows = page.split('<tr').length - 1;
  if (rows < 50 || !page.includes(`/p/${players[7]}"`)) throw new Error(`the page has ${rows} rows`);
  const { statement, parameters } = readRequests(slug, 0, 0).board;
  const bare = await startSqlServer(context, databaseUrl, { board: statement });
  const bareBody = JSON.stringify(parameters);
  const answer = JSON.stringify(await post(`${bare.url}/board`, bareBody));
  if (answer.split('"handle":').length - 1 !== 50) throw new Error(`the answer is ${answer.slice(0, 500)}`);

  const seconds = context.seconds(4, 1);
  const asked = { connections: CONNECTIONS, seconds };
  // Nobody is asked about twice in a while: neither the page nor the answer is at hand.
  let next = 0;
  const everybody = async (send: (players: readonly string[]) => Promise<number>) => {
    const perSecond = await send([...players.slice(next), ...players.slice(0, next)]);
    next = (next + Math.ceil(perSecond * seconds)) % count;
    return perSecond;
  };
  const rounds = await interleaved(context.rounds, {
    page: () =>
      everybody(async (who) => {
        const paths = who.map((player) => `/l/${slug}?player=${player}`);
        return (await load({ ...asked, url, paths, headers: HTML, expected: 'class="sought"' })).perSecond;
      }),
    bare: async () =>
      (await load({ ...asked, url: `${bare.url}/board`, bodies: [bareBody], expected: '"handle":' })).perSecond,
    keptPage: async () =>
      (await load({ ...asked, url, paths: [`/l/${slug}`], headers: COMPRESSED, expected: '' })).perSecond,
    keptAnswer: async () =>
      (await load({ ...asked, url: `${url}/graphql`, bodies: [bodyOf()], expected: '"endCursor"' })).perSecond,
  });
  return {
    rendered: rounds.compared('page', 'bare'),
    kept: rounds.compared('keptPage', 'keptAnswer'),
    first: await measureFirstReader(url, league, context),
  };
}

/** The first reader after a match waits until the page is made, the second until it is found. */
async function measureFirstReader(
  url: string,
  league: { slug: string; players: number; matches: number },
  context: BenchContext,
) {
  const [firsts, others]: [number[], number[]] = [[], []];
  for (const match of freshMatches(league, context.size(40, 4))) {
    await submitTo({ url }, league.slug, [match]);
    const read = async () => 1000 * (await seconds(() => text(`${url}/l/${league.slug}`)));
    firsts.push(await read());
    others.push(await read());
  }
  const [first, second] = [median(firsts), median(others)];
  return { value: first / second, detail: `${first.toFixed(1)} ms against ${second.toFixed(1)} ms` };
}

/** Compressed bytes of the pages of a league, and of the scripts that each of them names. */
async function sizes(url: string, slug: string, career: string) {
  const [player, other] = [handleOf(0), handleOf(1)];
  const pages = [
    ...['/', `/l/${slug}`, `/l/${slug}/p/${player}`, `/l/${career}/p/${player}`, `/l/${slug}/m/${slug}-1`],
    ...[`/l/${slug}/matches`, `/l/${slug}/vs/${player}/${other}`, `/l/${slug}/live`, `/l/${slug}/stats`],
    ...[`/l/${slug}/about`, `/p/${player}`],
  ];
  const largest = { html: { value: 0, detail: '' }, scripts: { value: 0, detail: '' } };
  const take = (kind: 'html' | 'scripts', bytes: number, path: string) => {
    if (bytes / 1_000 > largest[kind].value) largest[kind] = { value: bytes / 1_000, detail: path };
  };
  for (const path of pages) {
    const html = await text(url + path);
    take('html', gzipSync(html).length, path);
    const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => text(url + src));
    take(
      'scripts',
      (await Promise.all(scripts)).reduce((sum, script) => sum + gzipSync(script).length, 0),
      path,
    );
  }
  return largest;
}

/** After each match the page is made anew, from the database. */
async function measureCareer(url: string, league: typeof CAREER & { matches: number }, context: BenchContext) {
  const path = `${url}/l/${league.slug}/p/${handleOf(0)}`;
  const took: number[] = [];
  for (const match of freshMatches(league, context.size(30, 4))) {
    await submitTo({ url }, league.slug, [match]);
    const start = performance.now();
    const html = await text(path);
    took.push(performance.now() - start);
    if (!html.includes('class="chart"') || !html.includes('class="history"')) throw new Error(html.slice(0, 1000));
  }
  return { value: median(took), detail: `the slowest of ${took.length}: ${Math.max(...took).toFixed(0)} ms` };
}

async function text(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.text();
}
