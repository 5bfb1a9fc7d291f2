import { type Refusal, Refused, refuse, refuseAny } from '../kit/refusal.js';

/** Which matches of a log are scored, as shares of all. */
export interface ScoredShares {
  /** Share of the first matches, which are rated but not scored, because everybody is new then. None if omitted. */
  readonly burnIn?: number | null;
  /** Share of the last matches, which are scored separately: choices made on the others are measured on them. None if omitted. */
  readonly heldOut?: number | null;
}

/** At least a tenth of the log must be left for choosing. */
const MOST = 0.9;

/** @throws Refused if a share is out of its range, or both leave too little */
export function checkShares({ burnIn, heldOut }: ScoredShares): void {
  const problems = [checkShare('burnIn', burnIn), checkShare('heldOut', heldOut)].filter((one) => one !== undefined);
  const sum = (burnIn ?? 0) + (heldOut ?? 0);
  if (problems.length === 0 && sum > MOST) {
    const values = { max: MOST, value: Number(sum.toPrecision(6)) };
    problems.push(refuse('SHARES_TOGETHER', ['input', 'heldOut'], values));
  }
  refuseAny(...problems);
}

function checkShare(name: string, share: number | null | undefined): Refusal | undefined {
  if (share == null || (share >= 0 && share <= MOST)) return undefined;
  return refuse('RANGE', ['input', name], { field: name, min: 0, max: MOST, value: share });
}

/**
 * How many matches come before each part of a log: before the matches that are scored, and before those that are held out.
 * @throws Refused if a part would have no match
 */
export function startsOf(matches: number, { burnIn, heldOut }: ScoredShares): number[] {
  const first = Math.floor(matches * (burnIn ?? 0));
  if (!heldOut) return [first];
  const last = matches - Math.floor(matches * heldOut);
  if (first < last && last < matches) return [first, last];
  throw new Refused(refuse('HELD_OUT_LEAVES_MATCHES', ['input', 'heldOut'], { count: matches }));
}
