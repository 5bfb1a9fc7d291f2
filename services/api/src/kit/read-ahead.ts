/**
 * Fetches the next item while the previous one is being used.
 * @param next returns null at the end. Called again as soon as it has returned; a failure is thrown when its item is due
 */
export async function* ahead<T>(next: () => Promise<T | null>): AsyncGenerator<T> {
  let coming = next();
  try {
    for (let item = await coming; item !== null; item = await coming) {
      coming = next();
      coming.catch(() => undefined);
      yield item;
    }
  } finally {
    // Nothing is in progress for a caller that leaves early.
    await coming.catch(() => undefined);
  }
}
