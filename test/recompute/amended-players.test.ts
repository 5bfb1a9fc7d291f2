import { duel } from '@openladder/client';
import { expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { countRows } from '../support/service.js';
import { type StoryLeague, useLeague, useStory } from '../support/story.js';
import { sidesOf } from '../support/story-match.js';

const story = useStory();

const league = useLeague(story, 'nfl', 'CLE beats PIT', 'CHI beats CIN', 'PIT beats CHI');
useLeague(story, 'elsewhere', 'CLEE beats NYG');

async function amend(externalId: string, outcome: string, more: object = {}) {
  const input = { ...(await league.correctable(externalId)), reason: 'it was wrong', sides: sidesOf(outcome), ...more };
  return story.admin.attempt('amendMatch', input, 'match { sides { participants { player { handle } } } }');
}

const unknown = (handle: string, hint: string, side: number) => ({
  __typename: 'UnknownPlayerError',
  code: 'UNKNOWN_PLAYER',
  message: `Player "${handle}" has never been in league nfl${hint} If the player is new, name them in newPlayers.`,
  path: ['input', 'sides', String(side), 'participants', '0', 'player'],
});

test.each([
  ['a handle that nobody has', 'PITT', '. Did you mean "PIT"?'],
  ['a handle that is like two', 'CIT', '. Did you mean "CIN" or "PIT"?'],
  ['the handle of a player of another league', 'CLEE', '. Did you mean "CLE"?'],
])('%s is refused, with similar handles, and no player is created', async (_, handle, hint) => {
  const before = await countRows(story);
  for (const more of [{}, { dryRun: true }]) {
    expect(await amend('nfl-2', `${handle} beats Zoe`, more)).toEqual({
      match: null,
      errors: [unknown(handle, hint, 0), unknown('Zoe', ', and no known handle is similar.', 1)],
    });
  }
  expect(await countRows(story)).toEqual(before);
});

test('a player who is declared new is created with the given names', async () => {
  const sides = duel([{ player: 'Ken', displayName: 'Ken 🦊' }], [{ player: 'CIN', displayName: 'Cincinnati' }]);
  const { match, errors } = await amend('nfl-2', 'Ken beats CIN', { newPlayers: ['ken'], sides });
  expect(errors).toEqual([]);
  expect(match.sides[0].participants).toEqual([{ player: { handle: 'Ken' } }]);
  const named = await story.sql(`SELECT handle, display_name AS name FROM player WHERE handle IN ('Ken', 'CIN')`);
  expect(named).toEqual(
    expect.arrayContaining([
      { handle: 'Ken', name: 'Ken 🦊' },
      { handle: 'CIN', name: null },
    ]),
  );
});

test('newPlayers names only participants', async () => {
  const { errors } = await amend('nfl-1', 'CLE beats CIN', { newPlayers: ['CLEE'] });
  expect(errors).toMatchObject([
    {
      code: 'BAD_INPUT',
      message: 'newPlayers must name participants of sides only, but names "CLEE"',
      path: ['input', 'newPlayers', '0'],
    },
  ]);
});

test('newPlayers has a limit, which is checked first', async () => {
  const { errors } = await amend('nfl-1', 'CLE beats CIN', { newPlayers: Array(257).fill('CLEE') });
  expect(errors).toMatchObject([
    { code: 'BAD_INPUT', message: 'number of newPlayers must be at most 256, but is 257' },
  ]);
});

test('every former participant is known, by a former handle, as a guest or in a void match', async () => {
  const [guest] = await league.submit([
    league.match([
      { placement: 1, participants: [{ player: 'CLE' }, { player: 'gus', isGuest: true }] },
      { placement: 2, participants: [{ player: 'PIT' }] },
    ]),
  ]);
  expect(guest).toMatchObject({ __typename: 'MatchAccepted' });
  const [match] = await league.play('voided beats PIT');
  await story.admin.mutate('voidMatch', { match: match!.id, expectedVersion: 1, reason: 'it was a rehearsal' });
  await story.admin.mutate('updatePlayer', { player: 'CHI', handle: 'Bears', reason: 'asked for it' });
  for (const outcome of ['gus beats PIT', 'voided beats PIT', 'CHI beats PIT', 'Bears beats PIT']) {
    expect((await amend('nfl-1', outcome)).errors).toEqual([]);
  }
});

test('newcomers are counted without a withdrawn match', async () => {
  const settings = { newcomerMatches: 3, newcomerK: 100 };
  const own = await story.league('newcomers', 'elo', { settings });
  await own.play(...Array.from({ length: 7 }, (_, n) => (n % 3 === 0 ? 'ann beats ben' : 'ben beats ann')));
  const { match } = await own.read('match(externalId: "newcomers-2") { id }');
  await story.admin.mutate('voidMatch', { match: match.id, expectedVersion: 1, reason: 'it was a rehearsal' });
  expect(await story.problems()).not.toContainEqual(expect.objectContaining({ slug: 'newcomers' }));
});

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
  const players = match.sides.flatMap(({ participants }: Row) => participants);
  return Object.fromEntries(players.map((each: Row) => [each.player.handle, each.ratingChange?.after.value ?? null]));
};

const by = (moves: Row[], when: 'before' | 'after') =>
  Object.fromEntries(moves.map((move) => [move.player.handle, move[when].value]));

test.each(['elo', 'zonestats', 'glicko2', 'timed-glicko', 'openskill'])(
  'a plan of %s shows the effect of an old correction on the ratings just after the match, and on peaks',
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
    const given = { ...(await league.correctable(`old-${system}-2`)), reason: 'x' };
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
    const ann = done.effect.changes.find((move: Row) => move.player.handle === 'ann');
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

test('a league counts the matches that count, and withdrawn ones separately', async () => {
  const league = await story.league('counted', 'zonestats', { played: ['ann beats ben', 'ben beats cid'] });
  const { match } = await league.read('match(externalId: "counted-1") { id }');
  await story.admin.get(VOID, { input: { match: match.id, expectedVersion: 1, reason: 'x' } });
  expect(await league.read('matchCount ratedMatchCount matches(status: RATED) { totalCount }')).toEqual({
    ...{ matchCount: 2, ratedMatchCount: 1, matches: { totalCount: 1 } },
  });
});
