/** The service could not start for a reason that its operator can fix, which the message gives. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Runs one step of the start; its errors are reported with the step's name in front. */
export async function startStep<T>(name: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw new StartError(`${name}: ${startFailure(error)}`, { cause: error });
  }
}

/** node-postgres's own error names the type of an internal variable. */
const NO_PASSWORD = 'the server asks for a password, and none is given';

/** Node throws an error without a message if every address of a host has refused. */
function startFailure(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(startFailure).join('; ');
  const reason = error instanceof Error ? error.message : String(error);
  return /client password must be a string/.test(reason) ? NO_PASSWORD : reason;
}
