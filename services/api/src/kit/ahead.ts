/**
 * Asks for what comes next while what came before is being used.
 * @param next null at the end. It is called again as soon as it has answered, and when it fails, whoever comes to its turn is told
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
    // Whoever leaves earlier finds nothing under way.
    await coming.catch(() => undefined);
  }
}
