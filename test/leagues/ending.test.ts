import { expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { useStory } from '../support/story.js';

const ARCHIVED = 'league { slug archivedAt }';
const reason = 'the season is over';
const NOW = new Date('2020-05-05T05:05:05.005Z');

const story = useStory({ clock: () => NOW });

const slugs = async (args = '') => {
  const { leagues } = await story.anonymous.get(`{ leagues(first: 100${args}) { totalCount nodes { slug } } }`);
  expect(leagues.totalCount).toBe(leagues.nodes.length);
  return leagues.nodes.map(({ slug }: Row) => slug);
};
const exists = async (slug: string, as = story.admin) =>
  (await as.get('query ($slug: String!) { league(slug: $slug) { slug } }', { slug })).league;

test('an archived league can be read but not written to, until it is restored', async () => {
  const league = await story.league('autumn', 'timed-glicko');
  const admin = await story.bot(['league:admin'], 'autumn');
  const [played] = await league.play('ann beats ben');
  const board = await league.board('includeProvisional: true');
  const { league: closed } = await admin.mutate('archiveLeague', { league: 'autumn', reason }, ARCHIVED);
  expect(closed).toEqual({ slug: 'autumn', archivedAt: NOW.toISOString() });

  expect(await league.board('includeProvisional: true')).toEqual(board);
  expect([await slugs(), await slugs(', includeArchived: true')]).toEqual([[], ['autumn']]);
  const archived = {
    __typename: 'ArchivedError',
    code: 'ARCHIVED',
    message: `League autumn has been archived since ${NOW.toISOString()}. Open it again with restoreLeague.`,
  };
  const again = { ...league.match('ben beats ann'), externalId: 'late' };
  expect(await league.submit([again], admin)).toEqual([
    {
      __typename: 'MatchRejected',
      externalId: 'late',
      error: { ...archived, path: ['input', 'matches', '0'] },
    },
  ]);
  const refused = { errors: [{ ...archived, path: ['input', 'league'] }] };
  expect(await admin.attempt('registerPlayers', { league: 'autumn', players: ['cid'] })).toEqual(refused);
  expect(await admin.attempt('joinQueue', { league: 'autumn', player: 'ann' })).toEqual(refused);
  expect(await admin.attempt('updateLeague', { league: 'autumn', name: 'Winter' })).toEqual(refused);
  for (const dryRun of [true, false]) {
    const match = { match: played!.id, expectedVersion: 1, reason, dryRun };
    expect(await admin.attempt('voidMatch', match)).toEqual(refused);
    const settings = { league: 'autumn', ratingSystem: 'timed-glicko', settings: {}, reason, dryRun };
    expect(await admin.attempt('configureRatingSystem', settings)).toEqual(refused);
  }

  const restored = await admin.mutate('restoreLeague', { league: 'autumn', reason }, ARCHIVED);
  expect(restored.league).toEqual({ slug: 'autumn', archivedAt: null });
  expect(await slugs()).toEqual(['autumn']);
  expect(await league.submit([again], admin)).toMatchObject([{ __typename: 'MatchAccepted' }]);
  // Its admins are told apart.
  const { auditLog } = await league.read('auditLog(first: 2) { nodes { action actor reason } }');
  const actor = 'league:admin for autumn';
  expect(auditLog.nodes).toEqual([
    { action: 'restoreLeague', actor, reason },
    { action: 'archiveLeague', actor, reason },
  ]);
});

test('only platform admins delete leagues: archived ones, named twice; their slug is then free', async () => {
  const league = await story.league('spring');
  const bot = await story.bot(['matches:submit', 'league:admin'], 'spring');
  await league.submit([league.match('ann beats ben')], bot);
  const remove = (input: object) =>
    story.admin.attempt('deleteLeague', { league: 'spring', confirm: 'spring', reason, ...input }, 'slug');
  expect(await bot.denied('deleteLeague', { league: 'spring', confirm: 'spring', reason })).toBe('FORBIDDEN');
  expect((await remove({})).errors).toMatchObject([
    { code: 'CONFLICT', message: 'League spring is not archived. Archive it before you delete it.' },
  ]);
  await story.admin.mutate('archiveLeague', { league: 'spring', reason });
  expect((await remove({ confirm: 'Spring' })).errors).toMatchObject([
    { code: 'BAD_INPUT', path: ['input', 'confirm'] },
  ]);
  const { id } = (await story.admin.get('{ league(slug: "spring") { id } }')).league;
  expect(await remove({})).toEqual({ slug: 'spring', errors: [] });

  expect(await exists('spring')).toBeNull();
  expect((await story.admin.get('query ($id: ID!) { node(id: $id) { id } }', { id })).node).toBeNull();
  expect(
    (await story.admin.get('{ leagues(first: 100, includeArchived: true) { nodes { slug } } }')).leagues.nodes,
  ).not.toContainEqual({ slug: 'spring' });
  // Its bot's process remembers where it was.
  const submitMatches = await story.admin.attempt('submitMatches', {
    league: 'spring',
    matches: [league.match('ann beats ben')],
  });
  expect(submitMatches.errors).toMatchObject([
    { code: 'BAD_INPUT', message: 'league must be the slug of a league, but is "spring"' },
  ]);
  await expect.poll(() => story.sql('SELECT FROM league WHERE deleted_at IS NOT NULL')).toEqual([]);
  const anew = await story.league('spring');
  expect(await anew.read('matchCount')).toEqual({ matchCount: 0 });
  const { auditLog } = await story.admin.get(
    '{ auditLog(first: 1, action: "deleteLeague") { nodes { actor reason before subject { name } } } }',
  );
  expect(auditLog.nodes).toMatchObject([
    { reason, before: { slug: 'spring', matchCount: 1 }, subject: { name: null } },
  ]);
});

test('a former slug leads to its league and is never available to another; it hides a private league as well as the current one', async () => {
  const league = await story.league('first', 'zonestats', { visibility: 'PRIVATE' });
  const admin = await story.bot(['league:admin'], 'first');
  const input = { league: 'first', slug: 'second' };
  expect(await admin.denied('updateLeague', input)).toBe('FORBIDDEN');
  expect(await story.admin.attempt('updateLeague', input, 'league { slug name }')).toMatchObject({
    league: { slug: 'second' },
    errors: [],
  });
  expect(await exists('first', admin)).toEqual({ slug: 'second' });
  expect([await exists('first', story.anonymous), await exists('second', story.anonymous)]).toEqual([null, null]);
  expect(await league.submit([league.match('ann beats ben')], admin)).toMatchObject([{ __typename: 'MatchAccepted' }]);

  const taken = [{ code: 'TAKEN', message: 'slug must be unique, but "first" is taken' }];
  const other = { slug: 'first', name: 'Other', ratingSystem: 'zonestats' };
  expect((await story.admin.attempt('createLeague', other)).errors).toMatchObject(taken);
  await story.league('third');
  expect((await story.admin.attempt('updateLeague', { league: 'third', slug: 'first' })).errors).toMatchObject(taken);
  expect((await story.admin.attempt('updateLeague', { league: 'third', slug: 'Third!' })).errors).toMatchObject([
    { code: 'BAD_INPUT', path: ['input', 'slug'] },
  ]);
  const back = await story.admin.mutate('updateLeague', { league: 'first', slug: 'first' }, 'league { slug }');
  expect(back.league.slug).toBe('first');
  expect([await exists('first'), await exists('second')]).toEqual([{ slug: 'first' }, { slug: 'first' }]);
});
