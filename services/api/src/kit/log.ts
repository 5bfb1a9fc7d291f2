import pino, { type Logger } from 'pino';

/** From nothing to everything; the names of the logger (pino). */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** File descriptors that a log can go to. */
export const STANDARD_OUTPUT = 1;
export const STANDARD_ERROR = 2;

/** The most bytes that wait while lines cannot be written; further lines are lost. */
const MAX_WAITING = 1_000_000;

/** A log: each line has fields to search for, such as `err` for an error, and a constant sentence. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Makes the log of a process: one JSON object per line. */
export function createLog(level: LogLevel, descriptor: number): Logger {
  // No line has these fields today; listing them keeps tokens out of the log tomorrow too.
  const secrets = ['authorization', 'secret', 'token'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const destination = pino.destination({ fd: descriptor, sync: true, maxLength: MAX_WAITING });
  // After a full disk, or a reader that ended, lines are lost and the service continues. The next line tries again.
  destination.on('error', () => undefined);
  return pino({ level, redact: secrets }, destination);
}
