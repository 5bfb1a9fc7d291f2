import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, Row } from '../support/graphql.js';
import { newToken, useBot, useLeague, useStory } from '../support/story.js';
import { sidesOf } from '../support/story-match.js';

let botId: string;

const change = (name: string, input: object, more = '', as = story.admin) => as.mutate(name, input, more);

const story = useStory();
const league = useLeague(story, 'mine');
const leagueAdmin = useBot(story, ['league:admin'], 'mine');
beforeAll(async () => {
  await (await story.league('other')).play('ann beats zoe');
  const [first] = await league.play('ann beats ben', 'cid beats ben', 'ann2 beats ben');
  const sides = sidesOf('ben beats ann');
  await change('amendMatch', { match: first!.id, expectedVersion: 1, reason: 'the other way round', sides });
  await change('voidMatch', { match: first!.id, expectedVersion: 2, reason: 'a rehearsal' });
  await change('mergePlayers', { league: 'mine', player: 'ann2', into: 'ann', reason: 'one person' });
  await change('updatePlayer', { player: 'ann', handle: 'Anna', reason: 'married' });
  botId = (await newToken(story.admin, { name: 'score bot', leagues: ['mine'] })).id;
  await change('createToken', { name: 'second root', scopes: ['platform:admin'] });
});

const ENTRIES = 'nodes { actor action reason league { slug } subject { kind id name } before after }';
interface Entry {
  readonly action: string;
  readonly league: { slug: string } | null;
  readonly subject: { kind: string; id: string; name: string };
  readonly before: unknown;
  readonly after: unknown;
}
const ofLeague = async (args = 'first: 50', as = leagueAdmin): Promise<Entry[]> =>
  (await league.read(`auditLog(${args}) { ${ENTRIES} }`, undefined, as)).auditLog.nodes;
const ofPlatform = async (args = 'first: 50'): Promise<Entry[]> =>
  (await story.admin.get(`{ auditLog(${args}) { ${ENTRIES} } }`)).auditLog.nodes;
const actions = (entries: readonly Entry[]) => entries.map(({ action, subject }) => `${action} ${subject.name}`);

describe('the audit log of a league', () => {
  test('names players, matches and tokens, and no internal number', async () => {
    const entries = await ofLeague();
    expect(actions(entries)).toEqual([
      'createToken score bot',
      'mergePlayers ann2',
      'voidMatch mine-1',
      'amendMatch mine-1',
      'createToken league:admin for mine',
      'createLeague mine',
    ]);
    const [token, merge, , amendment, , opening] = entries;
    expect(token).toMatchObject({
      subject: { kind: 'TOKEN', id: botId },
      after: { id: botId, name: 'score bot', scopes: ['matches:submit'] },
    });
    expect(merge).toMatchObject({
      subject: { kind: 'PLAYER' },
      before: { player: 'ann2' },
      after: { player: 'ann2', into: 'Anna' },
    });
    expect(amendment).toMatchObject({
      subject: { kind: 'MATCH', name: 'mine-1' },
      before: { externalId: 'mine-1', sides: sidesLike('Anna', 'ben') },
      after: { externalId: 'mine-1', sides: sidesLike('ben', 'Anna') },
    });
    expect(opening).toMatchObject({ subject: { kind: 'LEAGUE', name: 'mine' }, after: { slug: 'mine' } });
    expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toMatch(/"\w*Id":\d/);
  });

  test('has the id of the API for the subject of each entry', async () => {
    for (const { subject } of await ofLeague()) {
      const { node } = await story.admin.get('query ($id: ID!) { node(id: $id) { id __typename } }', {
        id: subject.id,
      });
      expect(node).toMatchObject({ id: subject.id });
      expect(node.__typename.toUpperCase()).toBe(subject.kind);
    }
  });

  test('is filtered by actor, action and subject', async () => {
    const matchId = (await ofLeague('first: 1, action: "voidMatch"'))[0]!.subject.id;
    expect(actions(await ofLeague('first: 50, action: "amendMatch"'))).toEqual(['amendMatch mine-1']);
    for (const subject of ['mine-1', matchId]) {
      expect(actions(await ofLeague(`first: 50, subject: "${subject}"`))).toEqual([
        'voidMatch mine-1',
        'amendMatch mine-1',
      ]);
    }
    expect(actions(await ofLeague('first: 50, subject: "ann2"'))).toEqual(['mergePlayers ann2']);
    expect(actions(await ofLeague('first: 50, subject: "score bot"'))).toEqual(['createToken score bot']);
    expect(await ofLeague('first: 50, subject: "nobody\\u0000"')).toEqual([]);
    expect(await ofLeague('first: 50, actor: "somebody else"')).toEqual([]);
    expect(await ofLeague('first: 50, actor: "OPENLADDER_ADMIN_TOKEN"')).toHaveLength(6);
  });

  test('has nothing of other leagues for any subject', async () => {
    const [other] = await ofPlatform('first: 1, subject: "other"');
    expect(other).toMatchObject({ action: 'createLeague', league: { slug: 'other' } });
    expect(await ofLeague(`first: 50, subject: "${other!.subject.id}"`)).toEqual([]);
    expect(await ofLeague('first: 50, subject: "Anna"')).toEqual([]);
  });

  test('distinguishes tokens with the same name, and the service from all tokens', async () => {
    const make = (name: string, as: Client) => newToken(as, { name, scopes: ['league:admin'], leagues: ['mine'] });
    const [one, twin] = [await make('Ann', story.admin), await make('Ann', story.admin)];
    for (const { secret } of [one, twin]) await make('by Ann', story.as(secret));
    const { nodes } = (await league.read('auditLog(first: 2) { nodes { actor actorId } }', undefined, leagueAdmin))
      .auditLog;
    expect(nodes).toEqual([twin, one].map(({ id }) => ({ actor: 'Ann', actorId: id })));
    const [start] = (
      await story.admin.get('{ auditLog(first: 1, actor: "start of the service") { nodes { actorId } } }')
    ).auditLog.nodes;
    expect(start).toEqual({ actorId: null });
  });
});

test('the audit log of the platform shows renames, tokens and leagues to platform admins only', async () => {
  const entries = await ofPlatform();
  expect(actions(entries.filter((entry) => entry.league === null))).toEqual([
    'createToken second root',
    'updatePlayer Anna',
    'createToken OPENLADDER_ADMIN_TOKEN',
  ]);
  expect(actions(entries)).toContain('createLeague other');
  const [rename] = await ofPlatform('first: 50, subject: "ann"');
  expect(rename).toMatchObject({
    action: 'updatePlayer',
    subject: { kind: 'PLAYER', name: 'Anna' },
    before: { handle: 'ann' },
    after: { handle: 'Anna' },
  });
  const query = '{ auditLog { nodes { action } } }';
  expect((await leagueAdmin.fail(query)).extensions.code).toBe('FORBIDDEN');
  expect((await story.anonymous.fail(query)).extensions.code).toBe('UNAUTHENTICATED');
});

function sidesLike(...handles: string[]) {
  return handles.map((player) => ({ participants: [expect.objectContaining({ player })] }));
}

test('each of several admins of a league is named by their own token', async () => {
  await story.league('shared');
  const admins = await Promise.all(
    ['Mia', 'Noah'].map(async (name) =>
      story.as((await newToken(story.admin, { name, scopes: ['league:admin'], leagues: ['shared'] })).secret),
    ),
  );
  for (const [index, admin] of admins.entries()) {
    await change('updateLeague', { league: 'shared', name: `Shared ${index}`, reason: 'a better name' }, '', admin);
  }
  const actors = async (args: string) => {
    const { league: shared } = await admins[0]!.get(
      `{ league(slug: "shared") { auditLog(${args}) { nodes { actor action } } } }`,
    );
    return shared.auditLog.nodes.map(({ actor, action }: Row) => `${actor} ${action}`);
  };
  expect(await actors('first: 2')).toEqual(['Noah updateLeague', 'Mia updateLeague']);
  expect(await actors('first: 9, actor: "Mia"')).toEqual(['Mia updateLeague']);
});
