import { LRUCache } from 'lru-cache';
import type { League } from './league.js';

/** Values that are kept of all leagues together, each of at most some hundred rows. */
const MAX_KEPT = 1_000;

const kept = new LRUCache<string, { readonly value: unknown }>({ max: MAX_KEPT });

/**
 * Remembers what the version of a league determines, for all requests together: pages ask for the same at each view. Read after the
 * league, a value is at least as new as the version.
 * @param name of the value, with all else that it depends on
 */
export async function keptByVersion<Value>(
  { id, version, mark }: Pick<League, 'id' | 'version' | 'mark'>,
  name: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const key = `${id} ${version} ${mark} ${name}`;
  const known = kept.get(key);
  if (known) return known.value as Value;
  const value = await read();
  kept.set(key, { value });
  return value;
}
