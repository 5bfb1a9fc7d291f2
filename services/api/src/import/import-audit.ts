import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { insertAuditEntry, leagueSubject } from '../audit/audit.repository.js';
import { shownFileName } from './file-head.js';
import type { MatchImport } from './match-import.js';

/** What became of an import, for the audit log of its league. */
export interface EndedImport {
  readonly leagueId: number;
  readonly fileName: string;
  /** Matches that it added. */
  readonly added: number;
  /** Matches that were in the league already; null if the import did not get to its end. */
  readonly replayed: number | null;
  /** Rows and matches that were refused, likewise. */
  readonly refused: number | null;
  /** Missing for an import that got to its end. */
  readonly status?: 'CANCELLED' | 'FAILED';
}

/** Writes that a file was imported, in the transaction in which the import ends. */
export function insertImportEntry(
  tx: EntityManager,
  access: Pick<Access, 'tokenId' | 'actor'>,
  { leagueId, fileName, added, replayed, refused, status }: EndedImport,
  at: Date,
): Promise<void> {
  return insertAuditEntry(
    tx,
    { ...access, scopes: [], leagueIds: [] },
    {
      leagueId,
      subject: leagueSubject(leagueId),
      action: 'importMatches',
      reason: 'import of a file',
      before: null,
      after: {
        fileName: shownFileName(fileName),
        ...(status && { status }),
        added,
        ...(replayed !== null && { replayed }),
        ...(refused !== null && { refused }),
      },
      at,
    },
  );
}

/**
 * The same for an uploaded file whose import failed or was cancelled. Nothing is written if it has added no matches.
 * @param added those of which no other entry tells
 */
export async function insertUnfinishedEntry(
  tx: EntityManager,
  { leagueId, fileName, actorId: tokenId, actor }: MatchImport,
  status: 'CANCELLED' | 'FAILED',
  added: number,
  at: Date,
): Promise<void> {
  if (added === 0) return;
  const ended = { leagueId, fileName, added, replayed: null, refused: null, status };
  await insertImportEntry(tx, { tokenId, actor }, ended, at);
}
