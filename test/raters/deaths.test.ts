import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inWritersTurn, RaterAway, troubleOf } from '../../services/api/dist/raters/apart.js';
import { matchesForRank } from '../../services/api/dist/raters/rating-system.js';
import { explanationOfChange } from '../../services/api/dist/reading/change-explanation.js';
import { badRater } from '../support/bad-raters.js';
import { MATCHES, NEW, OLD, rate, workbench } from './workbench.js';

const { load, write } = workbench();

/** Megabytes. On a busy machine memory may come so slowly that for more the time of a call would be over first. */
const SMALL_HEAP = 24;
const DIST = new URL('../../services/api/dist/', import.meta.url).href;
const SOUND = [null, null, null, null, null];

/** A fault at the third match of the log, in which player 1 meets player 3 and wins. */
const atThird = (fault: string) => `if (match.playedAt === ${MATCHES[2]!.playedAt}) { ${fault} }`;

describe('a rater in a separate process', () => {
  test.each([
    ['ends its process', 'process.exit(3)', 'own 1.0.0 ended its process with status 3'],
    ['throws', "throw new Error('out of luck')", 'own 1.0.0 failed in rate: out of luck'],
    ['does not come to an end', 'for (;;);', 'own 1.0.0 failed in rate: it took longer than 5 s'],
  ])('that %s in one match costs only that match', async (_, fault, reason) => {
    const { rater } = await load(badRater('own', atThird(fault)));
    const { failures, states } = await rate(rater);
    expect(failures).toEqual([null, null, reason, null, null]);
    if (reason.includes('longer'))
      expect(troubleOf(rater)).toMatchObject({ message: 'own 1.0.0 took longer than 5 s for a match' });
    const { rater: sound } = await load(badRater('sound'), 'sound');
    expect([...states]).toEqual([...(await rate(sound, MATCHES.toSpliced(2, 1))).states]);
  });

  test.each([
    ['piece by piece', SMALL_HEAP, 'const all = []; for (;;) all.push(new Array(1e6).fill(0.5));'],
    ['much at once', SMALL_HEAP, 'const all = []; for (;;) all.push(new Array(3e6).fill(0.5));'],
    ['in a map that grows', SMALL_HEAP, 'const all = new Map(); for (let n = 0; ; n++) all.set(n, n);'],
    ['outside of the heap', SMALL_HEAP + 256, 'const all = []; for (;;) all.push(new Float64Array(4e6).fill(0.5));'],
  ])('that takes too much memory, %s, is ended, which costs only that match', async (_, most, fault) => {
    const hungry = badRater('own', atThird(fault));
    const { rater, lines } = await load(hungry, 'own', { heap: SMALL_HEAP });
    expect((await rate(rater)).failures).toEqual([null, null, expect.stringContaining('own 1.0.0 '), null, null]);
    expect(lines.map(({ reason }) => reason)).toContain(`used more than ${most} MB of memory`);
  });

  test.each([
    ['a timer', "setTimeout(() => { throw new Error('too late'); }, 500)"],
    ['a rejected promise', "Promise.reject(new Error('too late'))"],
  ])('that throws in %s is reported and restarted, and continues to rate', async (_, fault) => {
    const { rater, lines } = await load(badRater('own', `if (match.playedAt === ${MATCHES[4]!.playedAt}) ${fault}`));
    expect((await rate(rater)).failures).toEqual(SOUND);
    const reason = 'threw an error outside of its calls: too late';
    await expect.poll(() => lines.map((line) => line.reason)).toContain(reason);
    expect(troubleOf(rater)).toMatchObject({ message: `own 1.0.0 ${reason}` });
    // It works again, and the mark goes.
    const troubleAfter = async () => {
      expect((await rate(rater, MATCHES.slice(0, 2))).failures).toEqual([null, null]);
      return troubleOf(rater);
    };
    await expect.poll(troubleAfter).toBeNull();
  });

  test('that dies repeatedly is called less and less often, and the rest of a batch must be sent again', async () => {
    const { rater } = await load(badRater('own', 'process.exit(3)'));
    const { failures } = await rate(rater);
    expect(failures).toEqual([
      ...Array.from({ length: 3 }, () => 'own 1.0.0 ended its process with status 3'),
      ...Array.from({ length: 2 }, () => expect.stringMatching(/ended 3 times in a batch.*send it again/)),
    ]);
    expect(troubleOf(rater)).toMatchObject({ message: 'own 1.0.0 ended 3 times in a batch' });
    const again = () => rate(rater, MATCHES.slice(0, 1)).then(({ failures }) => failures[0]);
    await expect.poll(() => again().catch((error) => error)).toBeInstanceOf(RaterAway);
  });

  test.each([
    ['ends its process', 'process.exit(3)', 'own 1.0.0 ended its process with status 3'],
    ['throws', "throw new Error('out of luck')", 'own 1.0.0 failed in rate: out of luck'],
  ])('that %s in several matches of a log stops at the first, with the reason', async (_, fault, reason) => {
    const { rater } = await load(badRater('own', `if (match.playedAt >= ${MATCHES[2]!.playedAt}) { ${fault} }`));
    expect((await rate(rater, MATCHES, OLD)).failures).toEqual([null, null, reason]);
  });

  test('that hangs in a quick request is ended, and does not delay its ratings meanwhile', async () => {
    const { rater } = await load(badRater('own', '', 'explain: () => { for (;;); },'), 'own', { timeout: 1_000 });
    const rating = rate(rater);
    expect(() => rater.explain!({} as never, {}, 'en')).toThrow('own 1.0.0 took longer than 1000 ms for explain');
    expect(troubleOf(rater)).toMatchObject({ message: 'own 1.0.0 took longer than 1000 ms for explain' });
    expect(() => rater.rating({ points: 0 }, {})).toThrow(RaterAway);
    expect((await rating).failures).toEqual(SOUND);
    await expect.poll(() => rater.rating({ points: 2 }, {})).toMatchObject({ value: 2 });
    const troubleAfter = () => {
      rater.rating({ points: 2 }, {});
      return troubleOf(rater);
    };
    await expect.poll(troubleAfter).toBeNull();
  });

  test('does not restart with changed files', async () => {
    const { rater, lines } = await load(badRater('own', 'process.exit(3)'));
    await write('own', badRater('own'));
    await rate(rater, MATCHES.slice(0, 1));
    await expect
      .poll(() => lines.map(({ reason }) => reason))
      .toContain('could not be started again: its files have changed; restart the service');
    await expect(rate(rater, MATCHES.slice(0, 1))).rejects.toThrow(RaterAway);
  });
});

test.each([
  ['ends its process', 'process.exit(3)'],
  ['throws', "throw new Error('out of luck')"],
])('a batch form that %s costs no match that can be rated individually', async (_, fault) => {
  const module = new URL('../../packages/rater-glicko2/dist/index.js', import.meta.url).href;
  const batch = `{ ...own.batch, rate: () => { ${fault} } }`;
  const { rater } = await load(`import own from '${module}'; export default { ...own, key: 'own', batch: ${batch} };`);
  expect((await rate(rater, MATCHES, OLD)).failures).toEqual(SOUND);
});

test('a busy rater has the full time for each of two concurrent batches', async () => {
  const { rater } = await load(badRater('own', 'for (const end = Date.now() + 700; Date.now() < end; );'));
  const batches = await Promise.all([rate(rater), rate(rater)]);
  expect(batches.map(({ failures }) => failures)).toEqual([SOUND, SOUND]);
  expect(troubleOf(rater)).toBeNull();
});

test('a rater that briefly takes too much memory is reported with that reason', async () => {
  const fault = 'explain: () => { const all = []; for (;;) all.push(new Array(1e5).fill(0.5)); },';
  const { rater, lines } = await load(badRater('own', '', fault), 'own', { heap: SMALL_HEAP });
  expect(() => rater.explain!({} as never, {}, 'en')).toThrow('own 1.0.0');
  await expect.poll(() => lines.map(({ reason }) => reason)).toContain(`used more than ${SMALL_HEAP} MB of memory`);
  expect(troubleOf(rater)).toMatchObject({ message: `own 1.0.0 used more than ${SMALL_HEAP} MB of memory` });
});

test('a rater is ended in time although a program that it started keeps its output open', async () => {
  const { rater } = await load(
    `import { spawn } from 'node:child_process'; spawn('sleep', ['60'], { stdio: 'inherit' });${badRater('own', atThird('process.exit(3)'))}`,
  );
  const begin = performance.now();
  const reason = 'own 1.0.0 ended its process with status 3';
  expect((await rate(rater)).failures).toEqual([null, null, reason, null, null]);
  // The program ends after a minute.
  expect(performance.now() - begin).toBeLessThan(60_000);
});

test('a rater that ends after much output is reported with its reason', async () => {
  const more = "display: () => { console.log('x'.repeat(1e6)); process.exit(3); },";
  const { rater } = await load(badRater('own', '', more));
  expect(() => rater.display!({ points: 0 }, {})).toThrow('own 1.0.0 ended its process with status 3');
});

test('a large response arrives although an error follows it', async () => {
  const later = "Promise.reject(new Error('too late'))";
  const { rater } = await load(badRater('own', later, "initial: () => ({ points: 0, more: 'x'.repeat(1e6) }),"));
  expect((await rate(rater, MATCHES.slice(0, 1))).failures).toEqual([null]);
});

test.each([
  ['that cannot be loaded', 'process.exit(4);', 'ended its process with status 4'],
  ['whose key is taken', badRater('elo'), 'its key "elo" is taken'],
])('a package %s leaves nothing behind that prevents a command from ending', async (_, text, problem) => {
  const [sound, bad] = [await write('sound', badRater('sound')), await write('bad', text)];
  const program = await write(
    'command',
    `const { loadRaters } = await import('${DIST}raters/raters.js');
    await loadRaters(['${sound}', process.argv[2]]).catch(({ message }) => console.log(message));`,
  );
  const command = spawn(process.execPath, [program, bad], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [[printed], [status]] = await Promise.all([once(command.stdout, 'data'), once(command, 'exit')]);
  expect(String(printed)).toContain(problem);
  expect(status).toBe(0);
});

test('a busy rater ends with a killed service', async () => {
  const path = await write('own', badRater('own', 'console.log(process.pid); for (;;);'));
  const program = await write(
    'service',
    `const { loadRaters } = await import('${DIST}raters/raters.js');
    const { States } = await import('${DIST}rating/cached-states.js');
    const { rateMatches } = await import('${DIST}rating/rate-batch.js');
    const log = { info: ({ text }) => process.stdout.write(text ?? ''), warn: () => {}, error: () => {} };
    const rater = (await loadRaters(['${path}'], { log, timeout: 15_000 })).get('own');
    await rateMatches({ rater, settings: {} }, ${JSON.stringify(MATCHES)}, new States(), new Map(), ${JSON.stringify(NEW)});`,
  );
  const service = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await once(service.stdout, 'data');
  const isThere = () => existsSync(`/proc/${Number(printed)}`);
  expect(isThere()).toBe(true);
  service.kill('SIGKILL');
  await expect.poll(isThere).toBe(false);
});

test.each([
  ['are slow', 'display: () => { for (const end = performance.now() + 200; performance.now() < end; ); },'],
  ['are large', 'display: ((all) => () => all)(Array.from({ length: 1e5 }, (_, n) => ({ n }))),'],
])('a rater whose responses %s is ended after all of them together delayed the service', async (_, display) => {
  const { rater, lines } = await load(badRater('own', '', display), 'own', { timeout: 3_000 });
  for (let asked = 0; asked < 1_000 && lines.length === 0; asked++) rater.display!({ points: 0 }, {});
  expect(lines[0]).toMatchObject({ reason: 'kept the service waiting for more than 3000 ms' });
});

test('while a rater is not running, its formats are known, and missing facts have a marked substitute', async () => {
  const more = 'matchesForRank: () => { process.exit(3); }, explain: () => { process.exit(3); },';
  const { rater } = await load(badRater('own', '', more));
  const standIns: string[] = [];
  const matches = () => matchesForRank(rater, {}, { minMatches: 0 }, () => standIns.push('rank'));
  expect(matches()).toBe(1);
  expect(() => rater.rating({ points: 0 }, {})).toThrow(RaterAway);
  expect(matches()).toBe(1);
  const change = { before: { value: 1, deviation: null }, after: { value: 2, deviation: null }, delta: 1 };
  const explanation = explanationOfChange(
    new Map([['own', rater]]),
    { rater: 'own', settings: {} },
    { ...change, contributions: [] } as never,
    { locale: 'en', weight: 1 },
    () => standIns.push('explanation'),
  );
  expect(explanation).toContain('1');
  expect(standIns).toEqual(['rank', 'rank', 'explanation']);
  expect(rater.formats({})).toMatchObject({ minSides: 2 });
});

test('third parties hold the locks of at most two leagues, each of another package', async () => {
  const { rater: first } = await load(badRater('own'));
  const raters = [
    first,
    ...(await Promise.all(['two', 'three'].map((key) => load(badRater(key), key)))).map(({ rater }) => rater),
  ];
  const underWay: string[] = [];
  const seen: string[] = [];
  const write = (key: string) => async () => {
    underWay.push(key);
    seen.push(underWay.toSorted().join(' '));
    await new Promise(setImmediate);
    underWay.splice(underWay.indexOf(key), 1);
  };
  await Promise.all(raters.flatMap((rater) => Array.from({ length: 4 }, () => inWritersTurn(rater, write(rater.key)))));
  expect(seen).toHaveLength(12);
  expect(new Set(seen.filter((keys) => keys.includes(' ')))).toEqual(new Set(['own two', 'own three', 'three two']));
  expect(Math.max(...seen.map((keys) => keys.split(' ').length))).toBe(2);
});

test('a slow rater rates the part of a batch that fits into its time, reports the rest, and gets more time for a replay', async () => {
  const { rater } = await load(badRater('own', 'for (const end = Date.now() + 2600; Date.now() < end; );'));
  const { failures } = await rate(rater);
  expect(failures.slice(0, 2)).toEqual([null, null]);
  expect(failures.at(-1)).toBe(
    'own 1.0.0 took longer than 10 s for a batch, and did not come to this match; send it again',
  );
  expect(troubleOf(rater)).toMatchObject({ message: 'own 1.0.0 took longer than 10 s for a batch' });
  expect((await rate(rater, MATCHES, OLD)).failures).toEqual(MATCHES.map(() => null));
  expect(troubleOf(rater)).toBeNull();
});

test('a rater that blocks its process after a match is ended, and continues to rate', async () => {
  const { rater, lines } = await load(badRater('own', '(async () => { for (;;) await 0; })()'));
  expect((await rate(rater, MATCHES.slice(0, 1))).failures).toEqual([null]);
  expect((await rate(rater, MATCHES.slice(0, 1))).failures).toEqual([null]);
  expect(lines.map(({ reason }) => reason)).toContain('took longer than 10 s');
});
