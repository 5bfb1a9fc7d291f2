import type { ParticipantSubmission, SideSubmission } from '../match-log/submission.js';
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
  weightIn,
} from './cells.js';
import type { CsvRow } from './csv.js';
import type { Dates } from './dates.js';
import type { HandleBook } from './handle.js';
import { idIn } from './id.js';
import type { LongMapping } from './mapping.js';
import { type PlacementEnd, placementWords, type WordedPlacement } from './placement-words.js';
import { RowRefused } from './problems.js';
import type { ReadMatch } from './reading.js';

/** How rows of participants become matches. */
export interface LongReader {
  /** The match that the row belongs to, also its external id. */
  matchOf(row: CsvRow): string;
  /** The match of all its rows; `scheduledAt` is its time if the file has no dates. */
  matchIn(match: string, rows: readonly CsvRow[], scheduledAt: Date | undefined): ReadMatch;
}

interface Side {
  name?: string;
  role?: string;
  placement?: number;
  score?: number;
  readonly participants: ParticipantSubmission[];
}

/**
 * Readies the mapping for a file with this header.
 * @throws MappingError if the file lacks a column
 */
export function longReader(
  mapping: LongMapping,
  header: readonly string[],
  names: HandleBook,
  dates: Dates,
): LongReader {
  const missing = missingValues(mapping.missing);
  const find = (key: string, name: string | undefined) =>
    name === undefined ? undefined : findColumn(header, key, name);
  const match = mapping.match.map((name) => findColumn(header, 'match', name));
  const date = mapping.date?.map((name) => findColumn(header, 'date', name));
  const player = findColumn(header, 'player', mapping.player);
  const placement = find('placement', mapping.placement?.column);
  const words = placementWords(mapping.placement?.words);
  const score = find('score', mapping.score);
  const minutes = find('minutes', mapping.minutes);
  const guest = find('guest', mapping.guest);
  const role = find('role', mapping.role);
  const weight = find('weight', mapping.weight);
  const sideName = find('side', mapping.side?.name);
  const sideScore = find('side', mapping.side?.score);

  /** Participants who did not finish need no points, minutes or team. */
  const isLeftOut = (row: CsvRow, column: Column, place: number | undefined) => {
    if (place !== LAST) return false;
    const text = textIn(row, column).toLowerCase();
    return missing.has(text) || words.has(text);
  };

  const participantIn = (row: CsvRow, place: number | undefined): ParticipantSubmission => ({
    ...(guest && { isGuest: isGuestIn(row, guest) }),
    ...(score && !isLeftOut(row, score, place) && { score: numberIn(row, score, missing) }),
    ...(minutes && !isLeftOut(row, minutes, place) && { minutesPlayed: minutesIn(row, minutes, missing) }),
    player: playerIn(row, player, names),
  });

  const sidesIn = (rows: readonly CsvRow[], worded: WordedPlacement[]): SideSubmission[] => {
    const sides: Side[] = [];
    const byName = new Map<string, Side>();
    for (const row of rows) {
      const told = placement && placementIn(row, placement, missing, words);
      if (placement && isEnd(told)) worded.push({ word: textIn(row, placement), end: told });
      if (told === 'out') continue;
      const place = told === 'last' ? LAST : told;
      const name = sideName ? textIn(row, sideName) : '';
      let side = byName.get(name);
      if (!side) {
        side = { ...(name !== '' && { name }), participants: [] };
        sides.push(side);
        if (name !== '') byName.set(name, side);
      }
      const ownRole = role ? textIn(row, role) : '';
      if (role && !missing.has(ownRole.toLowerCase())) side.role = agreed(row, role, side.role, ownRole);
      if (placement && place) side.placement = agreed(row, placement, side.placement, place);
      if (sideScore && !isLeftOut(row, sideScore, place))
        side.score = agreed(row, sideScore, side.score, numberIn(row, sideScore, missing));
      side.participants.push(participantIn(row, place));
    }
    return withLastPlace(sides);
  };

  return {
    matchOf: (row) => idIn(row, match),
    matchIn: (externalId, rows, scheduledAt) => {
      const playedAt = date ? sameTime(rows, date, missing, dates) : scheduledAt;
      const words: WordedPlacement[] = [];
      const sides = sidesIn(rows, words);
      const submission = { externalId, playedAt, ...(weight && { weight: sameWeight(rows, weight, missing) }), sides };
      return { submission, ...(words.length > 0 && { words }) };
    },
  };
}

/** Behind every placement of the match. */
const LAST = Number.POSITIVE_INFINITY;

function isEnd(told: number | PlacementEnd | undefined): told is PlacementEnd {
  return typeof told === 'string';
}

/** The sides; those who share the last place are placed behind everyone who finished. */
function withLastPlace(sides: readonly Side[]): SideSubmission[] {
  if (!sides.some(({ placement }) => placement === LAST)) return [...sides];
  const worst = Math.max(0, ...sides.map(({ placement }) => (placement === LAST ? 0 : placement!)));
  return sides.map((side) => (side.placement === LAST ? { ...side, placement: worst + 1 } : side));
}

function agreed<T extends number | string>(row: CsvRow, column: Column, before: T | undefined, value: T): T {
  if (before === undefined || before === value) return value;
  const spelled = [value, before].map((told) => (told === LAST ? 'the last place' : told)).join(' after ');
  throw new RowRefused(row.line, column.name, 'must be the same in all rows of a side', spelled);
}

function sameWeight(rows: readonly CsvRow[], column: Column, missing: ReadonlySet<string>): number | undefined {
  const [first, ...others] = rows.map((row) => weightIn(row, column, missing));
  const odd = others.findIndex((weight) => weight !== first);
  if (odd < 0) return first;
  const { line } = rows[odd + 1]!;
  throw new RowRefused(line, column.name, 'must be the same in all rows of a match', `${others[odd]} after ${first}`);
}

function sameTime(rows: readonly CsvRow[], date: readonly Column[], missing: ReadonlySet<string>, dates: Dates): Date {
  const times = rows.map((row) => timeIn(row, date, missing, dates));
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
