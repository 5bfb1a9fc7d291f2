import type { Findings } from './findings.js';
import type { ExpectedLine } from './fold.js';
import type { CheckedEntry, CheckedLine } from './journal-entries.js';
import type { Step } from './replay.js';

/** The journal has the lines of the replay, equal to the bit, and no others. */
export function checkJournal(step: Step | null, entry: CheckedEntry | null, findings: Findings): void {
  if (step?.fault) findings.add('journal', `match ${step.sequence}`, 'a match that can be rated', step.fault);
  const found = new Map(entry?.lines.map((line) => [line.player_id, line]));
  for (const expected of step?.lines ?? []) {
    const { player } = expected;
    const line = found.get(player);
    found.delete(player);
    const at = `match ${step!.sequence}, player ${player}`;
    if (line) compareLine(at, expected, line, findings);
    else findings.add('journal', at, 'a line', 'none');
  }
  for (const line of found.values()) {
    const at = `match ${line.sequence}, player ${line.player_id}`;
    findings.add('journal', at, 'no line', `a line at ${line.played_at.toISOString()}`);
  }
}

function compareLine(at: string, expected: ExpectedLine, line: CheckedLine, findings: Findings): void {
  const { before, after, verdict, contributions } = expected;
  findings.compare(
    'journal',
    at,
    {
      beforeValue: before.value,
      beforeDeviation: before.deviation,
      afterValue: after.value,
      afterDeviation: after.deviation,
      score: after.score ?? Number.NEGATIVE_INFINITY,
      isProvisional: after.isProvisional,
      verdict,
      memory: expected.memory,
    },
    {
      beforeValue: line.before_value,
      beforeDeviation: line.before_deviation,
      afterValue: line.after_value,
      afterDeviation: line.after_deviation,
      score: line.score,
      isProvisional: line.is_provisional,
      verdict: line.verdict,
      memory: line.memory,
    },
  );
  // `checkDerivedContributions` derives contributions that are not stored.
  if (line.contributions) compareContributions(at, packed(contributions), line.contributions, findings);
}

/** The numbers of a contribution in the journal, in this order; NaN stands for null. */
const PACKED = ['opponent', 'opponent value', 'expected', 'actual', 'weight', 'delta'];

export function packed(contributions: ExpectedLine['contributions']): number[] {
  return contributions.flatMap(({ opponent, opponentValue, expected, actual, weight, delta }) => [
    Number(opponent),
    opponentValue ?? Number.NaN,
    expected,
    actual,
    weight,
    delta ?? Number.NaN,
  ]);
}

/** Compares packed contributions, to the bit. */
export function compareContributions(
  at: string,
  expected: readonly number[],
  found: readonly number[],
  findings: Findings,
): void {
  if (expected.length !== found.length) {
    findings.add('journal', `${at}, numbers in contributions`, expected.length, found.length);
    return;
  }
  for (const [index, number] of expected.entries()) {
    if (Object.is(number, found[index])) continue;
    const contribution = 1 + Math.floor(index / PACKED.length);
    findings.add(
      'journal',
      `${at}, contribution ${contribution}, ${PACKED[index % PACKED.length]}`,
      number,
      found[index],
    );
  }
}
