/** Whether PostgreSQL can hold a text: it can't hold NUL. What is stored nowhere need not be looked for. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** A text as it matches itself in LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
