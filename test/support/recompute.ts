import { expect } from 'vitest';
import type { Client } from './graphql.js';

/** How a recompute stands. */
export interface RecomputeView {
  readonly id: string;
  readonly status: 'QUEUED' | 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED';
  readonly done: number;
  readonly total: number;
  readonly matchesPerSecond: number | null;
  readonly secondsLeft: number | null;
  readonly revision: number | null;
  readonly error: string | null;
}

export const RECOMPUTE = 'id status done total matchesPerSecond secondsLeft revision error';

/** Asks for a league to be derived anew, which must be too long for a request. @returns the job */
export async function askForRecompute(admin: Client, league: string): Promise<RecomputeView> {
  const recomputeLeague = await admin.mutate(
    'recomputeLeague',
    { league, reason: 'to see it run' },
    `recompute { ${RECOMPUTE} }`,
  );
  expect(recomputeLeague.recompute).not.toBeNull();
  return recomputeLeague.recompute;
}

export async function readRecompute(caller: Client, id: string): Promise<RecomputeView> {
  const { node } = await caller.get(`query ($id: ID!) { node(id: $id) { ... on Recompute { ${RECOMPUTE} } } }`, { id });
  return node;
}

/** The longest wait for a recompute, in milliseconds. */
const TIMEOUT = 300_000;

/** Waits until it is over, however it ends. */
export async function finished(caller: Client, id: string): Promise<RecomputeView> {
  const deadline = Date.now() + TIMEOUT;
  for (;;) {
    const recompute = await readRecompute(caller, id);
    if (recompute.status !== 'QUEUED' && recompute.status !== 'RUNNING') return recompute;
    if (Date.now() > deadline) throw new Error(`not over after ${TIMEOUT} ms: ${JSON.stringify(recompute)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
