import { LRUCache } from 'lru-cache';
import type { League } from './league.js';

/** Values that are kept of all leagues together, each of at most some hundred rows. */
const MAX_KEPT = 1_000;

const kept = new LRUCache<string, { readonly value: unknown }>({ max: MAX_KEPT });
/** Those that depend on what a caller asks, of which they could fill the others' room. */
const keptAsAsked = new LRUCache<string, { readonly value: unknown }>({ max: MAX_KEPT });

/**
 * Remembers what the version of a league determines, for all requests together: pages ask for the same at each view. Read after the
 * league, a value is at least as new as the version. Readers do not wait for each other: one may hold the turn that another waits for.
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
  const known = values.get(key);
  if (known) return known.value as Value;
  const value = await read();
  values.set(key, { value });
  return value;
}
