import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Client } from '../support/graphql.js';
import { countRows, startService, useService } from '../support/service.js';
import { newToken, useLeague, useStory } from '../support/story.js';

let now = new Date('2020-05-05T05:05:05Z');
const clock = () => now;
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

const story = useStory({ clock });
const replica = useService(() => ({ databaseUrl: story.databaseUrl, clock }));
useLeague(story, { slug: 'mine', visibility: 'PRIVATE' });
useLeague(story, 'other');

const ROTATED = 'secret formerSecretEndsAt token { id name scopes leagues { slug } createdAt }';

const create = async (input: object = {}) => {
  const { secret, id } = await newToken(story.admin, { leagues: ['mine', 'other'], ...input });
  return { secret, token: id };
};
const rotate = async (token: string, graceSeconds: number, as: Client = story.admin) =>
  await as.attempt('rotateToken', { token, graceSeconds, reason: 'once a year' }, ROTATED);

/** The statuses with which two replicas answer secrets. */
const statuses = (...secrets: string[]) =>
  Promise.all(
    secrets.flatMap((secret) =>
      [story, replica].map(async ({ as }) => (await as(secret).ask('{ viewer { name } }')).status),
    ),
  );

describe('a token with a new secret', () => {
  test('is the same token, and its old secret works for the grace period, on every replica', async () => {
    const { secret, token } = await create({ name: 'lasting' });
    expect(await statuses(secret)).toEqual([200, 200]);
    const rotated = await rotate(token, 60);
    expect(rotated).toEqual({
      secret: expect.stringMatching(/^ol_[0-9A-Za-z]{36}$/),
      formerSecretEndsAt: new Date(now.getTime() + 60_000).toISOString(),
      token: {
        id: token,
        name: 'lasting',
        scopes: ['matches:submit'],
        leagues: [{ slug: 'mine' }, { slug: 'other' }],
        createdAt: now.toISOString(),
      },
      errors: [],
    });
    expect(await statuses(rotated.secret)).toEqual([200, 200]);
    later(59);
    expect(await statuses(secret, rotated.secret)).toEqual([200, 200, 200, 200]);
    later(1);
    expect(await statuses(secret, rotated.secret)).toEqual([401, 401, 200, 200]);
  });

  test('without a grace period has only its new secret from that moment on', async () => {
    const { secret, token } = await create();
    expect(await statuses(secret)).toEqual([200, 200]);
    const rotated = await rotate(token, 0);
    later(1);
    expect(await statuses(secret, rotated.secret)).toEqual([401, 401, 200, 200]);
  });

  test('gets it from no token that ends before it, except from itself', async () => {
    const expiresAt = new Date(now.getTime() + 60_000).toISOString();
    const brief = await create({ scopes: ['league:admin'], expiresAt });
    const lasting = await create();
    const refused = await rotate(lasting.token, 0, story.as(brief.secret));
    const message = `Your token expires at ${expiresAt}, so it cannot give you the secret of one that lasts longer.`;
    expect(refused).toMatchObject({ secret: null, errors: [{ message, path: ['input', 'token'] }] });
    expect(await statuses(lasting.secret)).toEqual([200, 200]);
    expect((await rotate(brief.token, 0, story.as(brief.secret))).errors).toEqual([]);
  });

  test('that gets another ends all former ones by the shorter grace period', async () => {
    const { secret, token } = await create();
    const second = await rotate(token, 1_000);
    const third = await rotate(token, 10);
    const fourth = await rotate(token, 1_000);
    later(11);
    for (const [each, good] of [
      [secret, false],
      [second.secret, false],
      [third.secret, true],
      [fourth.secret, true],
    ]) {
      expect(await statuses(each)).toEqual(good ? [200, 200] : [401, 401]);
    }
  });

  test('is revoked with all its secrets, and gets none after that', async () => {
    const { secret, token } = await create();
    const rotated = await rotate(token, 1_000);
    await story.admin.mutate('revokeToken', { token });
    const revokedAt = now.toISOString();
    later(1);
    expect(await statuses(secret, rotated.secret)).toEqual([401, 401, 401, 401]);
    expect((await rotate(token, 0)).errors).toMatchObject([
      { path: ['input', 'token'], message: expect.stringContaining(`This token was revoked at ${revokedAt}`) },
    ]);
  });

  test('is recorded in the audit log of each of its leagues, and no table has the secret', async () => {
    const { token } = await create({ name: 'audited' });
    const { secret, formerSecretEndsAt } = await rotate(token, 3_600);
    const entries = `auditLog(first: 1, action: "rotateToken") {
      nodes { actor action reason subject { kind name } before after }
    }`;
    for (const slug of ['mine', 'other']) {
      const { league } = await story.admin.get(`{ league(slug: "${slug}") { ${entries} } }`);
      expect(league.auditLog.nodes).toEqual([
        {
          actor: 'OPENLADDER_ADMIN_TOKEN',
          action: 'rotateToken',
          reason: 'once a year',
          subject: { kind: 'TOKEN', name: 'audited' },
          before: { id: token },
          after: { id: token, formerSecretEndsAt },
        },
      ]);
    }
    for (const table of Object.keys(await countRows(story))) {
      const found = `SELECT count(*)::int AS rows FROM ${table} WHERE strpos(${table}::text, '${secret}') > 0`;
      expect(await story.sql(found), table).toEqual([{ rows: 0 }]);
    }
  });
});

test("the operator's own secret does not come back at the next start after it was replaced", async () => {
  const own = 'another-operators-own-secret';
  const env = { OPENLADDER_ADMIN_TOKEN: own };
  const start = () => startService({ databaseUrl: story.databaseUrl, clock, env });
  await (await start()).stop();
  const hash = createHash('sha256').update(own).digest('hex');
  const { tokens } = await story.as(own).get('{ tokens(first: 1) { nodes { id } } }');
  const rotated = await rotate(tokens.nodes[0].id, 0, story.as(own));
  later(1);
  const again = await start();
  expect((await again.as(own).ask('{ viewer { name } }')).status).toBe(401);
  expect((await again.as(rotated.secret).ask('{ viewer { name } }')).status).toBe(200);
  await again.stop();
  expect(await story.sql(`SELECT name FROM token WHERE secret_hash = '\\x${hash}'`)).toEqual([]);
});

test.each<[what: string, input: object, path: string, message: string]>([
  ['a grace below nothing', { graceSeconds: -1 }, 'graceSeconds', 'graceSeconds must be from 0 to 2592000, but is -1'],
  ['a grace of more than a month', { graceSeconds: 2_592_001 }, 'graceSeconds', 'but is 2592001'],
  ['an empty reason', { reason: '' }, 'reason', 'reason must not be empty'],
  ['no id', { token: 'no id' }, 'token', 'a valid token that you may revoke, but is "no id"'],
])('%s is refused', async (_, input, path, message) => {
  const { token, secret } = await create();
  const before = await countRows(story);
  const rotateToken = await story.admin.attempt('rotateToken', { token, graceSeconds: 0, ...input }, ROTATED);
  expect(rotateToken).toMatchObject({
    token: null,
    secret: null,
    errors: [{ code: 'BAD_INPUT', path: ['input', path], message: expect.stringContaining(message) }],
  });
  expect(await countRows(story)).toEqual(before);
  expect(await statuses(secret)).toEqual([200, 200]);
});
