import timedGlicko from '@openladder/rater-timed-glicko';
import { describe, expect, test } from 'vitest';
import { writeNewFile } from '../support/folder.js';
import type { Row } from '../support/graphql.js';
import { HOUR, OPENING, type StoryLeague, useStory } from '../support/story.js';

/** Points fade towards 1500 while a player is away; states come back from all lines. */
const FADING = `
const fade = ({ points, at }, until) =>
  ({ points: at === null ? points : 1500 + (points - 1500) * Math.exp((at - until) / 3e10), at: until });
export default {
  key: 'fading', version: '1.0.0', title: 'Fading', summary: 'Points fade.', source: 'a test',
  settings: { type: 'object', properties: {}, additionalProperties: false },
  formats: () => ({ minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 }),
  initial: () => ({ points: 1500, at: null }),
  rate({ playedAt, sides }, states) {
    const players = sides.map(({ participants }) => participants[0].player);
    return new Map(players.map((player, side) => {
      const delta = sides[side].placement === 1 ? 10 : -10;
      const opponent = players[1 - side];
      const part = { opponent, opponentValue: states.get(opponent).points, expected: 0.5, actual: delta > 0 ? 1 : 0, weight: 20, delta };
      return [player, { state: { points: states.get(player).points + delta, at: playedAt }, contributions: [part] }];
    }));
  },
  idle: fade,
  rating: ({ points }) => ({ value: points, deviation: null, score: points, isProvisional: false }),
  predict: (sides) => sides.map(() => 0.5),
  restore: { needs: 'all', from: (lines) => ({ points: lines.at(-1).after.value, at: lines.at(-1).playedAt }) },
};`;

const DAY = 24 * HOUR;
const REST = 81 * DAY;
let now = OPENING;
const path = await writeNewFile('fading.mjs', FADING);
const story = useStory({ clock: () => new Date(now), env: { OPENLADDER_RATERS: path } });

interface Value {
  readonly value: number;
  readonly deviation: number;
}
interface Change {
  readonly id: string;
  readonly result: string;
  readonly before: Value;
  readonly after: Value;
  readonly delta: number;
  readonly contributions: readonly { readonly delta: number }[];
}

const CHANGE = 'id result before { value deviation } after { value deviation } delta contributions { delta }';
const MATCH = `externalId sides { participants { player { handle } ratingChange { ${CHANGE} } } }`;

const changeOf = (match: Row, player: string): Change =>
  match.sides.flatMap((side: Row) => side.participants).find((one: Row) => one.player.handle === player).ratingChange;

/** Plays some matches, and one more after a rest. @returns ann's changes by the newest two of hers, as every reader has them */
async function rested(league: StoryLeague) {
  now = OPENING + 3 * HOUR;
  await league.play('ann beats ben', 'ben beats ann', 'ann beats ben');
  const playedAt = new Date(OPENING + 2 * HOUR + REST).toISOString();
  now = Date.parse(playedAt);
  const last = league.match('ann beats ben', { playedAt });
  const { submitMatches } = await story.admin.get(
    `mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) { results { ... on MatchAccepted { match { ${MATCH} } } } } }`,
    { input: { league: league.slug, matches: [last] } },
  );
  const answered = changeOf(submitMatches.results[0].match, 'ann');
  const read = await league.read(
    `rating(player: "ann") { history { nodes { ${CHANGE} } } }
     matches { nodes { ${MATCH} } }
     match(externalId: "${last.externalId}") { ${MATCH} }`,
  );
  const { node } = await story.admin.get(`query ($id: ID!) { node(id: $id) { ... on RatingChange { ${CHANGE} } } }`, {
    id: answered.id,
  });
  const history = read.rating.history.nodes as Change[];
  for (const other of [changeOf(read.matches.nodes[0], 'ann'), changeOf(read.match, 'ann'), node, history[0]]) {
    expect(other).toEqual(answered);
  }
  expect(read.matches.nodes.map((match: unknown) => changeOf(match, 'ann'))).toEqual(history);
  const short = await league.read(
    'rating(player: "ann") { history(first: 1) { nodes { before { deviation value } } } }',
  );
  expect(short.rating.history.nodes[0].before).toEqual(answered.before);
  const recent = await league.read(
    `rating(player: "ann") { history(from: "${playedAt}") { nodes { before { deviation value } } } }`,
  );
  expect(recent.rating.history.nodes).toEqual([{ before: answered.before }]);
  return { last: history[0]!, previous: history[1]!, first: history.at(-1)! };
}

describe('the rating just before a match', () => {
  test('includes the uncertainty gained since the match before: nobody gains deviation by playing', async () => {
    const league = await story.league('rested', 'timed-glicko');
    const { last, previous, first } = await rested(league);
    expect([last.result, previous.result]).toEqual(['WIN', 'WIN']);
    expect(last.before.value).toBe(previous.after.value);
    expect(last.before.deviation).toBeCloseTo(Math.sqrt(previous.after.deviation ** 2 + 20 ** 2 * 81), 9);
    expect(last.after.deviation).toBeGreaterThan(previous.after.deviation);
    expect(last.after.deviation).toBeLessThan(last.before.deviation);
    expect(last.delta).toBe(last.after.value - last.before.value);
    expect(first.before).toEqual({ value: 1500, deviation: 350 });
  });

  test('is the rating in explanations, regardless of other selected fields', async () => {
    const league = await story.league('explained', 'timed-glicko', { settings: { provisionalDeviation: 300 } });
    await rested(league);
    for (const list of [
      'rating(player: "ann") { history { nodes',
      'matches { nodes { sides { participants { ratingChange',
    ]) {
      const ends = ' }'.repeat(list.split('{').length - 1);
      const read = (fields: string) => league.read(`${list} { ${fields} }${ends}`);
      const explanation = JSON.stringify(await read('explanation'));
      const beside = JSON.stringify(await read('explanation before { value }'), (key, value) =>
        key === 'before' ? undefined : value,
      );
      expect(beside).toBe(explanation);
    }
  });

  test('has faded if values change with time, and the match changes it by the sum of its contributions', async () => {
    const league = await story.league('faded', 'fading');
    const { last, previous } = await rested(league);
    expect(last.before.value).toBe(1500 + (previous.after.value - 1500) * Math.exp(-REST / 3e10));
    expect(last.delta).toBe(last.after.value - previous.after.value);
    expect(last.contributions.map(({ delta }) => delta)).toEqual([last.delta]);
  });

  test('of a player whose wait expired has not grown until then', async () => {
    const league = await story.league('waited', 'timed-glicko', { queueWait: 60 });
    now = OPENING + 3 * HOUR;
    await league.play('ann beats ben', 'ann beats ben');
    now += REST;
    await story.admin.mutate('joinQueue', { league: 'waited', player: 'ann' });
    now += 2 * DAY;
    const playedAt = new Date(now).toISOString();
    // Looks first, so that the wait has ended before the match.
    await story.admin.mutate('joinQueue', { league: 'waited', player: 'cid' });
    const [match] = await league.play(league.match('ann beats ben', { playedAt }));
    const begun = (player: string) => changeOf(match, player).before.deviation;
    const after = (
      await league.read('rating(player: "ann") { history { nodes { before { deviation } after { deviation } } } }')
    ).rating.history.nodes;
    expect(begun('ann')).toBe(after[0].before.deviation);
    expect(begun('ann')).toBeCloseTo(Math.sqrt(after[1].after.deviation ** 2 + 20 ** 2 * (2 - 1 / 1440)), 9);
    expect(begun('ben')).toBeGreaterThan(20 * Math.sqrt(81));
  });
});

test('a prediction is as of now, and no rating in it gains deviation', async () => {
  now = OPENING + 3 * HOUR;
  const league = await story.league('predicted', 'timed-glicko');
  await league.play('ann beats ben', 'ann beats ben', 'cid beats ben');
  now += REST;
  const settings = { deviationGrowth: 20, maxDeviation: 350 };
  const { prediction, ann, ben } = await league.read(
    `prediction(sides: [["ann"], ["ben"]]) { sides { winProbability }
       ifOutcome { changes { player { handle } before { value deviation } after { deviation } } } }
     ann: rating(player: "ann") { history(first: 1) { nodes { match { playedAt } after { value deviation } } } }
     ben: rating(player: "ben") { history(first: 1) { nodes { match { playedAt } after { value deviation } } } }`,
  );
  const stateNow = (rating: Row) => {
    const { match, after } = rating.history.nodes[0];
    const state = { rating: after.value, deviation: after.deviation, ratedAt: Date.parse(match.playedAt) };
    return timedGlicko.idle!(state, now, settings as never);
  };
  const states = [stateNow(ann), stateNow(ben)];
  const chances = timedGlicko.predict(
    states.map((state) => [state]),
    settings as never,
  );
  expect(prediction.sides.map(({ winProbability }: Row) => winProbability)).toEqual(chances);
  for (const { changes } of prediction.ifOutcome) {
    for (const [index, { before, after }] of changes.entries()) {
      expect(before).toEqual({ value: states[index]!.rating, deviation: states[index]!.deviation });
      expect(after.deviation).toBeLessThan(before.deviation);
    }
  }
});
