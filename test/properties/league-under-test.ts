import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { archiveLeague, restoreLeague } from '../../services/api/dist/ending/archive-league.js';
import { deleteLeague, deleteLeagues } from '../../services/api/dist/ending/delete-league.js';
import { TABLES_OF_LEAGUES } from '../../services/api/dist/ending/deletion.repository.js';
import { Refused } from '../../services/api/dist/kit/refusal.js';
import type { League } from '../../services/api/dist/league/league.js';
import { getLeague } from '../../services/api/dist/league/league.repository.js';
import { createLeague, updateLeague } from '../../services/api/dist/league/league.service.js';
import type { Changed } from '../../services/api/dist/league-log/engine.js';
import { cancelRecompute } from '../../services/api/dist/league-log/follow-recompute.js';
import { findRecompute } from '../../services/api/dist/league-log/recompute.repository.js';
import type { MatchSubmission, SideSubmission } from '../../services/api/dist/match-log/checks.js';
import { listLog } from '../../services/api/dist/match-log/match.repository.js';
import { expireTickets } from '../../services/api/dist/matchmaking/expire-tickets.js';
import { joinQueue } from '../../services/api/dist/matchmaking/join-queue.js';
import { erasePlayer } from '../../services/api/dist/player/erase-player.js';
import { listDisplayNames } from '../../services/api/dist/player/known-players.js';
import { linkAccount, unlinkAccount } from '../../services/api/dist/player/link-account.js';
import { updatePlayer } from '../../services/api/dist/player/update-player.js';
import { listStandings } from '../../services/api/dist/rating/board.js';
import { hideOrShow } from '../../services/api/dist/rating/hide-player.js';
import { readContributions } from '../../services/api/dist/rating/journal-line.js';
import type { PastMoment, Rating, Standing } from '../../services/api/dist/rating/rating.js';
import { readPastStandings } from '../../services/api/dist/reading/past.js';
import type { App } from '../../services/api/dist/start/app.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import type { CheckedLine } from '../../services/api/dist/verify/journal.js';
import {
  amendMatch,
  configureRatingSystem,
  mergePlayers,
  recomputeLeague,
  restoreMatch,
  restoreMatches,
  unmergePlayers,
  voidMatch,
  voidMatches,
} from '../support/changes.js';
import { keepErrors } from '../support/log.js';
import { problemsOf } from '../support/platform.js';
import type { How } from './plans.js';
import { type PlatformUnderTest, until } from './platform-under-test.js';
import type { Derived, Line, Place } from './replay.js';

/** A correction, with handles for people. */
export type Correction =
  | { readonly kind: 'void' | 'restore'; readonly sequence: number; readonly version: number }
  | {
      readonly kind: 'voidMatches' | 'restoreMatches';
      readonly matches: readonly { readonly sequence: number; readonly version: number }[];
    }
  | {
      readonly kind: 'amend';
      readonly sequence: number;
      readonly version: number;
      readonly playedAt: Date | null;
      readonly sides: readonly SideSubmission[] | null;
      readonly weight: number | undefined;
      readonly details: { readonly n: number } | null | undefined;
    }
  | { readonly kind: 'merge'; readonly player: string; readonly into: string }
  | { readonly kind: 'unmerge'; readonly player: string }
  | { readonly kind: 'configure'; readonly ratingSystem: string; readonly settings: object }
  | { readonly kind: 'recompute' };

export interface Observed extends Derived {
  readonly league: Pick<League, 'revision' | 'matchCount' | 'playerCount' | 'lastSequence' | 'ratedThrough' | 'rater'>;
  readonly matches: readonly object[];
  /** Entries of the league in the audit log. */
  readonly audited: number;
}

const REASON = 'so it goes';
const WHOLE = { first: 1000, after: null, around: null, includeProvisional: true };

/** A league of the real service. */
export class LeagueUnderTest {
  readonly #platform: PlatformUnderTest;
  /** Slugs that lead to it, the present one last. */
  readonly #slugs: string[];
  readonly #id: number;
  #asked = 0;

  private constructor(platform: PlatformUnderTest, { slug, id }: League) {
    this.#platform = platform;
    this.#slugs = [slug];
    this.#id = id;
  }

  static async open(platform: PlatformUnderTest, slug: string, system: { ratingSystem: string; settings: object }) {
    const league = await createLeague(platform.replicas[0]!, COMMAND_LINE, { slug, name: slug, ...system });
    return new LeagueUnderTest(platform, league);
  }

  /** Another of its slugs every time. */
  get #slug(): string {
    return this.#slugs[this.#asked++ % this.#slugs.length]!;
  }

  /** @returns what became of each: rated now, answered with what is there, or rejected */
  async submit(replica: number, matches: readonly MatchSubmission[]): Promise<('rated' | 'replayed' | 'rejected')[]> {
    const results = await submitMatches(this.#app(replica), COMMAND_LINE, this.#slug, matches);
    return results.map((result) => {
      if (result.kind === 'rejected') return 'rejected';
      return result.replayed ? 'replayed' : 'rated';
    });
  }

  /** Somebody joins the queue, and nobody comes. @param from a time, whatever the platform's is @returns until when */
  async expireWait(replica: number, player: string, from: number): Promise<number> {
    const at = (time: number): App => ({ ...this.#app(replica), clock: () => new Date(time) });
    const { expiresAt } = await joinQueue(at(from), COMMAND_LINE, { league: this.#slug, player });
    // The platform's worker may have been there before, by another clock: it makes no difference.
    const failures: unknown[] = [];
    await expireTickets(at(+expiresAt), keepErrors(failures));
    if (failures.length > 0) throw failures[0];
    return +expiresAt;
  }

  async rename(replica: number, player: string, handle: string): Promise<'done' | 'refused'> {
    return orRefused(async () => {
      await updatePlayer(this.#app(replica), COMMAND_LINE, { player, handle, reason: REASON });
      return 'done' as const;
    });
  }

  /** Links an account to a player, or takes it from them where it is linked. */
  async link(replica: number, player: string, account: string, isLinked: boolean): Promise<'done' | 'refused'> {
    return orRefused(async () => {
      const input = { player, account, reason: REASON };
      await (isLinked ? unlinkAccount : linkAccount)(this.#app(replica), COMMAND_LINE, input);
      return 'done' as const;
    });
  }

  /** @param displayName null: none from now on */
  async call(replica: number, player: string, displayName: string | null): Promise<'done' | 'refused'> {
    return orRefused(async () => {
      await updatePlayer(this.#app(replica), COMMAND_LINE, { player, displayName, reason: REASON });
      return 'done' as const;
    });
  }

  async hide(replica: number, player: string, isHidden: boolean): Promise<void> {
    const input = { league: this.#slug, player, reason: REASON };
    const action = isHidden ? 'hidePlayer' : 'showPlayer';
    const rating = await hideOrShow(this.#app(replica), COMMAND_LINE, action, input);
    if (rating.isHidden !== isHidden) throw new Error(`${player} is ${isHidden ? 'shown' : 'hidden'}`);
  }

  /** @param handle the present one @returns the pseudonyms of all who are erased, by their ids */
  async erase(replica: number, player: string, handle: string): Promise<ReadonlyMap<number, string> | 'refused'> {
    return orRefused(async () => {
      const input = { player, confirm: handle, reason: `${handle} wished it` };
      const erasure = await erasePlayer(this.#app(replica), COMMAND_LINE, input);
      return new Map([erasure.player, ...erasure.merged].map((erased) => [erased.id, erased.handle]));
    });
  }

  /** Gives the league another slug; those that it had still lead to it. */
  async move(replica: number): Promise<void> {
    const slug = `${this.#slugs[0]}-${this.#slugs.length}`;
    await updateLeague(this.#app(replica), COMMAND_LINE, this.#slug, { slug }, REASON);
    this.#slugs.push(slug);
  }

  /** Archives the league, tries to write to it, and restores it. @returns whether it refused what was tried */
  async archive(replica: number, match: MatchSubmission): Promise<boolean> {
    const input = () => ({ league: this.#slug, reason: REASON });
    await archiveLeague(this.#app(replica), COMMAND_LINE, input());
    const [result] = await submitMatches(this.#app(1 - replica), COMMAND_LINE, this.#slug, [match]);
    const recompute = await this.correct(replica, { kind: 'recompute' }, 'inline');
    await restoreLeague(this.#app(replica), COMMAND_LINE, input());
    return result?.kind === 'rejected' && recompute === 'refused';
  }

  /** Deletes the league for ever. @returns how many rows are left of it */
  async delete(): Promise<number> {
    const app = this.#app(0);
    const league = this.#slug;
    await archiveLeague(app, COMMAND_LINE, { league, reason: REASON });
    const slug = this.#slugs.at(-1)!;
    await deleteLeague(app, COMMAND_LINE, { league: slug, confirm: slug, reason: REASON });
    const failures: unknown[] = [];
    const [{ left }] = await until(async () => {
      // The platform's worker may be at it.
      await deleteLeagues(app, keepErrors(failures));
      if (failures.length > 0) throw failures[0];
      const leagues = await app.database.query('SELECT id FROM league WHERE id = $1', [this.#id]);
      if (leagues.length > 0) return null;
      const counts = TABLES_OF_LEAGUES.map((table) => `(SELECT count(*) FROM ${table} WHERE league_id = $1)`);
      return app.database.query(`SELECT (${counts.join(' + ')})::integer AS left`, [this.#id]);
    });
    return left;
  }

  /** Display names, by the ids of the players who have one. */
  async displayNames(ids: Iterable<number>): Promise<Map<number, string>> {
    return listDisplayNames(this.#app(0).database, null, [...ids]);
  }

  /** The accounts by which the league knows players. */
  async accounts(): Promise<Set<string>> {
    const query = 'SELECT account FROM account WHERE league_id = $1';
    const rows: { account: string }[] = await this.#app(0).database.query(query, [this.#id]);
    return new Set(rows.map(({ account }) => account));
  }

  /** @returns what became of it; `cancelled` where it was, before it was done */
  async correct(replica: number, correction: Correction, how: How) {
    const isJob = how === 'job' || how === 'cancelled';
    const app = { ...this.#app(replica), ...(isJob && { inlineTail: -1 }) };
    return orRefused(async () => {
      const { effect, recompute } = await this.#ask(app, correction, how === 'dryRun');
      if (!recompute) return effect ? ('done' as const) : ('nothing' as const);
      if (how === 'cancelled') await cancelRecompute(app, COMMAND_LINE, recompute.id);
      const { status, error } = await until(async () => {
        const now = await findRecompute(app.database, recompute.id);
        return now!.finishedAt ? now : null;
      });
      if (status === 'FAILED') throw new Error(`recompute ${recompute.id} failed: ${error}`);
      return status === 'DONE' ? ('done' as const) : ('cancelled' as const);
    });
  }

  #ask(app: App, correction: Correction, dryRun: boolean): Promise<Changed> {
    const league = this.#slug;
    const common = { reason: REASON, dryRun };
    switch (correction.kind) {
      case 'merge':
        return mergePlayers(app, COMMAND_LINE, { league, ...correction, ...common });
      case 'unmerge':
        return unmergePlayers(app, COMMAND_LINE, { league, ...correction, ...common });
      case 'configure':
        return configureRatingSystem(app, COMMAND_LINE, { league, ...correction, ...common });
      case 'recompute':
        return recomputeLeague(app, COMMAND_LINE, { league, reason: REASON });
      case 'voidMatches':
        return voidMatches(app, COMMAND_LINE, { league, matches: correction.matches.map(this.#listed), ...common });
      case 'restoreMatches':
        return restoreMatches(app, COMMAND_LINE, { league, matches: correction.matches.map(this.#listed), ...common });
    }
    const match = { ...this.#listed(correction), ...common };
    switch (correction.kind) {
      case 'void':
        return voidMatch(app, COMMAND_LINE, match);
      case 'restore':
        return restoreMatch(app, COMMAND_LINE, match);
      case 'amend':
        return amendMatch(app, COMMAND_LINE, {
          ...match,
          playedAt: correction.playedAt,
          sides: correction.sides,
          weight: correction.weight,
          details: correction.details,
          newPlayers: correction.sides?.flatMap(({ participants }) => participants.map(({ player }) => player)) ?? [],
        });
    }
  }

  #listed = ({ sequence, version }: { readonly sequence: number; readonly version: number }) => ({
    match: { leagueId: this.#id, sequence },
    expectedVersion: version,
  });

  /** All that is to be seen of it now. */
  async observe(): Promise<Observed> {
    const { manager } = this.#app(0).database;
    const league = await getLeague(manager, this.#id);
    const { revision, matchCount, playerCount, lastSequence, ratedThrough, rater } = league;
    const log = await listLog(manager, this.#id, { limit: 1000, after: null, withVoid: true });
    const matches = log.sort((a, b) => a.sequence - b.sequence);
    const [{ audited }] = await manager.query(
      'SELECT count(*)::integer AS audited FROM audit_entry WHERE league_id = $1',
      [this.#id],
    );
    const { nodes } = await listStandings(manager, league, WHOLE);
    return {
      league: { revision, matchCount, playerCount, lastSequence, ratedThrough, rater },
      matches: matches.map(({ sequence, externalId, playedAt, status, version, sides, weight, details }) => ({
        ...{ sequence, externalId, playedAt: +playedAt, status, version, weight, details },
        roles: sides.map(({ role }) => role),
      })),
      audited,
      journal: await this.#journal(),
      board: nodes.map(toPlace),
    };
  }

  /** The board at a past moment. */
  async boardAt(moment: PastMoment): Promise<Place[]> {
    const app = this.#app(0);
    const league = await getLeague(app.database.manager, this.#id);
    const { nodes } = await readPastStandings(app, league, moment, WHOLE);
    return nodes.map(toPlace);
  }

  /** The findings of `openladder verify` in it, and in the platform. @param isDeleted whether the platform is all there is */
  async problems(isDeleted: boolean): Promise<object[]> {
    return problemsOf(this.#app(0), isDeleted ? [] : [this.#slugs.at(-1)!]);
  }

  /** Ids by handle; former handles lead to them too. */
  async playerIds(handles: readonly string[]): Promise<Map<string, number>> {
    const rows: { handle: string; id: number }[] = await this.#app(0).database.query(
      'SELECT handle, id FROM player WHERE handle = ANY($1::text[])',
      [handles],
    );
    return new Map(rows.map(({ handle, id }) => [handle, id]));
  }

  async #journal(): Promise<Line[]> {
    const rows: JournalRow[] = await this.#app(0).database.query(
      `SELECT sequence, played_at, player_id, before_value, before_deviation, after_value, after_deviation, score,
              is_provisional, verdict, contributions
       FROM rating_change JOIN league ON league.id = league_id AND league.generation = rating_change.generation
       WHERE league_id = $1 ORDER BY played_at, sequence, player_id`,
      [this.#id],
    );
    return rows.map((row) => ({
      sequence: row.sequence,
      playedAt: +row.played_at,
      player: row.player_id,
      before: [row.before_value, row.before_deviation],
      after: [row.after_value, row.after_deviation],
      score: row.score === Number.NEGATIVE_INFINITY ? null : row.score,
      isProvisional: row.is_provisional,
      verdict: row.verdict,
      contributions: readContributions(row.contributions),
    }));
  }

  #app(replica: number): App {
    return this.#platform.replicas[replica]!;
  }
}

type JournalRow = Omit<CheckedLine, 'revision' | 'memory' | 'contributions'> & { readonly contributions: number[] };

function toPlace({ rank, rating }: Standing): Place {
  const { playerId: player, value, deviation, score, isProvisional, display }: Rating = rating;
  const { matchesPlayed, wins, draws, losses, peak, lastPlayedAt } = rating;
  return {
    ...{ rank, player, value, deviation, score, isProvisional, display },
    ...{ matchesPlayed, wins, draws, losses, peak, lastPlayedAt: +lastPlayedAt! },
  };
}

async function orRefused<T>(work: () => Promise<T>): Promise<T | 'refused'> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return 'refused';
    throw error;
  }
}
