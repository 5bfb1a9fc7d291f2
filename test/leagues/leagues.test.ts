import elo from '@openladder/rater-elo';
import glicko2 from '@openladder/rater-glicko2';
import margin from '@openladder/rater-margin';
import openskill from '@openladder/rater-openskill';
import performance from '@openladder/rater-performance';
import plackettLuce from '@openladder/rater-plackett-luce';
import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import { defaultSettings } from '@openladder/rating';
import { describe, expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { countRows } from '../support/service.js';
import { useStory } from '../support/story.js';

const NOW = new Date('2020-05-05T05:05:05.005Z');

const story = useStory({ clock: () => NOW });

const LEAGUE = `slug name description visibility openEntry lateMatches opensAt createdAt matchCount playerCount
  ratingSystem { settings revision appliedAt system { key version } formats { minSides maxSides minPlayersPerSide maxPlayersPerSide } }`;

const create = async (input: object) => await story.admin.attempt('createLeague', input, `league { ${LEAGUE} }`);
const update = async (input: object) => await story.admin.attempt('updateLeague', input, `league { ${LEAGUE} }`);

test('the installed rating systems have descriptions and settings schemas', async () => {
  const { ratingSystems, ratingSystem, none } = await story.anonymous.get(`{
    ratingSystems { key }
    ratingSystem(key: "timed-glicko") {
      key title version summary source settingsSchema defaultSettings
      formats { minSides maxSides minPlayersPerSide maxPlayersPerSide }
    }
    none: ratingSystem(key: "elo-of-tomorrow") { key }
  }`);
  expect(ratingSystems).toEqual(
    [elo, glicko2, margin, openskill, performance, plackettLuce, timedGlicko, zoneStats].map(({ key }) => ({ key })),
  );
  const { key, title, version, summary, source, settings } = timedGlicko;
  expect(ratingSystem).toEqual({
    key,
    title,
    version,
    summary,
    source,
    settingsSchema: settings,
    defaultSettings: defaultSettings(settings),
    formats: { minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 },
  });
  expect(none).toBeNull();
});

describe('a league', () => {
  test('is opened with sensible defaults', async () => {
    expect(await create({ slug: 'plain', name: 'Plain', ratingSystem: 'zonestats' })).toEqual({
      league: {
        slug: 'plain',
        name: 'Plain',
        description: '',
        visibility: 'PUBLIC',
        openEntry: true,
        lateMatches: 'REPLAY',
        opensAt: null,
        createdAt: NOW.toISOString(),
        matchCount: 0,
        playerCount: 0,
        ratingSystem: {
          settings: defaultSettings(zoneStats.settings),
          revision: 1,
          appliedAt: NOW.toISOString(),
          system: { key: 'zonestats', version: zoneStats.version },
          formats: { minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null },
        },
      },
      errors: [],
    });
  });

  test('is opened exactly as requested, even with the longest text', async () => {
    const details = {
      slug: 'a'.repeat(64),
      name: 'N'.repeat(100),
      description: `Line one\r\n\tline two ${'d'.repeat(1980)}`,
      visibility: 'PUBLIC',
      openEntry: false,
      lateMatches: 'REJECT',
      opensAt: '1872-08-06T00:00:00.000Z',
    };
    expect(details.description).toHaveLength(2000);
    const settings = { multiplayer: 'pairwise', deviationGrowth: 12.5 };
    const { league, errors } = await create({ ...details, ratingSystem: 'timed-glicko', settings });
    expect(errors).toEqual([]);
    expect(league).toMatchObject(details);
    expect(league.ratingSystem.settings).toEqual({ ...defaultSettings<object>(timedGlicko.settings), ...settings });
    expect(league.ratingSystem.formats).toMatchObject({ maxSides: null });
  });

  test.each([
    ['slug', { slug: '' }],
    ['slug', { slug: 'Upper' }],
    ['slug', { slug: 'a'.repeat(65) }],
    ['slug', { slug: '-dash' }],
    ['slug', { slug: 'dash-' }],
    ['slug', { slug: 'två' }],
    ['slug', { slug: 'a\nb' }],
    ['slug', { slug: 'a\0b' }],
    ['name', { name: '' }],
    ['name', { name: 'N'.repeat(101) }],
    ['name', { name: 'N'.repeat(1_000_000) }],
    ['name', { name: 'a\0b' }],
    ['description', { description: 'd'.repeat(2001) }],
    ['description', { description: 'a\0b' }],
    ['opensAt', { opensAt: 'tomorrow' }],
    ['opensAt', { opensAt: '2020-02-30T00:00:00Z' }],
  ])('is not opened with a bad %s: %j', async (field, bad) => {
    const before = await countRows(story);
    const { league, errors } = await create({ slug: 'bad', name: 'Bad', ratingSystem: 'zonestats', ...bad });
    expect(league).toBeNull();
    expect(errors).toMatchObject([{ __typename: 'BadInputError', code: 'BAD_INPUT', path: ['input', field] }]);
    expect(errors[0].message).toMatch(new RegExp(`^${field} must `));
    expect(errors[0].message.length).toBeLessThan(200);
    expect(await countRows(story)).toEqual(before);
  });

  test('gets every bad field reported at once', async () => {
    const { errors } = await create({ slug: '!', name: '', description: '\0', opensAt: '', ratingSystem: 'zonestats' });
    expect(errors.map(({ path }: Row) => path.at(-1))).toEqual(['slug', 'name', 'description', 'opensAt']);
  });

  test('is refused by rules with their values, from which a client can make its own sentence', async () => {
    const input = { slug: 'ruled', name: 'x'.repeat(101), ratingSystem: 'zonestats', settings: { spread: -1 } };
    const query =
      'mutation ($input: CreateLeagueInput!) { createLeague(input: $input) { errors { rule parameters } } }';
    const refused = async (changes: object) =>
      (await story.admin.get(query, { input: { ...input, ...changes } })).createLeague.errors;
    expect(await refused({})).toContainEqual({
      rule: 'MAX_LENGTH',
      parameters: { field: 'name', max: 100, length: 101 },
    });
    expect(await refused({ name: 'x' })).toEqual([
      { rule: 'SETTING_ABOVE', parameters: { setting: 'spread', limit: 0, value: '-1' } },
    ]);
  });

  test('keeps its slug to itself', async () => {
    await create({ slug: 'taken', name: 'First', ratingSystem: 'zonestats' });
    const before = await countRows(story);
    expect(await create({ slug: 'taken', name: 'Second', ratingSystem: 'zonestats' })).toEqual({
      league: null,
      errors: [
        {
          __typename: 'TakenError',
          code: 'TAKEN',
          message: 'slug must be unique, but "taken" is taken',
          path: ['input', 'slug'],
        },
      ],
    });
    expect(await countRows(story)).toEqual(before);
    expect((await story.anonymous.get('{ league(slug: "taken") { name } }')).league.name).toBe('First');
  });
});

describe('the description of a league', () => {
  test('changes in the given fields only', async () => {
    await create({ slug: 'changing', name: 'Old', description: 'old', ratingSystem: 'zonestats', opensAt: NOW });
    const { league: renamed } = await update({ league: 'changing', name: 'New', reason: 'a new sponsor' });
    expect(renamed).toMatchObject({ name: 'New', description: 'old', openEntry: true, opensAt: NOW.toISOString() });
    const { league: rest } = await update({
      league: 'changing',
      name: null,
      description: '',
      openEntry: false,
      lateMatches: 'REJECT',
      visibility: 'PUBLIC',
      opensAt: null,
    });
    expect(rest).toMatchObject({
      name: 'New',
      description: '',
      openEntry: false,
      lateMatches: 'REJECT',
      opensAt: null,
    });
  });

  test('is recorded with the actor, the time and the reason, before and after', async () => {
    await create({ slug: 'audited', name: 'Old', ratingSystem: 'zonestats' });
    await update({ league: 'audited', name: 'New', reason: 'a new sponsor' });
    const entries = await story.sql(
      `SELECT action, actor, reason, before->>'name' AS before, after->>'name' AS after, at
       FROM audit_entry JOIN league ON league.id = league_id WHERE slug = 'audited' ORDER BY audit_entry.id`,
    );
    const actor = 'OPENLADDER_ADMIN_TOKEN';
    expect(entries).toEqual([
      { action: 'createLeague', actor, reason: 'league audited', before: null, after: 'Old', at: NOW },
      { action: 'updateLeague', actor, reason: 'a new sponsor', before: 'Old', after: 'New', at: NOW },
    ]);
    await expect(story.sql('DELETE FROM audit_entry')).rejects.toThrow('audit_entry is append-only');
    await expect(story.sql("UPDATE audit_entry SET reason = 'none'")).rejects.toThrow('audit_entry is append-only');
  });
});

describe('lists', () => {
  test('leagues come by slug, in pages, and can be searched by slug and name', async () => {
    for (const [slug, name] of [
      ['q-3', 'Alpha 100%'],
      ['q-1', 'Beta'],
      ['q-2', 'alphabet_soup'],
    ]) {
      await create({ slug, name, ratingSystem: 'zonestats' });
    }
    const slugs = async (args: string) => {
      const { leagues } = await story.anonymous.get(
        `{ leagues(${args}) { nodes { slug } pageInfo { endCursor hasNextPage } } }`,
      );
      return { ...leagues.pageInfo, slugs: leagues.nodes.map(({ slug }: Row) => slug) };
    };
    const first = await slugs('first: 2, search: "q-"');
    expect(first).toMatchObject({ slugs: ['q-1', 'q-2'], hasNextPage: true });
    expect(await slugs(`first: 2, search: "q-", after: "${first.endCursor}"`)).toMatchObject({
      slugs: ['q-3'],
      hasNextPage: false,
    });
    expect((await slugs('search: "ALPHA"')).slugs).toEqual(['q-2', 'q-3']);
    expect((await slugs('search: "100%"')).slugs).toEqual(['q-3']);
    expect((await slugs('search: "%"')).slugs).toEqual(['q-3']);
    expect((await slugs('search: "t_s"')).slugs).toEqual(['q-2']);
  });

  test('players come by handle without regard to case, in pages, with their ratings in several leagues', async () => {
    const [one, other] = [await story.league('one', 'zonestats'), await story.league('other', 'timed-glicko')];
    const playedAt = '2020-01-01T00:00:00Z';
    await one.play(one.match('Pbravo beats palpha', { playedAt }));
    await other.play(other.match('palpha beats pcharlie_', { playedAt }));
    const page = async (args: string) =>
      (await story.anonymous.get(`{ players(${args}) { nodes { handle } pageInfo { endCursor hasNextPage } } }`))
        .players;
    const first = await page('first: 2, search: "p"');
    expect(first.nodes).toEqual([{ handle: 'palpha' }, { handle: 'Pbravo' }]);
    const { nodes } = await page(`first: 2, search: "P", after: "${first.pageInfo.endCursor}"`);
    expect(nodes).toEqual([{ handle: 'pcharlie_' }]);
    expect((await page('search: "_"')).nodes).toEqual([{ handle: 'pcharlie_' }]);
    const ratings = async (args: string) =>
      (
        await story.anonymous.get(
          `{ player(handle: "PALPHA") { ratings(${args}) { nodes { value league { slug } } pageInfo { endCursor hasNextPage } } } }`,
        )
      ).player.ratings;
    const whole = await ratings('first: 10');
    expect(whole.nodes.map(({ league }: Row) => league.slug)).toEqual(['one', 'other']);
    expect(whole.nodes[0].value).toBe(480);
    const [half] = [await ratings('first: 1')];
    expect(half).toMatchObject({ nodes: [whole.nodes[0]], pageInfo: { hasNextPage: true } });
    expect((await ratings(`after: "${half.pageInfo.endCursor}"`)).nodes).toEqual([whole.nodes[1]]);
  });
});
