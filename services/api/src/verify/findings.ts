import { isDeepStrictEqual } from 'node:util';
import { madeOnce } from '../kit/grouped-by.js';

/** The names of the checked properties, which are the titles of their findings. */
export const INVARIANTS = {
  ratingSystem: 'the rating system is installed, with the version and settings that rated the league',
  log: 'the log is whole: sequences, external ids, times, sides and participants',
  counters: "the league's counters are those of its log",
  journal: 'the journal is the replay of the log, bit for bit',
  chain: "every line of the journal begins where the player's line before it ended",
  contributions: 'the contributions of a line add up to its change',
  zeroSum: 'the changes of a match add up to zero',
  ratings: 'the ratings are those of the replay, bit for bit',
  tallies: "where the league cannot be replayed, the players' counts are those of the journal",
  restore: 'the states that the service would read back are those of the replay, bit for bit',
  ranks: 'where ranks are counted by buckets, each has the players of its scores',
  standings: 'the standings are those of the replay, place by place',
  midnight: "the board is as of a midnight, and the nightly run is due at the league's next one",
  revisions: "revisions have no gap up to the league's current one",
  events: 'the events report every match once, in order of arrival, and every revision',
  superseded: 'what the board showed at every earlier revision is on record, line after line',
  recomputes: 'at most one recompute is unfinished, and every finished one made its revision',
  snapshots: 'recorded days are whole, and none is after the newest nightly run',
  leagues: 'nothing is left of deleted leagues, every slug leads to one league, and every picture is there',
  verifications: 'the last verification was of a log and a revision that the league has had',
  merges: 'merged handles are one person, who never meets themselves',
  queue: 'players paired by the queue are paired with each other, and every expired wait is in the log once',
  names: 'every handle, former ones too, leads to one player, and so does every account in each league',
  analyses: 'the result of an analysis is of a place that the log of its league has reached',
  imports: 'a file that can be imported is there whole, and nothing is left of one that is over',
  webhooks: 'every webhook stands where its messages lead, and who made or disabled it is in the audit log',
  ids: 'the key that seals ids is there, once',
  growth: 'what counts to the storage of tokens is of a day, and it and their last use are of tokens that exist',
  audit: 'the audit log has every entry that it must have',
  appendOnly: 'the audit log refuses every change',
} as const;

export type Invariant = keyof typeof INVARIANTS;

/** A violation: the place, by ids ("match 17, player 4, after value"), the expected value, and the actual one. */
export type Violation = readonly [at: string, expected: unknown, found: unknown];

/** An argument of `openladder mend`. */
export type Mend = 'counters' | 'names';

/** One violation of an invariant. */
export interface Finding {
  readonly invariant: Invariant;
  readonly at: string;
  readonly expected: unknown;
  readonly found: unknown;
  /** The command that repairs it; missing if there is none. */
  readonly mend?: Mend;
}

/** How often an invariant is violated, with the first places. */
export interface Problem {
  readonly invariant: Invariant;
  readonly count: number;
  /** At most MAX_FINDINGS. */
  readonly findings: readonly Finding[];
}

export function countProblems(problems: readonly Problem[]): number {
  return problems.reduce((sum, { count }) => sum + count, 0);
}

/** A damaged league may violate an invariant in every row. The first places are enough, and take little memory. */
export const MAX_FINDINGS = 10;

type Found = { count: number; readonly findings: Finding[] };

/** Collects violations of the invariants. */
export class Findings {
  readonly #problems = new Map<Invariant, Found>();

  add(invariant: Invariant, at: string, expected: unknown, found: unknown, mend?: Mend): void {
    const problem = madeOnce(this.#problems, invariant, (): Found => ({ count: 0, findings: [] }));
    problem.count++;
    if (problem.findings.length === MAX_FINDINGS) return;
    problem.findings.push({ invariant, at, expected, found, ...(mend && { mend }) });
  }

  /** Compares every expected field. */
  compare<Fields extends object>(invariant: Invariant, at: string, expected: Fields, found: Fields): void {
    for (const each of differences(at, expected, found)) this.add(invariant, ...each);
  }

  /** In the order of INVARIANTS; none if all hold. */
  problems(): Problem[] {
    return (Object.keys(INVARIANTS) as Invariant[]).flatMap((invariant) => {
      const problem = this.#problems.get(invariant);
      return problem ? [{ invariant, ...problem }] : [];
    });
  }
}

/** Compares fields to the bit: -0 is not 0, and NaN is NaN. By default, it compares the expected ones. */
export function differences(at: string, expected: object, found: object, fields = Object.keys(expected)): Violation[] {
  const [left, right] = [expected, found] as [Record<string, unknown>, Record<string, unknown>];
  return fields
    .filter((field) => !isDeepStrictEqual(left[field], right[field]))
    .map((field) => [`${at}, ${inWords(field)}`, left[field], right[field]]);
}

/** lastPlayedAt, last_played_at -> last played at */
function inWords(field: string): string {
  return field.replaceAll('_', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
