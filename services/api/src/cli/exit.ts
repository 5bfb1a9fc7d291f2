/** Exit status of a command that found something wrong, or could not do its work. */
export const FAILED = 1;
/** Exit status of a command that was used wrongly. */
export const MISUSED = 2;

/** Ends a command with a message for people instead of a stack trace. */
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

/** The command could not do its work, or found something wrong. */
export function failure(message: string): CommandError {
  return new CommandError(message, FAILED);
}
