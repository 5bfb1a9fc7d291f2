import type { EntityManager } from 'typeorm';
import { Refused, refuse } from '../kit/refusal.js';
import { SequenceSet } from '../kit/sequence-set.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { earliest } from '../match-log/earliest.js';
import {
  findImportedFile,
  listCounting,
  listRestorable,
  updateImportWithdrawn,
} from '../match-log/imported-matches.repository.js';
import type { MatchStatus } from '../match-log/match.js';
import { type LogPosition, listMatchesBySequence } from '../match-log/match.repository.js';
import { updateMatchStatus } from '../match-log/match-edit.repository.js';
import type { RatingSystem } from '../raters/rating-system.js';
import type { AppliedCorrection, CorrectedSubject } from '../replay/applied-correction.js';
import type { ImportInCorrection } from '../replay/correction.js';
import { playersOf, statusChange, Unchanged, unchangedMessage } from './change-status.js';

/** Matches that are in memory at a time: an import may have added half a million. */
const PAGE = 1000;

/**
 * Withdraws or restores the matches of an import, with one replay from the first of them on. Those that were withdrawn by themselves stay so.
 * @throws Refused if the import is not kept any more, or another number of matches is expected
 * @throws Unchanged
 */
export async function changeImport(
  tx: EntityManager,
  league: League,
  system: RatingSystem,
  correction: ImportInCorrection,
): Promise<AppliedCorrection> {
  const { fileName, status, sequences } = await findChanges(tx, league.id, correction);
  const count = sequences.length;
  const key = { leagueId: league.id, id: correction.ofImport };
  const seeds = new Set<number>();
  let from: LogPosition | null = null;
  for (let begin = 0; begin < count; begin += PAGE) {
    const page = sequences.slice(begin, begin + PAGE);
    const matches = await listMatchesBySequence(tx, league.id, page);
    for (const player of matches.flatMap(playersOf)) seeds.add(player);
    from = earliest<LogPosition>(from ? [...matches, from] : matches);
    await updateMatchStatus(tx, league.id, page, status);
  }
  await updateImportWithdrawn(tx, key, status === 'VOID' ? new SequenceSet(sequences) : null);
  return {
    ...{ system, from, seeds: [...seeds], before: null },
    after: { status, matches: count, fileName },
    matches: { count, pages: () => changesOf(tx, league.id, sequences, status) },
  };
}

/**
 * Which matches a correction of an import changes, and to what.
 * @throws Refused as `changeImport` does
 */
export async function findChanges(
  sql: Sql,
  leagueId: number,
  { kind, ofImport, expected }: ImportInCorrection,
): Promise<{ readonly fileName: string; readonly status: MatchStatus; readonly sequences: readonly number[] }> {
  const key = { leagueId, id: ofImport };
  const fileName = await findImportedFile(sql, key);
  if (fileName === null) {
    throw new Refused(refuse('CONFLICT', ['input', 'import'], 'import must be one that is kept, but was deleted'));
  }
  const status: MatchStatus = kind === 'voidMatches' ? 'VOID' : 'RATED';
  const sequences = await (status === 'VOID' ? listCounting : listRestorable)(sql, key);
  const count = sequences.length;
  if (expected !== null && expected !== count) {
    const message = `expectedMatches must be the number of matches that change, ${count}, but is ${expected}`;
    throw new Refused(refuse('CONFLICT', ['input', 'expectedMatches'], message));
  }
  if (count === 0) throw new Unchanged(refuse('CONFLICT', ['input'], unchangedMessage(status)));
  return { fileName, status, sequences };
}

/** What was changed, read from the log page by page. */
async function* changesOf(
  tx: EntityManager,
  leagueId: number,
  sequences: readonly number[],
  status: MatchStatus,
): AsyncGenerator<CorrectedSubject[]> {
  const former: MatchStatus = status === 'VOID' ? 'RATED' : 'VOID';
  for (let begin = 0; begin < sequences.length; begin += PAGE) {
    const matches = await listMatchesBySequence(tx, leagueId, sequences.slice(begin, begin + PAGE));
    matches.sort((one, other) => one.sequence - other.sequence);
    yield matches.map((match) => statusChange({ ...match, status: former, version: match.version - 1 }, status));
  }
}
