/** Exit status of a command that did its work and found something wrong, or could not do it. */
export const FAILED = 1;
/** Exit status of a command that was called wrongly. */
export const MISUSED = 2;

/** Ends a command with a message for people instead of a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** The command was called wrongly. */
export function usageError(message: string): CommandError {
  return new CommandError(message, MISUSED);
}

/** The command could not do, or found wrong, what it was asked for. */
export function failure(message: string): CommandError {
  return new CommandError(message, FAILED);
}
