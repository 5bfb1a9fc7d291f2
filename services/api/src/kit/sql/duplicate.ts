/** PostgreSQL's code for a row that is there already. */
const UNIQUE_VIOLATION = '23505';
/** What Citus says instead of a code if another server refuses rows that are copied to it. */
const LOST_CODE = 'XX000';

/**
 * Whether an error says that a row is there already.
 * @param name of the constraint or index that allows only one. Citus names that of a part of the table, which has a number at the end. Of parts
 * on other servers it does so in the message alone; the words around it are in the language of the server.
 */
export function isDuplicate(error: unknown, name: string): boolean {
  const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string };
  if (code === UNIQUE_VIOLATION && constraint !== undefined) return new RegExp(`^${name}(_\\d+)?$`).test(constraint);
  if (code !== UNIQUE_VIOLATION && code !== LOST_CODE) return false;
  return new RegExp(`\\b${name}_\\d+\\b`).test(String(message));
}
