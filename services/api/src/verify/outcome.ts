import { isDeepStrictEqual } from 'node:util';
import type { PlayerId } from '@openladder/rating';
import { type EntityManager, QueryFailedError } from 'typeorm';
import type { Excerpt } from '../kit/paging/page.js';
import type { League } from '../league/league.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { type BoardPosition, boardPosition, listStandings } from '../rating/board.js';
import { States } from '../rating/cached-states.js';
import type { Standing } from '../rating/rating.js';
import { loadStates } from '../rating/states.js';
import { TemporaryFileFailed } from '../replay/states/temporary-file.js';
import type { Findings } from './findings.js';
import { boardRating, type Counts, isWithoutRank, noCounts, type Replay } from './fold.js';
import { rowsOf } from './snapshot.js';

/** The end of a replay of a league, for the comparison with the service's data. */
interface Outcome {
  readonly tx: EntityManager;
  readonly league: League;
  readonly system: RatingSystem;
  readonly replay: Replay;
  readonly findings: Findings;
}

/** The service shows the end of the replay and continues from it. */
export async function checkOutcome(outcome: Outcome): Promise<void> {
  const { league, replay, findings } = outcome;
  const playerCount = replay.tallies.size;
  if (league.playerCount !== playerCount) {
    const at = `league ${league.slug}, player count`;
    findings.add('counters', at, playerCount, league.playerCount, 'counters');
  }
  const checks = { ratings: checkRatings, restore: checkRestore, standings: checkStandings };
  for (const [invariant, check] of Object.entries(checks) as [keyof typeof checks, typeof checkRatings][]) {
    try {
      await check(outcome);
    } catch (error) {
      // Functions of the service may fail on damaged data; that failure is also a finding.
      if (error instanceof QueryFailedError || error instanceof TemporaryFileFailed) throw error;
      findings.add(invariant, 'the check', 'finishes', (error as Error).message);
    }
  }
}

/** A row of the table `rating` without its key. */
interface RatingRow extends Omit<ReturnType<typeof boardRating>, 'score'>, Omit<Counts, 'lastPlayedAt'> {
  readonly score: number;
  readonly state: unknown;
  readonly lastPlayedAt: Date | null;
}

/** When a player was hidden from the boards; a replay cannot know it. */
type HiddenRow = RatingRow & { readonly playerId: number; readonly hiddenAt: Date | null };

/**
 * The row of each player who has played equals the replay to the bit, except that hidden players have no rank. All other rows belong to
 * registered players who have not played. No row is missing.
 */
async function checkRatings({ tx, league, system, replay, findings }: Outcome): Promise<void> {
  const missing = new Set(replay.tallies.keys());
  const unplayed = unplayedRow(system);
  const pages = rowsOf<HiddenRow>(
    tx,
    'ratings',
    `SELECT player_id AS "playerId", value, deviation, score, is_provisional AS "isProvisional", display, state,
            matches_played AS "matchesPlayed", wins, draws, losses, peak, last_played_at AS "lastPlayedAt", hidden_at AS "hiddenAt"
     FROM rating WHERE league_id = $1 ORDER BY player_id`,
    [league.id],
  );
  for await (const rows of pages) {
    for (const { playerId, hiddenAt, ...row } of rows) {
      const listed = missing.delete(playerId) ? playedRow(playerId, system, replay) : unplayed;
      const expected = hiddenAt ? { ...listed, isProvisional: true } : listed;
      findings.compare<RatingRow>('ratings', `player ${playerId}`, expected, row);
    }
  }
  for (const player of missing) findings.add('ratings', `player ${player}`, 'a rating', 'none');
}

function playedRow(player: PlayerId, system: RatingSystem, { states, waits, tallies }: Replay): RatingRow {
  const state = states.pick([player]).get(player);
  const { lastPlayedAt, ...counts } = tallies.get(player)!;
  const rating = boardRating(system, state, waits.get(player));
  return {
    ...rating,
    isProvisional: rating.isProvisional || isWithoutRank(system, counts.matchesPlayed, lastPlayedAt!),
    score: rating.score ?? Number.NEGATIVE_INFINITY,
    state: system.rater.restore ? null : state,
    ...counts,
    lastPlayedAt: new Date(lastPlayedAt!),
  };
}

/** Time does not change the rating of a player who has no rated match. */
function unplayedRow({ rater, settings }: RatingSystem): RatingRow {
  const rating = boardRating({ rater, settings, shownThrough: null }, rater.initial(settings));
  return {
    ...rating,
    score: rating.score ?? Number.NEGATIVE_INFINITY,
    isProvisional: true,
    state: null,
    ...noCounts(),
    lastPlayedAt: null,
  };
}

/** Journal lines to keep in memory at once if a state is restored from all lines of a player. */
const LINES = 10_000;

/** A service that starts now continues from the states at the end of the replay. */
async function checkRestore({ tx, league, system, replay, findings }: Outcome): Promise<void> {
  for (const players of groups(replay)) {
    const restored = new States();
    await loadStates(tx, league, system, players, restored);
    for (const player of players) {
      // The state for the player's next match, and the waits that it does not include yet.
      const expected = { state: replay.states.pick([player]).get(player), waits: replay.waits.get(player) ?? [] };
      const waits = (restored.waits.get(player) ?? []).map(({ at }) => at.getTime());
      const found = { state: restored.get(player), waits };
      if (!isDeepStrictEqual(expected, found)) findings.add('restore', `player ${player}`, expected, found);
    }
  }
}

function* groups({ tallies }: Replay): Generator<PlayerId[]> {
  let players: PlayerId[] = [];
  let lines = 0;
  for (const [player, { matchesPlayed }] of tallies) {
    if (players.length > 0 && lines + matchesPlayed > LINES) {
      yield players;
      players = [];
      lines = 0;
    }
    players.push(player);
    lines += matchesPlayed;
  }
  if (players.length > 0) yield players;
}

const PAGE = 1000;

interface Place {
  readonly player: number;
  /** Null for a provisional player. */
  readonly rank: number | null;
}

/** The board, read page by page, contains every player who has played and is not hidden, with the place and the rank from the replay. */
async function checkStandings({ tx, league, system, replay, findings }: Outcome): Promise<void> {
  const rows: { player: number }[] = await tx.query(
    'SELECT player_id AS player FROM rating WHERE league_id = $1 AND hidden_at IS NOT NULL',
    [league.id],
  );
  const expected = expectedPlaces(system, replay, new Set(rows.map(({ player }) => player)));
  let place = 0;
  for await (const found of foundPlaces(tx, league)) {
    findings.compare('standings', `place ${++place}`, expected[place - 1] ?? { player: null, rank: null }, found);
  }
  for (const { player } of expected.slice(place)) findings.add('standings', `place ${++place}`, player, 'nobody');
}

/** The best score first, equal scores by player id; provisional players come last, without a rank. */
function expectedPlaces(system: RatingSystem, replay: Replay, hidden: ReadonlySet<number>): Place[] {
  const listed = [...replay.tallies.keys()].filter((player) => !hidden.has(Number(player)));
  const players = listed.map((player) => {
    const { score, isProvisional } = playedRow(player, system, replay);
    return { player: Number(player), score, isProvisional };
  });
  players.sort(
    (a, b) =>
      Number(a.isProvisional) - Number(b.isProvisional) ||
      (a.score === b.score ? a.player - b.player : b.score - a.score),
  );
  let rank = 0;
  return players.map(({ player, score, isProvisional }, index) => {
    if (index === 0 || score !== players[index - 1]!.score) rank = index + 1;
    return { player, rank: isProvisional ? null : rank };
  });
}

async function* foundPlaces(tx: EntityManager, league: League): AsyncGenerator<Place> {
  let from: BoardPosition | null = null;
  do {
    const page = { first: PAGE, from, includeProvisional: true };
    const { nodes, hasNext }: Excerpt<Standing> = await listStandings(tx, league, page);
    for (const { rank, rating } of nodes) yield { player: rating.playerId, rank };
    from = hasNext ? boardPosition(nodes.at(-1)!.rating) : null;
  } while (from !== null);
}
