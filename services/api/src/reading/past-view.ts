import type { Restore } from '@openladder/rating';
import { groupedBy } from '../kit/grouped-by.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { PlacedWait } from '../match-log/log-wait.js';
import { listMerges, listMergesOfWaitsAt, listWaitsBetween } from '../match-log/merges-and-waits.repository.js';
import type { RaterCatalogue } from '../raters/raters.js';
import { activeSince, boardRuleOf, type RatingSystem } from '../raters/rating-system.js';
import { memoryWidth, readsContributions, toJournalLine } from '../rating/journal-line.js';
import { askInSlices, SHOW_RESTORED } from '../rating/rater-work.js';
import type { AsOfLines, PastMoment, ShownRating } from '../rating/rating.js';
import { listHidden } from '../rating/rating.repository.js';
import {
  type BoardCut,
  findDerivationAt,
  findKnownSequence,
  findLogEnd,
  findShownThrough,
  type KnownDerivation,
  type PastLine,
} from './past.repository.js';

/** A league at a past moment. */
export interface AsOfView {
  readonly leagueId: number;
  readonly lines: AsOfLines;
  /** null if that rater version is not installed, or cannot restore states. */
  readonly past: AsOfSystem | null;
  /** Players without a rank by the league's present rule; null if it has none. */
  readonly cut: BoardCut | null;
  /** Players who are hidden from the boards of the league now. */
  readonly hidden: ReadonlySet<number>;
  /** Equal for equal views: later matches do not change it, and moments between two matches share one unless corrections came since. */
  readonly key: string;
}

/**
 * @returns null if the league did not exist yet
 * @throws Refused if the data of that time was deleted
 */
export async function findPastView(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  moment: PastMoment,
): Promise<AsOfView | null> {
  const { asOf, asKnownAt } = moment;
  const derivation: KnownDerivation | null = asKnownAt ? await findDerivationAt(sql, league.id, asKnownAt) : league;
  if (!derivation) return null;
  if (derivation.revision < league.keptRevision) throw notKept(league, asKnownAt!);
  const past = await findPastSystem(sql, raters, league, moment, derivation);
  const cut = await findCut(sql, league, moment);
  const hidden = await listHidden(sql, league.id);
  const knownSequence = asKnownAt ? await findKnownSequence(sql, league, asKnownAt) : null;
  const { revision, generation } = derivation;
  // Matches that were moved since had another place then, so the present end of the log does not identify the view.
  const end = revision === league.revision ? await findLogEnd(sql, league.id, asOf) : (asOf?.getTime() ?? null);
  const parts = [
    ...[league.id, league.revision, league.generation, revision, generation, knownSequence],
    ...[end, past?.system.shownThrough?.getTime(), cut, hidden],
  ];
  return {
    leagueId: league.id,
    lines: { leagueId: league.id, asOf, knownSequence, revision, generation },
    past,
    cut,
    hidden: new Set(hidden),
    key: JSON.stringify(parts),
  };
}

async function findCut(sql: Sql, league: League, moment: PastMoment): Promise<BoardCut | null> {
  const rule = boardRuleOf(league);
  if (!rule) return null;
  return { minMatches: rule.minMatches, activeSince: activeSince(rule, await findShownThrough(sql, league, moment)) };
}

function notKept({ slug, keptSince }: League, asKnownAt: Date): Refused {
  const values = { keptSince: shown(keptSince), league: slug, value: shown(asKnownAt) };
  return new Refused(refuse('REVISION_KEPT', ['asKnownAt'], values));
}

/** A rating system that was official at a moment, with states that can be restored from the journal. */
export interface AsOfSystem {
  readonly system: RatingSystem;
  /** The lines of a player from which their state is restored. */
  readonly needs: Restore<unknown, unknown>['needs'];
  /** Whether states are restored from the contributions of lines; those of superseded lines may have been deleted. */
  readonly readsContributions: boolean;
  /** Whether the board may have shown other values than the ratings after the last match. */
  readonly isGrown: boolean;
  /** The board's view of the states after the last of each player's lines. @param waits those of `waitsSince` */
  show(
    players: readonly { lines: readonly PastLine[]; waits?: readonly PlacedWait[] | undefined }[],
  ): Promise<readonly ShownRating[]>;
  /** By player, the waits since the last line of each that were included in the board. */
  waitsSince(lastLines: readonly PastLine[]): Promise<ReadonlyMap<number, readonly PlacedWait[]>>;
}

/** @returns null if that rater version is not installed, or cannot restore states */
async function findPastSystem(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  moment: PastMoment,
  { rater: key, raterVersion, settings }: KnownDerivation,
): Promise<AsOfSystem | null> {
  const rater = raters.get(key);
  if (rater?.version !== raterVersion || !rater.restore) return null;
  const hasMemory = memoryWidth({ rater, settings }) > 0;
  const { needs } = rater.restore;
  const canGrow = rater.idle !== undefined && needs === 'last';
  const shownThrough = canGrow ? await findShownThrough(sql, league, moment) : null;
  const system = { rater, settings, shownThrough };
  return {
    system,
    needs,
    readsContributions: readsContributions(rater),
    isGrown: shownThrough !== null,
    waitsSince: async (lastLines) => {
      if (!shownThrough || !rater.waited) return new Map();
      const { asKnownAt } = moment;
      const merges = await (asKnownAt ? listMergesOfWaitsAt(sql, league.id, asKnownAt) : listMerges(sql, league.id));
      const waits = await listWaitsBetween(sql, league.id, lastLines, shownThrough, merges);
      return groupedBy(waits, ({ playerId }) => playerId);
    },
    show: async (players) => {
      const read = players.map(({ lines, waits }) => ({ lines: needs === 'last' ? lines.slice(-1) : lines, waits }));
      // Lines that were packed before the tenth migration have no memory.
      const isWhole = ({ lines }: (typeof read)[number]) => !hasMemory || lines.every(({ memory }) => memory !== null);
      const restorable = read.filter(isWhole).map(({ lines, waits }) => ({ lines: lines.map(toLine), waits }));
      const shown = (await askInSlices(system, SHOW_RESTORED, restorable)).values();
      return read.map((player) => (isWhole(player) ? shown.next().value! : asStored(player.lines.at(-1)!)));
    },
  };
}

function toLine({ playedAt: played_at, value: after_value, deviation: after_deviation, ...kept }: PastLine) {
  return toJournalLine({ played_at, after_value, after_deviation, ...kept });
}

/** A rating from the journal alone, with the rounded value in place of the rater's own text. */
export function asStored({ value, deviation, score, isProvisional }: PastLine): ShownRating {
  return {
    value,
    deviation,
    score: score === Number.NEGATIVE_INFINITY ? null : score,
    isProvisional,
    display: value === null ? 'unrated' : String(Math.floor(value + 0.5)),
  };
}
