import { RaterFault } from '@openladder/rating';
import { Int } from 'type-graphql';
import type { Access } from '../../access/access.js';
import { checkFirst, checkWithin } from '../../kit/paging/page.js';
import { beginWork, countWork } from '../../kit/paging/response-size.js';
import { isRefusal, Refused, refuse } from '../../kit/refusal.js';
import { Unavailable } from '../../kit/unavailable.js';
import { type League, type LeagueStamp, queueOf } from '../../league/league.js';
import { keptByVersion } from '../../league/league-reader.js';
import { countPairedTickets, listOpenPairings, type OpenPairing } from '../../matchmaking/pairing.repository.js';
import { EVERYBODY, visibleLeagueIds } from '../../player/known-players.js';
import { namesFrom } from '../../player/name-range.js';
import { checkCountry } from '../../player/profile.js';
import { findRankedRating, readStandings } from '../../rating/board.js';
import {
  type BoardOrder,
  countChosen,
  countCountries,
  listChosen,
  orderedPosition,
} from '../../rating/chosen-board.js';
import { MAX_STORED_CONTRIBUTIONS } from '../../rating/journal-line.js';
import type { PastMoment, Standing } from '../../rating/rating.js';
import { countHidden } from '../../rating/rating.repository.js';
import { MAX_DAYS_LED } from '../../reading/listed-leagues.js';
import { listMovers, listUpsets, MAX_CONTRIBUTIONS_LOOKED_AT, MAX_NEWEST } from '../../reading/movers.repository.js';
import { type PastRatingQuery, readPastRating, readPastStandings } from '../../reading/past.js';
import { predictMatch, type Stake, stakesOf } from '../../reading/prediction.js';
import { findNamedOnBoard } from '../../reading/search.repository.js';
import { type Context, standIn } from '../context.js';
import {
  type Counted,
  computeFields,
  counted,
  field,
  firstOf,
  type Of,
  objectType,
  optional,
  PAGE_ARGS,
  pagesBy,
  type ValuesOf,
} from '../declare.js';
import { LeagueType } from '../league/league.type.js';
import { POINTS_PER_MATCH } from '../league/league-numbers.resolver.js';
import { PairingType, POINTS_PER_TICKET } from '../matchmaking/queue.resolver.js';
import { checkTime, DateTimeScalar, enumOf } from '../scalars.js';
import { type Selection, selectionOf, sizedList } from '../selection.js';
import { racePointsOf } from './places.js';
import { changesAt, PredictionType, StandingConnection } from './rating.resolver.js';
import { RatingChangeType, RatingType, roles } from './rating.type.js';

const AS_OF = 'As of this time: after the matches played by then, as they are known now.';
const AS_KNOWN_AT =
  'As the board showed it at this time: before later corrections, with the rating system in use then. `minMatches`, `activeWithin` and who is hidden are those of now. Refused with OUT_OF_WINDOW before `League.knownSince`.';

/** @returns null for the present */
function pastMoment(
  asOf: Date | null | undefined,
  asKnownAt: Date | null | undefined,
  argument = 'asOf',
): PastMoment | null {
  if (!asOf && !asKnownAt) return null;
  return { asOf: checkTime(argument, asOf) ?? null, asKnownAt: checkTime('asKnownAt', asKnownAt) ?? null };
}

const OF_PRESENT = '`rank` stays that on the whole board. Cannot be combined with `around`, `asOf` or `asKnownAt`.';

const StandingOrderEnum = enumOf<BoardOrder>('StandingOrder', 'Order of a board. Ties are in a stable order.', {
  RATING: 'By rank, provisional players below all others.',
  MATCHES: 'The most rated matches first.',
  WINS: 'The most wins first.',
  POINTS: 'The most points of races first: by `Rating.points`.',
});

/** Ratings that are selected and sorted, or counted, in the time of a point. */
const RATINGS_PER_POINT = 10;
const COUNTED_PER_POINT = 50;
/** Ratings that are compared to find the largest gains, and lines that are looked up, in the time of a point. */
const COMPARED_PER_POINT = 100;
const LINES_PER_POINT = 2;
const MOST = 2 ** 31 - 1;

/** Points of a page of a past board, if the board is small. The rest of a larger one is added when it is made. */
const PAST_BOARD = 1_000;
/** Points of a past rating. */
export const PAST_RATING = 500;

function isPast({ asOf, at, asKnownAt }: Readonly<Record<string, unknown>>): boolean {
  return asOf != null || at != null || asKnownAt != null;
}

/** The leagues that decide what a caller sees of the players of a board. */
function knownBy(access: Access, { id }: League): readonly number[] {
  return visibleLeagueIds(access) ?? [EVERYBODY, id];
}

const CountryCountType = objectType('CountryCount', 'Players of a board who are from a country.', {
  country: field(String, 'The country by its code of ISO 3166-1 alpha-2.'),
  players: field(Int, 'Number of players, 1 or more.'),
});

/** @throws Refused */
function checkedCountry(text: string): string {
  const country = checkCountry(text, ['country']);
  if (isRefusal(country)) throw new Refused(country);
  return country;
}

const standingArgs = {
  ...PAGE_ARGS,
  around: optional(
    String,
    'Handle, account or display name of the player to show in the middle of the page; empty page if they are not on the board. Of players with the same display name, the best is shown. Cannot be combined with `after`.',
  ),
  includeProvisional: field(
    Boolean,
    'Whether to list provisional players, without a rank, below all others. Hidden players are never listed.',
    { defaultValue: false },
  ),
  asOf: optional(DateTimeScalar, AS_OF),
  asKnownAt: optional(DateTimeScalar, AS_KNOWN_AT),
  orderBy: field(
    StandingOrderEnum,
    'The order of the places; `rank` is that by rating in every order. Other orders than RATING are of the present, and cannot be combined with `around`.',
    { defaultValue: 'RATING' },
  ),
  activeSince: optional(DateTimeScalar, `Only players who have played at or after this time. ${OF_PRESENT}`),
  minMatches: optional(Int, `Only players with so many rated matches or more. ${OF_PRESENT}`),
  name: optional(
    String,
    `Only players whose handle in the league, or display name, begins with this text; case and accents are ignored. ${OF_PRESENT}`,
  ),
  fromRank: optional(
    Int,
    `The rank at which the list begins, from 1: players above it are left out, and counted in \`totalCount\`. ${OF_PRESENT}`,
  ),
  country: optional(
    String,
    `Only players of this country, by its code of ISO 3166-1 alpha-2 such as \`SE\`; case is ignored. ${OF_PRESENT}`,
  ),
};

/** The player around whom a board is shown; 0 if there is no such player. */
async function centreOf(league: League, { app, access, loaders }: Context, name: string): Promise<number> {
  const known = await loaders.playerId.load({ leagueId: league.id, handle: name });
  return known ?? (await findNamedOnBoard(app.reads, access, league.id, name)) ?? 0;
}

/** A board of the present whose places are chosen, or in another order than by rating. */
async function chosenStandings(
  league: League,
  context: Context,
  args: ValuesOf<typeof standingArgs>,
  chosenBy: string | undefined,
  withPlayers: boolean,
): Promise<Counted<Standing>> {
  const { app, access, size } = context;
  const { orderBy, includeProvisional, minMatches, name, country, around, asOf, asKnownAt } = args;
  const fromRank = args.fromRank ?? 1;
  for (const [field, value] of Object.entries({ around, asOf, asKnownAt })) {
    if (value == null) continue;
    if (chosenBy) throw new Refused(refuse('FILTER_OF_PRESENT', [chosenBy], { argument: chosenBy, field }));
    throw new Refused(refuse('ORDER_OF_PRESENT', ['orderBy'], { field }));
  }
  checkWithin('minMatches', minMatches ?? 0, 0, MOST);
  checkWithin('fromRank', fromRank, 1, MOST);
  await beginWork(size, Math.ceil(league.playerCount / RATINGS_PER_POINT));
  const filter = {
    includeProvisional,
    activeSince: checkTime('activeSince', args.activeSince) ?? null,
    minMatches: minMatches ?? 0,
    names: name?.trim() ? namesFrom(name.trim()) : null,
    country: country == null ? null : checkedCountry(country),
    knownBy: knownBy(access, league),
  };
  const points = orderBy === 'POINTS' ? await racePointsOf(league, context) : null;
  const list = orderBy === 'RATING' ? 'standing' : `standing ${orderBy}`;
  const pages = pagesBy(list, ['boolean', 'number', 'integer'], (place: Standing) => orderedPosition(orderBy, place));
  const standings = await pages(app, args, (limit, ...position) => {
    const after = position[0] === null ? null : position;
    return listChosen(app.reads, league, { order: orderBy, filter, limit, fromRank, withPlayers, points, after });
  });
  return counted(standings, async () => {
    await beginWork(size, Math.ceil(league.playerCount / COUNTED_PER_POINT));
    return countChosen(app.reads, league, filter);
  });
}

/** The requested parts of a past rating. */
export function pastQueryOf(selection: Selection): PastRatingQuery {
  return { withDisplay: selection.has('display'), withRank: selection.has('rank') || selection.has('percentile') };
}

const LeagueRecordsType = objectType(
  'LeagueRecords',
  'Who has the most in a league, each null without a rated match; of several, whom the platform knew first. Hidden players hold no record.',
  {
    highestPeak: optional(RatingType, 'The ranked player with the highest `peak`.'),
    mostMatches: optional(RatingType, 'The player with the most rated matches.'),
    mostWins: optional(RatingType, 'The player with the most wins.'),
  },
);

/** The most pairings of a league that are remembered, and so the most that pages can show. */
export const MAX_PAIRINGS = 20;
const DAY = 86_400_000;

/** A pairing that can still be played, with what is at stake if that is requested. */
type StakedPairing = OpenPairing & { readonly stakes?: readonly Stake[] | null };

/**
 * Who is to play whom in a league, where nothing is read while the queue and the league stay as they are.
 * @param queue the stamp of its queue
 */
export async function openPairings(
  league: League,
  queue: LeagueStamp,
  limit: number,
  withStakes: boolean,
  { app, size, outcome }: Context,
): Promise<readonly StakedPairing[]> {
  const { id } = league;
  // Most leagues have no queue.
  if (queue.version === 0) return [];
  // The clock of the process that made the newest pairing may be ahead.
  const at = new Date(Math.max(app.clock().getTime(), Math.ceil(1000 * queue.mark)));
  const read = async () => {
    await beginWork(size, POINTS_PER_TICKET * (await countPairedTickets(app.reads, id, at)));
    return listOpenPairings(app.reads, id, at, MAX_PAIRINGS);
  };
  const known = await keptByVersion(league, 'pairings', read, queue);
  const open = known.filter(({ pairedAt }) => at.getTime() < pairedAt.getTime() + DAY).slice(0, limit);
  const lapses = open.map(({ pairedAt }) => pairedAt.getTime() + DAY);
  if (outcome && lapses.length > 0) outcome.holdsUntil = Math.min(...lapses, outcome.holdsUntil ?? Infinity);
  if (!withStakes || open.length === 0) return open;
  const duels = open.map(({ playerIds, pairedAt }) => ({ playerIds, at: pairedAt }));
  const stakes = await keptByVersion(league, 'stakes', () => stakesOf(app, league, duels, size), duels).catch(
    (error) => {
      if (error instanceof Unavailable) standIn(outcome);
      else if (!(error instanceof RaterFault || error instanceof Refused)) throw error;
      return null;
    },
  );
  return open.map((pairing, index) => ({ ...pairing, stakes: stakes?.[index] ?? null }));
}

/** Ratings of a league. */
computeFields<League>(LeagueType, {
  pairings: field(
    [PairingType],
    `The newest of \`Queue.pairings\`, at most ${MAX_PAIRINGS}: who plays now, or is about to. Unlike the rest of the queue, answers with them are kept.`,
    { args: firstOf(3), cost: { work: 5 } },
    async (league, context, { first }, info) => {
      const { app, size, stamps, outcome } = context;
      const queue = await app.leagues.stampOf(queueOf(league.id));
      if (!queue) {
        standIn(outcome);
        return [];
      }
      // The first ticket raises the version of the league, so that others need not look at its queue again.
      if (queue.version > 0 && !stamps.has(queueOf(league.id))) stamps.set(queueOf(league.id), queue);
      const limit = Math.min(checkFirst(first), MAX_PAIRINGS);
      const pairings = await openPairings(league, queue, limit, selectionOf(info).has('stakes'), context);
      return sizedList(size, info, pairings, { tickets: 2 });
    },
  ),
  standings: field(
    StandingConnection,
    'The board, best first, in a stable order when scores are equal.',
    { args: standingArgs, cost: { work: (args) => (isPast(args) ? PAST_BOARD : 0) } },
    async (league, context, args, info) => {
      const { app, loaders, size } = context;
      const { around, after, includeProvisional, asOf, asKnownAt, activeSince, minMatches, name, fromRank, country } =
        args;
      if (around != null && after != null) throw new Refused(refuse('AROUND_OR_AFTER', ['around']));
      const selection = selectionOf(info);
      const centre = around == null ? null : await centreOf(league, context, around);
      const page = { first: checkFirst(args.first), after: after ?? null, around: centre, includeProvisional };
      const withPlayers = selection.has('nodes.player') || selection.has('nodes.rating.player');
      const filters = Object.entries({ activeSince, minMatches, name, fromRank, country });
      const chosenBy = filters.find(([, value]) => value != null)?.[0];
      if (chosenBy || args.orderBy !== 'RATING') return chosenStandings(league, context, args, chosenBy, withPlayers);
      const moment = pastMoment(asOf, asKnownAt);
      if (moment) {
        const withDisplay = selection.has('nodes.rating.display');
        const standings = await readPastStandings(app, league, moment, { ...page, withDisplay }, size);
        return counted(standings, () => standings.places);
      }
      return counted(await readStandings(app, league, { ...page, withPlayers }), async () =>
        includeProvisional
          ? league.playerCount - (await keptByVersion(league, 'hidden', () => countHidden(app.reads, league.id)))
          : loaders.ranked(league),
      );
    },
  ),
  countries: field(
    [CountryCountType],
    'How many players of the board, including provisional ones, are from each country, the most first; those whose country the caller does not know are left out.',
    async (league, { app, access, size }, _args, info) => {
      await beginWork(size, Math.ceil(league.playerCount / COUNTED_PER_POINT));
      return sizedList(size, info, await countCountries(app.reads, league, knownBy(access, league)));
    },
  ),
  rating: optional(
    RatingType,
    "A player's rating; null if they have none in this league.",
    {
      args: {
        player: field(String, 'Handle of the player, or an account such as `discord:1234`.'),
        at: optional(DateTimeScalar, AS_OF),
        asKnownAt: optional(
          DateTimeScalar,
          `${AS_KNOWN_AT} Places in races and records against opponents are those of the matches as they are now.`,
        ),
      },
      cost: { work: (args) => (isPast(args) ? PAST_RATING : 0) },
    },
    async (league, { app, loaders, size }, { player, at, asKnownAt }, info) => {
      const moment = pastMoment(at, asKnownAt, 'at');
      const selection = selectionOf(info);
      if (!moment) {
        return selection.has('rank') ? findRankedRating(app.reads, league, player) : app.ratings.find(league, player);
      }
      const playerId = await loaders.playerId.load({ leagueId: league.id, handle: player });
      return playerId === null ? null : readPastRating(app, league, moment, playerId, pastQueryOf(selection), size);
    },
  ),
  prediction: optional(
    PredictionType,
    "Each side's chance to win, and what each outcome would do to the ratings, if the match were played at the given time, or now. Null if a player is unknown, or if the rating system cannot rate such a match or fails; `errors` says why.",
    {
      args: {
        sides: field(
          [[String]],
          'The handles or accounts on each side: at most 100 in all, each once. Players new to the league are allowed.',
        ),
        roles,
        at: optional(
          DateTimeScalar,
          'When the match is played: ratings become less certain until then. Now if omitted, or if the time has passed.',
        ),
      },
    },
    (league, { app, access, size }, { sides, roles, at }) =>
      predictMatch(app, access, league, sides, size, { at: checkTime('at', at) ?? null, roles: roles ?? null }),
  ),
  movers: field(
    [RatingType],
    `Ranked players who have played since a time and gained points, the most first: by \`Rating.change\`. Of more than ${MAX_NEWEST.toLocaleString('en')} who have played since, those who played last are compared.`,
    { args: { since: field(DateTimeScalar, 'The time to compare with.'), ...firstOf(5) }, cost: { work: 50 } },
    async (league, { app, size }, { since, first }, info) => {
      const asked = { since: checkTime('since', since)!, limit: checkFirst(first) };
      const { playerCount } = league;
      const points = Math.ceil(playerCount / COMPARED_PER_POINT + Math.min(playerCount, MAX_NEWEST) / LINES_PER_POINT);
      const read = async () => {
        await beginWork(size, points);
        return listMovers(app.reads, league, asked);
      };
      return sizedList(size, info, await keptByVersion(league, 'movers', read, asked));
    },
  ),
  upsets: field(
    [RatingChangeType],
    `The least expected wins since a time, those first, as changes of the winners: less than half of the points against all opponents was expected of them. One for each match, among the newest ${MAX_NEWEST.toLocaleString('en')}, without void ones: those with at most ${MAX_STORED_CONTRIBUTIONS} \`RatingChange.contributions\` each, the newest with ${MAX_CONTRIBUTIONS_LOOKED_AT.toLocaleString('en')} in all. Winners who are hidden are left out.`,
    {
      args: {
        since: field(DateTimeScalar, 'Only matches played at or after this time.'),
        ...firstOf(5),
        until: optional(DateTimeScalar, 'Only matches played before this time.'),
      },
      cost: { work: 50 },
    },
    async (league, context, { since, first, until }, info) => {
      const asked = {
        ...{ since: checkTime('since', since)!, until: checkTime('until', until) ?? null },
        limit: checkFirst(first),
      };
      const { app, size } = context;
      const read = async () => {
        // The amount is known only afterwards.
        await beginWork(size, 0);
        const { upsets, lookedAt } = await listUpsets(app.reads, league, asked);
        countWork(size, POINTS_PER_MATCH * lookedAt);
        return upsets;
      };
      return changesAt(context, info, league.id, await keptByVersion(league, 'upsets', read, asked));
    },
  ),
  records: field(
    LeagueRecordsType,
    'The records of the league.',
    { cost: { work: 50 } },
    (league, { loaders, size }): Promise<Of<typeof LeagueRecordsType>> => loaders.records.load({ league, size }),
  ),
  leaderSince: optional(
    DateTimeScalar,
    `The midnight from which on the leader of the board was first in the snapshot of every day, at most ${MAX_DAYS_LED} recorded days back. Null if nobody has a rank, or if the leader was not first at the newest midnight.`,
    { cost: { work: 50 } },
    (league, { loaders, size }) => loaders.leaderSince.load({ league, size }),
  ),
});
