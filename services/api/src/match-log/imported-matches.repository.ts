import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { MatchStatus } from './match.js';

/** Identifies an import of a file. */
interface ImportKey {
  readonly leagueId: number;
  readonly id: number;
}

/** The matches that an import has added, as they are now. */
export interface AddedMatches {
  /** Matches that count. */
  readonly counting: number;
  /** Matches among them that were amended since. */
  readonly amended: number;
  readonly withdrawn: number;
  /** Matches that were withdrawn together with the others of the import, and not by themselves. */
  readonly restorable: number;
}

const MATCHES_IN = (stretches: 'added' | 'withdrawn') => `match_import AS own
  CROSS JOIN LATERAL unnest(own.${stretches}) AS stretch
  JOIN match ON match.league_id = own.league_id AND sequence >= lower(stretch) AND sequence < upper(stretch)
  WHERE own.league_id = $1 AND own.id = $2`;

/** @returns zeros if it is unknown which matches it has added */
export async function countAddedMatches(sql: Sql, { leagueId, id }: ImportKey): Promise<AddedMatches> {
  const rows: AddedMatches[] = await sql.query(
    `SELECT count(*) FILTER (WHERE match.status = 'RATED')::integer AS counting,
            count(*) FILTER (WHERE match.status = 'VOID')::integer AS withdrawn,
            count(*) FILTER (WHERE match.status = 'VOID' AND sequence <@ own.withdrawn)::integer AS restorable,
            count(*) FILTER (WHERE match.status = 'RATED' AND match.version > 1 AND EXISTS (
              SELECT FROM audit_entry
              WHERE audit_entry.league_id = $1 AND subject = 'Match:' || match.league_id || ':' || sequence AND before -> 'status' = after -> 'status'))::integer AS amended
     FROM ${MATCHES_IN('added')}`,
    [leagueId, id],
  );
  return rows[0]!;
}

/** The matches among these that a token submitted and no other import of the league has added. @param token null: the command line */
export async function listSubmittedBy(
  sql: Sql,
  { leagueId, id }: ImportKey,
  sequences: readonly number[],
  token: number | null,
): Promise<number[]> {
  const rows: { sequence: number }[] = await sql.query(
    `SELECT sequence FROM match
     WHERE league_id = $1 AND sequence = ANY($3::integer[]) AND submitted_by IS NOT DISTINCT FROM $4::integer
       AND NOT EXISTS (SELECT FROM match_import AS other WHERE other.league_id = $1 AND other.id <> $2 AND added @> sequence)`,
    [leagueId, id, sequences, token],
  );
  return rows.map(({ sequence }) => sequence);
}

/**
 * Sequences of the matches of an import that get a status together, in ascending order: matches that it has added and that count, or
 * matches that were withdrawn together and are still void.
 */
export async function listChanging(sql: Sql, { leagueId, id }: ImportKey, status: MatchStatus): Promise<number[]> {
  const [stretches, former] = status === 'VOID' ? (['added', 'RATED'] as const) : (['withdrawn', 'VOID'] as const);
  const rows: { sequence: number }[] = await sql.query(
    `SELECT sequence FROM ${MATCHES_IN(stretches)} AND match.status = $3 ORDER BY sequence`,
    [leagueId, id, former],
  );
  return rows.map(({ sequence }) => sequence);
}

/** Records the matches that are withdrawn together. @param more null: they are restored */
export async function updateImportWithdrawn(
  tx: Sql,
  { leagueId, id }: ImportKey,
  more: SequenceSet | null,
): Promise<void> {
  const [, touched] = await tx.query(
    `UPDATE match_import SET withdrawn = coalesce(withdrawn, '{}') + $3::int4multirange WHERE league_id = $1 AND id = $2`,
    [leagueId, id, more && String(more)],
  );
  expectRows('updateImportWithdrawn', touched, 1);
}

/** Records that matches were withdrawn or restored by themselves: restoring an import does not change them. */
export async function updateImportsOfMatches(tx: Sql, leagueId: number, changed: SequenceSet): Promise<void> {
  await tx.query(
    `UPDATE match_import SET withdrawn = withdrawn - $2::int4multirange
     WHERE league_id = $1 AND withdrawn && $2::int4multirange`,
    [leagueId, String(changed)],
  );
}

/** Name of the file of an import; null if the import was deleted. */
export async function findImportedFile(sql: Sql, { leagueId, id }: ImportKey): Promise<string | null> {
  const rows: { fileName: string }[] = await sql.query(
    'SELECT file_name AS "fileName" FROM match_import WHERE league_id = $1 AND id = $2',
    [leagueId, id],
  );
  return rows[0]?.fileName ?? null;
}

/** A set of whole numbers that mostly follow each other, such as sequences of matches: its size grows with the number of gaps. */
export class SequenceSet {
  /** Ranges in ascending order, with gaps between them: from the first number up to, but excluding, the second. */
  readonly #stretches: [from: number, end: number][] = [];
  #size = 0;

  constructor(numbers: Iterable<number> = []) {
    for (const number of numbers) this.add(number);
  }

  /** @param text an `int4multirange` as PostgreSQL writes it, such as `{[1,501),[600,601)}` */
  static parse(text: string): SequenceSet {
    const set = new SequenceSet();
    for (const [, from, end] of text.matchAll(/\[(\d+),(\d+)\)/g)) {
      set.#stretches.push([Number(from), Number(end)]);
      set.#size += Number(end) - Number(from);
    }
    return set;
  }

  get size(): number {
    return this.#size;
  }

  /** As an `int4multirange`. */
  toString(): string {
    return `{${this.#stretches.map(([from, end]) => `[${from},${end})`).join(',')}}`;
  }

  has(number: number): boolean {
    const stretch = this.#stretches[this.#behind(number) - 1];
    return stretch !== undefined && number < stretch[1];
  }

  /** @returns false if it is in the set already */
  add(number: number): boolean {
    if (this.has(number)) return false;
    const place = this.#behind(number);
    const [before, after] = [this.#stretches[place - 1], this.#stretches[place]];
    const joinsBefore = before?.[1] === number;
    const joinsAfter = after?.[0] === number + 1;
    if (joinsBefore && joinsAfter) {
      before[1] = after[1];
      this.#stretches.splice(place, 1);
    } else if (joinsBefore) before[1]++;
    else if (joinsAfter) after[0]--;
    else this.#stretches.splice(place, 0, [number, number + 1]);
    this.#size++;
    return true;
  }

  /** How many ranges begin at this number or before it. */
  #behind(number: number): number {
    let [low, high] = [0, this.#stretches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#stretches[middle]![0] <= number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
