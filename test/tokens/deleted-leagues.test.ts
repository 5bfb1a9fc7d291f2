import { expect, test } from 'vitest';
import { type Access, COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { archiveLeague } from '../../services/api/dist/ending/archive-league.js';
import { deleteLeague, deleteLeagues } from '../../services/api/dist/ending/delete-league.js';
import { revokeToken } from '../../services/api/dist/token/revoke-token.js';
import { createToken } from '../../services/api/dist/token/token.service.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { lockForTest, lockWaits } from '../support/held-league.js';
import { failingLog } from '../support/log.js';
import { leagueNow, leagueWith, match, openLeague, platformOfTest } from '../support/platform.js';
import { openClient } from '../support/server.js';

test('changes of a token while its league is deleted stay in the audit log', async () => {
  const platform = await platformOfTest();
  const { app, sql } = platform;
  await openLeague(app, 'short', 'elo');
  const make = async (name: string, scope: string, ...leagues: string[]) =>
    (await createToken(app, COMMAND_LINE, { name, scopes: [scope], leagues, expiresAt: null })).token;
  const admin = await make('admin', 'platform:admin');
  const bot = await make('bot', 'matches:submit', 'short');
  const reason = 'a test';
  await archiveLeague(app, COMMAND_LINE, { league: 'short', reason });

  // The revocation has read the leagues of the token, and waits to write who revoked it.
  const holder = await openClient(platform.url);
  await holder.query(`BEGIN; SELECT FROM token WHERE id = ${admin.id} FOR UPDATE`);
  const access: Access = { tokenId: admin.id, actor: admin.name, scopes: admin.scopes, leagueIds: [] };
  const revoking = revokeToken(app, access, { id: bot.id, reason, withCreated: false });
  await lockWaits(platform, 1);
  const deleting = deleteLeague(app, COMMAND_LINE, { league: 'short', confirm: 'short', reason });
  await Promise.race([deleting, lockWaits(platform, 2)]);
  await holder.query('ROLLBACK');
  await holder.end();
  await Promise.all([revoking, deleting]);
  await deleteLeagues(app, failingLog);

  expect(await sql(`SELECT league_id, subject FROM audit_entry WHERE action = 'revokeToken'`)).toEqual([
    { league_id: 0, subject: `Token:${bot.id}` },
  ]);
  expect((await verifyDatabase(app)).platform).toEqual([]);
});

test('changes while another of its leagues is being deleted stay there', async () => {
  const platform = await platformOfTest();
  const { app, sql } = platform;
  const remove = async (league: string) => {
    await archiveLeague(app, COMMAND_LINE, { league, reason: 'a test' });
    await deleteLeague(app, COMMAND_LINE, { league, confirm: league, reason: 'a test' });
  };
  for (const slug of ['one', 'two']) await openLeague(app, slug, 'elo');
  const { id: league } = await leagueNow(app, 'two');
  const bot = { name: 'bot', scopes: ['matches:submit'], leagues: ['one', 'two'], expiresAt: null };
  const { id } = (await createToken(app, COMMAND_LINE, bot)).token;
  await remove('two');
  // As if the token had been in the making.
  await sql(`INSERT INTO token_league (token_id, league_id) VALUES (${id}, ${league})`);
  await revokeToken(app, COMMAND_LINE, { id, reason: 'a test', withCreated: false });
  await remove('one');
  await deleteLeagues(app, failingLog);
  expect(await sql(`SELECT league_id FROM audit_entry WHERE action = 'revokeToken'`)).toEqual([{ league_id: 0 }]);
  expect((await verifyDatabase(app)).platform).toEqual([]);
});

test('a token is created while a deletion waits for another league, which shows the same players', async () => {
  const platform = await platformOfTest();
  const { app, sql } = platform;
  for (const slug of ['gone', 'left']) {
    await leagueWith(app, slug, 'elo', [match(1, 'ann beats ben')]);
  }
  // Everybody knew them from the other league first.
  await sql(
    `UPDATE membership SET since = since + interval '1 day' FROM league WHERE league_id = id AND slug = 'left'`,
  );
  await archiveLeague(app, COMMAND_LINE, { league: 'gone', reason: 'a test' });
  await deleteLeague(app, COMMAND_LINE, { league: 'gone', confirm: 'gone', reason: 'a test' });
  const holder = await openClient({ connectionString: platform.url });
  await lockForTest(holder, 'left');
  const deleting = deleteLeagues(app, failingLog);
  await lockWaits(platform, 1);
  const bot = { name: 'bot', scopes: ['matches:submit'], leagues: ['left'], expiresAt: null };
  await createToken(app, COMMAND_LINE, bot);
  await lockWaits(platform, 1);
  await holder.end();
  await deleting;
});
