import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeId, parseNodeId } from '../../services/api/dist/graphql/scalars.js';
import type { Seal } from '../../services/api/dist/kit/seal.js';
import { type Client, postGraphql } from '../support/graphql.js';
import { sealOf } from '../support/seal.js';
import { countRows, startService } from '../support/service.js';
import { useLeague, useStory } from '../support/story.js';

let now = new Date('2020-05-05T05:05:05Z');
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const MINUTE = 60_000;

const story = useStory({ clock: () => now });
useLeague(story, 'mine');
useLeague(story, 'other');

const TOKEN = 'token { id name scopes leagues { slug } createdAt expiresAt revokedAt lastUsedAt }';
const VIEWER = '{ viewer { name scopes leagues { slug } } }';

const create = async (input: object, as: Client = story.admin) => {
  const named = { name: 'a bot', scopes: ['matches:submit'], leagues: ['mine'], ...input };
  return await as.attempt('createToken', named, `secret ${TOKEN}`);
};
const revoke = async (token: string, as: Client = story.admin) =>
  await as.attempt('revokeToken', { token, reason: 'lost' }, 'token { id revokedAt }');

/** Whether the secret is good. */
async function isGood(secret: string): Promise<boolean> {
  const { status, errors, data } = await story.as(secret).ask(VIEWER);
  if (status === 200) return data.viewer !== null;
  expect([status, errors!.map(({ extensions }) => extensions.code)]).toEqual([401, ['UNAUTHENTICATED']]);
  return false;
}

test("a token's secret is shown once, and its bearer can read its scopes", async () => {
  const { secret, token, errors } = await create({ name: 'match bot', leagues: ['mine', 'other', 'mine'] });
  expect(errors).toEqual([]);
  expect(secret).toMatch(/^ol_[0-9A-Za-z]{36}$/);
  expect(token).toEqual({
    id: expect.any(String),
    name: 'match bot',
    scopes: ['matches:submit'],
    leagues: [{ slug: 'mine' }, { slug: 'other' }],
    createdAt: now.toISOString(),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  });
  expect(await story.as(secret).get(VIEWER)).toEqual({
    viewer: { name: 'match bot', scopes: ['matches:submit'], leagues: [{ slug: 'mine' }, { slug: 'other' }] },
  });
  expect(await story.anonymous.get(VIEWER)).toEqual({ viewer: null });
});

test('a token that expires creates no token that lasts longer', async () => {
  const expiresAt = new Date(now.getTime() + MINUTE).toISOString();
  const { secret } = await create({ scopes: ['league:admin'], expiresAt });
  const longer = new Date(now.getTime() + MINUTE + 1).toISOString();
  for (const end of [undefined, longer]) {
    const refused = await create({ expiresAt: end }, story.as(secret));
    expect(refused).toMatchObject({ secret: null, errors: [{ code: 'BAD_INPUT', path: ['input', 'expiresAt'] }] });
  }
  expect(await create({ expiresAt }, story.as(secret))).toMatchObject({ token: { expiresAt }, errors: [] });
});

test('no table holds a secret, only its SHA-256', async () => {
  const { secret } = await create({});
  const hash = createHash('sha256').update(secret).digest('hex');
  expect(await story.sql(`SELECT name FROM token WHERE secret_hash = '\\x${hash}'`)).toEqual([{ name: 'a bot' }]);
  for (const table of Object.keys(await countRows(story))) {
    const rows = await story.sql(
      `SELECT count(*)::int AS rows FROM ${table} WHERE strpos(${table}::text, '${secret}') > 0`,
    );
    expect(rows, table).toEqual([{ rows: 0 }]);
  }
});

describe('an invalid token is not treated as a missing one', () => {
  test.each([
    ['unknown', () => 'no-such-token'],
    ['cut short', async () => (await create({})).secret.slice(0, -1)],
  ])('%s', async (_, secretOf) => {
    const secret = await secretOf();
    expect(await isGood(secret)).toBe(false);
    const { data } = await story.as(secret).ask('{ league(slug: "mine") { slug } }');
    expect(data?.league).toBeUndefined();
  });

  test.each(['test-admin-token-long-enough', 'Basic test-admin-token-long-enough', 'Bearer', 'Bearer  ', 'Bearer a b'])(
    'in an invalid header: "%s"',
    async (authorization) => {
      const response = await postGraphql(story.url, { query: VIEWER }, { authorization });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    },
  );
});

test('a token ends when it expires', async () => {
  const { secret, token } = await create({ expiresAt: new Date(now.getTime() + MINUTE) });
  expect(token.expiresAt).toBe(new Date(now.getTime() + MINUTE).toISOString());
  later(MINUTE - 1000);
  expect(await isGood(secret)).toBe(true);
  later(1000);
  expect(await isGood(secret)).toBe(false);
});

test('a revoked token is invalid everywhere within a second, and a second revocation changes nothing', async () => {
  const replica = await startService({ databaseUrl: story.databaseUrl, clock: () => now });
  onTestFinished(() => replica.stop());
  const { secret, token } = await create({});
  const here = story.as(secret);
  const there = replica.as(secret);
  expect([(await here.ask(VIEWER)).status, (await there.ask(VIEWER)).status]).toEqual([200, 200]);
  const revoked = await revoke(token.id);
  expect(revoked).toEqual({ token: { id: token.id, revokedAt: now.toISOString() }, errors: [] });
  const revokedAt = now.toISOString();
  later(1000);
  expect([(await here.ask(VIEWER)).status, (await there.ask(VIEWER)).status]).toEqual([401, 401]);
  const before = await countRows(story);
  expect(await revoke(token.id)).toEqual({ token: { id: token.id, revokedAt }, errors: [] });
  expect(await countRows(story)).toEqual(before);
});

test('its last use is recorded, to the minute', async () => {
  const { secret, token } = await create({});
  const lastUsed = async () => {
    const id = parseNodeId({ seal: await sealOf(story.databaseUrl) }, token.id)!.key[0];
    return (await story.sql(`SELECT last_used_at FROM token_use WHERE token_id = ${id}`))[0]?.last_used_at ?? null;
  };
  expect(await lastUsed()).toBeNull();
  const firstUse = now;
  await isGood(secret);
  expect(await lastUsed()).toEqual(firstUse);
  later(MINUTE - 1000);
  await isGood(secret);
  expect(await lastUsed()).toEqual(firstUse);
  later(1000);
  await isGood(secret);
  expect(await lastUsed()).toEqual(now);
});

test('creation and revocation are recorded for each league, without the secret', async () => {
  const { token } = await create({ name: 'audited bot', leagues: ['mine', 'other'], scopes: ['league:admin'] });
  await revoke(token.id);
  const entries = await story.sql(
    `SELECT slug, action, actor, reason FROM audit_entry JOIN league ON league.id = league_id
     WHERE after->>'id' = (SELECT id::text FROM token WHERE name = 'audited bot') ORDER BY audit_entry.id`,
  );
  const actor = 'OPENLADDER_ADMIN_TOKEN';
  expect(entries).toEqual([
    { slug: 'mine', action: 'createToken', actor, reason: 'token "audited bot"' },
    { slug: 'other', action: 'createToken', actor, reason: 'token "audited bot"' },
    { slug: 'mine', action: 'revokeToken', actor, reason: 'lost' },
    { slug: 'other', action: 'revokeToken', actor, reason: 'lost' },
  ]);
});

test.each<[what: string, input: object, path: string, message: string]>([
  ['without a name', { name: '' }, 'name', 'name must not be empty'],
  ['with NUL in its name', { name: 'a\0' }, 'name', 'name must not contain control characters'],
  ['with a name that the service has', { name: 'Command  line ' }, 'name', 'name must not be a name that the service'],
  ['with a name that turns its line', { name: 'a\u202eb' }, 'name', 'line breaks, direction marks or broken Unicode'],
  ['with a name that hides a letter', { name: 'a\u200bb' }, 'name', 'name must not contain invisible characters'],
  ['with a name of a megabyte', { name: 'x'.repeat(1_000_000) }, 'name', 'name must be at most 200 characters long'],
  ['without a scope', { scopes: [] }, 'scopes', 'number of scopes must be 1 or more, but is 0'],
  [
    'with an unknown scope',
    { scopes: ['matches:submit', 'all'] },
    'scopes.1',
    'scope must be one of league:read, matches:submit, league:admin, platform:admin, but is "all"',
  ],
  [
    'without the league that its scope is for',
    { leagues: [] },
    'leagues',
    'leagues must name the leagues to which the scopes apply, but is empty',
  ],
  [
    'for an unknown league',
    { leagues: ['mine', 'nowhere'] },
    'leagues.1',
    'league must be the slug of a league, but is "nowhere"',
  ],
  [
    'with an end in the past',
    { expiresAt: '2020-01-01T00:00:00Z' },
    'expiresAt',
    'expiresAt must be in the future, but is 2020-01-01T00:00:00.000Z',
  ],
  [
    'with an end that cannot be read',
    { expiresAt: 'never' },
    'expiresAt',
    'expiresAt must be an RFC 3339 time with an offset, such as 2026-11-20T12:00:00Z, but is "never"',
  ],
])('a token is not created, and nothing of it is stored, %s', async (_, input, path, message) => {
  const before = await countRows(story);
  const { secret, token, errors } = await create(input);
  expect([secret, token]).toEqual([null, null]);
  expect(errors).toEqual([
    {
      __typename: 'BadInputError',
      code: 'BAD_INPUT',
      message: expect.stringContaining(message),
      path: ['input', ...path.split('.')],
    },
  ]);
  expect(await countRows(story)).toEqual(before);
});

test.each<[what: string, make: (seal: Seal) => string]>([
  ['garbage', () => 'no id'],
  ['a league', (seal) => nodeId({ seal }, 'League', 1)],
  ['an unknown token', (seal) => nodeId({ seal }, 'Token', 999)],
  ['a token that is not sealed', () => Buffer.from('Token:1').toString('base64url')],
  ['a token of NUL', () => 'a\0b'],
])('revoking %s is refused', async (_, make) => {
  const id = make(await sealOf(story.databaseUrl));
  expect(await revoke(id)).toMatchObject({ token: null, errors: [{ code: 'BAD_INPUT', path: ['input', 'token'] }] });
});
