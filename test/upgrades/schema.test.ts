import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DISTRIBUTED_MARKER, isAdditive } from '../../services/api/dist/database/schema-compatibility.js';
import { version } from '../../services/api/dist/kit/version.js';
import { eventually } from '../embedded/support.js';
import { signedIn } from '../support/console.js';
import { useDatabaseOfEach } from '../support/database.js';
import { runCommand } from '../support/run-command.js';
import { onServer } from '../support/server.js';
import { ADMIN_TOKEN, countRows, type Service, startService } from '../support/service.js';
import { type StoryLeague, SUBMIT, storyLeague } from '../support/story.js';

const database = useDatabaseOfEach();
let service: Service;
let league: StoryLeague;

beforeEach(async () => {
  service = await startService({ databaseUrl: database.url });
  await service.admin.mutate('createLeague', { slug: 'europe', name: 'europe', ratingSystem: 'timed-glicko' });
  league = storyLeague(service.admin, 'europe');
  await league.play('ann beats ben');
});
afterEach(() => service.stop());

/** A newer version of Open Ladder migrates the database, while the service runs. */
const migrated = (name: string, change: string) =>
  onServer(database.url, `${change}; INSERT INTO migrations (timestamp, name) VALUES (1999999999999, '${name}')`);

const ready = async () => {
  const response = await fetch(`${service.url}/ready`);
  const { version: ours, ...body } = await response.json();
  expect(ours).toBe(version());
  return { status: response.status, body };
};

const submitSecond = async () => {
  const matches = [{ ...league.match('ann beats ben'), externalId: 'second', playedAt: '2020-01-02T00:00:00Z' }];
  return service.admin.ask(SUBMIT, { input: { league: 'europe', matches } });
};

const REASON =
  "The database's schema is newer than this version of Open Ladder: it has the migration NextYear1999999999999. Start the newer version instead.";

describe('a schema that a newer version has made', () => {
  test('makes a running process not ready; it refuses mutations, pauses jobs and still reads', async () => {
    const admin = await signedIn(service.url, ADMIN_TOKEN);
    await migrated('NextYear1999999999999', 'ALTER TABLE match ADD COLUMN weather text');
    expect(await ready()).toEqual({ status: 503, body: { status: REASON } });
    const before = await countRows(service);
    const { errors } = await submitSecond();
    expect(errors).toMatchObject([
      { message: `${REASON} This process only reads.`, extensions: { code: 'UNAVAILABLE' } },
    ]);
    // A document that is known is answered another way than one that is new.
    expect((await submitSecond()).errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE' } }]);
    const token = 'mutation { createToken(input: { name: "t", scopes: [], leagues: [] }) { secret } }';
    expect((await service.admin.fail(token)).extensions.code).toBe('UNAVAILABLE');
    const upload = await admin.upload('/console/l/europe/import', 'a.csv', 'date,a,b');
    expect([upload.status, upload.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await upload.text()).toContain('This process only reads.');
    expect(await league.read('matchCount')).toEqual({ matchCount: 1 });
    // Midnight passes, and a job is asked for, as a replica of the newer version would.
    await onServer(database.url, `UPDATE league SET refresh_due_at = '2020-01-01'`);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await onServer(
      database.url,
      `INSERT INTO recompute (league_id, status, correction, reason, actor, requested_at)
       SELECT id, 'QUEUED', '{"kind": "recomputeLeague"}', 'by the newer version', 'somebody', now() FROM league`,
    );
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await service.sql('DELETE FROM recompute RETURNING status')).toEqual([{ status: 'QUEUED' }]);
    const [{ due, snapshots }] = (await service.sql(
      `SELECT refresh_due_at < '2020-01-02' AS due, (SELECT count(*)::int FROM standings_snapshot) AS snapshots FROM league`,
    )) as [{ due: boolean; snapshots: number }];
    expect([due, snapshots]).toEqual([true, before.standings_snapshot]);
    expect(await countRows(service)).toEqual(before);

    await onServer(database.url, `DELETE FROM migrations WHERE name = 'NextYear1999999999999'`);
    expect((await ready()).status).toBe(200);
    expect((await submitSecond()).data.submitMatches.results).toMatchObject([{ __typename: 'MatchAccepted' }]);
    await eventually('the nightly run goes on', async () => {
      const [row] = await service.sql(`SELECT refresh_due_at > '2020-01-02' AS passed FROM league`);
      return row!.passed === true;
    });
  });

  test('is named as the reason if a query fails because of it', async () => {
    await migrated('NextYear1999999999999', 'ALTER TABLE match RENAME COLUMN external_id TO name_of_match');
    expect((await ready()).status).toBe(503);
    const { status, errors } = await service.admin.ask(
      '{ league(slug: "europe") { matches(first: 1) { nodes { externalId } } } }',
    );
    expect([status, errors]).toMatchObject([
      503,
      [{ message: `${REASON} This process only reads.`, extensions: { code: 'UNAVAILABLE' } }],
    ]);
  });

  test('is noticed without a request to /ready', async () => {
    await migrated('NextYear1999999999999', 'SELECT');
    await eventually(
      'it is noticed',
      async () => (await submitSecond()).errors?.[0]?.extensions.code === 'UNAVAILABLE',
    );
  });

  test('refuses a start and every command, which write nothing', async () => {
    await migrated('NextYear1999999999999', 'SELECT');
    const before = await countRows(service);
    const env = { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_ADMIN_TOKEN: 'another-token-of-mine' };
    for (const command of [['serve'], ['migrate'], ['token', '--name', 'mine', '--scope', 'platform:admin']]) {
      const ending = await runCommand(command, { env });
      expect(ending).toMatchObject({ status: 1, stderr: expect.stringContaining(REASON) });
    }
    expect(await countRows(service)).toEqual(before);
  });

  test('is accepted if the migration is marked as one that only adds', async () => {
    await migrated('AdditiveWeather1999999999999', 'ALTER TABLE match ADD COLUMN weather text');
    expect(await ready()).toEqual({ status: 200, body: { status: 'ready' } });
    expect((await submitSecond()).data.submitMatches.results).toMatchObject([{ __typename: 'MatchAccepted' }]);
    const second = await startService({ databaseUrl: database.url });
    await second.stop();
  });
});

test('a schema that lacks a migration of the code makes a running process not ready', async () => {
  const [{ name }] = (await service.sql('SELECT name FROM migrations ORDER BY id DESC LIMIT 1')) as [{ name: string }];
  await onServer(database.url, `UPDATE migrations SET name = 'AdditiveOlder1600000000000' WHERE name = '${name}'`);
  expect(await ready()).toEqual({
    status: 503,
    body: {
      status: `The database's schema is older than this version of Open Ladder: it lacks the migration ${name}. Restart this version to bring it up to date.`,
    },
  });
});

test('leagues that are being distributed over several servers are left alone by running and starting processes', async () => {
  // An earlier version takes the mark for a migration that it does not know.
  expect(isAdditive(DISTRIBUTED_MARKER)).toBe(false);
  await migrated(
    DISTRIBUTED_MARKER,
    `CREATE TABLE spread_step (number integer, title text, statements text[], done_at timestamptz);
     INSERT INTO spread_step VALUES (1, 'Spread match by league', '{}')`,
  );
  const reason =
    'The leagues of this database are being distributed over several servers, and "Spread match by league" did not finish. ' +
    'Run "openladder distribute" again to resume.';
  expect(await ready()).toEqual({ status: 503, body: { status: reason } });
  expect((await submitSecond()).errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE' } }]);
  const env = { OPENLADDER_DATABASE_URL: database.url };
  for (const command of [['serve'], ['migrate'], ['migrate', '--dry-run']]) {
    expect(await runCommand(command, { env })).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) });
  }
  // What this process knows of the schema is out of date, even when all is done.
  await onServer(database.url, 'UPDATE spread_step SET done_at = now()');
  expect(await ready()).toMatchObject({ status: 503, body: { status: expect.stringMatching(/Restart it\.$/) } });
});
