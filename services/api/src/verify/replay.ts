import { type Match, type Participant, settingsProblems } from '@openladder/rating';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { RaterAway } from '../raters/apart.js';
import type { RaterCatalogue } from '../raters/raters.js';
import { isOtherVersion, type RatingSystem } from '../raters/rating-system.js';
import { TemporaryFileFailed } from '../replay/states/temporary-file.js';
import type { Findings } from './findings.js';
import { type ExpectedLine, foldMatch, foldWait, type Replay } from './fold.js';
import { mergeJoin, rowsOf, type TotalOrderPlace } from './snapshot.js';

/** Most contributions in memory at once, about 30 MB; a single match may have more. */
const CONTRIBUTIONS = 100_000;
/** How long to rate before other work gets a turn, in milliseconds. */
const SLICE = 10;

/**
 * The installed version of a league's rater if another version rated the league, for example "timed-glicko 2.0.0". Null if the versions
 * are the same or the rater is not installed.
 */
export function pendingVersion(raters: RaterCatalogue, league: League): string | null {
  const rater = raters.get(league.rater);
  return rater && isOtherVersion(league, { rater }) ? `${rater.key} ${rater.version}` : null;
}

/**
 * The rating system with which to replay the league.
 * @returns null if the version that rated the league is not installed
 */
export function systemToReplay(raters: RaterCatalogue, league: League, findings: Findings): RatingSystem | null {
  const { slug, settings } = league;
  const rater = raters.get(league.rater);
  if (!rater) {
    const rated = `${league.rater} ${league.raterVersion}`;
    findings.add(
      'ratingSystem',
      `league ${slug} cannot be replayed, installed rater`,
      rated,
      `no rater "${league.rater}"`,
    );
    return null;
  }
  for (const { setting, rule } of settingsProblems(rater, settings)) {
    findings.add('ratingSystem', `league ${slug}, settings.${setting}`, 'a setting that is accepted', rule);
  }
  const { minMatches, activeWithin } = league;
  return { rater, settings, shownThrough: league.refreshedThrough, boardRule: { minMatches, activeWithin } };
}

/** One match of the log with its result in the replay. */
export interface Step extends TotalOrderPlace {
  /** Empty if no one could be rated. */
  readonly lines: readonly ExpectedLine[];
  /** The number of opponents of each participant, added up, including guests. */
  readonly pairs: number;
  /** Why the match could not be rated although it is in the log. */
  readonly fault: string | null;
}

/** Replays the league's log in its total order, some matches at a time. `replay` grows with every step. */
export async function* replayLog(
  tx: Sql,
  league: League,
  system: RatingSystem,
  replay: Replay,
): AsyncGenerator<readonly Step[]> {
  const persons = await readPersons(tx, league.id);
  const matches = loggedMatches(tx, league.id);
  for await (const page of mergeJoin<CountedMatch, LoggedWait>(matches, loggedWaits(tx, league.id))) {
    let steps: Step[] = [];
    let contributions = 0;
    let since = performance.now();
    for (const { left: row, right: wait } of page) {
      if (wait) foldWait(system, persons.get(wait.player) ?? wait.player, wait.playedAt.getTime(), replay);
      if (!row) continue;
      const { playedAt, sequence } = row;
      const step = { playedAt, sequence, pairs: pairsOf(row), ...(await rateLogged(row, persons, system, replay)) };
      steps.push(step);
      contributions += step.lines.reduce((sum, line) => sum + line.contributions.length, 0);
      if (contributions < CONTRIBUTIONS && performance.now() - since < SLICE) continue;
      yield steps;
      steps = [];
      contributions = 0;
      since = performance.now();
    }
    if (steps.length > 0) yield steps;
  }
}

function pairsOf({ player_ids, sides }: CountedMatch): number {
  const sizes = new Map<number, number>();
  for (const place of player_ids.keys()) {
    const side = sides?.[place] ?? place;
    sizes.set(side, (sizes.get(side) ?? 0) + 1);
  }
  return [...sizes.values()].reduce((sum, size) => sum + size * (player_ids.length - size), 0);
}

async function rateLogged(
  row: CountedMatch,
  persons: Persons,
  system: RatingSystem,
  replay: Replay,
): Promise<Pick<Step, 'lines' | 'fault'>> {
  try {
    return { lines: await foldMatch(system, matchOf(row, persons), replay), fault: null };
  } catch (error) {
    if (error instanceof TemporaryFileFailed || error instanceof RaterAway) throw error;
    const { key, version } = system.rater;
    return { lines: [], fault: `${key} ${version} could not rate the match: ${(error as Error).message}` };
  }
}

/** A match of the log: arrays by participant, or by side. */
interface CountedMatch extends TotalOrderPlace {
  readonly player_ids: readonly number[];
  readonly sides: readonly number[] | null;
  readonly guests: readonly boolean[] | null;
  readonly scores: readonly (number | null)[] | null;
  readonly minutes_played: readonly (number | null)[] | null;
  readonly scores_against: readonly (readonly (number | null)[])[] | null;
  readonly placements: readonly number[] | null;
  readonly side_scores: readonly (number | null)[] | null;
  readonly side_roles: readonly (string | null)[] | null;
  /** Null: 1. */
  readonly weight: number | null;
}

/** An expired wait; `playedAt` is the time when it expired. */
interface LoggedWait extends TotalOrderPlace {
  readonly player: number;
}

/** Ids of merged handles, each with the id of the player they count as. */
type Persons = ReadonlyMap<number, number>;

/** The counting matches, in the total order, page by page. */
function loggedMatches(tx: Sql, leagueId: number): AsyncGenerator<readonly CountedMatch[]> {
  return rowsOf(
    tx,
    'logged_matches',
    `SELECT sequence, played_at AS "playedAt", player_ids, sides, guests, scores, minutes_played, scores_against,
            placements, side_scores, side_roles, weight
     FROM match WHERE league_id = $1 AND status <> 'VOID' ORDER BY played_at, sequence`,
    [leagueId],
  );
}

/** The expired waits, in the total order, page by page. */
function loggedWaits(tx: Sql, leagueId: number): AsyncGenerator<readonly LoggedWait[]> {
  return rowsOf(
    tx,
    'logged_waits',
    'SELECT sequence, at AS "playedAt", player_id AS player FROM log_wait WHERE league_id = $1 ORDER BY at, sequence',
    [leagueId],
  );
}

/** Reads the merges of a league, and follows chains of merges to their end. */
async function readPersons(tx: Sql, leagueId: number): Promise<Persons> {
  const rows: { player_id: number; into_id: number }[] = await tx.query(
    'SELECT player_id, into_id FROM player_merge WHERE league_id = $1',
    [leagueId],
  );
  const into = new Map(rows.map((row) => [row.player_id, row.into_id]));
  return new Map(
    rows.map((row) => {
      let person = row.into_id;
      // Damaged merges may form a circle.
      for (let steps = 0; into.has(person) && steps < into.size; steps++) person = into.get(person)!;
      return [row.player_id, person];
    }),
  );
}

/**
 * The match for the rater, with merged handles as one player.
 * @throws RangeError if a side has no participants
 */
function matchOf(row: CountedMatch, persons: Persons): Match {
  const players = row.player_ids.map((player) => persons.get(player) ?? player);
  const sides: { placement?: number; score?: number; role?: string; participants: Participant[] }[] = [];
  for (const [place, player] of players.entries()) {
    const side = row.sides ? row.sides[place]! : place;
    sides[side] ??= {
      placement: row.placements?.[side] ?? undefined,
      score: row.side_scores?.[side] ?? undefined,
      role: row.side_roles?.[side] ?? undefined,
      participants: [],
    };
    const against = row.scores_against?.[place] ?? [];
    sides[side].participants.push({
      player,
      isGuest: row.guests?.[place] ?? false,
      score: row.scores?.[place] ?? undefined,
      minutesPlayed: row.minutes_played?.[place] ?? undefined,
      scoresAgainst: players.flatMap((opponent, other) => {
        const score = against[other] ?? null;
        return score === null ? [] : [{ opponent, score }];
      }),
    });
  }
  if (sides.includes(undefined as never)) throw new RangeError('nobody stands on a side');
  return { playedAt: row.playedAt.getTime(), weight: row.weight ?? 1, sides };
}
