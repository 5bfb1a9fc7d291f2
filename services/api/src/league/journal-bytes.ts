import { CONTRIBUTION_WIDTH } from '@openladder/rating';

/** Counted bytes of a line of the journal: about its size on disk, with its keys. */
const LINE = 160;
const NUMBER = 8;

/** Counted bytes of lines of the journal, by the numbers of lines and contributions. */
export function journalBytes(lines: number, contributions: number): number {
  return LINE * lines + NUMBER * CONTRIBUTION_WIDTH * contributions;
}

/** SQL of what the lines of a relation count for. */
export const SUM_OF_JOURNAL_BYTES = `coalesce(sum(${LINE} + ${NUMBER} * coalesce(cardinality(contributions), 0)), 0)::bigint`;

/** SQL of what the contributions of the lines of a relation count for. */
export const SUM_OF_CONTRIBUTION_BYTES = `coalesce(sum(${NUMBER} * coalesce(cardinality(contributions), 0)), 0)::bigint`;
