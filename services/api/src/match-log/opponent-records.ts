import type { Sql } from '../kit/sql/transaction.js';
import { effectivePlacements } from './effective-placements.js';
import type { StoredMatch } from './match.js';
import { type LogPosition, listMatchesOfPlayer } from './match.repository.js';

/** How a player did against an opponent, in matches that count, including those that either played as a guest. */
export interface OpponentRecord {
  readonly opponentId: number;
  readonly matches: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly lastPlayedAt: Date;
}

/** Up to where the log is looked at. */
export interface LogEnd {
  /** Inclusive; null: all that was played. */
  readonly asOf: Date | null;
  /** The newest sequence that counts; null: all. */
  readonly knownSequence: number | null;
}

const PAGE = 1000;

/**
 * A player's record against each opponent whom they have met on different sides, in no order.
 * @param onRead told of each page how many participants its matches have; the next one waits for it
 */
export async function opponentRecords(
  sql: Sql,
  leagueId: number,
  playerId: number,
  end: LogEnd,
  onRead: (participants: number) => Promise<void>,
): Promise<OpponentRecord[]> {
  const records = new Map<number, { -readonly [Key in keyof OpponentRecord]: OpponentRecord[Key] }>();
  let after: LogPosition | null = null;
  for (let page: readonly StoredMatch[]; ; after = page.at(-1)!) {
    page = await listMatchesOfPlayer(sql, leagueId, playerId, end, { limit: PAGE, after });
    await onRead(
      page.reduce((sum, { sides }) => sum + sides.reduce((own, side) => own + side.participants.length, 0), 0),
    );
    for (const match of page) countMatch(records, match, playerId);
    if (page.length < PAGE) return [...records.values()];
  }
}

function countMatch(
  records: Map<number, { -readonly [Key in keyof OpponentRecord]: OpponentRecord[Key] }>,
  { sides, playedAt }: StoredMatch,
  playerId: number,
): void {
  const placements = effectivePlacements(sides);
  const own = sides.findIndex(({ participants }) => participants.some((one) => one.playerId === playerId));
  if (!placements || own === -1) return;
  for (const [place, { participants }] of sides.entries()) {
    if (place === own) continue;
    const lead = placements[place]! - placements[own]!;
    for (const { playerId: opponentId } of participants) {
      let record = records.get(opponentId);
      if (!record) {
        record = { opponentId, matches: 0, wins: 0, draws: 0, losses: 0, lastPlayedAt: playedAt };
        records.set(opponentId, record);
      }
      record.matches++;
      if (lead > 0) record.wins++;
      else if (lead < 0) record.losses++;
      else record.draws++;
      record.lastPlayedAt = playedAt;
    }
  }
}

/** What opponents are listed by. */
export type OpponentOrder = 'MOST_PLAYED' | 'RIVAL' | 'NEMESIS' | 'FAVORITE';

const WEIGHTS: Readonly<Record<OpponentOrder, (record: OpponentRecord) => number>> = {
  MOST_PLAYED: ({ matches }) => matches,
  RIVAL: ({ wins, draws, losses }) => Math.min(wins, losses) + draws / 2,
  NEMESIS: ({ wins, losses }) => losses - wins,
  FAVORITE: ({ wins, losses }) => wins - losses,
};

/** A place in an order of opponents: by weight, then by matches, by when they last met, and by opponent. */
export type OpponentPlace = readonly [weight: number, matches: number, lastPlayedAt: Date, opponentId: number];

export function opponentPlace(order: OpponentOrder, record: OpponentRecord): OpponentPlace {
  return [WEIGHTS[order](record), record.matches, record.lastPlayedAt, record.opponentId];
}

/** Compares places: those first that weigh most, were met most often, and were met last. */
export function comparePlaces(a: OpponentPlace, b: OpponentPlace): number {
  return b[0] - a[0] || b[1] - a[1] || b[2].getTime() - a[2].getTime() || a[3] - b[3];
}
