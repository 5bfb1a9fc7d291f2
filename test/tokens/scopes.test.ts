import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, mutationOf } from '../support/graphql.js';
import { countRows } from '../support/service.js';
import { useStory } from '../support/story.js';
import { sidesOf } from '../support/story-match.js';

const callers = new Map<string, Client>();
let bystander: string;

const newToken = async (input: object) =>
  (await story.admin.mutate('createToken', input, 'token { id }')).token.id as string;

const story = useStory();
beforeAll(async () => {
  await story.league('mine').then((mine) => mine.play('ann beats ben'));
  await story.league('other');
  callers.set('anonymous', story.anonymous);
  callers.set('reader of mine', await story.bot(['league:read'], 'mine'));
  callers.set('submitter of mine', await story.bot(['matches:submit'], 'mine'));
  callers.set('admin of mine', await story.bot(['league:admin'], 'mine'));
  callers.set('submitter of other', await story.bot(['matches:submit'], 'other'));
  callers.set('admin of other', await story.bot(['league:admin'], 'other'));
  callers.set('platform admin', await story.bot(['platform:admin']));
  bystander = await newToken({ name: 'boss', scopes: ['platform:admin'] });
});

let number = 0;

interface Operation {
  readonly document: string;
  readonly input: () => object | Promise<object>;
}

const operation = (field: string, input: Operation['input']): Operation => ({ document: mutationOf(field), input });

const OPERATIONS: Record<string, Operation> = {
  'create a league': operation('createLeague', () => ({
    slug: `made-${++number}`,
    name: 'Made',
    ratingSystem: 'zonestats',
  })),
  'update mine': operation('updateLeague', () => ({ league: 'mine', name: `Mine ${++number}` })),
  'register players in mine': operation('registerPlayers', () => ({
    league: 'mine',
    players: [`player${++number}`],
  })),
  'compare rating systems in mine': operation('compareRatingSystems', () => ({
    league: 'mine',
    systems: [],
  })),
  'submit to mine': operation('submitMatches', () => ({
    league: 'mine',
    matches: [{ externalId: `game ${++number}`, playedAt: '2020-01-01T00:00:00Z', sides: sidesOf('ann beats ben') }],
  })),
  'make a submitter of mine': operation('createToken', () => ({
    name: `token ${++number}`,
    scopes: ['matches:submit'],
    leagues: ['mine'],
  })),
  'make an admin of mine': operation('createToken', () => ({
    name: `token ${++number}`,
    scopes: ['league:admin'],
    leagues: ['mine'],
  })),
  'make an admin of both': operation('createToken', () => ({
    name: `token ${++number}`,
    scopes: ['league:admin'],
    leagues: ['mine', 'other'],
  })),
  'make a platform admin': operation('createToken', () => ({
    name: `token ${++number}`,
    scopes: ['platform:admin'],
    leagues: ['mine'],
  })),
  'make a reader of mine': operation('createToken', () => ({
    name: `token ${++number}`,
    scopes: ['league:read'],
    leagues: ['mine'],
  })),
  'rotate a token of mine': operation('rotateToken', async () => ({
    token: await newToken({ name: `token ${++number}`, scopes: ['league:admin'], leagues: ['mine'] }),
    graceSeconds: 60,
  })),
  'rotate a token of both': operation('rotateToken', async () => ({
    token: await newToken({ name: `token ${++number}`, scopes: ['matches:submit'], leagues: ['mine', 'other'] }),
    graceSeconds: 60,
  })),
  'revoke a token of mine': operation('revokeToken', async () => ({
    token: await newToken({ name: `token ${++number}`, scopes: ['league:admin'], leagues: ['mine'] }),
  })),
  'revoke a token of both': operation('revokeToken', async () => ({
    token: await newToken({ name: `token ${++number}`, scopes: ['matches:submit'], leagues: ['mine', 'other'] }),
  })),
};

/** The callers who may do it; the others may not. */
const MAY: Record<keyof typeof OPERATIONS, readonly string[]> = {
  'create a league': ['platform admin'],
  'update mine': ['platform admin', 'admin of mine'],
  'register players in mine': ['platform admin', 'admin of mine'],
  'compare rating systems in mine': ['platform admin', 'admin of mine'],
  'submit to mine': ['platform admin', 'admin of mine', 'submitter of mine'],
  'make a submitter of mine': ['platform admin', 'admin of mine'],
  'make an admin of mine': ['platform admin', 'admin of mine'],
  'make an admin of both': ['platform admin'],
  'make a platform admin': ['platform admin'],
  'make a reader of mine': ['platform admin', 'admin of mine'],
  'rotate a token of mine': ['platform admin', 'admin of mine'],
  'rotate a token of both': ['platform admin'],
  'revoke a token of mine': ['platform admin', 'admin of mine'],
  'revoke a token of both': ['platform admin'],
};

const NAMES = [
  'anonymous',
  'reader of mine',
  'submitter of mine',
  'admin of mine',
  'submitter of other',
  'admin of other',
  'platform admin',
];

describe.each(Object.keys(OPERATIONS))('to %s', (name) => {
  const { document, input } = OPERATIONS[name]!;
  const allowed = MAY[name]!;

  test.each(allowed)('%s may', async (who) => {
    const data = await callers.get(who)!.get(document, { input: await input() });
    expect(Object.values(data)).toEqual([{ errors: [] }]);
  });

  test.each(NAMES.filter((who) => !allowed.includes(who)))('%s may not, and nothing comes of it', async (who) => {
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
