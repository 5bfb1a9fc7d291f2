import { type Random, seededRandom } from '../../packages/rating/dist/random.js';
import { client } from '../support/graphql.js';
import { SUBMIT, type SubmitResult } from '../support/story.js';
import type { MatchInput } from '../support/story-match.js';
import { pause } from './fault.js';
import type { Ledger } from './ledger.js';
import { ADMIN_TOKEN } from './replicas.js';

/** How bots behave. */
export interface Habits {
  readonly bots: number;
  /** Submissions of each bot. */
  readonly submissions: number;
  /** Most matches in a submission. */
  readonly most: number;
  /** Most times that a submission is sent. */
  readonly times: number;
  /** Share of matches that were played before others that were sent already. */
  readonly late: number;
  /** Of external ids, for bots that come after others. */
  readonly prefix: string;
  /** Most milliseconds until a bot asks again that was not answered. */
  readonly again: number;
  /** Called when a submission is answered. */
  readonly answered?: () => void;
  /** Called with the code of an error by which the service says that it is at a loss. */
  readonly failed?: (code: string) => void;
}

/** Most milliseconds until somebody asks again. */
const AGAIN = 100;
const HABITS: Habits = { bots: 8, submissions: 5, most: 12, times: 3, late: 0.03, prefix: '', again: AGAIN };
/** A bot that is not answered for so long, in milliseconds, gives up, and the fault has done harm. */
const TIMEOUT = 300_000;
const PLAYERS = 30;

/**
 * Bots submit matches to leagues, each submission once or several times, to whichever replica, and again until it is
 * settled. They tell the ledgers what they were told.
 * @param urlOf a replica to send to
 */
export async function runBots(
  ledgers: readonly Ledger[],
  random: Random,
  urlOf: (random: Random) => string,
  habits: Partial<Habits> = {},
): Promise<void> {
  const { bots, submissions, most, times, late, prefix, again, answered, failed } = { ...HABITS, ...habits };
  const clock = { now: Date.now() - 3_600_000 };
  await Promise.all(
    Array.from({ length: bots }, async (_, bot) => {
      // Whatever the timing is, each bot makes the same choices under the same seed.
      const own = seededRandom(random.integer(0, 2 ** 31));
      for (let submission = 0; submission < submissions; submission++) {
        const ledger = own.pick(ledgers);
        const matches = Array.from({ length: own.integer(1, most) }, (_, place) =>
          madeUp(`${prefix}${bot}-${submission}-${place}`, own, clock, late),
        );
        ledger.sending(matches);
        const copies = own.integer(1, times);
        await Promise.all(
          Array.from({ length: copies }, async () => {
            await pause(own.integer(0, 20));
            await submit(ledger, matches, own, urlOf, failed, again);
            answered?.();
          }),
        );
      }
    }),
  );
}

function madeUp(externalId: string, random: Random, clock: { now: number }, late: number): MatchInput {
  const [first, second] = random.shuffle(Array.from({ length: PLAYERS }, (_, player) => `player${player}`));
  const at = random.chance(late) ? clock.now - random.integer(1, 2000) : ++clock.now;
  return {
    externalId,
    playedAt: new Date(at).toISOString(),
    sides: [
      { placement: 1, participants: [{ player: first! }] },
      { placement: random.chance(0.1) ? 1 : 2, participants: [{ player: second! }] },
    ],
  };
}

/** Sends matches until they are settled. @throws Error where they are not, for too long */
export async function submit(
  ledger: Ledger,
  matches: readonly MatchInput[],
  random: Random,
  urlOf: (random: Random) => string,
  failed?: (code: string) => void,
  again = AGAIN,
): Promise<readonly SubmitResult[]> {
  const deadline = Date.now() + TIMEOUT;
  for (;;) {
    const results = await attempt(urlOf(random), ledger.league, matches, failed);
    if (results) {
      for (const [index, result] of results.entries()) {
        if (result.__typename === 'MatchAccepted') ledger.acknowledged(matches[index]!);
      }
      return results;
    }
    if (Date.now() > deadline) throw new Error(`a submission to ${ledger.league} was not settled in ${TIMEOUT} ms`);
    await pause(random.integer(10, again));
  }
}

/** @returns null where there was no answer, or one that the service is at a loss */
async function attempt(
  url: string,
  league: string,
  matches: readonly MatchInput[],
  failed?: (code: string) => void,
): Promise<readonly SubmitResult[] | null> {
  try {
    const { status, data, errors } = await client(url, ADMIN_TOKEN).ask(SUBMIT, { input: { league, matches } });
    if (status === 200 && !errors) return data.submitMatches.results;
    const code = errors?.[0]?.extensions.code;
    if (status >= 500 || code === 'INTERNAL_SERVER_ERROR' || code === 'UNAVAILABLE') {
      failed?.(code ?? `a status of ${status} without a code`);
      return null;
    }
    throw new Refusal(`a submission was refused with ${status}: ${JSON.stringify(errors)}`);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return null;
  }
}

/** No fault makes a good submission a bad one. */
class Refusal extends Error {}
