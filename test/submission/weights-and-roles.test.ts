import { expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, { slug: 'cup', ratingSystem: 'elo' });

async function amend(externalId: string, more: object) {
  return story.admin.attempt(
    'amendMatch',
    { ...(await league.correctable(externalId)), reason: 'it was the final', ...more },
    'match { version weight sides { role } } effect { changes { delta } }',
  );
}

/** A match between two newcomers with the roles of a game at home. */
function atHome(result: string, more: object = {}) {
  const match = league.match(result, more);
  return { ...match, sides: match.sides.map((side, n) => ({ ...side, role: n === 0 ? 'home' : 'away' })) };
}

const SHOWN = 'externalId weight sides { role }';

test('a match counts by its weight, and is shown with it in every read', async () => {
  const heavy = { ...atHome('ann beats ben', { externalId: 'final' }), weight: 2.5 };
  const plain = league.match('cid beats dan', { externalId: 'plain' });
  const [final, other] = await league.play(heavy, plain);
  expect(final!.sides[0]!.participants[0]!.ratingChange!.delta).toBe(40);
  expect(other!.sides[0]!.participants[0]!.ratingChange!.delta).toBe(16);

  const shown = { externalId: 'final', weight: 2.5, sides: [{ role: 'home' }, { role: 'away' }] };
  const read = await league.read(`match(externalId: "final") { ${SHOWN} } matches { nodes { ${SHOWN} } }
    rating(player: "ann") { history { nodes { match { externalId weight } contributions { weight } } } }`);
  expect(read.match).toEqual(shown);
  expect(read.matches.nodes).toEqual([
    { externalId: 'plain', weight: 1, sides: [{ role: null }, { role: null }] },
    shown,
  ]);
  expect(read.rating.history.nodes).toEqual([
    { match: { externalId: 'final', weight: 2.5 }, contributions: [{ weight: 80 }] },
  ]);
});

test('an amended weight rates the match anew, and the history shows it', async () => {
  await league.play(atHome('eve beats fay', { externalId: 'raised' }));
  const amended = await amend('raised', { weight: 3 });
  expect(amended).toMatchObject({
    match: { version: 2, weight: 3, sides: [{ role: 'home' }, { role: 'away' }] },
    errors: [],
  });
  expect(amended.effect.changes.map(({ delta }: Row) => delta).sort()).toEqual([-32, 32]);
  expect((await amend('raised', { weight: null })).match).toMatchObject({ version: 3, weight: 1 });
  const { match } = await league.read('match(externalId: "raised") { history { version weight sides { role } } }');
  const sides = [{ role: 'home' }, { role: 'away' }];
  expect(match.history).toEqual([1, 3, 1].map((weight, n) => ({ version: n + 1, weight, sides })));
  expect((await amend('raised', { weight: -1 })).errors).toMatchObject([{ path: ['input', 'weight'] }]);
});

test('a rating system without weights declares that, and rates every match equally', async () => {
  const other = await story.league('games', 'performance');
  const { ratingSystem } = await other.read('ratingSystem { system { usesWeight } }');
  expect(ratingSystem.system.usesWeight).toBe(false);
  const [light, heavy] = await other.play(other.match('ann beats ben'), other.match('cid beats dan', { weight: 4 }));
  const deltaOf = (match: typeof light) => match!.sides[0]!.participants[0]!.ratingChange!.delta;
  expect(deltaOf(heavy)).toBe(deltaOf(light));
  expect((await other.read('matches { nodes { weight } }')).matches.nodes).toEqual([{ weight: 4 }, { weight: 1 }]);
  expect((await league.read('ratingSystem { system { usesWeight } }')).ratingSystem.system.usesWeight).toBe(true);
});

test('a late match, and another rating system, rate by the weights of the log', async () => {
  const cup = await story.league('late', 'elo');
  const [early, ...later] = ['ann beats ben', 'ben beats cid', 'cid beats ann'].map((result, n) =>
    cup.match(result, { weight: n + 0.5 }),
  );
  await cup.play(...later);
  await cup.play(early!);
  const values = async () => (await cup.read('standings { nodes { rating { value } } }')).standings;
  const before = await values();
  const again = await story.league('in-time', 'elo');
  await again.play(...[early!, ...later]);
  expect((await again.read('standings { nodes { rating { value } } }')).standings).toEqual(before);
  for (const ratingSystem of ['glicko2', 'elo']) {
    const input = { league: 'late', ratingSystem, settings: {}, reason: 'to see' };
    await story.admin.mutate('configureRatingSystem', input);
  }
  expect(await values()).toEqual(before);
});

test('a prediction considers roles and the time of the match', async () => {
  const one = await story.league('rests', 'timed-glicko', { settings: { deviationGrowth: 3 } });
  await one.play(...Array.from({ length: 6 }, () => 'ann beats ben'));
  const predict = async (more: string) =>
    (
      await one.read(`prediction(sides: [["ann"], ["ben"]]${more}) {
      sides { winProbability } ifOutcome { changes { before { deviation } } } }`)
    ).prediction;
  const now = await predict('');
  const later = await predict(', at: "2099-01-01T00:00:00Z"');
  expect(later.sides[0].winProbability).toBeLessThan(now.sides[0].winProbability - 0.001);
  expect(later.ifOutcome[0].changes[0].before.deviation).toBe(350);
  // A time that has passed is now, and the clock has moved on a little.
  const passed = await predict(', roles: ["home", null], at: "2000-01-01T00:00:00Z"');
  expect(passed.sides[0].winProbability).toBeCloseTo(now.sides[0].winProbability, 6);
  const refused = await story.admin.fail(
    '{ league(slug: "rests") { prediction(sides: [["ann"], ["ben"]], roles: ["home"]) { sides { winProbability } } } }',
  );
  expect(refused.message).toBe('number of roles must equal the number of sides, 2, but is 1');
});
