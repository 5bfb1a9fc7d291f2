import { Session } from 'node:inspector/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { useService } from '../support/service.js';
import { sidesOf } from '../support/story-match.js';

/** How many files of the project may be passed by a request, with all of HTTP and GraphQL. Mend the way, not the number. */
const MOST = { submit: 58, newcomers: 67, late: 74, amend: 72, void: 68, board: 31, player: 37, page: 68 };

const BUILT = fileURLToPath(new URL('../../', import.meta.url));
const DAY = 86_400_000;

/** With rate limits, as every service has them. */
const service = useService({ env: { OPENLADDER_RATE_LIMIT: '3000000' } });
let made = 0;

const LEAGUE = { slug: 'way', name: 'Way', ratingSystem: 'timed-glicko' };
const RESULTS = `results { ... on MatchAccepted {
  match { id externalId version sides { participants { ratingChange { before { value } after { value } } } } } } }`;

/** Has a match rated. @returns it, as a correction names it */
async function submit(sentence: string, playedAt = new Date()) {
  const match = { externalId: `g${++made}`, playedAt, sides: sidesOf(sentence) };
  const { results } = await service.admin.mutate('submitMatches', { league: LEAGUE.slug, matches: [match] }, RESULTS);
  const { id, version } = results[0].match;
  return { match: id, expectedVersion: version };
}

/** A match that another one follows, so that a correction of it rates both. */
async function followedMatch() {
  const match = await submit('ann beats ben');
  await submit('ben beats cem');
  return match;
}

/** What comes before each request, and the request. Each time it asks for something else, so that no answer is kept. */
const WAYS: Readonly<Record<keyof typeof MOST, () => Promise<() => Promise<unknown>>>> = {
  submit: async () => () => submit('ann beats ben'),
  newcomers: async () => () => submit(`new${++made} beats new${++made}`),
  late: async () => () => submit('ann beats ben', new Date(Date.now() - DAY - ++made * 1000)),
  amend: async () => {
    const match = await followedMatch();
    return () => service.admin.mutate('amendMatch', { ...match, sides: sidesOf('ben beats ann'), reason: 'way' });
  },
  void: async () => {
    const match = await followedMatch();
    return () => service.admin.mutate('voidMatch', { ...match, reason: 'way' });
  },
  board: async () => () =>
    service.admin.get(`{ league(slug: "way") { standings(first: ${10 + ++made}, includeProvisional: true) {
      nodes { rank player { handle } rating { display } } } } }`),
  player: async () => () =>
    service.admin.get(`{ league(slug: "way") { rating(player: "ann") { display history(first: ${10 + ++made}) {
      nodes { delta contributions { delta } match { playedAt } } } } } }`),
  page: async () => {
    await submit('ann beats ben');
    return async () => (await fetch(`${service.url}/l/way`, { headers: { accept: 'text/html' } })).text();
  },
};

// What now and then runs beside a request is no part of its way, and is not there the next time.
test.for(Object.keys(MOST) as (keyof typeof MOST)[])(
  'the way of %s has not become longer',
  { retry: 2 },
  async (name) => {
    const session = new Session();
    session.connect();
    onTestFinished(() => session.disconnect());
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    if (made === 0) await prepareLeague();
    const warmUp = await WAYS[name]();
    await warmUp();
    const send = await WAYS[name]();
    // What the preparation has left to do ends; what goes on all the time is counted apart.
    await pause(1200);
    await passedFiles(session);
    await pause(1500);
    const always = await passedFiles(session);
    await send();
    const passed = [...(await passedFiles(session))].filter((file) => !always.has(file));
    expect(passed.length, passed.toSorted().join('\n')).toBeLessThanOrEqual(MOST[name]);
    expect(passed.length).toBeGreaterThan(20);
  },
);

async function prepareLeague(): Promise<void> {
  await service.admin.mutate('createLeague', LEAGUE);
  await submit('ann beats ben');
  await submit('ben beats cem');
}

/** Files of the project in which a function ran since the last time. */
async function passedFiles(session: Session): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result.filter(
    ({ url, functions }) =>
      new RegExp(`^file://${BUILT}(packages|services)/[^/]+/dist/`).test(url) &&
      functions.some(
        ({ functionName, ranges }) => ranges[0]!.count > 0 && (functionName !== '' || ranges[0]!.startOffset > 0),
      ),
  );
  return new Set(ran.map(({ url }) => url.slice(`file://${BUILT}`.length)));
}
