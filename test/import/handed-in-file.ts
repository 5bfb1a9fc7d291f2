import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import type { ImportKey } from '../../services/api/dist/import/match-import.repository.js';
import { receiveFile } from '../../services/api/dist/import/receive-file.js';
import { checkImport } from '../../services/api/dist/import/request-import.js';
import type { Platform } from '../support/platform.js';

export const NEVER = new AbortController().signal;
/** Matches of the file. */
export const ROWS = 1_200;
/** A file of duels, one a day, among ten players. */
export const CSV = [
  'date,a,b,x,y',
  ...Array.from({ length: ROWS }, (_, row) => {
    const day = new Date(Date.UTC(2020, 0, 1) + row * 86_400_000).toISOString().slice(0, 10);
    return `${day},p${row % 7},p${(row % 7) + 1 + (row % 3)},${row % 4},${row % 2}`;
  }),
].join('\n');
/** The external id of a row. */
export const idOf = (row: number) => CSV.split('\n')[row + 1]!.split(',').slice(0, 3).join('/');
/** The sides of a duel with a score. */
export const scored = (...[one, x, other, y]: [string, number, string, number]) => [
  { score: x, participants: [{ player: one }] },
  { score: y, participants: [{ player: other }] },
];
/** What its columns mean. */
export const MAPPING = 'date=date; side=a:x; side=b:y; id=date+a+b';

/** Hands in a file. */
export function handIn({ app }: Platform, slug: string, pieces: readonly string[]) {
  const content = (async function* () {
    for (const piece of pieces) yield Buffer.from(piece);
  })();
  return receiveFile(app, COMMAND_LINE, slug, { name: 'a.csv', content });
}

/** Files that wait to be checked, handed in one after the other. */
export async function waiting(platform: Platform, ...slugs: readonly string[]): Promise<ImportKey[]> {
  const keys: ImportKey[] = [];
  for (const [place, slug] of slugs.entries()) {
    const key = await handIn(platform, slug, [CSV]);
    await checkImport(platform.app, COMMAND_LINE, key, { mapping: MAPPING, idPrefix: `${place}-` });
    keys.push(key);
  }
  return keys;
}
