import { type Match, sideScore } from './match.js';

/** Why a match can't be rated if one of its sides has neither. */
export const NO_OUTCOME = 'the match has no outcome: every side needs a placement, or every side a score';

/** The score of one side (or participant) against another: 1 won, 0.5 tied, 0 lost. */
export type Result = 0 | 0.5 | 1;

/** Compares two quantities. The greater one is better. */
export function resultOf(own: number, other: number): Result {
  if (own > other) return 1;
  return own < other ? 0 : 0.5;
}

/**
 * How well each side did: by placement if every side has one, otherwise by score. Greater is better, and equal is a tie.
 * @returns undefined if the match has no outcome: some side has neither
 */
export function sideMerits(match: Match): readonly number[] | undefined {
  if (match.sides.every((side) => side.placement !== undefined)) return match.sides.map((side) => -side.placement!);
  const scores = match.sides.map(sideScore);
  return scores.every((score) => score !== undefined) ? (scores as number[]) : undefined;
}

/**
 * The result of each side against each other side.
 * @returns `results[a][b]`, what side a scored against side b; 0.5 on the diagonal
 * @throws RangeError if the match has no outcome
 */
export function pairwiseResults(match: Match): readonly (readonly Result[])[] {
  const merits = knownMerits(match);
  return merits.map((own) => merits.map((other) => resultOf(own, other)));
}

function knownMerits(match: Match): readonly number[] {
  const merits = sideMerits(match);
  if (!merits) throw new RangeError(NO_OUTCOME);
  return merits;
}

/** How a match ended for a side: it won alone, shared the first place, or finished behind another side. */
export type Verdict = 'won' | 'drawn' | 'lost';

/**
 * @returns one verdict for each side, in the match's order
 * @throws RangeError if the match has no outcome
 */
export function verdicts(match: Match): readonly Verdict[] {
  return knownMerits(match).map((own, side, merits) => {
    let verdict: Verdict = 'won';
    for (let other = 0; other < merits.length; other++) {
      if (other === side) continue;
      const result = resultOf(own, merits[other]!);
      if (result === 0) return 'lost';
      if (result === 0.5) verdict = 'drawn';
    }
    return verdict;
  });
}
