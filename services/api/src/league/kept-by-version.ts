import { LRUCache } from 'lru-cache';
import type { League } from './league.js';

/** Values that are kept of all leagues together, each of at most some hundred rows. */
const MAX_KEPT = 1_000;

const kept = new LRUCache<string, Promise<unknown>>({ max: MAX_KEPT });
/** Those that depend on what a caller asks, of which they could fill the others' room. */
const keptAsAsked = new LRUCache<string, Promise<unknown>>({ max: MAX_KEPT });

/**
 * Remembers what the version of a league determines, for all requests together: pages ask for the same at each view. Read after the
 * league, a value is at least as new as the version. Who asks while it is read gets the same.
 * @param asked what it depends on besides, as a caller chose it
 */
export async function keptByVersion<Value>(
  { id, version, mark }: Pick<League, 'id' | 'version' | 'mark'>,
  name: string,
  read: () => Promise<Value>,
  asked = '',
): Promise<Value> {
  const values = asked === '' ? kept : keptAsAsked;
  const key = `${id} ${version} ${mark} ${name} ${asked}`;
  try {
    const known = await values.get(key);
    if (known !== undefined) return known as Value;
  } catch {
    // The reader may have had no points left; the next one has their own.
  }
  const value = read();
  values.set(key, value);
  value.catch(() => values.delete(key));
  return value;
}
