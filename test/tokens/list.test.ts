import { describe, expect, test } from 'vitest';
import { useCommandLine } from '../import/support.js';
import { type Client, mutationOf, type Row } from '../support/graphql.js';
import { runCommand } from '../support/run-command.js';
import { plainId } from '../support/seal.js';
import { allPages, newToken, useLeague, useStory } from '../support/story.js';

const story = useStory();

useLeague(story, 'mine');
useLeague(story, 'other');

const TOKENS = `query ($league: String, $createdBy: ID) {
  tokens(league: $league, createdBy: $createdBy, first: 100) {
    nodes {
      id name scopes leagues { slug } createdAt createdBy createdByToken { id } lastUsedAt expiresAt revokedAt
    }
  }
}`;

const NODE = '{ node(id: "ID") { ... on Token { id name createdBy } } }';

async function make(name: string, scopes: string[], leagues: string[], as: Client = story.admin) {
  const made = await newToken(as, { name, scopes, leagues });
  return { ...made, as: story.as(made.secret) };
}

const names = async (as: Client, variables: object = {}) =>
  (await as.get(TOKENS, variables)).tokens.nodes.map(({ name }: Row) => name);
const node = async (id: string, as: Client) => (await as.get(NODE.replace('ID', id))).node;

describe('tokens', () => {
  test('are listed for callers who may revoke them, and nobody else', async () => {
    const admin = await make('admin of mine', ['league:admin'], ['mine']);
    const bot = await make('bot of mine', ['matches:submit'], ['mine'], admin.as);
    const both = await make('bot of both', ['matches:submit'], ['mine', 'other']);
    const root = await make('another root', ['platform:admin'], []);
    expect(await names(story.admin)).toEqual([
      'another root',
      'bot of both',
      'bot of mine',
      'admin of mine',
      'OPENLADDER_ADMIN_TOKEN',
    ]);
    expect(await names(admin.as)).toEqual(['bot of mine', 'admin of mine']);
    expect(await names(admin.as, { league: 'mine' })).toEqual(['bot of mine', 'admin of mine']);
    expect(await names(story.admin, { league: 'other' })).toEqual(['bot of both']);
    expect(await names(story.admin, { createdBy: admin.id })).toEqual(['bot of mine']);
    expect((await bot.as.fail(TOKENS)).extensions.code).toBe('FORBIDDEN');
    expect((await admin.as.fail(TOKENS, { league: 'other' })).extensions.code).toBe('FORBIDDEN');
    expect((await story.anonymous.fail(TOKENS)).extensions.code).toBe('UNAUTHENTICATED');
    expect((await story.admin.fail(TOKENS, { league: 'nowhere' })).extensions).toMatchObject({
      code: 'BAD_INPUT',
      argument: ['league'],
    });

    expect(await node(bot.id, admin.as)).toEqual({ id: bot.id, name: 'bot of mine', createdBy: 'admin of mine' });
    expect(await node(both.id, story.admin)).toMatchObject({ id: both.id });
    for (const [id, as] of [
      [both.id, admin.as],
      [root.id, admin.as],
      [bot.id, bot.as],
      [bot.id, story.anonymous],
    ] as const) {
      expect(await node(id, as)).toBeNull();
    }
  });

  test('show who made them, for which leagues, and when they were last used', async () => {
    const { tokens } = await story.admin.get(TOKENS);
    const [bot, admin] = ['bot of mine', 'admin of mine'].map((name) =>
      tokens.nodes.find((token: Row) => token.name === name),
    );
    expect(bot).toEqual({
      id: expect.any(String),
      name: 'bot of mine',
      scopes: ['matches:submit'],
      leagues: [{ slug: 'mine' }],
      createdAt: expect.any(String),
      createdBy: 'admin of mine',
      createdByToken: { id: admin.id },
      lastUsedAt: expect.any(String),
      expiresAt: null,
      revokedAt: null,
    });
    expect(tokens.nodes.at(-1)).toMatchObject({ createdBy: 'start of the service', createdByToken: null });
  });

  test('come in pages', async () => {
    const page = '{ nodes { name } pageInfo { hasNextPage endCursor } }';
    const seen = await allPages(
      async (after) => (await story.admin.get(`{ tokens(first: 2${after}) ${page} }`)).tokens,
    );
    expect(seen.map(({ name }) => name)).toEqual(await names(story.admin));
  });

  test('made by a revoked token are revoked with it on request', async () => {
    const root = await make('stolen root', ['platform:admin'], []);
    const child = await make('child', ['league:admin'], ['mine'], root.as);
    const grandchild = await make('grandchild', ['matches:submit'], ['mine'], child.as);
    const bystander = await make('bystander', ['matches:submit'], ['mine']);
    const revoke = async (more: object) =>
      await story.admin.attempt(
        'revokeToken',
        { token: root.id, reason: 'stolen', ...more },
        'token { id } revoked { name }',
      );
    expect((await revoke({})).revoked).toEqual([{ name: 'stolen root' }]);
    expect((await revoke({ withCreated: true })).revoked).toEqual([{ name: 'child' }, { name: 'grandchild' }]);
    expect((await revoke({ withCreated: true })).revoked).toEqual([]);
    const good = async ({ as }: { as: Client }) => (await as.ask('{ viewer { name } }')).status;
    await expect.poll(() => Promise.all([child, grandchild].map(good))).toEqual([401, 401]);
    expect(await good(bystander)).toBe(200);
  });

  test('cannot be made by a token that is being revoked, even at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const root = await make('racing root', ['platform:admin'], []);
      const input = { name: 'slipped through', scopes: ['platform:admin'], leagues: [] };
      await Promise.all([
        ...Array.from({ length: 8 }, () => root.as.ask(mutationOf('createToken', 'secret token { id }'), { input })),
        story.admin.mutate('revokeToken', { token: root.id, reason: 'stolen', withCreated: true }),
      ]);
    }
    const { tokens } = await story.admin.get(TOKENS);
    const slipped = tokens.nodes.filter(({ name, revokedAt }: Row) => name === 'slipped through' && !revokedAt);
    expect(slipped).toEqual([]);
  });
});

describe('openladder token', () => {
  const openladder = (...args: string[]) =>
    runCommand(['token', ...args], { env: { OPENLADDER_DATABASE_URL: story.databaseUrl } });

  test('prints the id by which the API knows the token, lists it and revokes it', async () => {
    const made = await openladder('--name', 'by hand', '--scope', 'platform:admin');
    expect(made.stdout).toMatch(/^ol_\w{36}\n$/);
    const id = /Its id is (\S+)\. /.exec(made.stderr)![1]!;
    expect(await node(id, story.admin)).toEqual({ id, name: 'by hand', createdBy: 'command line' });
    const listed = (await openladder('--list')).stdout.split('\n');
    expect(listed[0]).toMatch(/^ID +NAME +SCOPES +LEAGUES +CREATED +BY +LAST USED +EXPIRES +REVOKED$/);
    expect(listed[1]).toMatch(new RegExp(`^${id} +by hand +platform:admin +- +\\S+Z +command line +- +- +-$`));
    expect(await openladder('--revoke', id, '--reason', 'lost')).toMatchObject({
      status: 0,
      stdout: `Revoked ${id} ("by hand").\n`,
    });
    expect((await story.as(made.stdout.trim()).ask('{ viewer { name } }')).status).toBe(401);
    expect((await openladder('--revoke', id)).stdout).toBe('Nothing to revoke: the token was already revoked.\n');
  });

  test.each([
    [['--list', '--name', 'x'], 2, 'Use exactly one of --name, --list, --rotate and --revoke'],
    [[], 2, 'Use exactly one of --name, --list, --rotate and --revoke'],
    [['--name', 'x'], 2, '--name needs --scope: one of league:read, matches:submit, league:admin, platform:admin'],
    [['--name', 'x', '--scope', 'league:admin'], 2, '--league must name a league to which the scopes apply'],
    [['--name', 'x', '--scope', 'all'], 1, 'scope must be one of'],
    [['--rotate', '5'], 2, '--rotate needs --grace'],
    [['--rotate', '5', '--grace', '1m'], 2, '--rotate needs --grace'],
    [['--revoke', '5'], 2, 'The id must be that of a token'],
    [['--revoke', plainId('Token:1')], 2, 'The id must be that of a token'],
  ])('%s ends with %d', async (args, status, words) => {
    const run = await openladder(...args);
    expect(run).toMatchObject({ status, stdout: '' });
    expect(run.stderr).toContain(words);
  });
});

const at = useCommandLine();
const ARGS = ['token', '--name', 'new admin', '--scope', 'platform:admin'];

test('prints a secret, and the token ends at the given time', async () => {
  const run = await at.openladder(...ARGS, '--expires', '2027-01-01');
  expect(run).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ol_\w{36}\n$/) });
  expect(await at.sql('SELECT name, expires_at FROM token')).toEqual([
    { name: 'new admin', expires_at: new Date('2027-01-01T00:00:00Z') },
  ]);
});

test.each(['40', 'tomorrow 12', '30d'])('an end of "%s" is invalid, and no token is made', async (expires) => {
  const run = await at.openladder(...ARGS, '--expires', expires);
  expect(run).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('It must be a date such as') });
});
