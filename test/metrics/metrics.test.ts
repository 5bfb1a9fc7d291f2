import { expect, test } from 'vitest';
import { playMany } from '../support/big-league.js';
import { askForRecompute, finished } from '../support/recompute.js';
import { onServer } from '../support/server.js';
import { startStory, useStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

const story = useStory({ env: { OPENLADDER_METRICS_PORT: '0' } });

/** The value of each series, as Prometheus reads it. */
async function scrape(): Promise<Map<string, number>> {
  const text = await (await fetch(story.metricsUrl!)).text();
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

test('submissions are counted by their results', async () => {
  const league = await story.league('counted');
  const match = league.match('ann beats ben');
  await league.play(match, 'ben beats cid');
  await league.submit([match, league.match('ann beats ann')]);
  await league.play('ann beats ben', 'ben beats cid', 'cid beats ann');
  const metrics = await scrape();
  expect(metrics.get('openladder_submitted_matches_total{result="accepted"}')).toBe(5);
  expect(metrics.get('openladder_submitted_matches_total{result="replayed"}')).toBe(1);
  expect(metrics.get('openladder_submitted_matches_total{result="rejected"}')).toBe(1);
  expect(metrics.get('openladder_rejected_matches_total{code="BAD_INPUT"}')).toBe(1);
  // New players came with the first, which was settled another way.
  expect(metrics.get('openladder_appended_batch_matches_sum')).toBe(3);
});

test('tickets of queues are counted by their results, and waits are measured', async () => {
  await story.league('queued', 'timed-glicko');
  const tickets: string[] = [];
  for (const player of ['ann', 'ben', 'cid']) {
    const { ticket } = await story.admin.mutate('joinQueue', { league: 'queued', player }, 'ticket { id }');
    tickets.push(ticket.id);
  }
  await story.admin.mutate('leaveQueue', { ticket: tickets[2] });
  const metrics = await scrape();
  expect(metrics.get('openladder_queue_tickets_total{status="matched"}')).toBe(2);
  expect(metrics.get('openladder_queue_tickets_total{status="left"}')).toBe(1);
  expect(metrics.get('openladder_queue_wait_seconds_count')).toBe(2);
});

test('requests are measured, and errors counted by code', async () => {
  await story.anonymous.fail('{ leagues(first: 1000) { nodes { slug } } }');
  await story.anonymous.fail('{ nonsense }');
  await fetch(`${story.url}/nowhere`);
  const metrics = await scrape();
  for (const code of ['BAD_INPUT', 'GRAPHQL_VALIDATION_FAILED', 'NOT_FOUND']) {
    expect(metrics.get(`openladder_errors_total{code="${code}"}`), code).toBe(1);
  }
  const counted = (labels: string) => metrics.get(`openladder_http_request_duration_seconds_count{${labels}}`);
  expect(counted('method="POST",route="/graphql",status="200"')).toBeGreaterThan(3);
  expect(counted('method="GET",route="none",status="404"')).toBe(1);
});

test('anonymous queries are counted by hits and misses of the cache', async () => {
  const league = await story.league('kept');
  const ask = () => story.anonymous.get('{ league(slug: "kept") { eventCursor standings { nodes { rank } } } }');
  await ask();
  await ask();
  await league.play('ann beats ben');
  const before = await scrape();
  await ask();
  await ask();
  const after = await scrape();
  const counted = (result: string) =>
    [before, after].map((metrics) => metrics.get(`openladder_cached_answers_total{result="${result}"}`) ?? 0);
  expect(counted('hit').map((count, _, [first]) => count - first!)).toEqual([0, 1]);
  expect(counted('miss').map((count, _, [first]) => count - first!)).toEqual([0, 1]);
});

test('sockets and subscriptions are counted while they are open', async () => {
  const league = await story.league('watched');
  const caller = subscriber(story.url);
  const document = 'subscription { standingsChanged(league: "watched") { cursor } }';
  const first = caller.subscribe(document);
  const second = caller.subscribe(document);
  const bad = caller.subscribe('subscription { matchRated(league: "nowhere") { cursor } }');
  await expect(bad.ended).rejects.toMatchObject([{ extensions: { code: 'BAD_INPUT' } }]);
  const open = async (): Promise<(number | undefined)[]> => {
    const metrics = await scrape();
    const subscriptions = (field: string) => metrics.get(`openladder_open_subscriptions{field="${field}"}`);
    return [metrics.get('openladder_open_sockets'), subscriptions('standingsChanged'), subscriptions('matchRated')];
  };
  await expect.poll(open).toEqual([1, 2, 0]);
  first.leave();
  await expect.poll(open).toEqual([1, 1, 0]);
  caller.close();
  await expect.poll(open).toEqual([0, 0, 0]);
  second.leave();
  await league.play('ann beats ben');
});

test('a database with the schema of another version is not usable', async () => {
  const usable = async () => (await scrape()).get('openladder_database_usable');
  await expect.poll(usable).toBe(1);
  const [time, name] = [1999999999999, 'Weather1999999999999'];
  await onServer(story.databaseUrl, `INSERT INTO migrations (timestamp, name) VALUES (${time}, '${name}')`);
  await expect.poll(usable).toBe(0);
  await onServer(story.databaseUrl, `DELETE FROM migrations WHERE name = '${name}'`);
  await expect.poll(usable).toBe(1);
});

test('recomputes, the database and the process itself are measured', async () => {
  const league = await story.league('long');
  await playMany(league, 6000);
  const { id } = await askForRecompute(story.admin, 'long');
  expect((await finished(story.admin, id)).status).toBe('DONE');
  const polled = (series: string) => expect.poll(async () => (await scrape()).get(series));
  await polled('openladder_recompute_duration_seconds_count{status="DONE"}').toBe(1);
  // Jobs may wait for each other for a moment.
  await polled('openladder_database_connections{pool="jobs",state="waiting"}').toBe(0);
  const metrics = await scrape();
  expect(metrics.get('openladder_recomputed_matches_total')).toBe(6000);
  expect(metrics.get('openladder_database_connections{pool="requests",state="open"}')).toBeGreaterThan(0);
  expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
});

test('metrics are served on a separate port, and nowhere by default', async () => {
  expect((await fetch(`${story.url}/metrics`)).status).toBe(404);
  expect((await fetch(story.metricsUrl!.replace('/metrics', '/graphql'))).status).toBe(404);
  expect((await fetch(story.metricsUrl!, { method: 'POST' })).status).toBe(404);
  expect((await fetch(story.metricsUrl!)).headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const silent = await startStory({ databaseUrl: story.databaseUrl });
  expect(silent.metricsUrl).toBeNull();
  await silent.stop();
});
