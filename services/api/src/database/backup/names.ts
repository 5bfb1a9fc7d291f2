import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '../embedded/files.js';
import { MANIFEST } from './manifest.js';

/** The suffix of the folder of a backup that is being written, or whose writer died. */
export const DRAFT = '.draft';

/** `openladder-2026-11-23T01-02-03-456Z`: a time in ISO 8601, without characters that some file systems refuse. */
const NAME = /^openladder-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z(\.draft)?$/;

export function nameOfBackup(moment: Date): string {
  return `openladder-${moment.toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** A whole backup in the folder of backups. */
export interface KeptBackup {
  readonly folder: string;
  readonly startedAt: Date;
}

/**
 * The whole backups of a folder, oldest first; none if there is no such folder. Those that this account may not enter are left out:
 * a command that root ran must not stop the backups of the service.
 */
export async function listBackups(dir: string): Promise<KeptBackup[]> {
  const kept: KeptBackup[] = [];
  for (const { folder, startedAt, isDraft } of await list(dir)) {
    if (!isDraft && (await ifThere(stat(join(folder, MANIFEST)), 'EACCES'))) kept.push({ folder, startedAt });
  }
  return kept;
}

/**
 * Deletes the oldest backups of a folder, and those whose writers died, except those that this account may not delete, such as the draft
 * of a command that root ran. Call it while no backup is being written there.
 * @param keep how many stay
 */
export async function deleteOldBackups(dir: string, keep: number): Promise<void> {
  const drafts = (await list(dir)).filter(({ isDraft }) => isDraft);
  const old = (await listBackups(dir)).slice(0, -keep);
  for (const { folder } of [...drafts, ...old]) {
    await ifThere(rm(folder, { recursive: true, force: true }), 'EACCES', 'EPERM');
  }
}

async function list(dir: string) {
  const names = (await ifThere(readdir(dir))) ?? [];
  return names.sort().flatMap((name) => {
    const [found, day, hour, minute, second, millisecond, draft] = NAME.exec(name) ?? [];
    if (found === undefined) return [];
    const startedAt = new Date(`${day}T${hour}:${minute}:${second}.${millisecond}Z`);
    return [{ folder: join(dir, name), startedAt, isDraft: draft !== undefined }];
  });
}
