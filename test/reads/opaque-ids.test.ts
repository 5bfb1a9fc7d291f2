import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { databaseOfTest } from '../support/database.js';
import { onServer } from '../support/server.js';
import { ADMIN_TOKEN, useService } from '../support/service.js';
import { startStory, useLeague, useStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

const story = useStory();
useLeague(story, { slug: 'hidden', visibility: 'PRIVATE' });
const league = useLeague(story, 'shown', 'ann beats ben', 'ben beats cid');
const replica = useService(() => ({ databaseUrl: story.databaseUrl }));

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
  test('reveal nothing: no letters of a kind, no numbers, no order', async () => {
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

  test("are the same on every replica, and replicas read each other's", async () => {
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

  test('differ on another instance, and find nothing there', async () => {
    // Databases of tests are copies of one; this one gets a key as a migration makes it.
    const database = await databaseOfTest();
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
  });
});
