import { setTimeout } from 'node:timers/promises';
import { DerivedByOtherVersion } from '../raters/rating-system.js';

/** How long a submission waits for a board that is being derived anew, in milliseconds: most take less. */
const PATIENCE = 3000;
const INTERVAL = 200;

/**
 * Does what goes on from a league's states; again where its board is to be derived anew first, until that is done.
 * @throws DerivedByOtherVersion where it takes longer
 */
export async function retryWhileRecomputing<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + PATIENCE; ; ) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DerivedByOtherVersion) || Date.now() >= end) throw error;
      await setTimeout(INTERVAL);
    }
  }
}
