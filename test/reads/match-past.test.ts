import elo from '@openladder/rater-elo';
import performance from '@openladder/rater-performance';
import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import { defaultSettings, type PlayerId, type Rater, replay, stateAt } from '@openladder/rating';
import { beforeAll, describe, expect, test } from 'vitest';
import { playMany } from '../support/big-league.js';
import type { Row } from '../support/graphql.js';
import { sentStatements } from '../support/statements.js';
import { HOUR, OPENING, type StoryLeague, useStory } from '../support/story.js';

const story = useStory();

const mutate = (field: string, input: object) => story.admin.mutate(field, { ...input, reason: 'x' });

const SIDES = 'sides { placement score participants { player { handle } isGuest ratingChange { delta } } }';

describe('the history of a match', () => {
  let league: StoryLeague;
  let id: string;
  beforeAll(async () => {
    league = await story.league('chronicle');
    const [first] = await league.play('ann beats ben', 'cid beats dan');
    id = first!.id;
    const sides = [['ben'], ['eve']].map(([player], index) => ({ placement: index + 1, participants: [{ player }] }));
    await mutate('amendMatch', {
      match: id,
      expectedVersion: 1,
      newPlayers: ['eve'],
      playedAt: new Date(OPENING - HOUR).toISOString(),
      sides,
    });
    await mutate('voidMatch', { match: id, expectedVersion: 2 });
    await mutate('restoreMatch', { match: id, expectedVersion: 3 });
  });

  const history = async (externalId: string) =>
    (
      await league.read(
        `match(externalId: "${externalId}") { history { version action status playedAt at ${SIDES} } playedAt submittedAt ${SIDES} }`,
      )
    ).match;
  const handles = ({ sides }: Row) => sides.map(({ participants }: Row) => participants[0]!.player.handle);

  test('has every version, and the last one is the match', async () => {
    const match = await history('chronicle-1');
    const { history: versions } = match;
    expect(versions.map(({ version, action, status }: Record<string, unknown>) => [version, action, status])).toEqual([
      [1, 'submitMatches', 'RATED'],
      [2, 'amendMatch', 'RATED'],
      [3, 'voidMatch', 'VOID'],
      [4, 'restoreMatch', 'RATED'],
    ]);
    expect(versions.map(handles)).toEqual([
      ['ann', 'ben'],
      ['ben', 'eve'],
      ['ben', 'eve'],
      ['ben', 'eve'],
    ]);
    expect(versions[0].playedAt).toBe(new Date(OPENING).toISOString());
    expect(versions[3]).toMatchObject({ playedAt: match.playedAt, sides: match.sides });
    expect(versions[0].at).toBe(match.submittedAt);
    const times = versions.map(({ at }: Row) => at);
    expect(times).toEqual(times.toSorted());
    const changes = versions.map(({ sides }: typeof match) => sides[0].participants[0].ratingChange === null);
    expect(changes, 'only what the match is now has changed a rating').toEqual([true, true, true, false]);
  });

  test('of a match that was never corrected is the match', async () => {
    const match = await history('chronicle-2');
    expect(match.history).toHaveLength(1);
    expect(match.history[0]).toMatchObject({
      version: 1,
      action: 'submitMatches',
      at: match.submittedAt,
      sides: match.sides,
    });
  });

  test('is available below a rating change, and for a page of matches with one statement more', async () => {
    const { rating } = await league.read(
      'rating(player: "eve") { history { nodes { match { history { version } } } } }',
    );
    expect(rating.history.nodes[0].match.history).toHaveLength(4);
    const statements = await sentStatements(
      () => story.anonymous.get('{ league(slug: "chronicle") { matches { nodes { history { version } } } } }'),
      /audit_entry/,
    );
    expect(statements).toHaveLength(1);
  });
});

describe('expected results of a match', () => {
  const raters: readonly Rater[] = [zoneStats, timedGlicko, performance, elo] as never;

  test.each(raters.map((rater) => [rater.key, rater] as const))(
    'equals the prediction of a replay: %s',
    async (key, rater) => {
      const league = await story.league(`predicted-${key}`, key);
      await playMany(league, 70, 6);
      const teams = rater.formats(defaultSettings(rater.settings)).maxPlayersPerSide !== 1;
      if (teams) await league.play('p1+p2 beats p3+p4 beats p0', 'p3+p4 draws newcomer+p1');
      await league.play(
        'p5 beats newcomer',
        league.match('late beats p1', { playedAt: new Date(OPENING + 20.5 * HOUR).toISOString() }),
      );
      const { matches: page } = await league.read('matches(first: 100) { nodes { id version } }');
      await mutate('voidMatch', { match: page.nodes[40].id, expectedVersion: 1 });
      await mutate('mergePlayers', { league: league.slug, player: 'newcomer', into: 'late' });

      const { matches } = await league.read(
        `matches(first: 100) { nodes { externalId status playedAt ${SIDES}
        expected { winProbability place players { handle } } } }`,
      );
      const log: Row[] = matches.nodes.toReversed();
      const settings = defaultSettings(rater.settings);
      const rated = log
        .filter(({ status }) => status === 'RATED')
        .map((match) => ({
          ...match,
          playedAt: Date.parse(match.playedAt),
          sides: match.sides.map(({ placement, participants }: (typeof match)['sides'][number]) => ({
            placement,
            participants: participants.map(({ player }: Row) => ({ player: player.handle })),
          })),
        }));
      const expected = new Map<string, unknown>();
      for (const { match, changes } of replay(rater, settings, rated, new Map<PlayerId, unknown>())) {
        const states = new Map(changes.map(({ player, stateBefore }) => [player, stateBefore]));
        const sides: string[][] = match.sides.map(({ participants }: Row) =>
          participants.map(({ player }: Row) => player),
        );
        const chances = rater.predict(
          sides.map((side) => side.map((player) => stateAt(rater, settings, states.get(player), match.playedAt))),
          settings,
        );
        expected.set(
          match.externalId,
          sides.map((side, index) => ({
            winProbability: chances[index],
            place: 1 + chances.filter((chance) => chance > chances[index]!).length,
            players: side.map((handle) => ({ handle })),
          })),
        );
      }
      expect(log.filter(({ expected: chances }) => chances !== null).length).toBeGreaterThan(70);
      for (const match of log) expect(match.expected, match.externalId).toEqual(expected.get(match.externalId) ?? null);
    },
  );

  test('is null for a void match, and if a side has only guests', async () => {
    const league = await story.league('guests');
    await league.play(
      league.match([
        { placement: 1, participants: [{ player: 'ann' }] },
        { placement: 2, participants: [{ player: 'visitor', isGuest: true }] },
      ]),
      league.match([
        { placement: 1, participants: [{ player: 'ann' }, { player: 'visitor', isGuest: true }] },
        { placement: 2, participants: [{ player: 'ben' }] },
      ]),
    );
    const { matches } = await league.read('matches { nodes { expected { winProbability players { handle } } } }');
    expect(matches.nodes.map(({ expected }: Row) => expected)).toEqual([
      [
        { winProbability: 0.5, players: [{ handle: 'ann' }] },
        { winProbability: 0.5, players: [{ handle: 'ben' }] },
      ],
      null,
    ]);
  });

  test.each(['zonestats', 'elo'])(
    'is read for a page of matches with the same number of statements as for one (%s)',
    async (key) => {
      const read = (first: number) =>
        sentStatements(
          () =>
            story.admin.get(
              `{ league(slug: "predicted-${key}") { matches(first: ${first}) { nodes { expected { winProbability } } } } }`,
            ),
          /rating_change/,
        );
      expect((await read(50)).length).toBe((await read(1)).length);
    },
  );
});

test('the score that was expected of a side is that of its rating changes, of two sides that are rated', async () => {
  const league = await story.league('expected', 'elo');
  const SHARES = 'sides { expectedScore participants { isGuest ratingChange { expectedScore opponentCount } } }';
  await league.play('ann beats ben', 'ann beats ben', 'ann+cid beats ben+dan', 'ann beats ben beats cid');
  const [voided] = await league.play('cid beats ann');
  await mutate('voidMatch', { match: voided!.id, expectedVersion: 1 });
  const { matches } = await league.read(`matches(oldestFirst: true) { nodes { status ${SHARES} } }`);
  const [even, second, teams, race, withdrawn] = matches.nodes;
  expect(even.sides.map(({ expectedScore }: Row) => expectedScore)).toEqual([0.5, 0.5]);
  for (const { sides } of [second, teams]) {
    for (const { expectedScore, participants } of sides) {
      const shares = participants.map(
        ({ ratingChange }: Row) => ratingChange.expectedScore / ratingChange.opponentCount,
      );
      const mean = shares.reduce((sum: number, share: number) => sum + share, 0) / shares.length;
      expect(expectedScore).toBeCloseTo(mean, 12);
    }
    expect(sides[0].expectedScore + sides[1].expectedScore).toBeCloseTo(1, 9);
  }
  for (const { sides } of [race, withdrawn]) expect(sides.every((side: Row) => side.expectedScore === null)).toBe(true);
});
