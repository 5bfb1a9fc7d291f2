import { beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { sealedCursor, sealOf } from '../support/seal.js';
import { HOUR, OPENING, type StoryLeague, useStory } from '../support/story.js';
import { useLadders } from './ladder.js';

let now = OPENING;
let league: StoryLeague;

const story = useStory({ clock: () => new Date(now) });
const ladders = useLadders('2020-01-01T00:00:00Z', () => story.databaseUrl);
beforeAll(async () => {
  now += 100 * HOUR;
  league = await story.league('days', 'zonestats', { timeZone: 'Europe/London' });
});

async function night(): Promise<void> {
  now += 24 * HOUR;
  ladders.clock.now = now;
  await ladders.night();
}

const DAY = 'day midnight recordedAt revision playerCount places(first: 3) { nodes { rank score player { handle } } }';
const handles = (places: Row) => places.nodes.map(({ player }: Row) => player.handle);

describe('the standings of each day', () => {
  test('stay as they were, despite later corrections', async () => {
    expect(await league.read('timeZone refreshedThrough snapshots { nodes { day } }')).toEqual({
      timeZone: 'Europe/London',
      refreshedThrough: '2020-01-05T00:00:00.000Z',
      snapshots: { nodes: [] },
    });
    const [first] = await league.play('ann beats ben', 'cid beats ben');
    await night();
    await league.play('ben beats ann', 'ben beats cid', 'ben beats ann', 'ben beats cid');
    await night();
    await night();

    const { refreshedThrough, snapshots } = await league.read(`refreshedThrough snapshots { nodes { ${DAY} } }`);
    expect(refreshedThrough).toBe('2020-01-08T00:00:00.000Z');
    expect(snapshots.nodes.map(({ day }: Row) => day)).toEqual(['2020-01-07', '2020-01-06', '2020-01-05']);
    const boards = snapshots.nodes.map(({ places }: Row) => handles(places));
    expect(boards).toEqual([
      ['ben', 'cid', 'ann'],
      ['ben', 'cid', 'ann'],
      ['ann', 'cid', 'ben'],
    ]);

    await story.admin.mutate('voidMatch', { match: first!.id, expectedVersion: 1, reason: 'a joke' });
    const { snapshot } = await league.read(`snapshot(day: "2020-01-05") { ${DAY} }`);
    expect(handles(snapshot.places)).toEqual(['ann', 'cid', 'ben']);
    expect(snapshot).toMatchObject({
      day: '2020-01-05',
      midnight: '2020-01-06T00:00:00.000Z',
      revision: 1,
      playerCount: 3,
    });
  });

  test('have pages, with equal ranks across them', async () => {
    const ties = await story.league('ties', 'zonestats', { played: ['ann draws ben', 'cid draws dan'] });
    await night();
    const day = '2020-01-08';
    const read = async (after: string | null) => {
      const page = `snapshot(day: "${day}") { places(first: 3, after: ${JSON.stringify(after)}) {
        nodes { rank player { handle } } pageInfo { hasNextPage endCursor } } }`;
      return (await ties.read(page)).snapshot.places;
    };
    const first = await read(null);
    const second = await read(first.pageInfo.endCursor);
    expect([...first.nodes, ...second.nodes].map(({ rank }: Row) => rank)).toEqual([1, 1, 1, 1]);
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
    expect((await ties.read('snapshot(day: "2019-12-31") { day }')).snapshot).toBeNull();
  });

  test.each([-1, 0.5, 2 ** 31 - 1])('have no page after place %d', async (place) => {
    const after = sealedCursor(await sealOf(story.databaseUrl), 'place', place);
    const error = await story.anonymous.fail(
      `{ league(slug: "ties") { snapshot(day: "2020-01-08") { places(after: "${after}") { nodes { rank } } } } }`,
    );
    expect(error.extensions).toMatchObject({ code: 'BAD_INPUT', argument: ['after'], rule: 'CURSOR' });
  });
});

test('an unknown time zone is refused', async () => {
  const change = (timeZone: string) =>
    story.admin.attempt('updateLeague', { league: 'days', timeZone }, 'league { timeZone }');
  for (const zone of ['Mars/Olympus', '', 'localtime', '+01:00\u0000', 'posixrules']) {
    const refused = { league: null, errors: [{ code: 'BAD_INPUT', path: ['input', 'timeZone'] }] };
    expect(await change(zone), zone).toMatchObject(refused);
  }
  expect(await change('Asia/Tokyo')).toEqual({ league: { timeZone: 'Asia/Tokyo' }, errors: [] });
});
