/** Exit status of a command that found something wrong, or could not do its work. */
export const FAILED = 1;
/** Exit status of a command that was used wrongly. */
export const MISUSED = 2;

/** Ends a command with a message for people instead of a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
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
