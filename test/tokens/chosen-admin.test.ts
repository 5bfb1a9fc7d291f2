import { beforeEach, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { revokeToken } from '../../services/api/dist/token/revoke-token.js';
import { rotateToken } from '../../services/api/dist/token/rotate-token.js';
import { listTokens } from '../../services/api/dist/token/token.repository.js';
import { ensureAdminToken, troublesOfChosenAdmin } from '../../services/api/dist/token/token.service.js';
import { usePlatform } from '../support/platform.js';

const platform = usePlatform();
const SECRET = 'a-secret-of-my-own-choice';
const OTHER = 'another-secret-of-my-own';
const CLOCK = new Date('2026-11-20T12:00:00.000Z');
const needs = () => ({ ...platform.app, clock: () => CLOCK });

const start = (secret: string) => ensureAdminToken(needs(), secret);
const troubles = (secret: string, at = CLOCK) => troublesOfChosenAdmin({ ...needs(), clock: () => at }, secret);
const everyone = { limit: 10, beforeId: null, within: null, leagueId: null, createdById: null };
const newest = async () => (await listTokens(platform.app.database, everyone))[0]!.id;
const revoke = (id: number) => revokeToken(needs(), COMMAND_LINE, { id, reason: 'a test', withCreated: false });
const rotate = (id: number, graceSeconds: number) =>
  rotateToken(needs(), COMMAND_LINE, { id, token: '', graceSeconds, reason: 'a test' });

let first: number;
beforeEach(async () => {
  await platform.sql('DELETE FROM former_secret; DELETE FROM token');
  await start(SECRET);
  first = await newest();
});

test('a valid chosen secret causes no warning, nor does a new one beside tokens from other sources', async () => {
  expect(await troubles(SECRET)).toEqual([]);
  await revoke(first);
  await ensureAdminToken(needs(), undefined);
  expect(await troubles(OTHER)).toEqual([]);
});

test('a former secret of the variable that still works is reported, until its token is revoked', async () => {
  const said = [
    expect.stringMatching(
      /^OPENLADDER_ADMIN_TOKEN had another secret before, .*: 1 token of that name, created at 2026-11-20T12:00:00\.000Z, can still administer everything\. .*--revoke/,
    ),
  ];
  // Before the next start, for "openladder doctor", and after it.
  expect(await troubles(OTHER)).toEqual(said);
  await start(OTHER);
  expect(await troubles(OTHER)).toEqual(said);
  await revoke(first);
  expect(await troubles(OTHER)).toEqual([]);
});

test('a chosen secret that no longer works is reported, with its end', async () => {
  await rotate(first, 60);
  const says = (what: string) => [
    `The secret in OPENLADDER_ADMIN_TOKEN ${what}. Set a new secret, which the next start makes the secret of another administrator, or remove the variable.`,
  ];
  expect(await troubles(SECRET)).toEqual(
    says('works only until 2026-11-20T12:01:00.000Z: its token was given another secret'),
  );
  const later = new Date(CLOCK.getTime() + 60_000);
  expect(await troubles(SECRET, later)).toEqual(says('no longer works: its token was given another secret'));
  await revoke(first);
  await start(SECRET);
  expect(await troubles(SECRET, later)).toEqual(
    says('no longer works: its token was revoked at 2026-11-20T12:00:00.000Z'),
  );
});
