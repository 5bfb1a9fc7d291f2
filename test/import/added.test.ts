import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import type { Context } from '../../services/api/dist/graphql/context.js';
import type { MatchImport } from '../../services/api/dist/import/match-import.js';
import { findImport, type ImportKey } from '../../services/api/dist/import/match-import.repository.js';
import { forgetUnusedFiles } from '../../services/api/dist/import/receive-file.js';
import { cancelImport, checkImport, startImport } from '../../services/api/dist/import/request-import.js';
import { runImports } from '../../services/api/dist/import/run-imports.js';
import { newResponseSize } from '../../services/api/dist/kit/paging/response-size.js';
import { countAddedMatches } from '../../services/api/dist/match-log/imported-matches.repository.js';
import { restoreImport, restoreMatch, voidMatch, withdrawImport } from '../support/changes.js';
import { correctable } from '../support/every-correction.js';
import { readField } from '../support/field.js';
import { failingLog } from '../support/log.js';
import { expectAllHolds, leagueWith, openLeague, play, usePlatform } from '../support/platform.js';
import { handIn, MAPPING, NEVER, scored } from './handed-in-file.js';

const platform = usePlatform();

const run = () => runImports(platform.app, failingLog, NEVER);
const found = async (key: ImportKey) => (await findImport(platform.app.database, key))!;
const start = (key: ImportKey) => startImport(platform.app, COMMAND_LINE, key);
const change = (key: ImportKey, columns: string) =>
  platform.sql(`UPDATE match_import SET ${columns} WHERE id = ${key.id}`);

/** A file with a match on each of these days, checked. */
async function checked(slug: string, ...days: readonly number[]): Promise<ImportKey> {
  const rows = days.map((day) => `2020-01-0${day},ann,ben,1,0\n`).join('');
  const key = await handIn(platform, slug, [`date,a,b,x,y\n${rows}`]);
  await checkImport(platform.app, COMMAND_LINE, key, { mapping: MAPPING });
  await run();
  return key;
}

/** A match of such a file, as a bot sends it. */
const sent = (day: number) => ({
  externalId: `2020-01-0${day}/ann/ben`,
  playedAt: new Date(Date.UTC(2020, 0, day)),
  sides: scored('ann', 1, 'ben', 0),
});

test('of overlapping files that are started together, each adds its own matches', async () => {
  await openLeague(platform.app, 'together', 'elo');
  const [whole, part] = [await checked('together', 1, 2, 3), await checked('together', 1, 2, 4)];
  for (const key of [whole, part]) await start(key);
  await run();
  expect(await found(whole)).toMatchObject({ accepted: 3, replayed: 0, added: '{[1,4)}' });
  expect(await found(part)).toMatchObject({ accepted: 1, replayed: 2, added: '{[4,5)}' });
});

test('a file that is imported between two processes of another keeps its added matches', async () => {
  await openLeague(platform.app, 'between', 'elo');
  const [whole, part] = [await checked('between', 1, 2, 3), await checked('between', 1, 2, 4)];
  for (const key of [whole, part]) await start(key);
  // The second was begun before the first was started, and its process died.
  await change(part, 'attempts = 1, begun_after = 0');
  await run();
  expect(await found(whole)).toMatchObject({ accepted: 3, replayed: 0, added: '{[1,4)}' });
  expect(await found(part)).toMatchObject({ accepted: 1, replayed: 2, added: '{[4,5)}', begunAfter: 0 });
});

test.each([
  ['failed-at-once', 0, null],
  ['failed-later', 1, '{[1,2)}'],
])('a restarted import has not added matches that came after its failure (%s)', async (slug, accepted, added) => {
  const { app } = platform;
  await leagueWith(app, slug, 'elo', [sent(1)]);
  const key = await checked(slug, 1, 2, 3);
  const failed = `status = 'FAILED', error = 'x', finished_at = now(), attempts = 1, begun_after = 0`;
  await change(key, `${failed}, accepted = ${accepted}, added = ${added && `'${added}'`}`);
  await play(app, slug, [sent(2)]);
  await checkImport(app, COMMAND_LINE, key, { mapping: MAPPING });
  await run();
  await start(key);
  await run();
  const all = accepted ? '{[1,2),[3,4)}' : '{[3,4)}';
  expect(await found(key)).toMatchObject({ accepted: accepted + 1, replayed: 2 - accepted, added: all });
});

test('an import that has added matches before it failed loses its file after a day, and can still be withdrawn', async () => {
  const { app } = platform;
  await openLeague(app, 'forgotten', 'elo');
  const keys = [await checked('forgotten', 1, 2), await checked('forgotten', 3, 4), await checked('forgotten', 5, 6)];
  for (const key of keys.slice(0, 2)) await start(key);
  await run();
  const old = `requested_at = now() - interval '25 hours'`;
  const failed = `status = 'FAILED', error = 'x'`;
  for (const key of keys) await change(key, old);
  for (const key of keys.slice(0, 2)) {
    await change(key, failed);
    await platform.sql(`INSERT INTO match_import_part VALUES (${key.leagueId}, ${key.id}, 0, 'x')`);
  }
  await forgetUnusedFiles(app);
  expect(await findImport(app.database, keys[2]!)).toBeNull();
  expect(await platform.sql(`SELECT * FROM match_import_part WHERE league_id = ${keys[0]!.leagueId}`)).toEqual([]);
  const undone = await withdrawImport(app, COMMAND_LINE, { import: keys[0]!, dryRun: false, reason: 'a test' });
  expect(undone.effect!.changeCount).toBe(2);
  // Its file has to be handed in again.
  await checkImport(app, COMMAND_LINE, keys[1]!, { mapping: MAPPING });
  await run();
  expect(await found(keys[1]!)).toMatchObject({ status: 'FAILED', accepted: 2 });
  expect((await found(keys[1]!)).error).toBe('the file is not there any more; hand it in again');
  await expectAllHolds(app, ['forgotten']);
});

test('the audit log records the cancellation of an idle import once', async () => {
  const { app } = platform;
  await openLeague(app, 'dead', 'elo');
  const [queued, failed, fresh] = [
    await checked('dead', 1, 2),
    await checked('dead', 3, 4),
    await checked('dead', 5, 6),
  ];
  for (const key of [queued, fresh]) await start(key);
  // Its process died after its first match.
  await change(queued, `attempts = 1, begun_after = 0, accepted = 1, added = '{[1,2)}'`);
  // The audit log knows of this one already.
  await change(failed, `status = 'FAILED', error = 'x', finished_at = now(), accepted = 1`);
  for (const key of [queued, failed, fresh, queued]) await cancelImport(app, COMMAND_LINE, key);
  const entries = await platform.sql(`SELECT actor, after FROM audit_entry WHERE league_id = ${queued.leagueId}
    AND action = 'importMatches'`);
  expect(entries).toEqual([{ actor: 'command line', after: { fileName: 'a.csv', status: 'CANCELLED', added: 1 } }]);
});

test('a match that was restored and withdrawn individually stays withdrawn when the rest of its import returns', async () => {
  const { app } = platform;
  const slug = 'by-itself';
  await openLeague(app, slug, 'elo');
  const key = await checked(slug, 1, 2, 3);
  await start(key);
  await run();
  const one = { dryRun: false, reason: 'a test' };
  await withdrawImport(app, COMMAND_LINE, { ...one, import: key });
  const second = async () => ({ ...one, ...(await correctable(app, slug, sent(2).externalId)) });
  await restoreMatch(app, COMMAND_LINE, await second());
  await voidMatch(app, COMMAND_LINE, await second());
  expect(await countAddedMatches(app.database, key)).toMatchObject({ withdrawn: 3, restorable: 2 });
  await restoreImport(app, COMMAND_LINE, { ...one, import: key });
  expect(await countAddedMatches(app.database, key)).toMatchObject({ counting: 2, withdrawn: 1, restorable: 0 });
});

test('the matches of an import cost what is read, and are not read while it runs', async () => {
  const { app } = platform;
  await openLeague(app, 'priced', 'elo');
  const key = await checked('priced', 1, 2, 3);
  await start(key);
  await run();
  const asked = async (changes: Partial<MatchImport>) => {
    const size = newResponseSize();
    const own = { ...(await found(key)), ...changes };
    const added = await readField('MatchImport.addedMatches', own, {}, { app, size } as unknown as Context);
    return { work: size.work, added };
  };
  const added = { counting: 3, amended: 0, withdrawn: 0, restorable: 0 };
  expect(await asked({})).toEqual({ work: 1, added });
  // As if it were longer.
  expect(await asked({ accepted: 500_000 })).toEqual({ work: 50_000, added });
  expect(await asked({ status: 'IMPORTING' })).toEqual({ work: 0, added: null });
});
