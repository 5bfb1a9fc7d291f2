import { expect } from 'vitest';
import type { Client } from '../support/graphql.js';

const MISS = 'miss { predicted actual count }';

/** Fields of a comparison in the background. */
export const COMPARISON = `id status progress error sequence revision matches burnInMatches heldOutMatches requestedBy finishedAt
  systems { system { key } isPresent problem evaluation { logLoss } heldOut { logLoss ${MISS} } heldOutDifference { low high }
    fit { slope { value low high } sideAdvantage { value } favouriteAdvantage { value low high }
      slopeBySides { value low high } matches gain { difference }
      isRecommended evaluation { ${MISS} } } }
  baselines { baseline evaluation { logLoss } heldOut { logLoss } }`;

/** Waits until a comparison is over, however it ends. @returns it */
export async function comparisonOver(caller: Client, id: string) {
  const read = async () =>
    (await caller.get(`query ($id: ID!) { node(id: $id) { ... on Comparison { ${COMPARISON} } } }`, { id })).node;
  await expect.poll(async () => (await read()).finishedAt, { interval: 50 }).not.toBeNull();
  return read();
}
