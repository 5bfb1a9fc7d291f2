import type { EntityManager } from 'typeorm';
import { insertAuditEntry, leagueSubject } from '../audit/audit.repository.js';
import { shownFileName } from './file-head.js';
import type { MatchImport } from './match-import.js';

/** The outcome of an import, for the audit log of its league. */
export interface EndedImport {
  /** Matches that it added and that no other entry counts. */
  readonly added: number;
  /** Matches that were in the league already; missing if the import did not finish, like the next field. */
  readonly replayed?: number;
  /** Rows and matches that were refused. */
  readonly refused?: number;
  /** Missing if the import finished. */
  readonly status?: 'CANCELLED' | 'FAILED';
}

/**
 * Records that a file was imported, in the transaction in which the import ends. Nothing is recorded if it failed or was cancelled and
 * has added no matches.
 */
export async function insertImportEntry(
  tx: EntityManager,
  { leagueId, fileName, actorId, actor }: Pick<MatchImport, 'leagueId' | 'fileName' | 'actorId' | 'actor'>,
  { added, replayed, refused, status }: EndedImport,
  at: Date,
): Promise<void> {
  if (status && added === 0) return;
  await insertAuditEntry(
    tx,
    { tokenId: actorId, actor, scopes: [], leagueIds: [] },
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
        ...(replayed !== undefined && { replayed }),
        ...(refused !== undefined && { refused }),
      },
      at,
    },
  );
}
