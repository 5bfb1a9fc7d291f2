import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, mutationOf } from '../support/graphql.js';
import { countRows } from '../support/service.js';
import { newToken, useStory } from '../support/story.js';
import { sidesOf } from '../support/story-match.js';

const callers = new Map<string, Client>();
let bystander: string;

const story = useStory();
const submitterOf = (...leagues: string[]) => ({ name: `token ${++number}`, scopes: ['matches:submit'], leagues });
const adminOf = (...leagues: string[]) => ({ ...submitterOf(...leagues), scopes: ['league:admin'] });
const idOf = async (input: object) => (await newToken(story.admin, input)).id;

const BOTS: Readonly<Record<string, readonly [scope: string, ...leagues: string[]]>> = {
  'reader of mine': ['league:read', 'mine'],
  'submitter of mine': ['matches:submit', 'mine'],
  'admin of mine': ['league:admin', 'mine'],
  'submitter of other': ['matches:submit', 'other'],
  'admin of other': ['league:admin', 'other'],
  'platform admin': ['platform:admin'],
};
const NAMES = ['anonymous', ...Object.keys(BOTS)];
beforeAll(async () => {
  await story.league('mine', 'zonestats', { played: ['ann beats ben'] });
  await story.league('other');
  callers.set('anonymous', story.anonymous);
  for (const [name, [scope, ...leagues]] of Object.entries(BOTS))
    callers.set(name, await story.bot([scope], ...leagues));
  bystander = await idOf({ scopes: ['platform:admin'] });
});

let number = 0;

const ROOT = ['platform admin'];
const ADMINS = [...ROOT, 'admin of mine'];

/** The callers who may do it; the others may not. */
const OPERATIONS: Readonly<
  Record<string, readonly [field: string, may: readonly string[], input: () => object | Promise<object>]>
> = {
  'create a league': [
    'createLeague',
    ROOT,
    () => ({ slug: `made-${++number}`, name: 'Made', ratingSystem: 'zonestats' }),
  ],
  'update mine': ['updateLeague', ADMINS, () => ({ league: 'mine', name: `Mine ${++number}` })],
  'register players in mine': ['registerPlayers', ADMINS, () => ({ league: 'mine', players: [`player${++number}`] })],
  'compare rating systems in mine': ['compareRatingSystems', ADMINS, () => ({ league: 'mine', systems: [] })],
  'submit to mine': [
    'submitMatches',
    [...ADMINS, 'submitter of mine'],
    () => ({
      league: 'mine',
      matches: [{ externalId: `game ${++number}`, playedAt: '2020-01-01T00:00:00Z', sides: sidesOf('ann beats ben') }],
    }),
  ],
  'make a submitter of mine': ['createToken', ADMINS, () => submitterOf('mine')],
  'make an admin of mine': ['createToken', ADMINS, () => adminOf('mine')],
  'make an admin of both': ['createToken', ROOT, () => adminOf('mine', 'other')],
  'make a platform admin': ['createToken', ROOT, () => ({ ...adminOf('mine'), scopes: ['platform:admin'] })],
  'make a reader of mine': ['createToken', ADMINS, () => ({ ...adminOf('mine'), scopes: ['league:read'] })],
  'rotate a token of mine': [
    'rotateToken',
    ADMINS,
    async () => ({ token: await idOf(adminOf('mine')), graceSeconds: 60 }),
  ],
  'rotate a token of both': [
    'rotateToken',
    ROOT,
    async () => ({ token: await idOf(submitterOf('mine', 'other')), graceSeconds: 60 }),
  ],
  'revoke a token of mine': ['revokeToken', ADMINS, async () => ({ token: await idOf(adminOf('mine')) })],
  'revoke a token of both': ['revokeToken', ROOT, async () => ({ token: await idOf(submitterOf('mine', 'other')) })],
};

describe.each(Object.keys(OPERATIONS))('to %s', (name) => {
  const [field, allowed, input] = OPERATIONS[name]!;
  const document = mutationOf(field);

  test.each(allowed)('%s may', async (who) => {
    const data = await callers.get(who)!.get(document, { input: await input() });
    expect(Object.values(data)).toEqual([{ errors: [] }]);
  });

  test.each(NAMES.filter((who) => !allowed.includes(who)))('%s may not, and nothing changes', async (who) => {
    const value = await input();
    const before = await countRows(story);
    const { data, errors } = await callers.get(who)!.ask(document, { input: value });
    if (errors) {
      expect(errors).toHaveLength(1);
      expect(errors[0]!.extensions.code).toBe(who === 'anonymous' ? 'UNAUTHENTICATED' : 'FORBIDDEN');
      expect(data).toBeNull();
    } else {
      // A token of somebody else's league is as one that there is not.
      expect(name).toMatch(/^(revoke|rotate) /);
      expect(Object.values(data)).toMatchObject([{ errors: [{ code: 'BAD_INPUT' }] }]);
    }
    expect(await countRows(story)).toEqual(before);
  });
});

test("only a platform admin gives a platform admin's token a new secret", async () => {
  const input = { token: bystander, graceSeconds: 60 };
  const rotateToken = await callers.get('admin of mine')!.attempt('rotateToken', input, 'secret');
  expect(rotateToken).toMatchObject({ secret: null, errors: [{ code: 'BAD_INPUT', path: ['input', 'token'] }] });
});

test("only a platform admin revokes a platform admin's token", async () => {
  const input = { token: bystander };
  const revokeToken = await callers.get('admin of mine')!.attempt('revokeToken', input, 'token { id }');
  expect(revokeToken).toMatchObject({ token: null, errors: [{ code: 'BAD_INPUT' }] });
  expect((await story.admin.mutate('revokeToken', input, 'token { id }')).token).toEqual({ id: bystander });
});

test.each(NAMES)('%s may read public leagues', async (who) => {
  const { league } = await callers.get(who)!.get('{ league(slug: "mine") { slug } }');
  expect(league).toEqual({ slug: 'mine' });
});
