import { seededRandom } from '@openladder/rating/random';
import { beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { compareRatingSystems } from '../../services/api/dist/compare/compare-rating-systems.js';
import { type Races, runRaces } from '../simulations/races.js';
import type { Row } from '../support/graphql.js';
import { usePlatform } from '../support/platform.js';
import { useLeague, useStory } from '../support/story.js';
import type { SideInput } from '../support/story-match.js';
import { COMPARISON, comparisonOver } from './comparison.js';

const FIT = `slope { value low high } sideAdvantage { value low high } favouriteAdvantage { value low high } slopeBySides { value low high }
  gain { difference high } matches sequence revision`;
const CHANCES = `prediction(sides: [["p0"], ["p1"]]) { sides { winProbability } }
  match(externalId: "home-400") { expected { winProbability } }`;

interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}
type RaceFit = Record<'slope' | 'favouriteAdvantage' | 'slopeBySides', Estimate | null>;

const story = useStory();
const home = useLeague(story, 'home');
const platform = usePlatform({ urlOf: () => story.databaseUrl, raters: [] });
/** A comparison of what the league is rated by. */
let compared: Awaited<ReturnType<typeof compareNow>>;
beforeAll(async () => {
  const random = seededRandom(11);
  // Eight players of whom each is better than the next, and the side that is named first wins more often.
  const games = Array.from({ length: 900 }, () => {
    const [a, b] = random.shuffle([0, 1, 2, 3, 4, 5, 6, 7]);
    const chance = 1 / (1 + Math.exp(-1.4 - 0.3 * (b! - a!)));
    const places = random.chance(chance) ? [1, 2] : [2, 1];
    return [a, b].map((player, side) => ({ placement: places[side], participants: [{ player: `p${player}` }] }));
  });
  await home.play(...games.map((sides) => home.match(sides)));
});

const compareNow = async (league = 'home') => {
  const input = { league, systems: [{ ratingSystem: 'elo' }], heldOut: 0.4, inBackground: true };
  const { comparison, errors } = await story.admin.attempt(
    'compareRatingSystems',
    input,
    `comparison { ${COMPARISON} }`,
  );
  expect(errors).toEqual([]);
  return comparisonOver(story.admin, comparison.id);
};
const configure = async (comparison: string | null, more: object = {}) => {
  const input = { league: 'home', comparison, reason: 'sides matter', ...more };
  return story.admin.attempt(
    'configureChances',
    input,
    `league { ratingSystem { revision } chanceFit { ${FIT} } } effect { changeCount } recompute { id }`,
  );
};
const joinQueue = async (player: string) => {
  const joined = await story.admin.attempt('joinQueue', { league: 'home', player }, 'ticket { status winProbability }');
  expect(joined.errors).toEqual([]);
  return joined.ticket;
};
const ownLoss = async () => {
  const { systems } = await compareRatingSystems(platform.app, COMMAND_LINE, { league: 'home', systems: [] });
  return systems[0]!.evaluation!.logLoss;
};

describe("chances that are fitted to a league's history", () => {
  test('are proposed if they help, with the same bits each time', async () => {
    const first = await compareNow();
    const second = await compareNow();
    compared = second;
    const [present] = first.systems;
    expect(present.isPresent).toBe(true);
    expect(present.fit).toMatchObject({ matches: 900, isRecommended: true });
    expect(present.fit.sideAdvantage.value).toBeGreaterThan(0.5);
    expect(present.fit.gain.difference).toBeLessThan(0);
    expect(second.systems).toEqual(first.systems);
  });

  test('apply to predictions, expected results and comparisons while the admin enables them', async () => {
    const before = await home.read(CHANCES);
    const board = await home.board();
    const loss = await ownLoss();
    const { id, systems } = compared;
    const { fit } = systems[0];

    const dry = await configure(id, { dryRun: true });
    expect(dry).toMatchObject({
      league: { ratingSystem: { revision: 1 }, chanceFit: null },
      effect: { changeCount: 0 },
      errors: [],
    });
    const done = await configure(id);
    expect(done).toMatchObject({ effect: { changeCount: 0 }, recompute: null, errors: [] });
    expect(done.league).toMatchObject({
      ratingSystem: { revision: 2 },
      chanceFit: { matches: 900, sequence: 900, revision: 1 },
    });
    expect(done.league.chanceFit.slope).toEqual(fit.slope);
    expect(await home.board()).toEqual(board);
    // The site says which of its figures are fitted, and which are not.
    for (const page of ['m/home-400', 'stats']) {
      expect(await (await fetch(`${story.url}/l/home/${page}`)).text()).toContain('league fits them to its history');
    }

    const after = await home.read(CHANCES);
    const fitted = (sides: Row[]) => {
      const [own, other] = sides.map(({ winProbability }) => Math.log(winProbability));
      return 1 / (1 + Math.exp(-fit.slope.value * (own! - other!) - fit.sideAdvantage.value));
    };
    expect(after.prediction.sides[0].winProbability).toBeCloseTo(fitted(before.prediction.sides), 12);
    expect(after.match.expected[0].winProbability).toBeCloseTo(fitted(before.match.expected), 12);
    expect(await ownLoss()).toBeLessThan(loss);

    // The league's own fit knows the matches that are held out: one to those before them takes its place.
    const heldOut = { league: 'home', systems: [], heldOut: 0.4 };
    const [present] = (await compareRatingSystems(platform.app, COMMAND_LINE, heldOut)).systems;
    expect(present!.heldOut!.logLoss).toBe(present!.fit!.evaluation.logLoss);

    // The queue pairs players before sides are known: it knows the slope, and no advantage.
    await joinQueue('p0');
    const { status, winProbability } = await joinQueue('p1');
    expect(status).toBe('MATCHED');
    const [second, first] = before.prediction.sides.map((side: Row) => side.winProbability);
    const logit = Math.log(first!) - Math.log(second!);
    expect(winProbability).toBeCloseTo(1 / (1 + Math.exp(-fit.slope.value * logit)), 12);

    const { revisions } = await home.read(`revisions { nodes { revision chanceFit { ${FIT} } } }`);
    expect(revisions.nodes).toEqual([
      { revision: 2, chanceFit: done.league.chanceFit },
      { revision: 1, chanceFit: null },
    ]);
    await home.play('p0 beats p1');
    expect((await home.read(`chanceFit { ${FIT} }`)).chanceFit).toEqual(done.league.chanceFit);

    const off = await configure(null);
    expect(off).toMatchObject({ league: { ratingSystem: { revision: 3 }, chanceFit: null }, errors: [] });
    expect((await home.read(CHANCES)).match).toEqual(before.match);
  });

  test('belong to one rating system: another one begins without, and refuses foreign ones', async () => {
    const { id } = compared;
    expect((await configure(id)).errors).toEqual([]);
    const to = (ratingSystem: string) => {
      const input = { league: 'home', ratingSystem, settings: {}, reason: 'to try' };
      return story.admin.mutate('configureRatingSystem', input, 'league { chanceFit { matches } }');
    };
    expect((await to('timed-glicko')).league).toEqual({ chanceFit: null });
    const { errors } = await configure(id);
    expect(errors).toMatchObject([{ code: 'CONFLICT', path: ['input', 'comparison'] }]);
    expect(errors[0].message).toBe(
      'The comparison does not include the rating system that league home has now. Compare again.',
    );
    await to('zonestats');
  });

  test('belong to comparisons of this league only', async () => {
    const { errors } = await configure('nonsense');
    expect(errors).toMatchObject([{ code: 'BAD_INPUT', path: ['input', 'comparison'] }]);
    const bot = await story.bot(['matches:submit'], 'home');
    const input = { league: 'home', comparison: null, reason: 'no' };
    expect(await bot.denied('configureChances', input)).toBe('FORBIDDEN');
  });
});

test('a comparison reports miscalibrated chances of races and proposes a fit that is calibrated', async () => {
  const races = await story.league('races', 'zonestats');
  const held = { players: 60, races: 800, field: [3, 6], spread: 0.5, luck: 'gumbel', drift: 0, seed: 2 } as const;
  await races.play(
    ...[...runRaces(held)].map(({ playedAt, sides }) =>
      races.match(sides as SideInput[], { playedAt: new Date(playedAt).toISOString() }),
    ),
  );
  const { id, systems } = await compareNow('races');
  const [{ heldOut, fit }] = systems;
  expect(heldOut.miss.count).toBeGreaterThanOrEqual(100);
  expect(Math.abs(heldOut.miss.predicted - heldOut.miss.actual)).toBeGreaterThan(0.05);
  expect(fit.slope.high).toBeLessThan(1);
  expect(fit).toMatchObject({ isRecommended: true, evaluation: { miss: null } });

  expect((await configure(id, { league: 'races' })).errors).toEqual([]);
  const [fitted] = (await compareNow('races')).systems;
  expect(fitted.heldOut.miss).toBeNull();
});

const LAW = { players: 40, spread: 1, drift: 0, seed: 2 } as const;

test.each<[what: string, slug: string, system: string, law: Races, found: (fit: RaceFit) => object]>([
  [
    'in races, the advantage of favourites',
    ...(['normal', 'elo', { ...LAW, races: 400, field: [10, 10], luck: 'normal' }] as const),
    ({ slope, favouriteAdvantage }) => {
      expect(favouriteAdvantage!.high).toBeLessThan(0);
      return { slope, favouriteAdvantage };
    },
  ],
  [
    'in fields of different sizes, the slope by sides',
    ...(['sizes', 'openskill', { ...LAW, races: 1500, field: [3, 12], luck: 'gumbel' }] as const),
    ({ slope, slopeBySides }) => {
      expect(slopeBySides!.low).toBeGreaterThan(0);
      return { slope, slopeBySides };
    },
  ],
])('%s is in predictions and expected results, beside the slope', async (_, slug, system, law, found) => {
  const raced = await story.league(slug, system);
  const races = [...runRaces(law)].map(({ playedAt, sides }, index) => {
    const common = { playedAt: new Date(playedAt).toISOString(), externalId: `race-${index}` };
    return raced.match(sides as SideInput[], common);
  });
  for (let first = 0; first < races.length; first += 500) await raced.play(...races.slice(first, first + 500));
  const CHANCES = `prediction(sides: [["p0"], ["p1"], ["p2"], ["p3"], ["p4"]]) { sides { winProbability } }
    duel: prediction(sides: [["p0"], ["p1"]]) { sides { winProbability } }
    match(externalId: "race-300") { expected { winProbability } }`;
  const before = await raced.read(CHANCES);
  const { id, systems } = await compareNow(slug);
  const { slope, favouriteAdvantage, slopeBySides } = systems[0].fit;
  const kept = found(systems[0].fit);

  const { league, errors } = await configure(id, { league: slug });
  expect(errors).toEqual([]);
  expect(league.chanceFit).toMatchObject(kept);
  const { revisions, ...after } = await raced.read(`${CHANCES} revisions { nodes { chanceFit { ${FIT} } } }`);
  expect(revisions.nodes[0].chanceFit).toEqual(league.chanceFit);
  const fitted = (sides: Row[]) => {
    const isRace = sides.length > 2;
    const power = (sides.length / 2) ** (isRace ? (slopeBySides?.value ?? 0) : 0);
    const ofFavourites = isRace ? (favouriteAdvantage?.value ?? 0) : 0;
    const weights = sides.map(
      ({ winProbability: chance }) => (chance ** slope.value * Math.exp(ofFavourites * chance)) ** power,
    );
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => ({ winProbability: expect.closeTo(weight / sum, 12) }));
  };
  expect(after.prediction.sides).toEqual(fitted(before.prediction.sides));
  expect(after.match.expected).toEqual(fitted(before.match.expected));
  expect(after.duel.sides).toEqual(fitted(before.duel.sides));

  const entries = await story.sql(`SELECT after FROM audit_entry WHERE action = 'configureChances'
    AND league_id = (SELECT id FROM league WHERE slug = '${slug}')`);
  const values = Object.entries(kept).map(([name, { value }]) => [name, value]);
  expect(entries).toMatchObject([{ after: { chanceFit: Object.fromEntries(values) } }]);
});
