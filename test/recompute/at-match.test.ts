import { expect, test } from 'vitest';
import { type StoryLeague, useStory } from '../support/story.js';

const story = useStory();

const MOVE = 'player { handle } before { value } after { value } delta';
const EFFECT = `effect { changeCount changes { ${MOVE} peakBefore peakAfter } atMatch { ${MOVE} } } errors { message }`;
const AMEND = `mutation ($input: AmendMatchInput!) { result: amendMatch(input: $input) { ${EFFECT} } }`;
const VOID = `mutation ($input: VoidMatchInput!) { result: voidMatch(input: $input) { ${EFFECT} } }`;
const RESTORE = `mutation ($input: RestoreMatchInput!) { result: restoreMatch(input: $input) { ${EFFECT} } }`;

/** Ratings of a match's players just after it, by handle, as the journal has them. */
const recorded = async (league: StoryLeague, externalId: string): Promise<Record<string, number>> => {
  const { match } = await league.read(
    `match(externalId: "${externalId}") { sides { participants { player { handle } ratingChange { after { value } } } } }`,
  );
  // biome-ignore lint/suspicious/noExplicitAny: as the API answers.
  const players = match.sides.flatMap(({ participants }: any) => participants);
  // biome-ignore lint/suspicious/noExplicitAny: as the API answers.
  return Object.fromEntries(players.map((each: any) => [each.player.handle, each.ratingChange?.after.value ?? null]));
};
// biome-ignore lint/suspicious/noExplicitAny: as the API answers.
const by = (moves: any[], when: 'before' | 'after') =>
  Object.fromEntries(moves.map((move) => [move.player.handle, move[when].value]));

test.each(['elo', 'zonestats', 'glicko2', 'timed-glicko', 'openskill'])(
  'a plan of %s says what an old correction did to the ratings just after the match, and to peaks',
  async (system) => {
    const league = await story.league(`old-${system}`, system);
    await league.play(
      'ann beats ben',
      'ann beats cid',
      'dan beats ann',
      'ben beats dan',
      'cid beats ben',
      'ann beats dan',
    );
    const { match } = await league.read(`match(externalId: "old-${system}-2") { id version }`);
    const given = { match: match.id, expectedVersion: match.version, reason: 'x' };
    const run = async (document: string, more: object) =>
      (await story.admin.get(document, { input: { ...given, ...more } })).result;
    const swapped = [
      { placement: 2, participants: [{ player: 'ann' }] },
      { placement: 1, participants: [{ player: 'cid' }] },
    ];
    const before = await recorded(league, `old-${system}-2`);
    const plan = await run(AMEND, { sides: swapped, dryRun: true });
    expect(by(plan.effect.atMatch, 'before')).toEqual(before);
    const done = await run(AMEND, { sides: swapped });
    const after = await recorded(league, `old-${system}-2`);
    expect(by(plan.effect.atMatch, 'after')).toEqual(after);
    expect(done.effect.atMatch).toBeNull();
    const ann = done.effect.changes.find((move: { player: { handle: string } }) => move.player.handle === 'ann');
    expect(ann.peakAfter).toBeLessThan(ann.peakBefore);
    expect(plan.effect.changes).toEqual(done.effect.changes);

    const version = { expectedVersion: 2 };
    const none = await run(VOID, { ...version, dryRun: true });
    expect(by(none.effect.atMatch, 'before')).toEqual(after);
    const first = await recorded(league, `old-${system}-1`);
    expect(by(none.effect.atMatch, 'after').ann).toBe(first.ann);
    await run(VOID, version);
    const back = await run(RESTORE, { expectedVersion: 3, dryRun: true });
    expect(by(back.effect.atMatch, 'after')).toEqual(after);
    const moved = await run(AMEND, { ...version, expectedVersion: 3, playedAt: '2020-01-01T00:00:00Z', dryRun: true });
    expect(moved.effect?.atMatch ?? null).toBeNull();
  },
);

test('a league counts the matches that count, with those that are withdrawn apart', async () => {
  const league = await story.league('counted');
  await league.play('ann beats ben', 'ben beats cid');
  const { match } = await league.read('match(externalId: "counted-1") { id }');
  await story.admin.get(VOID, { input: { match: match.id, expectedVersion: 1, reason: 'x' } });
  expect(await league.read('matchCount ratedMatchCount matches(status: RATED) { totalCount }')).toEqual({
    ...{ matchCount: 2, ratedMatchCount: 1, matches: { totalCount: 1 } },
  });
});
