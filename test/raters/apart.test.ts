import { pathToFileURL } from 'node:url';
import { defaultSettings, type Rater } from '@openladder/rating';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { askRater, closeRaters, RaterAway, troubleOf } from '../../services/api/dist/raters/apart.js';
import { loadRaters, type RaterCatalogue } from '../../services/api/dist/raters/raters.js';
import { States } from '../../services/api/dist/rating/cached-states.js';
import { rateMatches, ratingUpdates } from '../../services/api/dist/rating/rate-anywhere.js';
import { rateInOrder, ratingUpdate } from '../../services/api/dist/rating/rate-batch.js';
import { FORESEE } from '../../services/api/dist/rating/rater-work.js';
import { badRater, openWorkshop } from '../support/bad-raters.js';

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
beforeAll(async () => {
  workshop = await openWorkshop();
});
afterAll(() => workshop.clear());

const opened: RaterCatalogue[] = [];
afterEach(() => {
  for (const raters of opened.splice(0)) closeRaters(raters.values());
});

interface Line {
  readonly message: string;
  readonly reason?: string;
  readonly text?: string;
}

/** Loads a rater as the service does. */
async function load(text: string, name = 'own', key = name) {
  const path = await workshop.write(name, text);
  const lines: Line[] = [];
  const note = (fields: object, message: string) => void lines.push({ ...fields, message });
  const raters = await loadRaters([path], { log: { info: note, warn: note, error: note }, patience: 200 });
  opened.push(raters);
  return { rater: raters.get(key)!, path, lines };
}

const NEW = { areNew: true, isShown: true };
const OLD = { areNew: false, isShown: false };
const duel = (index: number, winner: number, loser: number) => ({
  playedAt: Date.UTC(2024, 0, 1) + index * 86_400_000,
  sequence: index + 1,
  sides: [winner, loser].map((player, side) => ({ placement: side + 1, participants: [{ player }] })),
});
const MATCHES = [duel(0, 1, 2), duel(1, 2, 3), duel(2, 1, 3), duel(3, 3, 1), duel(4, 2, 1)];
const systemOf = (rater: Rater) => ({ rater, settings: defaultSettings(rater.settings) as never, shownThrough: null });

async function rate(rater: Rater, matches = MATCHES, mode = NEW) {
  const [states, tallies] = [new States(), new Map()];
  const results = await rateMatches(systemOf(rater), matches, states, tallies, mode);
  const failures = results.map((result) => (result.kind === 'failed' ? result.message : null));
  return { results, states, tallies, failures };
}

const SOUND = [null, null, null, null, null];

/** A fault at the third match of the log, in which player 1 meets player 3 and wins. */
const atThird = (fault: string) => `if (match.playedAt === ${MATCHES[2]!.playedAt}) { ${fault} }`;

describe('a rater in a thread of its own', () => {
  test('rates to the same bits as in this one, and makes the same rows and chances', async () => {
    const fades = 'idle: ({ points }, until) => ({ points: points * 0.5 ** (until / 1e13) }),';
    const { rater, path } = await load(badRater('own', '', fades));
    const here = systemOf((await import(pathToFileURL(path).href)).default as Rater);
    const apart = await rate(rater);
    const [states, tallies] = [new States(), new Map()];
    const data = (results: readonly object[]) =>
      JSON.stringify(results, (_, value) => (typeof value === 'function' ? value() : value));
    expect(data(apart.results)).toBe(data(rateInOrder(here, MATCHES, states, tallies, true)));
    expect(data(apart.results)).toContain('justBefore');
    expect([...apart.states]).toEqual([...states]);
    expect(apart.tallies).toEqual(tallies);
    const players = [1, 2, 3, 4];
    expect(
      await ratingUpdates(
        systemOf(rater),
        players,
        () => states,
        (player) => tallies.get(player),
      ),
    ).toEqual(players.map((player) => ratingUpdate(here, player, states, tallies.get(player))));
    const meeting = {
      playedAt: Date.UTC(2025, 0, 1),
      sides: [1, 9].map((player) => ({ players: [player], role: undefined })),
    };
    expect(await askRater(systemOf(rater), FORESEE, meeting, states)).toEqual([0.5, 0.5]);
  });

  test.each(['glicko2', 'timed-glicko'])(
    'with a batch form, as %s, rates a log to the same bits with it',
    async (key) => {
      const module = new URL(`../../packages/rater-${key}/dist/index.js`, import.meta.url).href;
      const { rater } = await load(`import own from '${module}'; export default { ...own, key: 'own' };`);
      const here = (await import(module)).default as Rater;
      expect(here.batch).toBeDefined();
      const apart = await rate(rater, MATCHES, OLD);
      const [states, tallies] = [new States(), new Map()];
      const results = rateInOrder(systemOf(here), MATCHES, states, tallies, false);
      // What a log stores of the rating before a match is its value and deviation.
      const stored = (some: typeof results) =>
        some.map((result) =>
          result.kind === 'rated'
            ? result.lines.map(({ before: { value, deviation }, ...line }) => ({
                ...line,
                before: { value, deviation },
              }))
            : result,
        );
      expect(stored(apart.results)).toEqual(stored(results));
      expect([...apart.states]).toEqual([...states]);
      expect(apart.tallies).toEqual(tallies);
    },
  );

  test('answers what is asked in passing', async () => {
    const { rater } = await load(badRater('own'));
    expect(rater.rating({ points: 3 }, {})).toEqual({ value: 3, deviation: null, score: 3, isProvisional: false });
    expect(rater.formats({})).toMatchObject({ minSides: 2, maxSides: 2 });
    expect(rater.restore!.from([{ playedAt: 0, after: { value: 7, deviation: null }, contributions: [] }], {})).toEqual(
      {
        points: 7,
      },
    );
    expect(rater.idle).toBeUndefined();
  });

  test('gets nothing of the environment', async () => {
    process.env.A_SECRET_OF_THIS_TEST = 'secret';
    const { rater } = await load(badRater('own', '', 'display: () => JSON.stringify(process.env),'));
    expect(rater.display!({ points: 0 }, {})).toBe('{}');
  });

  test('prints into the log', async () => {
    const { rater, lines } = await load(badRater('own', "console.log('here I am')"));
    await rate(rater, MATCHES.slice(0, 1), OLD);
    await expect.poll(() => lines.map(({ text }) => text)).toContain('here I am\n');
  });

  test.each([
    ['returns no Map', 'return { get: () => ({ contributions: [] }) }', /rate must return a Map, but returned \{\}/],
    [
      'explains less than the change',
      'for (const own of plain(match, states).values()) own.contributions.pop(); const rated = plain(match, states); for (const own of rated.values()) own.contributions.pop(); return rated',
      /must add up to the change of their value/,
    ],
    [
      'answers by chance',
      'const rated = plain(match, states); const delta = Math.random(); for (const own of rated.values()) { own.state.points += delta; own.contributions[0].delta += delta; } return rated',
      /rate must give the same answer each time/,
    ],
    [
      'answers with a function',
      'return new Map([...plain(match, states)].map(([player, own]) => [player, { ...own, state: { ...own.state, add: () => 1 } }]))',
      /a state must be plain data/,
    ],
    [
      'keeps an object of a class',
      'class State { points = 0 }; return new Map([...plain(match, states)].map(([player, own]) => [player, { ...own, state: Object.assign(new State(), own.state) }]))',
      /a state must be plain data, without a class/,
    ],
  ])('that %s is refused at once, with the rule', async (_, fault, rule) => {
    const { rater } = await load(badRater('own', fault));
    expect((await rate(rater, MATCHES.slice(0, 1))).failures).toEqual([expect.stringMatching(rule)]);
  });

  test.each([
    ['ends its thread', 'process.exit(3)', 'own 1.0.0 ended its thread with status 3'],
    ['throws', "throw new Error('out of luck')", 'own 1.0.0 failed in rate: out of luck'],
    ['does not come to an end', 'for (;;);', /own 1\.0\.0 failed in rate: Script execution timed out/],
  ])('that %s in one match costs that match alone', async (_, fault, reason) => {
    const { rater } = await load(badRater('own', atThird(fault)));
    const { failures, states } = await rate(rater);
    expect(failures).toEqual([null, null, expect.stringMatching(reason), null, null]);
    const { rater: sound } = await load(badRater('sound'), 'sound');
    expect([...states]).toEqual([...(await rate(sound, MATCHES.toSpliced(2, 1))).states]);
  });

  test('that takes too much memory is ended, which costs that match alone', async () => {
    const { rater, lines } = await load(
      badRater('own', atThird('const all = []; for (;;) all.push(new Array(1e6).fill(0.5));')),
    );
    expect((await rate(rater)).failures).toEqual([null, null, expect.stringContaining('own 1.0.0 '), null, null]);
    expect(lines.map(({ reason }) => reason)).toContain('used more than 256 MB of memory');
  });

  test.each([
    ['a timer', "setTimeout(() => { throw new Error('too late'); }, 500)"],
    ['a rejected promise', "Promise.reject(new Error('too late'))"],
  ])('that throws in %s is told of and started again, and rates on', async (_, fault) => {
    const { rater, lines } = await load(badRater('own', `if (match.playedAt === ${MATCHES[4]!.playedAt}) ${fault}`));
    expect((await rate(rater)).failures).toEqual(SOUND);
    const reason = 'threw an error outside of its calls: too late';
    await expect.poll(() => lines.map((line) => line.reason)).toContain(reason);
    expect(troubleOf(rater)).toMatchObject({ message: `own 1.0.0 ${reason}` });
    // It works again, and the mark goes.
    expect((await rate(rater, MATCHES.slice(0, 2))).failures).toEqual([null, null]);
    expect(troubleOf(rater)).toBeNull();
  });

  test('that ends its thread again and again is asked ever more rarely, and the rest of a batch is told to come again', async () => {
    const { rater } = await load(badRater('own', 'process.exit(3)'));
    const { failures } = await rate(rater);
    expect(failures).toEqual([
      ...Array.from({ length: 3 }, () => 'own 1.0.0 ended its thread with status 3'),
      ...Array.from({ length: 2 }, () => expect.stringMatching(/ended 3 times in a batch.*send it again/)),
    ]);
    expect(troubleOf(rater)).toMatchObject({ message: 'own 1.0.0 ended 3 times in a batch' });
    const again = () => rate(rater, MATCHES.slice(0, 1)).then(({ failures }) => failures[0]);
    await expect.poll(() => again().catch((error) => error)).toBeInstanceOf(RaterAway);
  });

  test('that hangs in passing is ended, and does not hold up what it rates meanwhile', async () => {
    const { rater } = await load(badRater('own', '', 'explain: () => { for (;;); },'));
    const rating = rate(rater);
    expect(() => rater.explain!({} as never, {}, 'en')).toThrow('own 1.0.0 took longer than 200 ms for explain');
    expect(troubleOf(rater)).toMatchObject({ message: 'own 1.0.0 took longer than 200 ms for explain' });
    expect(() => rater.rating({ points: 0 }, {})).toThrow(RaterAway);
    expect((await rating).failures).toEqual(SOUND);
    await expect.poll(() => rater.rating({ points: 2 }, {})).toMatchObject({ value: 2 });
    expect(troubleOf(rater)).toBeNull();
  });

  test('does not go on with other files than it began with', async () => {
    const { rater, lines } = await load(badRater('own', 'process.exit(3)'));
    await workshop.write('own', badRater('own').replace('1.0.0', '2.0.0'));
    await rate(rater, MATCHES.slice(0, 1));
    await expect
      .poll(() => lines.map(({ reason }) => reason))
      .toContain('could not be started again: its files have changed; restart the service');
    await expect(rate(rater, MATCHES.slice(0, 1))).rejects.toThrow(RaterAway);
  });
});

test('a module that ends its thread while it is loaded is refused by name', async () => {
  const path = await workshop.write('ends', 'process.exit(4)');
  await expect(loadRaters([path])).rejects.toThrow(
    `OPENLADDER_RATERS: "${path}" could not be loaded: ended its thread with status 4`,
  );
});
