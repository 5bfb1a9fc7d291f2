import { refuse, shown } from '../kit/refusal.js';
import type { MatchSubmission, ParticipantSubmission, SideSubmission } from '../match-log/checks.js';
import {
  type Column,
  fieldOf,
  findColumn,
  idCounter,
  idIn,
  isYesIn,
  minutesIn,
  missingValues,
  type Numbers,
  namesIn,
  numberIn,
  type PlayersColumn,
  type ProfileColumns,
  placementIn,
  placementWords,
  playersIn,
  pointsIn,
  presentTextIn,
  textIn,
  timeIn,
  type WordedPlacement,
  weightIn,
} from './cells.js';
import type { CsvRow } from './csv.js';
import type { Dates } from './dates.js';
import type { HandleBook } from './handle.js';
import type { LongMapping, WideMapping, WinnerColumn } from './mapping.js';
import { RowRefused } from './problems.js';
import type { ReadMatch } from './reading.js';

/** Makes the match of a row; `scheduledAt` is its time if the file has no dates. */
export type MatchRowReader = (row: CsvRow, scheduledAt: Date | undefined) => MatchSubmission;

interface SideColumns {
  readonly name?: Column | undefined;
  readonly players: readonly PlayersColumn[];
  readonly score?: Column;
}

/**
 * Prepares the mapping for a file with this header.
 * @throws MappingError if the file lacks a column
 */
export function matchRowReader(
  mapping: WideMapping,
  header: readonly string[],
  names: HandleBook,
  dates: Dates,
  delimiter = ',',
): MatchRowReader {
  const missing = missingValues(mapping.missing);
  const numbers = { missing, hasPointsInThousands: delimiter !== ',' };
  const date = mapping.date?.map((name) => findColumn(header, 'date', name));
  const columns = mapping.sides.flatMap(({ players }) => players);
  const sides = mapping.sides.map(({ players, separators, score }, side) => ({
    name: mapping.names && findColumn(header, 'name', mapping.names[side]!),
    players: players.map((name) => ({
      ...findColumn(header, 'side', name),
      separator: separators?.get(name),
      ...profileColumns(header, mapping, columns.indexOf(name)),
    })),
    score: findIfNamed(header, 'side', score),
  }));
  const points = findIfNamed(header, 'score', mapping.score);
  const placementsIn = mapping.winner && winnerReader(mapping.winner, header, sides, numbers);
  const { roles } = mapping;
  const neutral = findIfNamed(header, 'neutral', mapping.neutral);
  const weight = findIfNamed(header, 'weight', mapping.weight);
  const id = mapping.id?.columns.map((name) => findColumn(header, 'id', name));
  const numbered = mapping.id?.isNumbered ? idCounter() : (text: string) => text;

  return (row, scheduledAt) => {
    // First, so that even a refused match is counted, and correcting it renames no other.
    const externalId = id ? numbered(idIn(row, id)) : `row-${row.line}`;
    const playedAt = date ? timeIn(row, date, missing, dates) : scheduledAt;
    const placements = placementsIn?.(row);
    const scores = points
      ? scoresIn(row, points, sides.length, numbers)
      : sides.map(({ score }) => (score ? numberIn(row, score, numbers) : undefined));
    const isNeutral = neutral !== undefined && isYesIn(row, neutral);
    return {
      externalId,
      playedAt,
      ...(weight && { weight: weightIn(row, weight, numbers) }),
      sides: sides.map(({ name: named, players }, index): SideSubmission => {
        const score = scores[index];
        const name = named ? textIn(row, named) : '';
        return {
          participants: players.flatMap((column) =>
            playersIn(row, column, missing, names).map((player) => ({ player })),
          ),
          ...(placements && { placement: placements[index]! }),
          ...(score !== undefined && { score }),
          ...(roles && !isNeutral && { role: roles[index]! }),
          ...(name !== '' && { name }),
        };
      }),
    };
  };
}

/** Tells of a row whether it is skipped, by the value in it that says so. @throws MappingError if the file lacks the column */
export function skippedBy({ skip }: WideMapping, header: readonly string[]): (row: CsvRow) => string | undefined {
  if (!skip) return () => undefined;
  const { index } = findColumn(header, 'skip', skip.column);
  return ({ cells }) => (skip.values.has(cells[index]!.toLowerCase()) ? cells[index] : undefined);
}

function findIfNamed(header: readonly string[], key: string, name: string | undefined): Column | undefined {
  return name === undefined ? undefined : findColumn(header, key, name);
}

/** Columns that describe the players of a column. @param place of the column among those of players */
function profileColumns(
  header: readonly string[],
  { country, links }: Pick<WideMapping, 'country' | 'links'>,
  place: number,
): ProfileColumns {
  return {
    ...(country && { country: findColumn(header, 'country', country[place]!) }),
    ...(links && { links: findColumn(header, 'links', links[place]!) }),
  };
}

/** Points of all sides, from one cell. */
function scoresIn(row: CsvRow, column: Column, sides: number, numbers: Numbers): number[] {
  const text = presentTextIn(row, column, numbers.missing);
  const points = pointsIn(text, sides, numbers);
  if (points) return points;
  const values = { field: column.name, sides, value: shown(text) };
  throw new RowRefused(row.line, refuse('POINTS_OF_SIDES', [column.name], values), text);
}

/** Placements by who won: 1 for the winner and 2 for all others, or 1 for everybody in a draw. */
function winnerReader(
  winner: WinnerColumn,
  header: readonly string[],
  sides: readonly SideColumns[],
  numbers: Numbers,
) {
  const column = findColumn(header, 'winner', winner.column);
  return (row: CsvRow): number[] => {
    const text = presentTextIn(row, column, numbers.missing);
    const meaning = winner.values?.get(text.toLowerCase());
    const meanings = winner.values ? (meaning === undefined ? [] : [meaning]) : plainMeanings(row, text, sides);
    if (meanings.length !== 1) {
      const points = winner.values ? undefined : pointsIn(text, sides.length, numbers);
      if (meanings.length === 0 && points) return points.map((own) => 1 + points.filter((other) => other > own).length);
      const [field, value] = [column.name, shown(text)];
      let refusal = refuse('WINNER', [field], { field, sides: sides.length, value });
      if (winner.values) refusal = refuse('ONE_OF', [field], { field, values: [...winner.values.keys()], value });
      else if (sides.filter((side) => isOn(side, row, text)).length > 1)
        refusal = refuse('IN_MATCH_ALREADY', [field], { value });
      throw new RowRefused(row.line, refusal, text);
    }
    return sides.map((_, index) => (meanings[0] === 'draw' || meanings[0] === index ? 1 : 2));
  };
}

/** Whether a side, one of its players or a cell of its players has this name. */
function isOn({ name: own, players }: SideColumns, row: CsvRow, name: string): boolean {
  if (own && textIn(row, own) === name) return true;
  return players.some((column) => {
    const { separator } = column;
    return textIn(row, column) === name || (separator !== undefined && namesIn(row, column, separator).includes(name));
  });
}

/** All possible meanings of a value: a player may be called "2" or "Draw", and then we do not choose. */
function plainMeanings(row: CsvRow, text: string, sides: readonly SideColumns[]): (number | 'draw')[] {
  const meanings: (number | 'draw')[] = text.toLowerCase() === 'draw' ? ['draw'] : [];
  for (let index = 0; index < sides.length; index++) {
    if (text === String(index + 1) || isOn(sides[index]!, row, text)) meanings.push(index);
  }
  return meanings;
}

/** How rows of participants are combined into matches. */
export interface LongReader {
  /** The match that the row belongs to, also its external id. */
  matchOf(row: CsvRow): string;
  /** The match of all its rows; `scheduledAt` is its time if the file has no dates. */
  matchIn(match: string, rows: readonly CsvRow[], scheduledAt: Date | undefined): ReadMatch;
}

interface BuiltSide {
  name?: string;
  role?: string;
  placement?: number;
  score?: number;
  readonly participants: ParticipantSubmission[];
}

/**
 * Prepares the mapping for a file with this header.
 * @throws MappingError if the file lacks a column
 */
export function participantRowReader(
  mapping: LongMapping,
  header: readonly string[],
  names: HandleBook,
  dates: Dates,
  delimiter = ',',
): LongReader {
  const missing = missingValues(mapping.missing);
  const numbers = { missing, hasPointsInThousands: delimiter !== ',' };
  const find = (key: string, name: string | undefined) => findIfNamed(header, key, name);
  const match = mapping.match.map((name) => findColumn(header, 'match', name));
  const date = mapping.date?.map((name) => findColumn(header, 'date', name));
  const player = {
    ...findColumn(header, 'player', mapping.player),
    ...profileColumns(header, mapping, 0),
    separator: mapping.separator,
  };
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

  const participantsIn = (row: CsvRow, place: number | undefined): ParticipantSubmission[] => {
    const said = {
      ...(guest && { isGuest: isYesIn(row, guest) }),
      ...(score && !isLeftOut(row, score, place) && { score: numberIn(row, score, numbers) }),
      ...(minutes && !isLeftOut(row, minutes, place) && { minutesPlayed: minutesIn(row, minutes, numbers) }),
    };
    return playersIn(row, player, missing, names).map((handle) => ({ player: handle, ...said }));
  };

  const sidesIn = (rows: readonly CsvRow[], worded: WordedPlacement[]): SideSubmission[] => {
    const sides: BuiltSide[] = [];
    const byName = new Map<string, BuiltSide>();
    for (const row of rows) {
      const parsed = placement && placementIn(row, placement, missing, words);
      if (placement && typeof parsed === 'string') worded.push({ word: textIn(row, placement), end: parsed });
      if (parsed === 'out') continue;
      const place = parsed === 'last' ? LAST : parsed;
      const name = sideName ? textIn(row, sideName) : '';
      let side = byName.get(name);
      if (!side) {
        side = { participants: [], ...(name !== '' && { name }) };
        sides.push(side);
        if (name !== '') byName.set(name, side);
      }
      const ownRole = role ? textIn(row, role) : '';
      if (role && !missing.has(ownRole.toLowerCase())) side.role = agreed(row, role, side.role, ownRole);
      if (placement && place) side.placement = agreed(row, placement, side.placement, place);
      if (sideScore && !isLeftOut(row, sideScore, place))
        side.score = agreed(row, sideScore, side.score, numberIn(row, sideScore, numbers));
      side.participants.push(...participantsIn(row, place));
    }
    return withLastPlace(sides);
  };

  return {
    matchOf: (row) => idIn(row, match),
    matchIn: (externalId, rows, scheduledAt) => {
      const timeOf = (row: CsvRow) => timeIn(row, date!, missing, dates);
      const playedAt = date ? same(rows, fieldOf(date), timeOf, (time) => time.toISOString()) : scheduledAt;
      const words: WordedPlacement[] = [];
      const sides = sidesIn(rows, words);
      const weighed = weight && { weight: same(rows, weight.name, (row) => weightIn(row, weight, numbers), String) };
      const submission = { externalId, playedAt, ...weighed, sides };
      return { submission, ...(words.length > 0 && { words }) };
    },
  };
}

/** After every placement of the match. */
const LAST = Number.POSITIVE_INFINITY;

/** The sides; participants who share the last place come after everyone who finished. If nobody did, there is nobody to come after. */
function withLastPlace(sides: readonly BuiltSide[]): SideSubmission[] {
  if (!sides.some(({ placement }) => placement === LAST)) return [...sides];
  if (sides.every(({ placement }) => placement === LAST)) {
    return sides.map(({ placement: _, ...side }) => ({ ...side, status: 'DID_NOT_FINISH' }));
  }
  const worst = Math.max(0, ...sides.map(({ placement }) => (placement === LAST ? 0 : placement!)));
  return sides.map((side) => (side.placement === LAST ? { ...side, placement: worst + 1 } : side));
}

function agreed<T extends number | string>(row: CsvRow, column: Column, before: T | undefined, value: T): T {
  if (before === undefined || before === value) return value;
  const spelled = (value: T) => (value === LAST ? 'the last place' : `${value}`);
  throw unlike('SAME_IN_SIDE', row.line, column.name, [spelled(before), spelled(value)]);
}

/** A value that must be the same in all rows of a match. */
function same<T extends Date | number | undefined>(
  rows: readonly CsvRow[],
  field: string,
  read: (row: CsvRow) => T,
  shown: (value: T) => string,
): T {
  const values = rows.map(read);
  const first = values[0] as T;
  const odd = values.findIndex((value) => value !== first && Number(value) !== Number(first));
  if (odd < 0) return first;
  throw unlike('SAME_IN_MATCH', rows[odd]!.line, field, [shown(first), shown(values[odd] as T)]);
}

function unlike(
  rule: 'SAME_IN_SIDE' | 'SAME_IN_MATCH',
  line: number,
  field: string,
  [before, value]: readonly [string, string],
): RowRefused {
  return new RowRefused(line, refuse(rule, [field], { field, value, before }), `${value} after ${before}`);
}
