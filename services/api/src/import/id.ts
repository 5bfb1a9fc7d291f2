import { type Column, joinedTextIn } from './cells.js';
import type { CsvRow } from './csv.js';

const SEPARATOR = '/';

/**
 * The external id that columns make: their texts with `/` between them, as in `1872-11-30/Scotland/England`. Different
 * texts never make the same id: if there are several columns, a `/` or `%` inside a text is written `%2F` or `%25`.
 */
export function idIn(row: CsvRow, columns: readonly Column[]): string {
  return joinedTextIn(row, columns, (texts) =>
    texts.length === 1 ? texts[0]! : texts.map(escapeSeparator).join(SEPARATOR),
  );
}

function escapeSeparator(text: string): string {
  return text.replaceAll('%', '%25').replaceAll(SEPARATOR, '%2F');
}

/** Counts the matches of each id, so that the second of two teams on one day is a match of its own: `…/1`, `…/2`. */
export function idCounter(): (id: string) => string {
  const counts = new Map<string, number>();
  return (id) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return `${id}${SEPARATOR}${count}`;
  };
}
