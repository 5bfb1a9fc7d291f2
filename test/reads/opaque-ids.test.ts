import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../services/api/dist/database/data-source.js';
import { AdditiveIdSeal1766160000000 } from '../../services/api/dist/database/migrations/0029-id-seal.js';
import { parseNodeId } from '../../services/api/dist/graphql/node-id.js';
import { createTestDatabase } from '../support/database.js';
import { plainId, sealOf } from '../support/seal.js';
import { onServer } from '../support/server.js';
import { ADMIN_TOKEN, type Service, startService } from '../support/service.js';
import { type Story, type StoryLeague, startStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

let story: Story;
let replica: Service;
let league: StoryLeague;

beforeAll(async () => {
  story = await startStory();
  await story.league('hidden', 'zonestats', { visibility: 'PRIVATE' });
  league = await story.league('shown');
  await league.play('ann beats ben', 'ben beats cid');
  replica = await startService({ databaseUrl: story.databaseUrl });
});
afterAll(async () => {
  await replica.stop();
  await story.stop();
});

/** All ids and cursors of an answer, by their place in it. */
function lettersOf(answer: unknown, at = ''): [at: string, letters: string][] {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([name, value]): [string, string][] => {
    const isOpaque = typeof value === 'string' && /^(id|cursor|startCursor|endCursor|eventCursor)$/.test(name);
    return isOpaque ? [[`${at}.${name}`, value]] : lettersOf(value, `${at}.${name}`);
  });
}

const PAGE = 'edges { cursor } pageInfo { startCursor endCursor }';
const EVERYTHING = `{
  leagues { nodes { id } ${PAGE} }
  players { nodes { id ratings { nodes { id } ${PAGE} } } ${PAGE} }
  tokens { nodes { id createdByToken { id } } ${PAGE} }
  auditLog { nodes { id subject { id } } ${PAGE} }
  league(slug: "shown") {
    id eventCursor
    standings(includeProvisional: true) { nodes { rating { id history { nodes { id } ${PAGE} } } } ${PAGE} }
    past: standings(includeProvisional: true, asOf: "2100-01-01T00:00:00Z") { ${PAGE} }
    matches { nodes { id } ${PAGE} }
    recomputes { nodes { id } ${PAGE} }
    auditLog { nodes { id } ${PAGE} }
    snapshots { ${PAGE} }
  }
}`;

describe('ids and cursors', () => {
  test('tell nothing of what they name: no letters of a kind, no numbers, no order', async () => {
    const letters = lettersOf(await story.admin.get(EVERYTHING));
    expect(letters.length).toBeGreaterThan(50);
    for (const [at, text] of letters) {
      const bytes = Buffer.from(text, 'base64url');
      expect(bytes.length, at).toBeGreaterThanOrEqual(16);
      // Sixteen bytes that are all of them printable come by chance once in ten million.
      expect(
        /^[\x20-\x7e]{8}/.test(bytes.subarray(0, 16).toString('latin1')) &&
          /^[\x20-\x7e]+$/.test(bytes.toString('latin1')),
        at,
      ).toBe(false);
    }
  });

  test('are the same on every replica, which reads those of another', async () => {
    expect(await replica.as(ADMIN_TOKEN).get(EVERYTHING)).toEqual(await story.admin.get(EVERYTHING));
    const { id, eventCursor } = await league.read('id eventCursor');
    expect((await replica.anonymous.get(`{ node(id: "${id}") { id } }`)).node).toEqual({ id });
    const reader = subscriber(replica.url);
    const { events } = reader.subscribe(
      `subscription { matchRated(league: "shown", after: "${eventCursor}") { match { externalId } } }`,
    );
    await league.play('cid beats ann');
    await expect.poll(() => events.length).toBe(1);
    reader.close();
  });

  test('are others on another instance, which finds nothing by them', async () => {
    // Databases of tests are copies of one; this one gets a key as a migration makes it.
    const database = await createTestDatabase();
    const key = randomBytes(32).toString('hex');
    await onServer(database.url, `UPDATE id_seal SET key = decode('${key}', 'hex')`);
    const other = await startStory({ databaseUrl: database.url });
    await other.league('first');
    const copy = await other.league('shown');
    await copy.play('ann beats ben', 'ben beats cid');
    const { id } = await league.read('id');
    const { id: theirs } = await copy.read('id');
    expect(theirs).not.toBe(id);
    expect((await other.anonymous.get(`{ node(id: "${id}") { id } }`)).node).toBeNull();
    const { leagues } = await story.anonymous.get('{ leagues { pageInfo { endCursor } } }');
    const after = leagues.pageInfo.endCursor;
    const error = await other.anonymous.fail(`{ leagues(after: "${after}") { nodes { id } } }`);
    expect(error).toMatchObject({
      message: `after must be a cursor of this list, but is "${after}"`,
      extensions: { code: 'BAD_INPUT', argument: ['after'] },
    });
    await other.stop();
    await database.drop();
  });

  test('page through a list, each place once', async () => {
    const seen: string[] = [];
    let after = 'null';
    do {
      const page = await league.read(
        `standings(first: 1, after: ${after}, includeProvisional: true) { nodes { player { handle } } pageInfo { hasNextPage endCursor } }`,
      );
      seen.push(...page.standings.nodes.map(({ player }: { player: { handle: string } }) => player.handle));
      after = page.standings.pageInfo.hasNextPage ? JSON.stringify(page.standings.pageInfo.endCursor) : '';
    } while (after);
    expect(seen.toSorted()).toEqual(['ann', 'ben', 'cid']);
  });
});

describe('what a version before the seal gave out', () => {
  let upgraded: Service;
  let numbers: { league: number; hidden: number; player: number };

  /** The database is migrated once more, with the leagues and players that it has. */
  beforeAll(async () => {
    const [row] = await story.sql(`SELECT id AS league, (SELECT id FROM league WHERE slug = 'hidden') AS hidden,
      (SELECT id FROM player WHERE handle = 'ann') AS player FROM league WHERE slug = 'shown'`);
    numbers = row as typeof numbers;
    const database = await connect(story.databaseUrl, []);
    const runner = { query: (text: string, values?: unknown[]) => database.query(text, values) } as never;
    const before = await sealOf(story.databaseUrl);
    await new AdditiveIdSeal1766160000000().down(runner);
    await new AdditiveIdSeal1766160000000().up(runner);
    await database.destroy();
    // Each database gets a key of its own.
    expect(before.openText((await sealOf(story.databaseUrl)).sealText('a'))).toBeNull();
    upgraded = await startService({ databaseUrl: story.databaseUrl });
  });
  afterAll(() => upgraded.stop());

  const find = async (text: string) =>
    (await upgraded.anonymous.get(`{ node(id: "${plainId(text)}") { __typename id } }`)).node;

  test('goes on being found, by an id that is sealed now', async () => {
    for (const [text, kind] of [
      [`League:${numbers.league}`, 'League'],
      [`Player:${numbers.player}`, 'Player'],
      [`Match:${numbers.league}:1`, 'Match'],
      [`Rating:${numbers.league}:${numbers.player}`, 'Rating'],
    ] as const) {
      const node = await find(text);
      expect(node, text).toMatchObject({ __typename: kind });
      expect(parseNodeId({ seal: await sealOf(story.databaseUrl) }, node.id)?.kind).toBe(kind);
    }
  });

  test('answers of what is private as of what there is not', async () => {
    expect(await find(`League:${numbers.hidden}`)).toBeNull();
    expect(await find('League:999')).toBeNull();
  });

  test('does not lead to what came later: numbers are not counted up to it', async () => {
    const later = await story.league('later');
    await later.play('newcomer beats ann');
    const [row] = await story.sql(`SELECT id AS league, (SELECT id FROM player WHERE handle = 'newcomer') AS player
                                   FROM league WHERE slug = 'later'`);
    expect(await find(`League:${row!.league}`)).toBeNull();
    expect(await find(`Player:${row!.player}`)).toBeNull();
  });

  test('is a place among events where a follower goes on', async () => {
    const number = plainId(JSON.stringify(['event', numbers.league, 0, 1_000_000]));
    const reader = subscriber(upgraded.url);
    const { events } = reader.subscribe(
      `subscription { matchRated(league: "shown", after: "${number}") { cursor match { externalId } } }`,
    );
    await expect.poll(() => events.length).toBeGreaterThan(1);
    reader.close();
  });
});
