import type { EntityManager } from 'typeorm';
import type { MatchImport } from '../import/match-import.js';
import { findImport, type ImportKey } from '../import/match-import.repository.js';
import { AT_IMPORT, getImport } from '../import/request-import.js';
import { inPages } from '../kit/grouped-by.js';
import { Refused, refuse } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { type ChangeRequest, defineChange, type FoundLeague } from '../league-log/change.js';
import {
  findImportedFile,
  listChanging,
  SequenceSet,
  updateImportWithdrawn,
} from '../match-log/imported-matches.repository.js';
import { earliest, type LogPosition, type MatchStatus } from '../match-log/match.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import { updateMatchStatus } from '../match-log/match-write.repository.js';
import { installedSystemOf } from '../raters/rating-system.js';
import type { ChangedSubject } from '../replay/applied-change.js';
import { alreadyAll, playersOf, statusChange } from './match-status.js';

/** A correction of all matches that an import has added. */
export interface ImportCorrection extends ChangeRequest {
  /** Null if the given id is not that of an import. */
  readonly import: ImportKey | null;
  /** How many matches the caller expects to change; null or omitted: any number. */
  readonly expectedMatches?: number | null;
}

interface FoundImport extends FoundLeague {
  readonly own: MatchImport;
}

interface ImportedMatches {
  /** Id of the import. */
  readonly ofImport: number;
  /** How many matches the caller expects to change; null: any number. */
  readonly expected: number | null;
}

/** Withdraws all matches that an import has added and that count, with one replay from the first of them on. */
export const withdrawImport = changeOfImport('withdrawImport', 'voidMatches', 'VOID');

/** Makes the matches that `withdrawImport` withdrew count again. Matches that were withdrawn by themselves stay withdrawn. */
export const restoreImport = changeOfImport('restoreImport', 'restoreMatches', 'RATED');

/** Matches that are in memory at a time: an import may have added half a million. */
const PAGE = 1000;

function changeOfImport(kind: string, action: string, status: MatchStatus) {
  return defineChange<ImportCorrection, FoundImport, ImportedMatches, { readonly import: MatchImport }>({
    kind,
    action,
    reports: 'match.corrected',
    isOfSeveral: true,
    async find(needs, access, input) {
      const { found, league } = await getImport(needs, access, input.import);
      return { league, own: found };
    },
    check(_, __, { own: { id, status: state, accepted, begunAfter } }, { expectedMatches }) {
      if (state === 'CHECKING' || state === 'IMPORTING')
        throw new Refused(refuse('IMPORT_NOT_OVER', AT_IMPORT, { status: state }));
      if (accepted > 0 && begunAfter === null) {
        throw new Refused(refuse('IMPORT_NOT_RECORDED', AT_IMPORT));
      }
      return { ofImport: id, expected: expectedMatches ?? null };
    },
    countMatches: async (sql, league, data) => (await findMatches(sql, league.id, data, status)).sequences.length,
    async apply({ raters }, tx, league, data) {
      const { fileName, sequences } = await findMatches(tx, league.id, data, status);
      const count = sequences.length;
      const seeds = new Set<number>();
      let from: LogPosition | null = null;
      for (const page of inPages(sequences, PAGE)) {
        const matches = await listMatchesBySequence(tx, league.id, page);
        for (const player of matches.flatMap(playersOf)) seeds.add(player);
        from = earliest<LogPosition>(from ? [...matches, from] : matches);
        await updateMatchStatus(tx, league.id, page, status);
      }
      const key = { leagueId: league.id, id: data.ofImport };
      await updateImportWithdrawn(tx, key, status === 'VOID' ? new SequenceSet(sequences) : null);
      return {
        ...{ system: installedSystemOf(raters, league), from, seeds: [...seeds], before: null },
        after: { status, matches: count, fileName },
        matches: { count, pages: () => statusChanges(tx, league.id, sequences, status) },
      };
    },
    show: async ({ database }, { own }) => ({
      import: (await findImport(database, own)) ?? own,
    }),
  });
}

/**
 * The matches to change.
 * @throws Refused if the import was deleted, or another number of matches is expected
 * @throws Unchanged
 */
async function findMatches(
  sql: Sql,
  leagueId: number,
  { ofImport, expected }: ImportedMatches,
  status: MatchStatus,
): Promise<{ readonly fileName: string; readonly sequences: readonly number[] }> {
  const key = { leagueId, id: ofImport };
  const fileName = await findImportedFile(sql, key);
  if (fileName === null) {
    throw new Refused(refuse('IMPORT_DELETED', AT_IMPORT));
  }
  const sequences = await listChanging(sql, key, status);
  const count = sequences.length;
  if (expected !== null && expected !== count) {
    throw new Refused(refuse('EXPECTED_MATCHES', ['input', 'expectedMatches'], { count, expected }));
  }
  if (count === 0) throw alreadyAll(status);
  return { fileName, sequences };
}

/** The changes, read from the log page by page. */
async function* statusChanges(
  tx: EntityManager,
  leagueId: number,
  sequences: readonly number[],
  status: MatchStatus,
): AsyncGenerator<ChangedSubject[]> {
  const former: MatchStatus = status === 'VOID' ? 'RATED' : 'VOID';
  for (const page of inPages(sequences, PAGE)) {
    const matches = await listMatchesBySequence(tx, leagueId, page);
    matches.sort((one, other) => one.sequence - other.sequence);
    yield matches.map((match) => statusChange({ ...match, status: former, version: match.version - 1 }, status));
  }
}
