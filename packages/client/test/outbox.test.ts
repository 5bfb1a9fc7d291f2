import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../src/client.js';
import type { LeagueClient } from '../src/league.js';
import type { MatchToSubmit } from '../src/match.js';
import { openOutbox } from '../src/outbox/outbox.js';
import type { SubmitOutcome } from '../src/submit.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'));
  path = join(folder, 'results.ndjson');
});
afterEach(() => rm(folder, { recursive: true }));

const match: MatchToSubmit = { externalId: 'g-1', playedAt: '2026-11-20T12:00:00Z', sides: [] };
const refused: SubmitOutcome = { ok: false, error: { code: 'LATE_MATCH', message: 'late', path: [] } };

/** A league of which only `submit` is there. */
const leagueOf = (submit: LeagueClient['submit']) => ({ submit }) as LeagueClient;

describe('an outbox', () => {
  test('tells who asks after its end that matches wait', async () => {
    const outbox = await openOutbox(
      leagueOf(() => Promise.reject(new Error('away'))),
      path,
    );
    await outbox.add(match);
    await outbox.close();
    await expect(outbox.drained()).rejects.toThrow('The outbox was closed while 1 match waits');
  });

  test('goes on where onDelay throws', async () => {
    let times = 0;
    const outbox = await openOutbox(
      leagueOf(async () => {
        if (times++ === 0) throw new Error('away');
        return refused;
      }),
      path,
      {
        onDelay: () => {
          throw new Error('no log');
        },
      },
    );
    await outbox.add(match);
    await outbox.drained();
    expect(times).toBe(2);
    await outbox.close();
  });

  test('lets other matches go before a thousand that a quota refuses, and sends these again', async () => {
    const quota: SubmitOutcome = { ok: false, error: { code: 'QUOTA_EXCEEDED', message: 'used up', path: [] } };
    let isUsedUp = true;
    const settled: string[] = [];
    const isLate = ({ externalId }: MatchToSubmit) => externalId.startsWith('late');
    const outbox = await openOutbox(
      leagueOf(async (one) => (isUsedUp && isLate(one) ? quota : refused)),
      path,
      {
        onResult: ({ externalId }) => {
          settled.push(externalId);
          // All that are not late are settled before the quota begins anew.
          if (settled.length === 2) isUsedUp = false;
        },
      },
    );
    const late = Array.from({ length: 1_000 }, (_, n) => ({ ...match, externalId: `late-${n}` }));
    const others = ['g-1', 'g-2'].map((externalId) => ({ ...match, externalId }));
    await Promise.all([...late, ...others].map((one) => outbox.add(one)));
    await outbox.drained();
    expect(settled.slice(0, 2)).toEqual(['g-1', 'g-2']);
    expect(settled).toHaveLength(1_002);
    await outbox.close();
  });

  test('settles a match that no request can carry', async () => {
    const message = 'The body must be at most 8000000 bytes.';
    const errors = [{ message, extensions: { code: 'PAYLOAD_TOO_LARGE' } }];
    const client = createClient({
      url: 'http://ladder.example',
      fetch: async () => new Response(JSON.stringify({ errors }), { status: 413 }),
    });
    const heard: SubmitOutcome[] = [];
    const outbox = await openOutbox(client.league('europe'), path, {
      onResult: (_, result) => void heard.push(result),
    });
    await outbox.add(match);
    await outbox.drained();
    expect(heard).toEqual([{ ok: false, error: { code: 'BAD_INPUT', message, path: [] } }]);
    await outbox.close();
  });
});
