import { Float, Int } from 'type-graphql';
import { madeOnce } from '../../kit/grouped-by.js';
import { checkWithin } from '../../kit/paging/page.js';
import { beginWork, countWork, type ResponseSize } from '../../kit/paging/response-size.js';
import type { League } from '../../league/league.js';
import { keptByVersion } from '../../league/league-reader.js';
import { effectivePlacements, statusOf } from '../../match-log/match.js';
import type { JournalChange, Rating } from '../../rating/rating.js';
import { listRacePoints, MAX_FORM, type Placing } from '../../reading/career.repository.js';
import type { Context } from '../context.js';
import { computeFields, field, type Of, objectType, optional } from '../declare.js';
import { SideStatusEnum } from '../match/match.type.js';
import { sizedList } from '../selection.js';
import { careerOf, keyOf } from './career.resolver.js';
import { matchWithPlayer } from './rating.resolver.js';
import { RatingChangeType, RatingType } from './rating.type.js';

const PlacingType = objectType('Placing', 'How a player came off in a race: a match of more than two sides.', {
  place: field(Int, "The side's `effectivePlacement`: 1 is best; equal is a tie."),
  sides: field(Int, 'How many sides the race had, 3 or more, with those that did not start.'),
  status: field(SideStatusEnum, "How the player's side ended it."),
});

const PlaceCountType = objectType('PlaceCount', 'How often a player came in at a place.', {
  place: field(Int, 'The place, from 1.'),
  count: field(Int, 'Races, 1 or more.'),
});

/** A drop-out has a place for the rating. As a place in a table of results, it would look like a finish. */
const FINISHED_ONLY = 'Sides with another status than FINISHED do not count, whatever their place.';

/** The best three. */
const PODIUM = 3;
/** Sides of races that are read in the time of a point. */
const SIDES_PER_POINT = 3;
/** Assumed number of different places of a player. */
const PLACES = 20;

computeFields<Rating>(RatingType, {
  bestPlace: optional(
    Int,
    `Best place in a rated race that the side finished; null if there is none. ${FINISHED_ONLY}`,
    async (rating, context) => {
      const placings = await finishesOf(rating, context);
      return placings.reduce<number | null>((best, { place }) => Math.min(best ?? place, place), null);
    },
  ),
  fieldBeaten: optional(
    Float,
    'Mean share of the other sides of rated races that came in behind the player, 0 to 1; a side with the same place counts half, and one that did not start and is not rated is left out. Races that the side did not finish count, with the place that `League.statusRules` gives it. Null if there is no race.',
    async (rating, context) => meanOfPlacings((await placingsOf(rating, context)).map(({ beaten }) => beaten)),
  ),
  placeCounts: field(
    [PlaceCountType],
    `How often the player came in at each place in rated races, the best place first; places without a race are left out. ${FINISHED_ONLY}`,
    { cost: { length: PLACES } },
    async (rating, context, _args, info): Promise<readonly Of<typeof PlaceCountType>[]> => {
      const counts = new Map<number, number>();
      for (const { place } of await finishesOf(rating, context)) counts.set(place, (counts.get(place) ?? 0) + 1);
      const sorted = [...counts].sort(([left], [right]) => left - right);
      return sizedList(
        context.size,
        info,
        sorted.map(([place, count]) => ({ place, count })),
      );
    },
  ),
  recentPlaces: field(
    [PlacingType],
    'Places in the races among the newest rated matches, newest first.',
    {
      args: { last: field(Int, `Most matches to look at, 1 to ${MAX_FORM}.`, { defaultValue: 5 }) },
      cost: { work: ({ last }) => 10 * Number(last), length: ({ last }) => Number(last) },
    },
    async (rating, { loaders, size }, { last }) => {
      checkWithin('last', last, 1, MAX_FORM);
      const placings = (await loaders.careers.placings.load({ ...(await keyOf(rating, loaders)), most: last })) ?? [];
      countWork(size, workOf(placings));
      return placings;
    },
  ),
  points: optional(
    Float,
    `Points of the races so far: those that \`League.placePoints\` gives for each place in a rated race that the side finished; sides that share a place all get its points. Null if the league has no points. ${FINISHED_ONLY}`,
    async (rating, context) => {
      const { leagueId, playerId, lines } = rating;
      const league = await context.loaders.league.load(leagueId);
      const { placePoints } = league;
      if (placePoints === null) return null;
      if (!lines) return (await racePointsOf(league, context)).get(playerId) ?? 0;
      const finishes = await finishesOf(rating, context);
      return finishes.reduce((sum, { place }) => sum + (placePoints[place - 1] ?? 0), 0);
    },
  ),
  raceCount: field(
    Int,
    'Number of rated races: matches of more than two sides, also those that the side did not finish.',
    async (rating, context) => (await placingsOf(rating, context)).length,
  ),
  podiums: field(
    Int,
    `Number of rated races in which the player came in among the best three. ${FINISHED_ONLY}`,
    async (rating, context) => (await finishesOf(rating, context)).filter(({ place }) => place <= PODIUM).length,
  ),
  didNotFinish: field(
    Int,
    "Number of rated races whose end the player's side did not reach: those with the status DID_NOT_FINISH. They have a place by `League.statusRules`.",
    async (rating, context) =>
      (await placingsOf(rating, context)).filter(({ status }) => status === 'DID_NOT_FINISH').length,
  ),
  meanPlace: optional(
    Float,
    `Mean place in rated races that the side finished; null if there is none. ${FINISHED_ONLY}`,
    async (rating, context) => meanOfPlacings((await finishesOf(rating, context)).map(({ place }) => place)),
  ),
});

computeFields<JournalChange>(RatingChangeType, {
  placing: optional(
    PlacingType,
    'How the player came off, if the match was a race; null if it had two sides.',
    async (change, { loaders }): Promise<Of<typeof PlacingType> | null> => {
      const { sides } = await matchWithPlayer(await loaders.match.load(change), change, loaders);
      const own = sides.findIndex(({ participants }) => participants.some((one) => one.playerId === change.playerId));
      const place = effectivePlacements(sides)?.[own];
      return place === undefined || sides.length < 3
        ? null
        : { place, sides: sides.length, status: statusOf(sides[own]!) };
    },
  ),
});

const racePoints = new WeakMap<ResponseSize, Map<number, Promise<ReadonlyMap<number, number>>>>();

/** The present points of all players of a league, by their ids; empty if it has none. Counted, and charged for, once in a request. */
export function racePointsOf(league: League, { app, loaders, size }: Context): Promise<ReadonlyMap<number, number>> {
  const { id, placePoints } = league;
  if (placePoints === null) return Promise.resolve(new Map());
  const own = racePoints.get(size) ?? new Map<number, Promise<ReadonlyMap<number, number>>>();
  racePoints.set(size, own);
  return madeOnce(own, id, () =>
    keptByVersion<ReadonlyMap<number, number>>(league, 'race points', async () => {
      const { sides } = await loaders.usualMatch.load(league);
      await beginWork(size, Math.ceil((league.matchCount * (sides ?? 0)) / SIDES_PER_POINT));
      return listRacePoints(app.reads, id, placePoints);
    }),
  );
}

/** The races that the player's side finished. */
async function finishesOf(rating: Rating, context: Context): Promise<readonly Placing[]> {
  return (await placingsOf(rating, context)).filter(({ status }) => status === 'FINISHED');
}

/** All races of a career. */
async function placingsOf(rating: Rating, context: Context): Promise<readonly Placing[]> {
  const key = { ...(await careerOf(rating, context)), most: null };
  const placings = (await context.loaders.careers.placings.load(key)) ?? NO_RACES;
  // One reading serves all fields of a request.
  if (!charged.has(placings)) countWork(context.size, workOf(placings));
  charged.add(placings);
  return placings;
}

const NO_RACES: readonly Placing[] = [];
const charged = new WeakSet<readonly Placing[]>();

function workOf(placings: readonly Placing[]): number {
  return Math.ceil(placings.reduce((sum, { sides }) => sum + sides, 0) / SIDES_PER_POINT);
}

function meanOfPlacings(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
