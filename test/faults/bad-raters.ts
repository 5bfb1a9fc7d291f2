import { expect } from 'vitest';
import type { Random } from '../../packages/rating/dist/random.js';
import { badRater } from '../support/bad-raters.js';
import { writeNewFile } from '../support/folder.js';
import { client } from '../support/graphql.js';
import { SUBMIT } from '../support/story.js';
import type { MatchInput } from '../support/story-match.js';
import { submit } from './bots.js';
import { type Fault, pause } from './fault.js';
import type { Ledger } from './ledger.js';
import { ADMIN_TOKEN } from './replicas.js';
import { openStage } from './stage.js';

/** What third parties' raters do in every match, by their keys. */
const FAULTS = {
  exits: 'process.exit(3)',
  'throws-later': "setTimeout(() => { throw new Error('too late'); })",
  'rejects-later': "Promise.reject(new Error('too late'))",
  slow: 'for (const end = Date.now() + 1000; Date.now() < end; );',
  hungry: 'const all = []; for (;;) all.push(new Array(1e6).fill(0.5));',
  'hungry-at-once': 'const all = []; for (;;) all.push(new Array(3e6).fill(0.5));',
  'hungry-outside': 'const all = []; for (;;) all.push(new Float64Array(4e6).fill(0.5));',
};
/** Matches in each submission to their leagues. */
const BATCH = 25;
/** Bots of each such league. */
const BOTS = 2;
/** How long they submit, in milliseconds: to the slow rater longer than a batch may take. */
const DURATION = 4000;
const LONGER_THAN_A_BATCH = 12_000;
/** The most that a submission to another league may take meanwhile, in milliseconds. */
const BAR = 500;
/** How often it is measured if the first one took longer. */
const TRIES = 3;

/** On a busy machine memory may come so slowly that the time of a batch is over first. */
const HUNGRY = /hungry[-a-z]* 1\.0\.0 (used more than (256|512) MB of memory|ended|took longer than 10 s for a batch)/;
/** What their leagues say of it. */
const TROUBLES = {
  exits: /exits 1\.0\.0 ended/,
  'throws-later': /throws-later 1\.0\.0 threw an error outside of its calls: too late/,
  'rejects-later': /rejects-later 1\.0\.0 threw an error outside of its calls: too late/,
  slow: /slow 1\.0\.0 took longer than 10 s for a batch/,
  hungry: HUNGRY,
  'hungry-at-once': HUNGRY,
  'hungry-outside': HUNGRY,
} satisfies Record<keyof typeof FAULTS, RegExp>;

const TROUBLE = 'query ($slug: String!) { league(slug: $slug) { ratingSystem { trouble { message } } } }';

/** Third parties' raters end, throw later and are slow under load: their leagues bear it, and no other league notices. */
export const badRaters: Fault = {
  name: "third parties' raters end, throw later, are slow and take all memory",
  rounds: { short: 1, long: 10 },
  prepare: async () => {
    const paths = Object.entries(FAULTS).map(([key, fault]) => writeNewFile(`${key}.mjs`, badRater(key, fault)));
    const { cluster, replicas, openLeague, clear } = await openStage(1, {
      OPENLADDER_RATERS: (await Promise.all(paths)).join(','),
    });
    /** @returns how long the longest submission to another league took meanwhile, in milliseconds */
    const besideTrouble = async (key: keyof typeof FAULTS, random: Random): Promise<number> => {
      const url = replicas.any(random);
      const healthy = await openLeague(random);
      // Its players are there before it begins, as those of most leagues are.
      await submit(healthy, matches('first', 20), random, () => url);
      const end = Date.now() + (key === 'slow' ? LONGER_THAN_A_BATCH : DURATION);
      const troubled = await openLeague(random, key);
      const bots = Array.from({ length: BOTS }, (_, bot) => submitTo(url, troubled, bot, end));
      const times: number[] = [];
      const failures: string[] = [];
      const failed = (code: string) => failures.push(code);
      for (let sent = 0; Date.now() < end; sent++) {
        const batch = matches(`healthy-${sent}`, 2);
        const begin = performance.now();
        await submit(healthy, batch, random, () => url, failed);
        times.push(performance.now() - begin);
        await pause(random.integer(0, 20));
      }
      await Promise.all(bots);
      expect(failures, `failures of a league beside "${key}"`).toEqual([]);
      await healthy.prove(cluster.url);
      // What it acknowledged to the league in trouble is there, and the league says what the matter is.
      expect(await troubled.countLost(cluster.url)).toBe(0);
      const { data } = await client(url, ADMIN_TOKEN).ask(TROUBLE, { slug: troubled.league });
      expect(data.league.ratingSystem.trouble?.message ?? 'none').toMatch(TROUBLES[key]);
      return Math.max(...times);
    };
    return {
      round: async (random) => {
        for (const key of Object.keys(FAULTS) as (keyof typeof FAULTS)[]) {
          // A machine that others use may stand still once: then two of three tries decide.
          const longest = [await besideTrouble(key, random)];
          while (longest[0]! > BAR && longest.length < TRIES) longest.push(await besideTrouble(key, random));
          const asked = `the longest submission beside "${key}" in each of ${longest.length} tries, in ms`;
          const second = longest.toSorted((a, b) => a - b).at(longest.length > 1 ? 1 : 0);
          expect(second, `${asked}: ${longest.map(Math.round).join(', ')}`).toBeLessThanOrEqual(BAR);
        }
      },
      clear,
    };
  },
};

/** Submits until the end, whatever the answers are. */
async function submitTo(url: string, ledger: Ledger, bot: number, end: number): Promise<void> {
  for (let sent = 0; Date.now() < end; sent++) {
    const batch = matches(`${bot}-${sent}`, BATCH);
    const { data } = await client(url, ADMIN_TOKEN).ask(SUBMIT, { input: { league: ledger.league, matches: batch } });
    for (const [index, { __typename }] of (data?.submitMatches?.results ?? []).entries()) {
      if (__typename === 'MatchAccepted') ledger.acknowledged(batch[index]!);
    }
    await pause(100);
  }
}

let playedAt = Date.now() - 86_400_000;

function matches(prefix: string, count: number): MatchInput[] {
  return Array.from({ length: count }, (_, index) => ({
    externalId: `${prefix}-${index}`,
    playedAt: new Date(++playedAt).toISOString(),
    sides: [`player${index % 10}`, `player${(index + 1) % 10}`].map((player, side) => ({
      placement: side + 1,
      participants: [{ player }],
    })),
  }));
}
