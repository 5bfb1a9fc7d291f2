import { beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, { slug: 'races', ratingSystem: 'openskill' });

const side = (player: string, more: object) => ({ ...more, participants: [{ player }] });
/** A race by its order; those in a group share a place. */
const race = (...order: readonly (readonly string[])[]) => {
  let place = 1;
  return order.flatMap((group) => {
    const sides = group.map((player) => side(player, { placement: place }));
    place += group.length;
    return sides;
  });
};
const FIELDS =
  'raceCount podiums bestPlace meanPlace fieldBeaten placeCounts { place count } recentPlaces { place sides }';
const placesOf = async (player: string, fields = FIELDS, of = league) =>
  (await of.read(`rating(player: "${player}") { ${fields} }`)).rating;

beforeAll(async () => {
  await league.play(
    league.match(race(['ann'], ['ben'], ['cleo'], ['dan'], ['eve'])),
    league.match('eve beats ann'),
    league.match(race(['ben'], ['ann', 'cleo'], ['dan'])),
    // By score: the most points are best, and a pair is a side.
    league.match([
      {
        participants: [
          { player: 'dan', score: 3 },
          { player: 'eve', score: 4 },
        ],
      },
      { participants: [{ player: 'ann', score: 9 }] },
      { participants: [{ player: 'ben', score: 1 }] },
    ]),
  );
});

describe('places in races', () => {
  test('are counted, with ties, and duels are not', async () => {
    expect(await placesOf('ann')).toEqual({
      ...{ raceCount: 3, podiums: 3, bestPlace: 1, meanPlace: 4 / 3 },
      fieldBeaten: expect.closeTo((1 + 0.5 + 1) / 3, 10),
      placeCounts: [
        { place: 1, count: 2 },
        { place: 2, count: 1 },
      ],
      recentPlaces: [
        { place: 1, sides: 3 },
        { place: 2, sides: 4 },
        { place: 1, sides: 5 },
      ],
    });
    expect(await placesOf('eve')).toMatchObject({ raceCount: 2, podiums: 1, bestPlace: 2, meanPlace: 3.5 });
  });

  test('are those of the newest matches', async () => {
    expect(await placesOf('ann', 'recentPlaces(last: 3) { place sides }')).toEqual({
      recentPlaces: [
        { place: 1, sides: 3 },
        { place: 2, sides: 4 },
      ],
    });
  });

  test('count the races of everybody who was merged into the player, as of the requested moment', async () => {
    const merged = await story.league('merged', 'zonestats');
    await merged.play(
      merged.match(race(['ann'], ['old_ben'], ['cleo'])),
      merged.match(race(['ben'], ['ann'], ['cleo'])),
    );
    await story.admin.mutate('mergePlayers', { league: 'merged', player: 'old_ben', into: 'ben', reason: 'test' });
    expect(await placesOf('ben', 'raceCount placeCounts { place count }', merged)).toEqual({
      raceCount: 2,
      placeCounts: [
        { place: 1, count: 1 },
        { place: 2, count: 1 },
      ],
    });
    const { rating } = await merged.read('rating(player: "ann", at: "2020-01-01T00:30:00Z") { raceCount bestPlace }');
    expect(rating).toEqual({ raceCount: 1, bestPlace: 1 });
  });

  test('are shown for each change, including guests and sides that did not start', async () => {
    const open = await story.league('open', 'openskill');
    await open.play(
      open.match([
        { placement: 1, participants: [{ player: 'visitor', isGuest: true }] },
        ...[side('ann', { placement: 2 }), side('ben', { placement: 3 }), side('cleo', { status: 'DID_NOT_START' })],
      ]),
      'ann beats ben',
    );
    const placing = 'placing { place sides status }';
    // Of two others who started, one is behind.
    expect(await placesOf('ann', `fieldBeaten history { nodes { ${placing} } }`, open)).toEqual({
      fieldBeaten: 0.5,
      history: { nodes: [{ placing: null }, { placing: { place: 2, sides: 4, status: 'FINISHED' } }] },
    });
  });

  test('for a past board include only races in which the player still takes part', async () => {
    const cast = await story.league('cast', 'openskill');
    const [match] = await cast.play(cast.match(race(['ann'], ['ben'], ['cleo'])));
    const then = new Date().toISOString();
    const amended = {
      match: match!.id,
      expectedVersion: 1,
      sides: race(['ann'], ['dan'], ['cleo']),
      newPlayers: ['dan'],
    };
    await story.admin.mutate('amendMatch', { ...amended, reason: 'it was dan' });
    const past = async (player: string) =>
      (await cast.read(`rating(player: "${player}", asKnownAt: "${then}") { matchesPlayed raceCount bestPlace }`))
        .rating;
    expect(await past('ben')).toEqual({ matchesPlayed: 1, raceCount: 0, bestPlace: null });
    expect(await past('ann')).toEqual({ matchesPlayed: 1, raceCount: 1, bestPlace: 1 });
    const [ann, dan] = race(['ann'], ['dan']);
    const sides = [ann, dan, { status: 'DID_NOT_START', participants: [{ player: 'cleo' }] }];
    await story.admin.mutate('amendMatch', { match: match!.id, expectedVersion: 2, sides, reason: 'cleo was ill' });
    const { rating } = await cast.read(`rating(player: "cleo", asKnownAt: "${then}") { raceCount fieldBeaten }`);
    expect(rating).toEqual({ raceCount: 0, fieldBeaten: null });
  });

  test('count only races that the side finished, whatever places the rules give it in the others', async () => {
    const cup = await story.league('cup', 'openskill');
    await cup.play(
      cup.match([
        side('ann', { placement: 1 }),
        side('ben', { placement: 2 }),
        side('cleo', { status: 'DID_NOT_FINISH' }),
        side('dan', { status: 'DISQUALIFIED' }),
      ]),
      cup.match([
        side('cleo', { placement: 1 }),
        side('ben', { status: 'DID_NOT_FINISH' }),
        side('ann', { status: 'DID_NOT_START' }),
        side('dan', { placement: 2 }),
      ]),
    );
    const fields = 'raceCount podiums didNotFinish bestPlace meanPlace placeCounts { place count }';
    const only = (place: number) => ({
      ...{ podiums: 1, bestPlace: place, meanPlace: place, placeCounts: [{ place, count: 1 }] },
    });
    expect(await placesOf('cleo', fields, cup)).toEqual({ raceCount: 2, didNotFinish: 1, ...only(1) });
    expect(await placesOf('ben', fields, cup)).toEqual({ raceCount: 2, didNotFinish: 1, ...only(2) });
    expect(await placesOf('dan', fields, cup)).toEqual({ raceCount: 2, didNotFinish: 0, ...only(2) });
    expect(await placesOf('dan', 'fieldBeaten recentPlaces { place sides status }', cup)).toEqual({
      // One of two who started behind, and one of three tied.
      fieldBeaten: expect.closeTo((1 / 2 + 1 / 6) / 2, 10),
      recentPlaces: [
        { place: 2, sides: 4, status: 'FINISHED' },
        { place: 3, sides: 4, status: 'DISQUALIFIED' },
      ],
    });
    const { rating } = await cup.read('rating(player: "dan") { history(first: 2) { nodes { sideStatus } } }');
    expect(rating.history.nodes).toEqual([{ sideStatus: 'FINISHED' }, { sideStatus: 'DISQUALIFIED' }]);
    const placesAt = async (player: string) => {
      const { rating } = await cup.read(
        `rating(player: "${player}") { history(first: 2) { nodes { explanation match { externalId } } } }`,
      );
      return rating.history.nodes.map(({ explanation }: Row) => explanation);
    };
    expect(await placesAt('cleo')).toEqual([
      expect.stringMatching(/^Beat both opponents: /),
      expect.stringMatching(/^Did not finish\. Shared the last place with 1 of 3 opponents: /),
    ]);
    expect(await placesAt('dan')).toEqual([
      expect.stringMatching(/^Placed ahead of 1 of 2 opponents: /),
      expect.stringMatching(/^Was disqualified\. Shared the last place with 1 of 3 opponents: /),
    ]);
    // Who did not start is not rated.
    expect(await placesOf('ann', fields, cup)).toMatchObject({ raceCount: 1, didNotFinish: 0 });
    const { match } = await cup.read('match(externalId: "cup-2") { id }');
    await story.admin.mutate('voidMatch', { match: match.id, expectedVersion: 1, reason: 'not played' });
    expect(await placesOf('ben', fields, cup)).toMatchObject({ raceCount: 1, didNotFinish: 0 });
    await cup.play(
      cup.match(
        [side('eve', { status: 'DISQUALIFIED' }), side('ann', {}), side('ben', {})].map((each, place) => ({
          placement: place + 1,
          ...each,
        })),
      ),
    );
    expect(await placesOf('eve', fields, cup)).toEqual({
      ...{ raceCount: 1, podiums: 0, didNotFinish: 0, bestPlace: null, meanPlace: null, placeCounts: [] },
    });
  });

  test('give the points of their league, which put the board in order, page by page', async () => {
    const title = await story.league('title', 'openskill', { placePoints: [5, 2.5, 0.1] });
    await title.play(
      title.match(race(['ann'], ['ben', 'cleo'], ['dan'])),
      title.match(race(['old_dan'], ['ann'], ['ben'], ['cleo'])),
      title.match([side('eve', { status: 'DISQUALIFIED' }), ...race(['cleo'], ['ann'], ['dan'])]),
      'dan beats ann',
    );
    await story.admin.mutate('mergePlayers', { league: 'title', player: 'old_dan', into: 'dan', reason: 'test' });
    const points = { ann: 10, dan: 5.1, cleo: 7.5, ben: 2.6, eve: 0 };
    for (const [player, sum] of Object.entries(points)) {
      expect(await placesOf(player, 'points', title), player).toEqual({ points: sum });
      // Counted from the places of the career.
      const { past } = await title.read(`past: rating(player: "${player}", at: "2999-01-01T00:00:00Z") { points }`);
      expect(past.points, player).toBeCloseTo(sum, 10);
    }
    const listed: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const { standings } = await title.read(
        `standings(orderBy: POINTS, includeProvisional: true, first: 2, after: ${JSON.stringify(after)}) {
          nodes { player { handle } } pageInfo { hasNextPage endCursor } }`,
      );
      listed.push(...standings.nodes.map(({ player }: Row) => player.handle));
      [after, more] = [standings.pageInfo.endCursor, standings.pageInfo.hasNextPage];
    }
    expect(listed).toEqual(['ann', 'cleo', 'dan', 'ben', 'eve']);
    expect(await placesOf('ann', 'points')).toEqual({ points: null });
  });

  test.each([
    [Array(101).fill(1), 'number of placePoints must be at most 100, but is 101'],
    [[25, -1], 'placePoints must be a number from 0 to 10000, but is -1'],
  ])('give no points by an impossible table', async (placePoints, message) => {
    const { errors } = await story.admin.attempt('updateLeague', { league: 'races', placePoints });
    expect(errors).toMatchObject([{ path: ['input', 'placePoints'], message }]);
  });

  test('of somebody who only played duels are none', async () => {
    const duels = await story.league('duels', 'zonestats', { played: ['ann beats ben'] });
    expect(await placesOf('ann', FIELDS, duels)).toEqual({
      ...{ raceCount: 0, podiums: 0, bestPlace: null, meanPlace: null, fieldBeaten: null },
      ...{ placeCounts: [], recentPlaces: [] },
    });
    expect(await duels.read('usualSides hasDraws')).toEqual({ usualSides: 2, hasDraws: false });
    await duels.play('ann draws ben');
    expect(await duels.read('hasDraws')).toEqual({ hasDraws: true });
    expect(await league.read('usualSides')).toEqual({ usualSides: 3 });
  });
});

describe('matches of two players', () => {
  const idsOf = async (args: string) => {
    const { matches } = await league.read(
      `matches(${args}) { totalCount nodes { externalId } pageInfo { endCursor } }`,
    );
    return { ...matches, nodes: matches.nodes.map(({ externalId }: Row) => externalId) };
  };

  test('are those in which they were on different sides', async () => {
    expect(await idsOf('player: "dan", opponent: "eve"')).toMatchObject({ totalCount: 1, nodes: ['races-1'] });
    expect(await idsOf('player: "ann", opponent: "eve"')).toMatchObject({
      totalCount: 3,
      nodes: ['races-4', 'races-2', 'races-1'],
    });
    expect(await idsOf('player: "ann", opponent: "nobody"')).toMatchObject({ totalCount: 0, nodes: [] });
    expect(await idsOf('opponent: "cleo"')).toMatchObject({ totalCount: 2 });
  });
});

test('the result of a race is shown for a player who was another one then', async () => {
  const cup = await story.league('one-person', 'openskill');
  const [first, second] = race(['ann'], ['ben']);
  await cup.play(
    cup.match(race(['ann'], ['ben'], ['cleo'])),
    cup.match([first!, second!, side('stranger', { status: 'DID_NOT_FINISH' })]),
  );
  await story.admin.mutate('mergePlayers', {
    league: 'one-person',
    player: 'stranger',
    into: 'cleo',
    reason: 'one person',
  });
  const ENDS = 'recentPlaces(last: 1) { status } history(first: 2) { nodes { sideStatus explanation } }';
  const { recentPlaces, history } = await placesOf('cleo', ENDS, cup);
  expect(recentPlaces).toEqual([{ status: 'DID_NOT_FINISH' }]);
  expect(history.nodes.map(({ sideStatus }: Row) => sideStatus)).toEqual(['DID_NOT_FINISH', 'FINISHED']);
  expect(history.nodes[0].explanation).toMatch(/^Did not finish/);
});

test('players with a part of their name are found: first by the beginning, then by the number of matches', async () => {
  const names = await story.league('names', 'zonestats');
  await names.play('lewis_hamilton beats hamza', 'max_beats beats lewis_hamilton', 'lewis_hamilton beats ann');
  const like = async (part: string, more = '') => {
    const { playersLike } = await names.read(`playersLike(part: ${JSON.stringify(part)}${more}) { handle }`);
    return playersLike.map(({ handle }: Row) => handle);
  };
  expect(await like('HAM')).toEqual(['hamza', 'lewis_hamilton']);
  expect(await like(' hamilton ')).toEqual(['lewis_hamilton']);
  expect(await like('_')).toEqual(['lewis_hamilton', 'max_beats']);
  expect(await like('%')).toEqual([]);
  expect(await like('a', ', first: 1')).toEqual(['ann']);
  expect(await like('ham', ', unlessKnown: true')).toEqual(['hamza', 'lewis_hamilton']);
  expect(await like(' Hamza ', ', unlessKnown: true')).toEqual([]);
  await story.admin.mutate('updatePlayer', { player: 'ann', displayName: 'Dame Ännchen', reason: 'test' });
  expect(await like('ännch')).toEqual(['ann']);
});
