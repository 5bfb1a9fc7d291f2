import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '@openladder/client';
import { matchOf } from './line.js';
import { openReports } from './reports.js';

test('a line is a match that somebody won, or nobody', () => {
  const won = matchOf('g-1 2026-11-20T12:00:00Z ann ben');
  assert.equal(won.externalId, 'g-1');
  assert.deepEqual(
    won.sides.map(({ placement }) => placement),
    [1, 2],
  );
  const drawn = matchOf('g-2 2026-11-20T12:00:00Z ann ben draw');
  assert.deepEqual(
    drawn.sides.map(({ placement }) => placement),
    [1, 1],
  );
  assert.equal(matchOf('g-3 1970-01-01T00:00:00Z ann ben').playedAt, '1970-01-01T00:00:00Z');
  for (const line of ['', 'g-3 yesterday ann ben', 'g-3 2026-11-20T12:00:00Z ann'])
    assert.equal(matchOf(line), undefined);
});

test('a result is kept while the ladder is away, and counts when it is back', async (t) => {
  const ladder = await pretendedLadder();
  const folder = await mkdtemp(join(tmpdir(), 'bot-'));
  const opened = [];
  t.after(async () => {
    for (const reports of opened) await reports.close();
    await rm(folder, { recursive: true });
    ladder.stop();
  });
  const league = createClient({ url: ladder.url, token: 'ol_test', retries: 0 }).league('europe');
  const open = async () => {
    const reports = await openReports(league, join(folder, 'results.ndjson'), 100);
    opened.push(reports);
    return reports;
  };

  ladder.isAway = true;
  const first = await open();
  const { soon } = await first.add(matchOf('g-1 2026-11-20T12:00:00Z ann ben'));
  assert.equal(await soon, null);
  await first.close();

  ladder.isAway = false;
  const second = await open();
  await second.drained();
  assert.deepEqual([...ladder.got], ['g-1']);
});

test('each of several results with one id hears what became of it, not of another one', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'bot-'));
  const said = t.mock.method(console, 'error', () => {});
  let sent = 0;
  const submit = async ({ sides }) => {
    const isFirst = sides[0].participants[0].player === 'ann';
    return isFirst
      ? { ok: true, replayed: sent++ > 0 }
      : {
          ok: false,
          error: { code: 'IDEMPOTENCY_MISMATCH', rule: 'EXTERNAL_ID_USED', message: 'already submitted', path: [] },
        };
  };
  const reports = await openReports({ submit }, join(folder, 'results.ndjson'));
  t.after(async () => {
    await reports.close();
    await rm(folder, { recursive: true });
  });
  const lines = [
    'g-1 2026-11-20T12:00:00Z ann ben',
    'g-1 2026-11-20T12:00:00Z ann ben',
    'g-1 2026-11-20T12:00:00Z ben ann',
  ];
  const added = await Promise.all(lines.map((line) => reports.add(matchOf(line))));
  const results = await Promise.all(added.map(({ result }) => result));
  assert.deepEqual(
    results.map(({ ok, replayed }) => [ok, replayed]),
    [
      [true, false],
      [true, true],
      [false, undefined],
    ],
  );
  assert.deepEqual(said.mock.calls[0].arguments, ['g-1', 'IDEMPOTENCY_MISMATCH EXTERNAL_ID_USED: already submitted']);
});

test('nothing holds up the end of a bot whose results are all answered', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'bot-'));
  t.after(() => rm(folder, { recursive: true }));
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const league = { submit: async () => ({ ok: true, replayed: false }) };
  const reports = await openReports(league, join(folder, 'results.ndjson'));
  await reports.add(matchOf('g-1 2026-11-20T12:00:00Z ann ben'));
  await reports.drained();
  await reports.close();
  assert.equal(timers(), before);
});

/** A server that responds like a ladder and accepts every match. */
async function pretendedLadder() {
  const ladder = { isAway: false, got: new Set() };
  const server = createServer(async (request, response) => {
    if (ladder.isAway) return response.writeHead(503).end();
    const { variables } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const results = variables.input.matches.map(({ externalId }) => {
      ladder.got.add(externalId);
      return { __typename: 'MatchAccepted', replayed: false, match: { id: externalId, externalId, sides: [] } };
    });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: { submitMatches: { results, errors: [] } } }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return Object.assign(ladder, { url: `http://127.0.0.1:${server.address().port}`, stop });
}
