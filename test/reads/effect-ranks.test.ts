import { describe, expect, test } from 'vitest';
import { playMany } from '../support/big-league.js';
import type { Row } from '../support/graphql.js';
import { OPENING, type StoryLeague, useStory } from '../support/story.js';

const story = useStory();

interface Move {
  readonly player: { readonly handle: string };
  readonly rankBefore: number | null;
  readonly rankAfter: number | null;
}

async function correct(field: string, input: object): Promise<Move[]> {
  const selection = 'effect { changes { player { handle } rankBefore rankAfter } }';
  return (await story.admin.mutate(field, { ...input, reason: 'x' }, selection)).effect.changes;
}

/** Everybody's rank, by handle. */
async function ranks(league: StoryLeague): Promise<Map<string, number | null>> {
  const { standings } = await league.read(
    'standings(first: 100, includeProvisional: true) { nodes { rank player { handle } } }',
  );
  const nodes: { rank: number | null; player: { handle: string } }[] = standings.nodes;
  return new Map(nodes.map(({ rank, player }) => [player.handle, rank]));
}

describe.each([false, true])('the ranks in an effect (with rank buckets: %s)', (isBucketed) => {
  test.each(['zonestats', 'timed-glicko'])('are those of the board before and after: %s', async (key) => {
    // Played today, so that some of Timed Glicko's players are certain enough for a rank.
    const days = Math.floor((Date.now() - OPENING) / 86_400_000);
    const today = (n: number) => new Date(OPENING + days * 86_400_000 - 864e5 + n * 60_000).toISOString();
    const league = await story.league(`effects-${key}-${isBucketed}`, key);
    const timed: StoryLeague = {
      ...league,
      match: (result, more) => {
        const match = league.match(result, more);
        return { ...match, playedAt: today(Number(match.externalId.split('-').at(-1))) };
      },
    };
    await playMany(timed, 400, 14);
    await timed.play(timed.match('stranger beats p13'));
    if (isBucketed) await story.sql(`SELECT build_rank_buckets(id) FROM league WHERE slug = '${league.slug}'`);
    const { matches } = await league.read('matches(first: 100) { nodes { id externalId } }');
    const at = (n: number) => matches.nodes[n].id;
    const corrections: [field: string, input: object][] = [
      ['voidMatch', { match: at(60), expectedVersion: 1 }],
      ['voidMatch', { match: at(0), expectedVersion: 1 }],
      [
        'amendMatch',
        {
          match: at(30),
          expectedVersion: 1,
          newPlayers: ['fresh'],
          sides: ['fresh', 'p2'].map((player, side) => ({ placement: side + 1, participants: [{ player }] })),
        },
      ],
      ['recomputeLeague', { league: league.slug }],
      ['configureRatingSystem', { league: league.slug, ratingSystem: 'zonestats', settings: { spread: 60 } }],
    ];
    const seen: (number | null)[] = [];
    for (const [field, input] of corrections) {
      const before = await ranks(league);
      const predicted = field === 'recomputeLeague' ? null : await correct(field, { ...input, dryRun: true });
      const made = await correct(field, input);
      const after = await ranks(league);
      if (predicted) expect(predicted).toEqual(made);
      for (const { player, rankBefore, rankAfter } of made) {
        expect([rankBefore, rankAfter], `${player.handle} by ${field}`).toEqual([
          before.get(player.handle) ?? null,
          after.get(player.handle) ?? null,
        ]);
        seen.push(rankBefore, rankAfter);
      }
    }
    expect(seen).toContain(null);
    expect(seen).toContain(1);
    expect(new Set(seen).size).toBeGreaterThan(10);
  });
});

test('an effect shows how many matches were rated again, and the players whose own match moves them', async () => {
  const league = await story.league('followed', 'elo');
  const [, second] = await league.play(
    'ann beats ben',
    'ann beats ben',
    'cid beats dan',
    'cid beats ben',
    'eve beats fay',
    'dan beats cid',
  );
  const FIELDS = 'effect { matchCount changes { player { handle } cause } }';
  const input = { match: second!.id, expectedVersion: 1, reason: 'x' };
  const causes = ({ effect }: Row) =>
    Object.fromEntries(effect.changes.map(({ player, cause }: Row) => [player.handle, cause]));
  const expected = { ann: 'CORRECTED', ben: 'CORRECTED', cid: 'FOLLOWED', dan: 'FOLLOWED' };
  const planned = await story.admin.mutate('voidMatch', { ...input, dryRun: true }, FIELDS);
  expect(causes(planned)).toEqual(expected);
  // Of cid and ben, and of dan and cid after it; nobody of the other two has met them since.
  expect(planned.effect.matchCount).toBe(2);
  const done = await story.admin.mutate('voidMatch', input, FIELDS);
  expect(causes(done)).toEqual(expected);
  expect(done.effect.matchCount).toBe(2);
  const again = { league: 'followed', ratingSystem: 'zonestats', settings: {}, reason: 'x' };
  const { effect } = await story.admin.mutate('configureRatingSystem', again, FIELDS);
  expect(effect.matchCount).toBe(5);
  expect(new Set(effect.changes.map(({ cause }: Row) => cause))).toEqual(new Set([null]));
  const { prediction } = await league.read('prediction(sides: [["ann"], ["ben"]]) { ifOutcome { changes { cause } } }');
  expect(prediction.ifOutcome[0].changes[0]).toEqual({ cause: null });
});
