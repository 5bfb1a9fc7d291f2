/** Whether PostgreSQL can store a text: it cannot store NUL. What is not stored need not be searched for. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** The LIKE pattern that matches exactly this text. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
