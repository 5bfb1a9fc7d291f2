/**
 * The service cannot do this now, and may be able to soon. Nothing was changed, so the same request may be sent again. The message
 * explains why; it is shown to callers.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number;

  constructor(message: string, { retryAfter, cause }: { retryAfter: number; cause?: unknown }) {
    super(message, { cause });
    this.retryAfter = retryAfter;
  }
}
