import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { SchemaWatch } from '../../services/api/dist/database/schema-watch.js';
import { findRecompute } from '../../services/api/dist/league-log/recompute.repository.js';
import { runRecompute } from '../../services/api/dist/league-log/run-recompute.js';
import { upgradeRatings } from '../../services/api/dist/league-log/upgrade-ratings.js';
import type { App } from '../../services/api/dist/start/app.js';
import { recomputeLeague, voidMatch } from '../support/changes.js';
import { correctable } from '../support/every-correction.js';
import { keepErrors } from '../support/log.js';
import { dayByDay, leagueWith, usePlatform } from '../support/platform.js';

const platform = usePlatform();

/** A league of three matches, and a job for it. @returns the job's id */
async function asked(slug: string, app: App): Promise<number> {
  await leagueWith(platform.app, slug, 'zonestats', dayByDay('ann beats ben', 'ben beats cid', 'ann beats cid'));
  return ask(slug, app);
}

async function ask(slug: string, app: App): Promise<number> {
  const patient = { ...app, inlineTail: -1 };
  const request = { league: slug, reason: 'to see who runs it', dryRun: false };
  return (await recomputeLeague(patient, COMMAND_LINE, request)).recompute!.id;
}

/** Lets a process run a job. @returns the status of the job after that */
async function run(app: App, id: number): Promise<string> {
  await runRecompute(app, id, keepErrors([]), new AbortController().signal);
  return (await findRecompute(platform.app.database, id))!.status;
}

const MIGRATED = `INSERT INTO migrations (timestamp, name) VALUES (1999999999999, 'NextYear1999999999999')`;

/** The same process with another version of a rater. */
function withVersion(version: string): App {
  const zonestats = platform.app.raters.get('zonestats')!;
  return { ...platform.app, raters: new Map([...platform.app.raters, ['zonestats', { ...zonestats, version }]]) };
}

const versionOf = async (slug: string) =>
  (await platform.sql(`SELECT rater_version AS version FROM league WHERE slug = '${slug}'`))[0]!.version;

test('a job is left alone after another version has migrated the schema, even before any process has noticed', async () => {
  const id = await asked('migrated', platform.app);
  const schema = new SchemaWatch(platform.app.database, keepErrors([]));
  await schema.look();
  const app = { ...platform.app, schema };
  await platform.sql(MIGRATED);
  expect(app.schema.incompatibility).toBeNull();
  expect(await run(app, id)).toBe('QUEUED');
  await platform.sql(`DELETE FROM migrations WHERE name LIKE 'NextYear%'`);
  expect(await run(app, id)).toBe('DONE');
});

test('a job that finds the schema migrated when it is done commits nothing', async () => {
  const id = await asked('migrated-meanwhile', platform.app);
  await platform.sql(`CREATE FUNCTION migrate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${MIGRATED}; RETURN NEW; END $$;
    CREATE TRIGGER migrate BEFORE INSERT ON league_revision FOR EACH ROW EXECUTE FUNCTION migrate()`);
  expect(await run(platform.app, id)).toBe('RUNNING');
  expect(await platform.sql(`SELECT revision FROM league WHERE slug = 'migrated-meanwhile'`)).toEqual([
    { revision: 1 },
  ]);
  await platform.sql('DROP FUNCTION migrate CASCADE');
  expect(await run(platform.app, id)).toBe('DONE');
});

test('a job is left to processes whose version of the rater is that of the requesting process', async () => {
  const newer = withVersion('99.0.0');
  const id = await asked('two-versions', newer);
  expect(await run(platform.app, id)).toBe('QUEUED');
  expect(await run(newer, id)).toBe('DONE');
  expect(await versionOf('two-versions')).toBe('99.0.0');
});

test('the last start decides which version carries out waiting jobs', async () => {
  const version = platform.app.raters.get('zonestats')!.version;
  const id = await asked('taken-back', withVersion('99.0.0'));
  await upgradeRatings(platform.app, 'background', () => undefined);
  expect(await run(platform.app, id)).toBe('DONE');
  expect(await versionOf('taken-back')).toBe(version);
});

test('a process whose version differs from the one that rated a league corrects none of its matches', async () => {
  await leagueWith(platform.app, 'ahead', 'zonestats', dayByDay('ann beats ben', 'ben beats cid'));
  const first = await correctable(platform.app, 'ahead', 'day-1');
  const correction = { ...first, reason: 'by a process behind', dryRun: false };
  await expect(voidMatch(withVersion('99.0.0'), COMMAND_LINE, correction)).rejects.toThrow(
    'league ahead must be recomputed',
  );
  expect((await voidMatch(platform.app, COMMAND_LINE, correction)).effect).not.toBeNull();
});
