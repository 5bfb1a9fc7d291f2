import type { MatchSubmission, SideSubmission } from '../match-log/submission.js';
import {
  type Column,
  findColumn,
  missingValues,
  numberIn,
  playerIn,
  presentTextIn,
  textIn,
  timeIn,
  weightIn,
} from './cells.js';
import type { CsvRow } from './csv.js';
import type { Dates } from './dates.js';
import type { HandleBook } from './handle.js';
import { idCounter, idIn } from './id.js';
import type { WideMapping, WinnerColumn } from './mapping.js';
import { pointsIn } from './points.js';
import { RowRefused } from './problems.js';

/** Makes the match of a row; `scheduledAt` is its time if the file has no dates. */
export type WideReader = (row: CsvRow, scheduledAt: Date | undefined) => MatchSubmission;

interface Side {
  readonly players: readonly Column[];
  readonly score?: Column;
}

/**
 * Readies the mapping for a file with this header.
 * @throws MappingError if the file lacks a column
 */
export function wideReader(
  mapping: WideMapping,
  header: readonly string[],
  names: HandleBook,
  dates: Dates,
): WideReader {
  const missing = missingValues(mapping.missing);
  const date = mapping.date?.map((name) => findColumn(header, 'date', name));
  const sides = mapping.sides.map(({ players, score }) => ({
    players: players.map((name) => findColumn(header, 'side', name)),
    score: score === undefined ? undefined : findColumn(header, 'side', score),
  }));
  const allScoresIn = mapping.score === undefined ? undefined : scoreReader(mapping.score, header, sides.length);
  const placementsIn = mapping.winner && winnerReader(mapping.winner, header, sides);
  const { roles } = mapping;
  const weight = mapping.weight === undefined ? undefined : findColumn(header, 'weight', mapping.weight);
  const id = mapping.id?.columns.map((name) => findColumn(header, 'id', name));
  const numbered = mapping.id?.isNumbered ? idCounter() : (text: string) => text;

  return (row, scheduledAt) => {
    // First, so that a refused match is counted, too, and correcting it renames no other.
    const externalId = id ? numbered(idIn(row, id)) : `row-${row.line}`;
    const playedAt = date ? timeIn(row, date, missing, dates) : scheduledAt;
    const placements = placementsIn?.(row, missing);
    const scores = allScoresIn
      ? allScoresIn(row, missing)
      : sides.map(({ score }) => (score ? numberIn(row, score, missing) : undefined));
    return {
      externalId,
      playedAt,
      ...(weight && { weight: weightIn(row, weight, missing) }),
      sides: sides.map(({ players }, index): SideSubmission => {
        const score = scores[index];
        return {
          ...(placements && { placement: placements[index]! }),
          ...(score !== undefined && { score }),
          ...(roles && { role: roles[index]! }),
          participants: players.map((column) => ({ player: playerIn(row, column, names) })),
        };
      }),
    };
  };
}

/** Points of all sides, from one cell. */
function scoreReader(name: string, header: readonly string[], sides: number) {
  const column = findColumn(header, 'score', name);
  return (row: CsvRow, missing: ReadonlySet<string>): number[] => {
    const text = presentTextIn(row, column, missing);
    const points = pointsIn(text, sides);
    if (points) return points;
    const all = sides === 2 ? 'both' : `all ${sides}`;
    const rule = `must be the points of ${all} sides, such as 2:1 or 1-0`;
    throw new RowRefused(row.line, column.name, rule, text);
  };
}

/** Placements by who won: 1 for the winner and 2 for all others, or 1 for everybody in a draw. */
function winnerReader(winner: WinnerColumn, header: readonly string[], sides: readonly Side[]) {
  const column = findColumn(header, 'winner', winner.column);
  return (row: CsvRow, missing: ReadonlySet<string>): number[] => {
    const text = presentTextIn(row, column, missing);
    const meanings = winner.values ? valueMeaning(winner.values, text) : plainMeanings(row, text, sides);
    if (meanings.length !== 1) {
      const points = winner.values ? undefined : pointsIn(text, sides.length);
      if (meanings.length === 0 && points) return points.map((own) => 1 + points.filter((other) => other > own).length);
      const known = winner.values
        ? `must be one of ${[...winner.values.keys()].join(', ')}`
        : `must be the name of one side's player, a side's number from 1 to ${sides.length}, draw, or points such as 1-0`;
      throw new RowRefused(row.line, column.name, known, text);
    }
    return sides.map((_, index) => (meanings[0] === 'draw' || meanings[0] === index ? 1 : 2));
  };
}

function valueMeaning(values: NonNullable<WinnerColumn['values']>, text: string): (number | 'draw')[] {
  const meaning = values.get(text.toLowerCase());
  return meaning === undefined ? [] : [meaning];
}

/** All possible meanings of a value: a player may be called "2" or "Draw", and then we do not choose. */
function plainMeanings(row: CsvRow, text: string, sides: readonly Side[]): (number | 'draw')[] {
  const meanings = new Set<number | 'draw'>();
  if (text.toLowerCase() === 'draw') meanings.add('draw');
  sides.forEach(({ players }, index) => {
    if (text === `${index + 1}` || players.some((column) => textIn(row, column) === text)) meanings.add(index);
  });
  return [...meanings];
}
