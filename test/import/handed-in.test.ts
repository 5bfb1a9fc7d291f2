import { expect, test } from 'vitest';
import { type Access, COMMAND_LINE } from '../../services/api/dist/access/access.js';
import {
  findImport,
  type ImportKey,
  updateImportBegun,
  updateImportCancelled,
  updateImportStarted,
} from '../../services/api/dist/import/match-import.repository.js';
import { cancelImport, checkImport, checkNameOf, startImport } from '../../services/api/dist/import/request-import.js';
import { runImports } from '../../services/api/dist/import/run-imports.js';
import { LOCKS_OF } from '../../services/api/dist/kit/sql/advisory-locks.js';
import type { Sql } from '../../services/api/dist/kit/sql/transaction.js';
import { runRecompute } from '../../services/api/dist/league-log/run-recompute.js';
import { countAddedMatches } from '../../services/api/dist/match-log/imported-matches.repository.js';
import type { App } from '../../services/api/dist/start/app.js';
import { amendMatch, restoreImport, voidMatch, withdrawImport } from '../support/changes.js';
import { correctable } from '../support/every-correction.js';
import { lockWaits } from '../support/held-league.js';
import { failingLog } from '../support/log.js';
import { expectAllHolds, leagueWith, match, openLeague, openPlatform, play, usePlatform } from '../support/platform.js';
import { openClient } from '../support/server.js';
import { CSV, handIn, idOf, MAPPING, NEVER, ROWS, scored } from './handed-in-file.js';

const platform = usePlatform();

const run = (stopping = NEVER) => runImports(platform.app, failingLog, stopping);
const found = async (key: ImportKey) => (await findImport(platform.app.database, key))!;

/** The board of a league to the bit. */
const boardOf = ({ leagueId }: Pick<ImportKey, 'leagueId'>) =>
  platform.sql(`SELECT handle, value, deviation, matches_played AS matches, wins, draws, losses FROM rating
                JOIN player ON player.id = player_id WHERE league_id = ${leagueId} ORDER BY handle`);

/** What the audit log of its league tells of imports. */
const logged = ({ leagueId }: ImportKey) =>
  platform.sql(`SELECT actor, after AS logged FROM audit_entry
                WHERE league_id = ${leagueId} AND action = 'importMatches' ORDER BY id`);

const received = (slug: string, ...pieces: readonly string[]) => handIn(platform, slug, pieces);

/** A file that was checked, of a new league. */
async function checked(slug: string): Promise<ImportKey> {
  const { app } = platform;
  await openLeague(app, slug, 'elo');
  const key = await received(slug, CSV);
  await checkImport(app, COMMAND_LINE, key, { mapping: MAPPING });
  await run();
  expect((await found(key)).report).toMatchObject({ matches: ROWS, known: 0, refused: 0, newPlayers: 10 });
  return key;
}

/** A file that was checked and is to be imported into a new league. */
async function started(slug: string): Promise<ImportKey> {
  const key = await checked(slug);
  await startImport(platform.app, COMMAND_LINE, key);
  return key;
}

/** Starts an import on behalf of a token. @returns its id */
async function startedBy(name: string, key: ImportKey): Promise<number> {
  const [row] = await platform.sql(`INSERT INTO token (name, secret_hash, scopes, created_at, created_by)
    VALUES ('${name}', sha256('${name}'), '{league:admin}', now(), 'a test') RETURNING id`);
  const tokenId = row!.id as number;
  await platform.sql(`INSERT INTO token_league (token_id, league_id) VALUES (${tokenId}, ${key.leagueId})`);
  const access: Access = { tokenId, actor: name, scopes: ['league:admin'], leagueIds: [key.leagueId] };
  await startImport(platform.app, access, key);
  return tokenId;
}

/** Runs the import until some of its matches are there, holds it up, and does something. */
async function interrupted(
  key: ImportKey,
  interrupt: () => Promise<void>,
  begin: () => Promise<void> = run,
): Promise<void> {
  const holder = await openClient(platform.url);
  try {
    // Each batch writes to its league. The second one waits for the session that has this lock.
    await holder.query('SELECT pg_advisory_lock(1)');
    await holder.query(`CREATE OR REPLACE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END';
      CREATE TRIGGER hold BEFORE UPDATE ON league FOR EACH ROW
        WHEN (OLD.id = ${key.leagueId} AND OLD.match_count > 0) EXECUTE FUNCTION hold()`);
    const running = begin();
    while ((await found(key)).accepted === 0);
    await interrupt();
    await holder.query('SELECT pg_advisory_unlock(1)');
    await running;
    await holder.query('DROP FUNCTION hold CASCADE');
  } finally {
    await holder.end();
  }
}

test('a service whose schema another version has migrated leaves an import to that version, as if it had not begun it', async () => {
  const key = await started('migrated');
  let incompatibility: string | null = null;
  const schema = {
    get incompatibility() {
      return incompatibility;
    },
    fits: async () => incompatibility === null,
  } as App['schema'];
  const begin = () => runImports({ ...platform.app, schema }, failingLog, NEVER);
  const migrate = async () => {
    incompatibility = 'The schema is newer.';
  };
  await interrupted(key, migrate, begin);
  expect(await found(key)).toMatchObject({ status: 'IMPORTING', attempts: 0 });
  await run();
  expect(await found(key)).toMatchObject({ status: 'DONE', accepted: ROWS, refusals: [] });
});

test('a service that stops leaves an import to the next one, which counts every match once', async () => {
  const key = await started('left');
  const stopping = new AbortController();
  await interrupted(
    key,
    async () => stopping.abort(),
    () => run(stopping.signal),
  );
  const left = await found(key);
  expect(left).toMatchObject({ status: 'IMPORTING', attempts: 0 });
  expect(left.accepted).toBeGreaterThan(0);
  expect(left.accepted).toBeLessThan(ROWS);
  // As if the process had died before it recorded its last matches.
  await platform.sql(`UPDATE match_import SET added = '{[1,301)}', accepted = 300, attempts = 1 WHERE id = ${key.id}`);
  await run();
  expect(await found(key)).toMatchObject({
    ...{ status: 'DONE', accepted: ROWS, replayed: 0, refusals: [] },
    added: `{[1,${ROWS + 1})}`,
  });
  expect(await platform.sql(`SELECT match_count FROM league WHERE slug = 'left'`)).toEqual([{ match_count: ROWS }]);
  expect(await logged(key)).toEqual([
    { actor: 'command line', logged: { fileName: 'a.csv', added: ROWS, replayed: 0, refused: 0 } },
  ]);
});

test('a process that loses its lock during an import leaves the file to the process that has begun it since', async () => {
  const key = await started('unlocked');
  const other = await openPlatform(platform.url);
  const next: Promise<void>[] = [];
  await interrupted(key, async () => {
    await platform.sql(`SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND classid = ${LOCKS_OF.import} AND objid = ${key.leagueId}`);
    next.push(runImports(other.app, failingLog, NEVER));
    // The first process waits for the session that holds it up, and the next one for the league.
    await lockWaits(platform, 2);
  });
  await Promise.all(next);
  await other.close();
  const done = { status: 'DONE', accepted: ROWS, replayed: 0, added: `{[1,${ROWS + 1})}` };
  expect(await found(key)).toMatchObject(done);
  const entry = { fileName: 'a.csv', added: ROWS, replayed: 0, refused: 0 };
  expect((await logged(key)).map((own) => own.logged)).toEqual([entry]);
});

test('a cancelled import ends, and keeps its imported matches', async () => {
  const key = await started('cancelled');
  await interrupted(key, async () => void (await cancelImport(platform.app, COMMAND_LINE, key)));
  const { status, accepted } = await found(key);
  expect(status).toBe('CANCELLED');
  expect(accepted).toBeGreaterThan(0);
  expect(accepted).toBeLessThan(ROWS);
  // Those that were written while it was cancelled have an entry of their own.
  const entries = (await logged(key)).map((entry) => entry.logged as { status: string; added: number });
  expect(entries.every((entry) => entry.status === 'CANCELLED')).toBe(true);
  expect(entries.reduce((sum, { added }) => sum + added, 0)).toBe(accepted);
});

test('an import that an erasure deletes while it runs ends, and the audit log does not name its file', async () => {
  const key = await started('deleted');
  await interrupted(key, async () => void (await platform.sql(`DELETE FROM match_import WHERE id = ${key.id}`)));
  const added = expect.any(Number);
  expect((await logged(key)).map((entry) => entry.logged)).toEqual([{ fileName: 'file', status: 'CANCELLED', added }]);
});

test('all matches that an import has added are withdrawn together, and come back', async () => {
  const { app } = platform;
  const key = await checked('undone');
  // What is there besides: a match of a bot, one of the file that was sent before, and one that comes later.
  const sent = { externalId: idOf(0), playedAt: new Date('2020-01-01'), sides: scored('p0', 0, 'p1', 0) };
  const [first, later] = [match(-9, 'p1 beats p2'), match(2_000, 'p2 beats p3')];
  await play(app, 'undone', [first, sent]);
  const again = await received('undone', CSV);
  await checkImport(app, COMMAND_LINE, again, { mapping: MAPPING });
  await run();
  expect((await found(again)).report).toMatchObject({ matches: ROWS, known: 1 });
  await startImport(app, COMMAND_LINE, key);
  await run();
  await play(app, 'undone', [later]);
  const [own] = await platform.sql(`SELECT added::text, accepted, replayed FROM match_import WHERE id = ${key.id}`);
  expect(own).toEqual({ added: `{[3,${ROWS + 2})}`, accepted: ROWS - 1, replayed: 1 });

  const one = { dryRun: false, reason: 'a test' };
  await voidMatch(app, COMMAND_LINE, { ...one, ...(await correctable(app, 'undone', idOf(500))) });
  const amended = { ...one, ...(await correctable(app, 'undone', idOf(501))), sides: scored('p4', 0, 'p5', 9) };
  await amendMatch(app, COMMAND_LINE, amended);
  const before = await boardOf(key);
  const counts = () => countAddedMatches(app.database, key);
  const [all, counting] = [ROWS - 1, ROWS - 2];
  expect(await counts()).toEqual({ counting, amended: 1, withdrawn: 1, restorable: 0 });

  const input = { ...one, import: key };
  await expect(withdrawImport(app, COMMAND_LINE, { ...input, expectedMatches: all })).rejects.toThrow(
    `expectedMatches must be the number of matches that change, ${counting}, but is ${all}`,
  );
  const plan = await withdrawImport(app, COMMAND_LINE, { ...input, dryRun: true, expectedMatches: counting });
  expect(plan.effect!.changeCount).toBe(10);
  expect(await boardOf(key)).toEqual(before);
  const asked = await withdrawImport(app, COMMAND_LINE, { ...input, expectedMatches: counting });
  // A worker that stops leaves the whole of it to the next one.
  await runRecompute(app, asked.recompute!.id, failingLog, AbortSignal.abort());
  expect(await counts()).toMatchObject({ counting });
  await runRecompute(app, asked.recompute!.id, failingLog, NEVER);
  expect(await counts()).toEqual({ counting: 0, amended: 0, withdrawn: all, restorable: counting });
  await leagueWith(app, 'others', 'elo', [first, sent, later]);
  const [others] = await platform.sql(`SELECT id FROM league WHERE slug = 'others'`);
  const rated = (board: Record<string, unknown>[]) => board.filter(({ matches }) => matches !== 0);
  expect(rated(await boardOf(key))).toEqual(await boardOf({ leagueId: others!.id as number }));
  expect(await withdrawImport(app, COMMAND_LINE, input)).toMatchObject({ effect: null, recompute: null });
  const entries = await platform.sql(`SELECT after FROM audit_entry WHERE league_id = ${key.leagueId}
    AND action = 'voidMatches' AND subject LIKE 'League:%'`);
  expect(entries).toEqual([{ after: { status: 'VOID', matches: counting, fileName: 'a.csv' } }]);

  const back = await restoreImport({ ...app, inlineTail: ROWS * 2 }, COMMAND_LINE, input);
  expect([back.recompute, back.effect!.changeCount]).toEqual([null, 10]);
  expect(await boardOf(key)).toEqual(before);
  expect(await counts()).toEqual({ counting, amended: 1, withdrawn: 1, restorable: 0 });
  expect(await restoreImport(app, COMMAND_LINE, input)).toMatchObject({ effect: null, recompute: null });
  await expectAllHolds(app, ['undone', 'others']);
});

test('an import is not withdrawn while it runs, nor if its added matches are unknown', async () => {
  const { app } = platform;
  const key = await started('unknown');
  const input = { import: key, dryRun: false, reason: 'a test' };
  await expect(withdrawImport(app, COMMAND_LINE, input)).rejects.toThrow(
    'The import is IMPORTING, so it is not over yet.',
  );
  await run();
  await platform.sql(`UPDATE match_import SET begun_after = NULL, added = NULL WHERE id = ${key.id}`);
  await expect(withdrawImport(app, COMMAND_LINE, input)).rejects.toThrow('This import began before');
  await expect(withdrawImport(app, COMMAND_LINE, { ...input, reason: ' ' })).rejects.toThrow(
    'reason must not be empty',
  );
  const bot: Access = { tokenId: null, actor: 'bot', scopes: ['matches:submit'], leagueIds: [key.leagueId] };
  await expect(withdrawImport(app, bot, input)).rejects.toThrow('import must be the id of an object that you may read');
});

test('a finished import has no file, even if its process dies at once', async () => {
  const { database, clock } = platform.app;
  const key = await started('dying');
  let statements = 0;
  const dying: Sql = {
    query: (...statement) => {
      if (++statements > 1) throw new Error('the process is dead');
      return database.query(...statement);
    },
  };
  expect(await updateImportCancelled(dying, key, clock())).toBe(true);
  expect(await updateImportCancelled(database, key, clock())).toBe(false);
  expect(await platform.sql(`SELECT number FROM match_import_part WHERE import_id = ${key.id}`)).toEqual([]);
});

test('an import whose process dies repeatedly is given up', async () => {
  const key = await started('deadly');
  const { database } = platform.app;
  for (let attempt = 0; attempt < 3; attempt++) await updateImportBegun(database, await found(key));
  await run();
  expect(await found(key)).toMatchObject({ error: 'it was begun 3 times, and each time its process ended' });
});

test.each([
  ['gone', 'UPDATE token SET revoked_at = now() WHERE id =', 'has ended'],
  ['moved', 'DELETE FROM token_league WHERE token_id =', 'may no longer run the league'],
])('an import stops at its next batch when its token is %s', async (name, change, why) => {
  const key = await checked(name);
  const tokenId = await startedBy(name, key);
  await interrupted(key, async () => void (await platform.sql(`${change} ${tokenId}`)));
  const { status, error, accepted } = await found(key);
  expect([status, error]).toEqual([
    'FAILED',
    `the token ${name}, which started it, ${why}; start it again with another`,
  ]);
  expect(accepted).toBeGreaterThan(0);
  expect(accepted).toBeLessThan(ROWS);
  expect(await logged(key)).toEqual([
    { actor: name, logged: { fileName: 'a.csv', status: 'FAILED', added: accepted } },
  ]);
});

test('only the confirmed check is imported', async () => {
  const { app } = platform;
  const key = await checked('seen');
  const seen = checkNameOf(await found(key));
  const start = () => startImport(app, COMMAND_LINE, key, seen);
  await checkImport(app, COMMAND_LINE, key, { mapping: MAPPING, idPrefix: 'other-' });
  await expect(start()).rejects.toThrow('The import is CHECKING, so it cannot start: it must be checked first.');
  await run();
  await expect(start()).rejects.toMatchObject({ refusals: [{ code: 'CONFLICT', path: ['input', 'check'] }] });
  // The same check once more finds the same.
  await checkImport(app, COMMAND_LINE, key, { mapping: MAPPING });
  await run();
  const before = await found(key);
  expect(await start()).toMatchObject({ status: 'IMPORTING' });
  expect(await start()).toMatchObject({ status: 'IMPORTING' });
  await expect(startImport(app, COMMAND_LINE, key, 'another')).rejects.toThrow(
    'the file was checked again in the meantime',
  );
  // Between the look and the start somebody else had it checked.
  await platform.sql(
    `UPDATE match_import SET status = 'CHECKED', plan = plan || '{"idPrefix": "x"}' WHERE id = ${key.id}`,
  );
  expect(await updateImportStarted(app.database, before, COMMAND_LINE)).toBe(false);
  expect(await found(key)).toMatchObject({ status: 'CHECKED' });
});

test('an incomplete file is not imported, since its last row may be cut off', async () => {
  const { app } = platform;
  await openLeague(app, 'cut', 'elo');
  // So long that the rows are stored in two pieces.
  const note = 'x'.repeat(300);
  const rows = (from: number) =>
    Array.from({ length: 900 }, (_, row) => `2020-01-01,ann,ben,${note},${from + row},11\n`).join('');
  const key = await received('cut', `date,a,b,note,x,y\n${rows(0)}`, rows(900));
  await checkImport(app, COMMAND_LINE, key, { mapping: 'date=date; side=a:x; side=b:y; id=date+x' });
  await run();
  await startImport(app, COMMAND_LINE, key);
  // As when somebody cancels it just now.
  await platform.sql(`DELETE FROM match_import_part WHERE import_id = ${key.id} AND number > 0`);
  await run();
  expect(await found(key)).toMatchObject({
    ...{ status: 'FAILED', accepted: 0 },
    error: 'the file is not there any more; hand it in again',
  });
});
