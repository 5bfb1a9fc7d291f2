/** Told what happens; an error is something that nobody else will hear of. */
export interface JobLog {
  info(message: string): void;
  error(error: unknown, message: string): void;
}
