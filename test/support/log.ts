import type { Log } from '../../services/api/dist/kit/log.js';

/** A log that keeps what went wrong: the errors themselves. */
export function keepErrors(errors: unknown[]): Log {
  const keep = (fields: object) => errors.push((fields as { err?: unknown }).err);
  return { info: () => undefined, warn: keep, error: keep };
}

/** A log in which nothing may go wrong. */
export const failingLog: Log = {
  info: () => undefined,
  warn: fail,
  error: fail,
};

function fail(fields: object): never {
  throw (fields as { err?: unknown }).err ?? new Error(JSON.stringify(fields));
}
