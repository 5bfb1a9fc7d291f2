/** Whether PostgreSQL can hold a text: it can't hold NUL. What is stored nowhere need not be looked for. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** A text as it matches itself in LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

const COPIED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A text as it stands in a column of COPY's text format. */
export function escapeCopied(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => COPIED[character]!);
}
