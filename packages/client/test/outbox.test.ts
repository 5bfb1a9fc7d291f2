import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../src/client.js';
import type { LeagueClient } from '../src/league.js';
import type { MatchToSubmit } from '../src/match.js';
import type { UserErrorCode } from '../src/operations.js';
import { openOutbox } from '../src/outbox/outbox.js';
import type { ExpectedError } from '../src/result.js';
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

/** A league with only `submit`. */
const leagueOf = (submit: LeagueClient['submit']) => ({ submit }) as LeagueClient;
const refusedBy = (code: UserErrorCode, more: Partial<ExpectedError> = {}): SubmitOutcome => ({
  ok: false,
  error: { code, message: code, path: [], ...more },
});
const clientOf = (answer: () => Response) =>
  createClient({ url: 'http://ladder.example', retries: 0, fetch: async () => answer() });

/** Opens an outbox on a league that answers a match in one way, then in another. @returns the calls until the match was settled */
async function settling(first: SubmitOutcome, then: SubmitOutcome, one = match) {
  const delays: string[] = [];
  const results: SubmitOutcome[] = [];
  let times = 0;
  const league = leagueOf(async () => (times++ === 0 ? first : then));
  const outbox = await openOutbox(league, path, {
    onResult: (_, result) => void results.push(result),
    onDelay: ({ reason }) => void delays.push(reason.message),
  });
  await outbox.add(one);
  await outbox.drained();
  await outbox.close();
  expect(await readFile(path, 'utf8')).toContain('"settled":0');
  return { delays, results };
}

describe('an outbox', () => {
  test('tells callers, before its end or after it, that matches wait, and accepts no more', async () => {
    const outbox = await openOutbox(
      leagueOf(() => Promise.reject(new Error('away'))),
      path,
    );
    await outbox.add(match);
    const asked = outbox.drained().catch((error: Error) => error.message);
    await outbox.close();
    expect(await asked).toBe('The outbox was closed while 1 match waits');
    await expect(outbox.drained()).rejects.toThrow('The outbox was closed while 1 match waits');
    await expect(outbox.add(match)).rejects.toThrow('The outbox is closed');
  });

  test('continues if onDelay throws', async () => {
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
          // All matches that are not late are settled before the quota is renewed.
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

  const DAY = 24 * 60 * 60 * 1_000;
  const early = refusedBy('OUT_OF_WINDOW', { rule: 'NOT_IN_FUTURE', path: ['playedAt'] });
  const unknownLeague = refusedBy('BAD_INPUT', { rule: 'LEAGUE_SLUG', path: ['input', 'league'] });

  test.each([
    ['the league is archived', refusedBy('ARCHIVED')],
    ['there is no such league', unknownLeague],
    ['the league is recomputed', refusedBy('CONFLICT')],
    ['its rating system is missing', refusedBy('RATER_MISSING')],
    ['its rating system fails', refusedBy('RATER_FAILED')],
    ['a quota is used up', refusedBy('QUOTA_EXCEEDED')],
    ['its clock is ahead', early],
  ])('keeps a match while %s', async (_, refusal) => {
    const accepted: SubmitOutcome = { ok: true, match: { id: '1', externalId: 'g-1', sides: [] }, replayed: false };
    const { delays, results } = await settling(refusal, accepted);
    expect(delays).toHaveLength(1);
    expect(results).toEqual([accepted]);
  });

  test.each([
    ['breaks a rule of form', refusedBy('BAD_INPUT', { path: ['sides'] }), 0],
    ['came too late', refusedBy('LATE_MATCH', { path: ['playedAt'] }), 0],
    ['was played before the opening', refusedBy('OUT_OF_WINDOW', { rule: 'BEFORE_OPENING', path: ['playedAt'] }), 0],
    ['has an id that is used', refusedBy('IDEMPOTENCY_MISMATCH', { path: ['externalId'] }), 0],
    ['is to be played long after today', early, 2 * DAY],
  ])('settles a match that %s', async (_, refusal, ahead) => {
    const playedAt = new Date(Date.now() + ahead);
    const { delays, results } = await settling(refusal, unknownLeague, { ...match, playedAt });
    expect(delays).toEqual([]);
    expect(results).toEqual([refusal]);
  });

  test('sends new matches at once while a match that is refused alone waits', async () => {
    const settled: string[] = [];
    let tries = 0;
    const outbox = await openOutbox(
      leagueOf(async ({ externalId }) => {
        if (externalId !== 'bad') return refused;
        tries++;
        return refusedBy('RATER_FAILED');
      }),
      path,
      { onResult: ({ externalId }) => void settled.push(externalId) },
    );
    await outbox.add({ ...match, externalId: 'bad' });
    // Far more than the refused match could be sent again in between, even with pauses near zero at first.
    for (let n = 0; n < 200; n++) {
      await outbox.add({ ...match, externalId: `g-${n}` });
      await expect.poll(() => settled.length, { interval: 1 }).toBe(n + 1);
    }
    expect(tries).toBeLessThan(20);
    expect(outbox.waiting).toBe(1);
    await outbox.close();
  });

  test('keeps matches if the request lacks their league, and sends it once', async () => {
    let requests = 0;
    const errors = [{ message: 'input has a wrong type', extensions: { code: 'BAD_INPUT', argument: ['input'] } }];
    const client = clientOf(() => {
      requests++;
      return new Response(JSON.stringify({ errors }), { status: 400 });
    });
    const heard: unknown[] = [];
    let waits = (_: unknown) => {};
    const delay = new Promise((resolve) => {
      waits = resolve;
    });
    const outbox = await openOutbox(client.league('europe'), path, {
      onResult: (_, result) => void heard.push(result),
      onDelay: waits,
    });
    await Promise.all(['g-1', 'g-2', 'g-3'].map((externalId) => outbox.add({ ...match, externalId })));
    expect(await delay).toMatchObject({ reason: { message: 'input has a wrong type' }, waiting: 3 });
    expect(requests).toBe(1);
    await outbox.close();
    expect(heard).toEqual([]);
  });

  test('refuses a match with an invalid date', async () => {
    const outbox = await openOutbox(
      leagueOf(async () => refused),
      path,
    );
    const given = outbox.add({ ...match, playedAt: new Date('x') });
    await expect(given).rejects.toThrow('playedAt must be a valid date, but match "g-1" has an invalid one');
    expect(outbox.waiting).toBe(0);
    await outbox.close();
  });

  test('settles a match that no request can carry', async () => {
    const message = 'The body must be at most 8000000 bytes.';
    const errors = [{ message, extensions: { code: 'PAYLOAD_TOO_LARGE' } }];
    const client = clientOf(() => new Response(JSON.stringify({ errors }), { status: 413 }));
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
