import type { MatchSubmission, ParticipantSubmission, SideSubmission } from '../match-log/submission.js';
import {
  type Column,
  findColumn,
  isGuestIn,
  minutesIn,
  missingValues,
  numberIn,
  placementIn,
  playerIn,
  textIn,
  timeIn,
} from './cells.js';
import type { Row } from './csv.js';
import type { HandleBook } from './handle.js';
import { idIn } from './id.js';
import type { LongMapping } from './mapping.js';
import { RowRefused } from './problems.js';

/** How rows of participants become matches. */
export interface LongReader {
  /** The match that the row belongs to, also its external id. */
  matchOf(row: Row): string;
  /** The match of all its rows; `scheduledAt` is its time where the file has no dates. */
  submissionOf(match: string, rows: readonly Row[], scheduledAt: Date | undefined): MatchSubmission;
}

interface Side {
  name?: string;
  placement?: number;
  score?: number;
  readonly participants: ParticipantSubmission[];
}

/**
 * Readies the mapping for a file with this header.
 * @throws MappingError where the file lacks a column
 */
export function longReader(mapping: LongMapping, header: readonly string[], names: HandleBook): LongReader {
  const missing = missingValues(mapping.missing);
  const find = (key: string, name: string | undefined) =>
    name === undefined ? undefined : findColumn(header, key, name);
  const match = mapping.match.map((name) => findColumn(header, 'match', name));
  const date = mapping.date?.map((name) => findColumn(header, 'date', name));
  const player = findColumn(header, 'player', mapping.player);
  const placement = find('placement', mapping.placement);
  const score = find('score', mapping.score);
  const minutes = find('minutes', mapping.minutes);
  const guest = find('guest', mapping.guest);
  const sideName = find('side', mapping.side?.name);
  const sideScore = find('side', mapping.side?.score);

  const participantIn = (row: Row): ParticipantSubmission => ({
    ...(guest && { isGuest: isGuestIn(row, guest) }),
    ...(score && { score: numberIn(row, score, missing) }),
    ...(minutes && { minutesPlayed: minutesIn(row, minutes, missing) }),
    player: playerIn(row, player, names),
  });

  const sidesIn = (rows: readonly Row[]): SideSubmission[] => {
    const sides: Side[] = [];
    const byName = new Map<string, Side>();
    for (const row of rows) {
      const name = sideName ? textIn(row, sideName) : '';
      let side = byName.get(name);
      if (!side) {
        side = { ...(name !== '' && { name }), participants: [] };
        sides.push(side);
        if (name !== '') byName.set(name, side);
      }
      if (placement) side.placement = agreed(row, placement, side.placement, placementIn(row, placement, missing));
      if (sideScore) side.score = agreed(row, sideScore, side.score, numberIn(row, sideScore, missing));
      side.participants.push(participantIn(row));
    }
    return sides;
  };

  return {
    matchOf: (row) => idIn(row, match),
    submissionOf: (externalId, rows, scheduledAt) => ({
      externalId,
      playedAt: date ? sameTime(rows, date, missing) : scheduledAt,
      sides: sidesIn(rows),
    }),
  };
}

function agreed(row: Row, column: Column, before: number | undefined, value: number): number {
  if (before === undefined || before === value) return value;
  throw new RowRefused(row.line, column.name, 'must be the same in all rows of a side', `${value} after ${before}`);
}

function sameTime(rows: readonly Row[], date: readonly Column[], missing: ReadonlySet<string>): Date {
  const times = rows.map((row) => timeIn(row, date, missing));
  const odd = times.findIndex((time) => time.getTime() !== times[0]!.getTime());
  if (odd < 0) return times[0]!;
  const value = `${times[odd]!.toISOString()} after ${times[0]!.toISOString()}`;
  throw new RowRefused(
    rows[odd]!.line,
    date.map(({ name }) => name).join('+'),
    'must be the same in all rows of a match',
    value,
  );
}
