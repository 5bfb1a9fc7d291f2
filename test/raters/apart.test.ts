import { pathToFileURL } from 'node:url';
import type { Rater } from '@openladder/rating';
import { describe, expect, test } from 'vitest';
import { askRater } from '../../services/api/dist/raters/apart.js';
import { loadRaters } from '../../services/api/dist/raters/raters.js';
import { States } from '../../services/api/dist/rating/cached-states.js';
import { rateInOrder, ratingUpdate, ratingUpdates } from '../../services/api/dist/rating/rate-batch.js';
import { FORESEE } from '../../services/api/dist/rating/rater-work.js';
import { LogPage } from '../../services/api/dist/replay/log/log-page.js';
import { storedLogRater } from '../../services/api/dist/replay/log/log-rater.js';
import { PlayerIndex } from '../../services/api/dist/replay/log/player-index.js';
import { badRater } from '../support/bad-raters.js';
import { MATCHES, OLD, rate, systemOf, workbench } from './workbench.js';

const { load, write } = workbench();

describe('a rater in a separate process', () => {
  test("rates to the same bits as in the service's process, and makes the same rows and chances", async () => {
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

  test.each(['glicko2', 'timed-glicko'])('with a batch form, as %s, rates a log to the same bits', async (key) => {
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
  });

  test('responds to quick requests', async () => {
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

  test('gets no environment variable but the time zone', async () => {
    process.env.A_SECRET_OF_THIS_TEST = 'secret';
    const { rater } = await load(badRater('own', '', 'display: () => JSON.stringify(process.env),'));
    expect(rater.display!({ points: 0 }, {})).toBe(
      JSON.stringify({ TZ: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    );
  });

  test('may send process.send({ready}) to its parent, as some packages do', async () => {
    const { rater } = await load(badRater('own', "process.send?.({ id: null, answer: 'ready' })"));
    expect((await rate(rater, MATCHES, OLD)).failures).toEqual(MATCHES.map(() => null));
  });

  test('may rate an old log, but not store a state that would be read back as another one', async () => {
    const grow = `return new Map([...plain(match, states)].map(([player, { state, contributions }]) =>
      [player, { state: { ...state, met: new Set([1]) }, contributions }]));`;
    const { rater } = await load(badRater('own', grow, 'restore: undefined,'));
    const { states, tallies, failures } = await rate(rater, MATCHES, OLD);
    expect(failures).toEqual(MATCHES.map(() => null));
    const rows = ratingUpdates(
      systemOf(rater),
      [1],
      (players) => states.pick(players),
      (player) => tallies.get(player),
    );
    await expect(rows).rejects.toThrow('own 1.0.0: a state must survive JSON unchanged, but is { points: ');
  });

  test('may have states that exceed a response together, but not in a single match', async () => {
    const grow = `const size = match.playedAt === ${MATCHES[3]!.playedAt} ? 3e6 : 1e6;
      return new Map([...plain(match, states)].map(([player, { state, contributions }]) =>
        [player, { state: { ...state, more: 'x'.repeat(size) }, contributions }]));`;
    const { rater } = await load(badRater('own', grow, "restore: { needs: 'all', from: () => ({ points: 0 }) },"));
    const others = MATCHES.map((match, index) => ({
      ...match,
      sides: match.sides.map((side, place) => ({ ...side, participants: [{ player: 2 * index + place }] })),
    }));
    const refused = expect.stringMatching(/^own 1\.0\.0 answered with 60\d+ bytes; at most 4194304 are allowed$/);
    expect((await rate(rater, others)).failures).toEqual([null, null, null, refused, null]);
    expect((await rate(rater, others, OLD)).failures).toEqual([null, null, null, refused]);
  });

  test('that returns too much is refused, with the limit', async () => {
    const { rater } = await load(badRater('own', '', "explain: () => 'x'.repeat(2e6),"));
    expect(() => rater.explain!({} as never, {}, 'en')).toThrow(
      /answered with 20000\d\d bytes; at most 1048576 are allowed/,
    );
    expect(rater.rating({ points: 3 }, {})).toMatchObject({ value: 3 });
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'still responds after %s, which only the service handles',
    async (signal) => {
      const { rater } = await load(badRater('own', '', 'display: () => String(process.pid),'));
      const ask = () => rater.display!({ points: 0 }, {});
      const pid = ask();
      process.kill(Number(pid), signal);
      expect(ask()).toBe(pid);
    },
  );

  test('prints into the log', async () => {
    const { rater, lines } = await load(badRater('own', "console.log('here I am')"));
    await rate(rater, MATCHES.slice(0, 1), OLD);
    await expect.poll(() => lines.map(({ text }) => text)).toContain('here I am\n');
  });

  test('prints one line per second into the log, with the number of skipped lines', async () => {
    const begin = performance.now();
    const { rater, lines } = await load(badRater('own', 'console.log("x".repeat(3000))'));
    for (let turn = 0; turn < 20; turn++) await rate(rater);
    await expect.poll(() => lines.some(({ charactersLeftOut = 0 }) => charactersLeftOut > 0)).toBe(true);
    const printed = lines.filter(({ text }) => text !== undefined);
    // The first at once. A timer may be some milliseconds early.
    expect(printed.length).toBeLessThanOrEqual(1 + (performance.now() - begin) / 990);
  });

  test('logs the place of an error, once', async () => {
    const fault = "throw new Error('lost ' + match.playedAt)";
    const last = `if (match.playedAt === ${MATCHES.at(-1)!.playedAt}) console.error('all told');`;
    const { rater, lines, path } = await load(badRater('own', `${last} ${fault}`));
    await rate(rater);
    const texts = () => lines.flatMap(({ text }) => text ?? []).join('');
    await expect.poll(texts, { timeout: 5_000 }).toContain('all told');
    expect(texts()).toContain('own 1.0.0 failed in rate: lost 17');
    expect(texts()).toMatch(new RegExp(`\\n +at .*${path}:\\d+`));
    expect(texts().match(/failed in rate/g)).toHaveLength(1);
  });

  test('is checked in each new match of a log, even one with old matches', async () => {
    const { rater } = await load(
      badRater(
        'own',
        'const rated = plain(match, states); for (const own of rated.values()) own.contributions.pop(); return rated',
      ),
    );
    const page = new LogPage();
    for (const { playedAt, sequence, sides } of MATCHES) {
      for (const [side, { placement, participants }] of sides.entries()) {
        const nothing = { sideScore: Number.NaN, score: Number.NaN, minutes: Number.NaN, scoresAgainst: null };
        page.add({ playedAt, sequence, side, player: participants[0]!.player, isGuest: false, placement, ...nothing });
      }
    }
    const index = new PlayerIndex();
    const logRater = storedLogRater(systemOf(rater), index, 1e6, 2);
    const added: number[] = [];
    const chunk = { add: (_place: number, _at: number, sequence: number) => void added.push(sequence) };
    await expect(logRater.rate(page, chunk as never)).rejects.toMatchObject({ sequence: 3 });
    expect(added).toEqual([1, 1, 2, 2]);
    logRater.close();
  });

  test.each([
    ['answers later', 'return (async () => plain(match, states))()', /rate must return a Map, but returned Promise/],
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
});

test('a module that ends its process during its import is refused by name', async () => {
  const path = await write('ends', 'process.exit(4)');
  await expect(loadRaters([path])).rejects.toThrow(
    `OPENLADDER_RATERS: "${path}" could not be loaded: ended its process with status 4`,
  );
});

test('a module with invalid JavaScript is refused with a way to find the line', async () => {
  const path = await write('broken', 'const a = 2 2;');
  await expect(loadRaters([path])).rejects.toThrow(`Unexpected number. "node ${path}" shows the line`);
});
