/** Nothing is stored under the key that a loader was asked for. */
export class NothingStored extends Error {
  override readonly name = 'NothingStored';
}

/** What a loader finds; null if nothing is stored under its key. @throws whatever else keeps the loader from reading it */
export async function ifStored<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof NothingStored) return null;
    throw error;
  }
}
