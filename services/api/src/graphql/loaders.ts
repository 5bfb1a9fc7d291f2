import DataLoader from 'dataloader';
import type { Access } from '../access/access.js';
import { groupedBy, madeOnce } from '../kit/grouped-by.js';
import type { Log } from '../kit/log.js';
import type { NeedsDatabase, NeedsReads } from '../kit/needs.js';
import { beginWork, type ResponseSize } from '../kit/paging/response-size.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { listLeaguesById } from '../league/league.repository.js';
import { keptByVersion } from '../league/league-reader.js';
import { listLeagueProofs } from '../league/nights.repository.js';
import { listEffects } from '../league-log/recompute.repository.js';
import type { MatchKey, StoredMatch } from '../match-log/match.js';
import { listMatchesBySequence, type OpponentRecord } from '../match-log/match.repository.js';
import { listMatchCorrections } from '../match-log/match-versions.repository.js';
import { listMerges } from '../match-log/merges-and-waits.repository.js';
import { opponentRecords } from '../match-log/opponent-records.js';
import { listPairings } from '../matchmaking/pairing.repository.js';
import {
  listFormerHandles,
  listKnownPlayers,
  listProfiles,
  listShownAccounts,
  visibleLeagueIds,
} from '../player/known-players.js';
import { findLeaguePlayerId } from '../player/league-players.repository.js';
import type { Player } from '../player/player.js';
import { NO_PROFILE } from '../player/profile.js';
import type { NeedsRaters } from '../raters/raters.js';
import { countAbove, countRanked } from '../rating/board.js';
import { listChangesOfMatches } from '../rating/journal.repository.js';
import type { AsOfLines, JournalChange, Rating } from '../rating/rating.js';
import { listRatingsOfPlayers } from '../rating/rating.repository.js';
import {
  type ActivityWindow,
  type CareerWindow,
  findUsualMatch,
  listCareers,
  listForms,
  listNotableMatches,
  listPlacings,
  listPlayerActivity,
  listRankSeries,
  listRecentLines,
  type NotableKind,
  type RankWindow,
} from '../reading/career.repository.js';
import { addDerivedContributions, growToMatches } from '../reading/changes.js';
import { listAttention, listLeadersSince, ofReachable, type Reached } from '../reading/listed-leagues.js';
import { listExpectedScores } from '../reading/match-page.repository.js';
import { listRecords, listValues } from '../reading/movers.repository.js';
import { readPastBoard } from '../reading/past.js';
import type { PastBoard } from '../reading/past-board.js';
import { preMatchChances } from '../reading/pre-match-chances.js';
import type { PredictedSide } from '../reading/prediction.js';
import { listNamedTokens, listTokensById, type NamedToken } from '../token/token.repository.js';
import { listWebhooksById } from '../webhook/webhook.repository.js';
import type { ChangeParts } from './selection.js';

/** A handle or an account, of a player of a league or of nobody. */
interface HandleKey {
  readonly leagueId: number;
  readonly handle: string;
}

/** A score on a league's board. */
interface ScoreKey {
  readonly leagueId: number;
  readonly score: number;
}

/** Which ratings are read of each player. */
interface RatingsPage {
  readonly limit: number;
  readonly afterLeagueId: number;
  /** In addition to public leagues; null: all. */
  readonly privateLeagues: readonly number[] | null;
}

/** The request is charged for the reading. */
interface Charged {
  readonly size: ResponseSize;
}

/** A match whose changes, or chances, are read; some of the contributions may have to be derived. */
type ChangesKey = MatchKey & Charged;
type ExpectedKey = Charged & { readonly match: StoredMatch };
/** A league whose board, or recorded boards, are searched. */
type BoardKey = Charged & { readonly league: League };

/** Whose career, by which lines. */
export type CareerKey = { readonly lines: AsOfLines; readonly playerId: number };

/** The same, with a further request. */
type Asked<Name extends string, Value> = CareerKey & Readonly<Record<Name, Value>>;
/** A career whose opponents are read. Whether the effects of matches are read is part of the request. */
type OpponentsKey = Charged & Asked<'withPoints', boolean>;

/** Players of recorded boards that are passed in the time of a point, to find one of them. */
export const PLACES_PER_POINT = 800;
/** Matches, and their participants, that are read in the time of a point. */
const READ_PER_POINT = 3;
/** Ratings of a board that are looked through for its records in the time of a point. */
const RATINGS_PER_POINT = 50;

type LoaderNeeds = NeedsDatabase & NeedsReads & NeedsRaters & { readonly log: Pick<Log, 'warn'> };

/**
 * Turns single requests into one query each; the cache of one request.
 * @param access of the caller: players are shown as the caller may see them
 */
export function createLoaders(needs: LoaderNeeds, access: Access) {
  const { reads: sql, raters, log } = needs;
  const pastBoards = new Map<string, Promise<PastBoard | null>>();
  const league = new DataLoader<number, League>((ids) => inOrder(ids, listLeaguesById(sql, ids), ({ id }) => id));
  const changesLoader = ({ contributions, befores }: ChangeParts) =>
    byKey(matchKey, [], async (keys: readonly ChangesKey[]): Promise<ReadonlyMap<string, readonly JournalChange[]>> => {
      const found = await perLeague(keys, async (leagueId, asked) => {
        const sequences = asked.map((key) => key.sequence);
        const own = await league.load(leagueId);
        const lines = await listChangesOfMatches(sql, own, sequences, contributions);
        if (befores) await growToMatches(sql, raters, own, lines);
        const isLacking = contributions && lines.some(({ lacksContributions }) => lacksContributions);
        if (isLacking) await addDerivedContributions(sql, raters, own, lines, asked[0]!.size);
        return lines;
      });
      return groupedBy(found, matchKey);
    });
  const changes = new Map<string, ReturnType<typeof changesLoader>>();
  const ratings = new Map<string, DataLoader<number, Reached<readonly Rating[]>>>();
  const ranked = byNumber((ids) => countRanked(sql, ids), 0);
  let careers: CareerLoaders | undefined;
  return {
    league,
    player: new DataLoader<number, Player>((ids) => inOrder(ids, listKnownPlayers(sql, access, ids), ({ id }) => id)),
    match: new DataLoader<MatchKey, StoredMatch, string>(
      (keys) =>
        inOrder(
          keys.map(matchKey),
          perLeague(keys, (leagueId, own) => listMatchesBySequence(sql, leagueId, own.map(sequenceOf))),
          matchKey,
        ),
      { cacheKeyFn: matchKey },
    ),
    /** The id under which a handle or an account counts in a league; null if it is no player's. */
    playerId: oneByOne(
      ({ leagueId, handle }: HandleKey) => `${leagueId}:${handle}`,
      ({ leagueId, handle }) => findLeaguePlayerId(sql, leagueId, handle),
    ),
    /** Merged players of a league, each with the player into whom they are merged. */
    merges: oneByOne(
      (leagueId: number) => leagueId,
      (leagueId): Promise<ReadonlyMap<number, number>> => listMerges(sql, leagueId),
    ),
    /** The journal lines of a match, with the requested parts. */
    changes: (parts: ChangeParts) => madeOnce(changes, JSON.stringify(parts), () => changesLoader(parts)),
    /** How many ranked players of a league have a higher score. */
    above: byKey(scoreKey, 0, async (keys: readonly ScoreKey[]) => {
      const counts = await perLeague(keys, async (leagueId, own) => {
        const scores = own.map((key) => key.score);
        const above = await countAbove(sql, await league.load(leagueId), scores);
        return Array.from(above, ([score, count]) => [scoreKey({ leagueId, score }), count] as const);
      });
      return new Map(counts);
    }),
    /** How many players of a league have a rank. */
    ranked: (own: League): Promise<number> => keptByVersion(own, 'ranked', () => ranked.load(own.id)),
    /** Typical values of a league's matches. */
    usualMatch: oneByOne(
      ({ id }: League) => id,
      (own) => findUsualMatch(sql, own),
    ),
    /** Since when the leader of a league has led; null if unknown. */
    leaderSince: byKey(
      ({ league }) => league.id,
      null,
      (keys: readonly BoardKey[]) => {
        const leagues = keys.map(({ league }) => league);
        return listLeadersSince(sql, leagues, (players) =>
          beginWork(keys[0]!.size, Math.ceil(players / PLACES_PER_POINT)),
        );
      },
    ),
    /** The holders of a league's records. */
    records: oneByOne(
      ({ league: { id, version, mark } }: BoardKey) => `${id} ${version} ${mark}`,
      ({ league, size }) =>
        keptByVersion(league, 'records', async () => {
          await beginWork(size, Math.ceil(league.playerCount / RATINGS_PER_POINT));
          return listRecords(sql, league);
        }),
    ),
    /** What administrators of a league should look at. */
    attention: byNumber((ids) => listAttention(sql, ids), null),
    /** The last verification of a league; null before the first. */
    verification: byNumber((ids) => listLeagueProofs(sql, ids), null),
    // A dozen loaders that few requests use; requests for boards and submissions come all the time.
    get careers() {
      careers ??= createCareerLoaders(sql);
      return careers;
    },
    /** Corrections of a match, in the order in which they were made. */
    corrections: byKey(matchKey, [], async (keys: readonly MatchKey[]) =>
      groupedBy(await listMatchCorrections(sql, keys), matchKey),
    ),
    /** See `listExpectedScores`; null where none is known. */
    expectedScores: byKey(matchKey, null, async (keys: readonly MatchKey[]) => {
      const found = await perLeague(keys, async (leagueId, own) =>
        listExpectedScores(sql, await league.load(leagueId), own.map(sequenceOf)),
      );
      return new Map(found.map((own) => [matchKey(own.match), own]));
    }),
    /** See `preMatchChances`. */
    expected: byKey(
      ({ match }) => matchKey(match),
      null,
      async (keys: readonly ExpectedKey[]) => {
        const chances = new Map<string, readonly PredictedSide[] | null>();
        const leagues = groupedBy(keys, ({ match }) => match.leagueId);
        for (const [leagueId, own] of leagues) {
          const matches = own.map(({ match }) => match);
          const found = await preMatchChances(sql, raters, await league.load(leagueId), matches, own[0]!.size);
          for (const [place, match] of matches.entries()) chances.set(matchKey(match), found[place]!);
        }
        return chances;
      },
    ),
    /** The board of a league as of a time, null if there was none; made once for a request. @param size is charged for it */
    pastBoard: (leagueId: number, asOf: Date, size: ResponseSize): Promise<PastBoard | null> => {
      const read = (own: League) => readPastBoard(needs, own, { asOf, asKnownAt: null }, size);
      return madeOnce(pastBoards, `${leagueId} ${asOf.getTime()}`, () => league.load(leagueId).then(read));
    },
    /** Null if there is none. */
    token: byNumber(async (ids) => byId(await listTokensById(sql, ids)), null),
    /** Accounts that the caller may see. */
    accounts: byNumber((ids) => listShownAccounts(sql, access, ids), []),
    /** The parts that the caller may see. */
    profile: byNumber((ids) => listProfiles(sql, visibleLeagueIds(access), ids), NO_PROFILE),
    /** Former handles of a player, newest first. */
    formerHandles: byNumber((ids) => listFormerHandles(sql, access, ids), []),
    /** A player's ratings, league by league. */
    ratings: (page: RatingsPage): DataLoader<number, Reached<readonly Rating[]>> => {
      const key = JSON.stringify([page.limit, page.afterLeagueId, page.privateLeagues]);
      const read = async (ids: readonly number[]): Promise<Reached<readonly Rating[]>[]> => {
        const { found, unreachable } = await ofReachable({ sql, access, log }, (among) =>
          listRatingsOfPlayers(sql, ids, page.privateLeagues, { ...page, among }),
        );
        const own = groupedBy(found, ({ playerId }) => playerId);
        return ids.map((id) => ({ found: own.get(id) ?? [], unreachable }));
      };
      return madeOnce(ratings, key, () => new DataLoader(read));
    },
    /** The effect of a recompute on the board; null if it was not stored. */
    effect: byNumber((ids) => listEffects(sql, ids), null),
    /** By id alone; null if there is none. */
    webhook: byNumber(async (ids) => byId(await listWebhooksById(sql, ids)), null),
    namedToken: new DataLoader<number, NamedToken>((ids) => inOrder(ids, listNamedTokens(sql, ids), ({ id }) => id)),
    /** The pairing that a match used; null if it used none. */
    pairing: byKey(matchKey, null, async (keys: readonly MatchKey[]) => {
      const found = await perLeague(keys, (leagueId, own) => listPairings(sql, leagueId, own.map(sequenceOf)));
      return new Map(found.map((pairing) => [matchKey(pairing.match), pairing]));
    }),
  };
}

export type Loaders = ReturnType<typeof createLoaders>;

type CareerLoaders = ReturnType<typeof createCareerLoaders>;

/** Reads of players' careers, one statement for all players of a request with the same parameters; undefined if a player has none. */
function createCareerLoaders(sql: Sql) {
  return {
    /** @param last how many results are read of each, at least */
    form: careerLoader(({ lines, last }: Asked<'last', number>, ids) => listForms(sql, lines, last, ids)),
    recent: careerLoader(({ lines }: CareerKey, ids) => listRecentLines(sql, lines, ids)),
    /** All lines in a window, in order of play. */
    lines: careerLoader(({ lines, window }: Asked<'window', CareerWindow>, ids) =>
      listCareers(sql, lines, window, ids),
    ),
    /** After the newest line; null if it gave none. */
    value: careerLoader(({ lines }: CareerKey, ids) => listValues(sql, lines, ids)),
    // Each kind has its own statement: they read different lines, and can do so at the same time.
    notable: careerLoader(({ lines, kind, most }: Asked<'kind', NotableKind> & Asked<'most', number>, ids) =>
      listNotableMatches(sql, lines, kind, most, ids),
    ),
    /** The records against all opponents, in no order. */
    opponents: oneByOne(
      ({ lines, playerId, withPoints }: OpponentsKey) => `${playerId} ${withPoints} ${JSON.stringify(lines)}`,
      ({ lines, playerId, withPoints, size }): Promise<readonly OpponentRecord[]> =>
        opponentRecords(sql, lines.leagueId, playerId, { ...lines, withPoints }, (participants) =>
          beginWork(size, Math.ceil(participants / READ_PER_POINT)),
        ),
    ),
    /** Races, the newest first. @param most how many of their newest matches to read; null: all */
    placings: careerLoader(({ lines, most }: Asked<'most', number | null>, ids) => listPlacings(sql, lines, most, ids)),
    ranks: careerLoader(({ lines, window }: Asked<'window', RankWindow>, ids) =>
      listRankSeries(sql, lines.leagueId, window, ids),
    ),
    activity: careerLoader(({ lines, days }: Asked<'days', ActivityWindow>, ids) =>
      listPlayerActivity(sql, lines, days, ids),
    ),
  };
}

/** @param load gets a key of each group that differs only in its player */
function careerLoader<Value, Key extends CareerKey>(
  load: (asked: Key, playerIds: readonly number[]) => Promise<ReadonlyMap<number, Value>>,
): DataLoader<Key, Value | undefined, string> {
  const askedOf = ({ playerId: _, ...asked }: Key) => JSON.stringify(asked);
  return new DataLoader(
    async (keys) => {
      const found = new Map<Key, Value | undefined>();
      const read = async (own: readonly Key[], playerIds = own.map(({ playerId }) => playerId)) => {
        const values = await load(own[0]!, playerIds);
        for (const key of own) found.set(key, values.get(key.playerId));
      };
      await Promise.all(Array.from(groupedBy(keys, askedOf).values(), (own) => read(own)));
      return keys.map((key) => found.get(key));
    },
    { cacheKeyFn: (key) => `${key.playerId} ${askedOf(key)}` },
  );
}

/** Loads each with its own statement. @param textOf the same for the same key */
function oneByOne<Key, Text extends string | number, Value>(
  textOf: (key: Key) => Text,
  load: (key: Key) => Promise<Value>,
): DataLoader<Key, Value, Text> {
  return new DataLoader((keys) => Promise.all(keys.map(load)), { cacheKeyFn: textOf });
}

/** Loads values stored under numbers. @param otherwise for numbers without a value */
function byNumber<Value, Otherwise extends Value | null>(
  load: (numbers: readonly number[]) => Promise<ReadonlyMap<number, Value>>,
  otherwise: Otherwise,
): DataLoader<number, Value | Otherwise> {
  return byKey((number) => number, otherwise, load);
}

/** Loads values stored under keys. @param textOf the same for the same key @param otherwise for keys without a value */
function byKey<Key, Text extends string | number, Value, Otherwise extends Value | null>(
  textOf: (key: Key) => Text,
  otherwise: Otherwise,
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Text, Value>>,
): DataLoader<Key, Value | Otherwise, Text> {
  return new DataLoader(
    async (keys) => {
      const found = await load(keys);
      return keys.map((key) => found.get(textOf(key)) ?? otherwise);
    },
    { cacheKeyFn: textOf },
  );
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function sequenceOf({ sequence }: MatchKey): number {
  return sequence;
}

function matchKey({ leagueId, sequence }: MatchKey): string {
  return `${leagueId}:${sequence}`;
}

function scoreKey({ leagueId, score }: ScoreKey): string {
  return `${leagueId}:${score}`;
}

async function perLeague<Key extends { leagueId: number }, Row>(
  keys: readonly Key[],
  load: (leagueId: number, own: readonly Key[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const leagues = [...groupedBy(keys, ({ leagueId }) => leagueId)];
  return (await Promise.all(leagues.map(([leagueId, own]) => load(leagueId, own)))).flat();
}

async function inOrder<Key, Row>(
  keys: readonly Key[],
  rows: Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): Promise<(Row | Error)[]> {
  const byKey = new Map((await rows).map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key) ?? new NothingStored(`nothing is stored under ${key}`));
}

/** Nothing is stored under the key that a loader was given. */
export class NothingStored extends Error {
  override readonly name = 'NothingStored';
}

/** What a loader finds; null if nothing is stored under its key. @throws any other error of the loader */
export async function ifStored<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof NothingStored) return null;
    throw error;
  }
}
