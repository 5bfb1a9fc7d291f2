import { CONTRIBUTION_WIDTH } from '@openladder/rating';
import { madeOnce } from '../kit/grouped-by.js';
import type { Sql } from '../kit/sql/transaction.js';
import {
  effectivePlacements,
  type HeadToHead,
  headToHead,
  type LogPosition,
  resultBetween,
  type StoredMatch,
} from './match.js';
import {
  countDuels,
  listDuelRecords,
  listMeetings,
  listOtherMatchesOfPlayer,
  type OpponentRecord,
  type RecordsOf,
} from './match.repository.js';

const PAGE = 1000;

/**
 * A player's record against each opponent on a different side, in no order.
 * @param onRead gets the number of duels, then of participants in the other matches of each page; the next page waits for it
 */
export async function opponentRecords(
  sql: Sql,
  leagueId: number,
  playerId: number,
  end: RecordsOf,
  onRead: (participants: number) => Promise<void>,
): Promise<OpponentRecord[]> {
  const { duels, hasOthers } = await listDuelRecords(sql, leagueId, playerId, end);
  const records: Records = new Map(duels.map((record) => [record.opponentId, record]));
  await onRead([...records.values()].reduce((sum, { matches }) => sum + matches, 0));
  if (!hasOthers) return [...records.values()];
  let after: LogPosition | null = null;
  for (let page: readonly OtherMatch[]; ; after = page.at(-1)!) {
    page = await listOtherMatchesOfPlayer(sql, leagueId, playerId, end, { limit: PAGE, after });
    await onRead(participantsOf(page));
    for (const match of page) countMatch(records, match, playerId);
    if (page.length < PAGE) return [...records.values()];
  }
}

/** The results of two players against each other. @param onRead as of `opponentRecords` */
export async function readHeadToHead(
  sql: Sql,
  leagueId: number,
  playerId: number,
  opponentId: number,
  onRead: (participants: number) => Promise<void>,
): Promise<HeadToHead> {
  let record: HeadToHead = {
    ...{ playerId, opponentId },
    ...(await countDuels(sql, leagueId, playerId, opponentId)),
  };
  await onRead(record.matches);
  let after: LogPosition | null = null;
  for (let page: readonly StoredMatch[]; ; after = page.at(-1)!) {
    page = await listMeetings(sql, leagueId, playerId, opponentId, { limit: PAGE, after });
    await onRead(participantsOf(page));
    record = addedRecords(record, headToHead(playerId, opponentId, page));
    if (page.length < PAGE) return record;
  }
}

function addedRecords(one: HeadToHead, other: HeadToHead): HeadToHead {
  const [last, before] = [one.lastPlayedAt, other.lastPlayedAt];
  return {
    ...one,
    matches: one.matches + other.matches,
    wins: one.wins + other.wins,
    draws: one.draws + other.draws,
    losses: one.losses + other.losses,
    lastPlayedAt: last && before && last < before ? before : (last ?? before),
  };
}

function participantsOf(matches: readonly StoredMatch[]): number {
  return matches.reduce((sum, { sides }) => sum + sides.reduce((own, side) => own + side.participants.length, 0), 0);
}

const NONE = { matches: 0, wins: 0, draws: 0, losses: 0, expected: null, points: null };

type Mutable = { -readonly [Key in keyof OpponentRecord]: OpponentRecord[Key] };
/** By opponent. */
type Records = Map<number, Mutable>;

/** A match, with the journal's values for the player's opponents in it. */
type OtherMatch = Awaited<ReturnType<typeof listOtherMatchesOfPlayer>>[number];

function countMatch(records: Records, { sides, playedAt, contributions }: OtherMatch, playerId: number): void {
  const placements = effectivePlacements(sides);
  const own = sides.findIndex(({ participants }) => participants.some((one) => one.playerId === playerId));
  if (!placements || own === -1) return;
  for (const [place, side] of sides.entries()) {
    if (place === own) continue;
    const result = resultBetween(sides[own]!, side, placements[place]! - placements[own]!);
    for (const { playerId: opponentId } of side.participants) {
      const record = madeOnce(records, opponentId, (): Mutable => ({ opponentId, lastPlayedAt: playedAt, ...NONE }));
      record.matches++;
      if (result !== null) record[result > 0 ? 'wins' : result < 0 ? 'losses' : 'draws']++;
      if (playedAt > record.lastPlayedAt) record.lastPlayedAt = playedAt;
    }
  }
  for (let at = 0; at < (contributions?.length ?? 0); at += CONTRIBUTION_WIDTH) {
    const record = records.get(contributions![at]!);
    if (!record) continue;
    record.expected = (record.expected ?? 0) + contributions![at + 2]!;
    const delta = contributions![at + 5]!;
    if (!Number.isNaN(delta)) record.points = (record.points ?? 0) + delta;
  }
}

/** Sort keys of opponents. */
export type OpponentOrder = 'MOST_PLAYED' | 'RIVAL' | 'NEMESIS' | 'FAVORITE';

const WEIGHTS: Readonly<Record<OpponentOrder, (record: OpponentRecord) => number>> = {
  MOST_PLAYED: ({ matches }) => matches,
  RIVAL: ({ wins, draws, losses }) => Math.min(wins, losses) + draws / 2,
  NEMESIS: ({ wins, losses }) => losses - wins,
  FAVORITE: ({ wins, losses }) => wins - losses,
};

/** The position of an opponent in an order: by weight, then by matches, by the last meeting, and by id. */
export type OpponentPlace = readonly [weight: number, matches: number, lastPlayedAt: Date, opponentId: number];

export function opponentPlace(order: OpponentOrder, record: OpponentRecord): OpponentPlace {
  return [WEIGHTS[order](record), record.matches, record.lastPlayedAt, record.opponentId];
}

/** Compares positions: greater weights first, then more matches, then later meetings. */
export function comparePlaces(a: OpponentPlace, b: OpponentPlace): number {
  return b[0] - a[0] || b[1] - a[1] || b[2].getTime() - a[2].getTime() || a[3] - b[3];
}
