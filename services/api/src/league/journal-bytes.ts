import { CONTRIBUTION_WIDTH } from '@openladder/rating';

/** What a line of the journal counts for, in bytes: about what it and its keys take on disk. */
const LINE = 160;
const NUMBER = 8;

/** What lines of the journal count for, in bytes, by how many lines and contributions there are. */
export function journalBytes(lines: number, contributions: number): number {
  return LINE * lines + NUMBER * CONTRIBUTION_WIDTH * contributions;
}

/** SQL of what the lines of a relation count for. */
export const SUM_OF_JOURNAL_BYTES = `coalesce(sum(${LINE} + ${NUMBER} * coalesce(cardinality(contributions), 0)), 0)::bigint`;

/** SQL of what the contributions of the lines of a relation count for. */
export const SUM_OF_CONTRIBUTION_BYTES = `coalesce(sum(${NUMBER} * coalesce(cardinality(contributions), 0)), 0)::bigint`;
