import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { COMMAND_LINE } from '@openladder/api/dist/access/access.js';
import { createLeague } from '@openladder/api/dist/league/league.service.js';
import type { App } from '@openladder/api/dist/start/app.js';
import { buildSchema } from 'graphql';
import { atMost, type BenchContext, defineBenchmark } from './benchmark.js';
import { type Arguments, type ListField, listFields } from './costly-queries.js';
import { ASIDE, bystander } from './load.js';
import { serveFilled } from './serve.js';
import { play } from './submit-requests.js';
import { handleOf, writeRated } from './synthetic-league.js';

const CALLERS = 50;
const BYSTANDER_BAR = 250;
/** For each list. */
const SECONDS = 2;
/** For a list that comes near the target: two seconds may have forty answers, and their slowest hundredth is then a single one. */
const MORE_SECONDS = 15;
/** The limit of aliases is 30. */
const MAX_ALIASES = 29;
const SIDES = 20;
const DUELS = 'duels';
const FREE_FOR_ALLS = 'free-for-alls';
const VETERANS = 'veterans';
/** What is asked for; predictions of more sides than any match has had, too. */
const ASKED: readonly { readonly slug: string; readonly sides: number; readonly isPredicted?: true }[] = [
  { slug: DUELS, sides: 2 },
  { slug: FREE_FOR_ALLS, sides: SIDES },
  { slug: FREE_FOR_ALLS, sides: 40, isPredicted: true },
  { slug: FREE_FOR_ALLS, sides: 100, isPredicted: true },
];
const SDL = new URL('../../../../schema/schema.graphql', import.meta.url);

/**
 * The effect on a bystander of fifty callers without a token, who ask for each list of the schema at its dearest legal
 * arguments, and under as many names as the limits allow; or for little, which takes much.
 */
export const costs = defineBenchmark({
  name: 'costs',
  targets: {
    bystander: atMost(
      BYSTANDER_BAR,
      'ms',
      "a plain query's slowest hundredth, beside the dearest list",
      `${CALLERS} callers`,
    ),
    memory: atMost(400, 'MB', "the service's peak memory", `${CALLERS} callers of each list`),
  },
  run: async (context) => {
    const { database, service } = await serveFilled(context, (app) => fill(app, context));
    const [row] = await database.sql(
      `SELECT to_char(played_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS middle
       FROM match WHERE league_id = 1 ORDER BY played_at OFFSET (SELECT count(*) / 2 FROM match WHERE league_id = 1) LIMIT 1`,
    );
    const { url } = service;
    const alone = await slowest(url);
    const crowd = await beside(url, [JSON.stringify({ query: ASIDE.query })]);
    const worst = { p99: 0, field: 'none' };
    const largest = { peak: service.peakRss(), field: 'none' };
    const idle = Math.round(largest.peak);
    const schema = buildSchema(readFileSync(SDL, 'utf8'));
    const measure = async (field: string, bodies: readonly string[]) => {
      const first = await beside(url, bodies);
      const isEnough = context.isCheck || first < BYSTANDER_BAR / 2;
      const p99 = isEnough ? first : await beside(url, bodies, MORE_SECONDS);
      const peak = service.peakRss();
      const before = p99 === first ? '' : ` (${first} ms in the first ${SECONDS} s)`;
      context.log(`${field}: ${p99} ms${before}, peak memory so far ${Math.round(peak)} MB`);
      if (p99 > worst.p99) Object.assign(worst, { p99, field });
      if (peak > largest.peak) Object.assign(largest, { peak, field });
    };
    for (const [what, bodies] of shortRequests()) {
      // As lists are asked for before, too: a service that has just started takes long for the first of anything.
      for (const body of bodies.slice(0, 5)) await ask(url, body);
      await measure(what, bodies);
    }
    const all: string[] = [];
    for (const { slug, sides, isPredicted } of ASKED) {
      for (const field of listFields(schema, given(slug, sides, String(row!.middle)))) {
        const body = !isPredicted || field.query(1).includes('prediction(') ? await dearest(url, field) : null;
        if (!body) continue;
        all.push(body);
        // To ask has shown that it is answered.
        if (context.isCheck) continue;
        await measure(`${field.name} of ${slug}${isPredicted ? ` with ${sides} sides` : ''}`, [body]);
      }
    }
    await measure('every list at once', all);
    return {
      bystander: {
        value: worst.p99,
        detail: `${worst.field}; ${alone} ms beside nobody, ${crowd} ms beside ${CALLERS} of the same`,
      },
      memory: { value: largest.peak, detail: `reached with ${largest.field}; ${idle} MB before` },
    };
  },
});

/**
 * Requests of which next to nothing can be known in advance: single predictions between players with long careers, the chances of one
 * match, and documents that are refused after they were checked by every rule.
 */
function shortRequests(): [what: string, bodies: string[]][] {
  const veterans = (n: number) => `[["${handleOf(n)}"], ["${handleOf(n + 1)}"]]`;
  const each = (query: (n: number) => string) =>
    Array.from({ length: 2 * CALLERS }, (_, n) => JSON.stringify({ query: query(n) }));
  const prediction = (n: number, inner: string) =>
    `{ league(slug: "${VETERANS}") { prediction(sides: ${veterans(n)}) { ${inner} } } }`;
  return [
    ['single predictions of veterans', each((n) => prediction(n, 'sides { winProbability }'))],
    ['single predictions with their outcomes', each((n) => prediction(n, 'ifOutcome { changes { delta } }'))],
    [
      'the chances of one match of veterans',
      each(
        (n) =>
          `{ league(slug: "${VETERANS}") { match(externalId: "${VETERANS}-${n + 1}") { expected { winProbability } } } }`,
      ),
    ],
    ['documents that are refused', each((n) => refusedDocument(n))],
  ];
}

/** Fragments that are compared with each other field by field, and then refused for a field that is not there. */
function refusedDocument(n: number): string {
  const fields = `leagues { nodes { id name slug } } viewer { name id${n} } league(slug: "x") { id name slug }`;
  const fragments = Array.from({ length: 19 }, (_, index) => `fragment F${index} on Query { ${fields} }`);
  return `{ ${fragments.map((_, index) => `...F${index}`).join(' ')} } ${fragments.join(' ')}`;
}

/** Arguments of every field; what has none here is not asked for. */
function given(slug: string, sides: number, middle: string): Arguments {
  return {
    slug: `"${slug}"`,
    handle: `"${handleOf(0)}"`,
    player: `"${handleOf(0)}"`,
    'League.matches.player': 'null',
    opponent: `"${handleOf(1)}"`,
    first: '100',
    includeProvisional: 'true',
    asOf: `"${middle}"`,
    at: `"${middle}"`,
    externalId: `"${slug}-1"`,
    key: '"zonestats"',
    day: `"${middle.slice(0, 10)}"`,
    sides: `[${Array.from({ length: sides }, (_, n) => `["${handleOf(n)}"]`).join(', ')}]`,
  };
}

async function fill(app: App, context: BenchContext): Promise<void> {
  const rated = (slug: string, matches: number, players: number) =>
    writeRated(app, { slug, ratingSystem: 'performance', matches, players });
  await rated(DUELS, context.size(60_000, 2_000), context.size(10_000, 500));
  await rated(VETERANS, context.size(20_000, 2_000), 120);
  await createLeague(app, COMMAND_LINE, { slug: FREE_FOR_ALLS, name: FREE_FOR_ALLS, ratingSystem: 'zonestats' });
  const [count, batch, players] = [context.size(10_000, 200), 100, 500];
  for (let start = 0; start < count; start += batch) {
    const matches = Array.from({ length: batch }, (_, index) => {
      const n = start + index;
      const sides = Array.from({ length: SIDES }, (_, place) => ({
        placement: place + 1,
        participants: [{ player: handleOf((n * 7 + place * 23) % players) }],
      }));
      return { externalId: `${FREE_FOR_ALLS}-${n}`, playedAt: new Date(Date.UTC(2020, 0, 1) + n * 60_000), sides };
    });
    await play(app, FREE_FOR_ALLS, matches);
  }
  await createLeague(app, COMMAND_LINE, { slug: 'aside', name: 'aside', ratingSystem: 'zonestats' });
}

async function ask(url: string, body: string, signal?: AbortSignal): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body, ...(signal && { signal }) });
  return { status: response.status, text: await response.text() };
}

/** The query under as many names as it may have; null where it may not be asked at all without a token. */
async function dearest(url: string, field: ListField): Promise<string | null> {
  for (let aliases = MAX_ALIASES; aliases > 0; aliases = Math.floor(aliases / 2)) {
    const body = JSON.stringify({ query: field.query(aliases) });
    const { status, text } = await ask(url, body);
    if (status === 200 && text.startsWith('{"data":') && !text.includes('"errors"')) return body;
  }
  return null;
}

/**
 * Has callers ask for bodies, each for the next one.
 * @returns how long the slowest hundredth of a bystander's queries took meanwhile, in ms
 */
async function beside(url: string, bodies: readonly string[], seconds = SECONDS): Promise<number> {
  const leaving = new AbortController();
  // Each request listens to it until it is collected.
  setMaxListeners(0, leaving.signal);
  let asked = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!leaving.signal.aborted) {
      const body = bodies[asked++ % bodies.length]!;
      const answer = await ask(url, body, leaving.signal).catch((error: Error) => {
        if (leaving.signal.aborted) return null;
        throw error;
      });
      if (!answer?.text.includes('INTERNAL_SERVER_ERROR')) continue;
      throw new Error(`${body} was answered by ${answer.text.slice(0, 500)}`);
    }
  });
  try {
    return await slowest(url, seconds);
  } finally {
    leaving.abort();
    await Promise.all(callers);
  }
}

/** The slowest hundredth of a bystander's queries, in ms. */
function slowest(url: string, seconds = SECONDS): Promise<number> {
  // If nothing was answered, it took longer than that.
  return bystander(url, seconds, ASIDE).then(
    ({ p99 }) => p99,
    () => seconds * 1_000,
  );
}
