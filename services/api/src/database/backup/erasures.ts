import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readTextOrNull, statOrNull, syncFolder } from '../embedded/files.js';

/** A player who was erased, for backups that still have their names. It contains no name. */
export interface KeptErasure {
  /** Id of the player, and when the player was made, to the microsecond: in a database that diverged, somebody else may have the id. */
  readonly player: number;
  readonly createdAt: string;
  /** The handle that took the place of the others. */
  readonly pseudonym: string;
  /** Whether it replaced them even in details and names of sides. */
  readonly inMatches: boolean;
  /** In ISO 8601. */
  readonly erasedAt: string;
}

/** The file beside the backups, with one erasure per line. */
export const ERASURES = 'erasures.jsonl';

/** A line that was cut off. Its erasure counts as not written, so that the database that has it writes it again. */
const TORN = /^\{(?!.*\})/;

/** Runs a statement. @returns its rows */
type Query = (statement: string) => Promise<unknown[]>;

/** When a player was made, as `KeptErasure` has it. */
export const MADE_AT = `to_char(player.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Everybody whom a database has erased; nobody if its schema is older than erasure. */
export async function listErasures(query: Query): Promise<KeptErasure[]> {
  const [{ isKnown }] = (await query(
    `SELECT EXISTS (SELECT FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = 'player' AND column_name = 'erased_at') AS "isKnown"`,
  )) as [{ isKnown: boolean }];
  if (!isKnown) return [];
  return (await query(
    `SELECT DISTINCT ON (player.id) player.id AS player, ${MADE_AT} AS "createdAt", handle AS pseudonym,
       coalesce((entry.after ->> 'inMatches')::boolean, false) AS "inMatches",
       to_char(erased_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "erasedAt"
     FROM player JOIN audit_entry AS entry ON subject = 'Player:' || player.id AND action = 'erasePlayer'
     WHERE erased_at IS NOT NULL ORDER BY player.id, entry.id DESC`,
  )) as KeptErasure[];
}

/** Writes erasures that are not listed yet into an existing folder of backups. */
export async function keepErasures(folder: string, erasures: readonly KeptErasure[]): Promise<void> {
  const path = join(folder, ERASURES);
  const text = (await readTextOrNull(path, 'ENOTDIR')) ?? '';
  const kept = new Set(parseList(path, text).map(erasureKey));
  const lines = erasures
    .filter((erasure) => !kept.has(erasureKey(erasure)))
    .map((erasure) => `${JSON.stringify(erasure)}\n`);
  if (lines.length === 0) return;
  const isNew = !(await statOrNull(path));
  // A full disk may have torn the last line.
  const isWhole = text === '' || text.endsWith('\n');
  // Appended, because several processes may write at once. Duplicates count once.
  const file = await open(path, 'a', 0o600);
  try {
    if (isNew) await giveToOwner(file, folder);
    await file.appendFile(`${isWhole ? '' : '\n'}${lines.join('')}`);
    await file.sync();
  } finally {
    await file.close();
  }
  if (isNew) await syncFolder(folder);
}

/** If root begins a list in another account's folder, the list is given to that account, which could otherwise neither read nor continue it. */
async function giveToOwner(file: FileHandle, folder: string): Promise<void> {
  const { uid, gid } = await stat(folder);
  if (process.geteuid?.() === 0 && uid !== 0) await file.chown(uid, gid);
}

/**
 * The erasures that a folder of backups has; none if it has no list.
 * @throws Error if a line is invalid, unless it was cut off
 */
export async function readErasures(folder: string): Promise<KeptErasure[]> {
  const path = join(folder, ERASURES);
  return parseList(path, (await readTextOrNull(path, 'ENOTDIR')) ?? '');
}

/**
 * The erasures of a folder that must have a list: with the wrong folder, an operator would bring erased people back.
 * @throws Error if it has none, or one that cannot be read
 */
export async function requireErasures(folder: string): Promise<KeptErasure[]> {
  const path = join(folder, ERASURES);
  const text = await readTextOrNull(path, 'ENOTDIR');
  if (text !== null) return parseList(path, text);
  const above = dirname(folder);
  const isAbove = (await readTextOrNull(join(above, ERASURES), 'ENOTDIR')) !== null;
  const advice = isAbove
    ? `It is in ${above}: name that folder.`
    : 'Name the folder in which the backups are. Only where nobody was ever erased there is no list, and nothing to do.';
  throw new Error(`there is no ${ERASURES} in ${folder}. ${advice}`);
}

function parseList(path: string, text: string): KeptErasure[] {
  const found = new Map<string, KeptErasure>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || TORN.test(line)) continue;
    const erasure = parseErasure(line);
    if (!erasure) throw new Error(`${path}: line ${index + 1} must be an erasure, but is ${line.slice(0, 200)}`);
    found.set(erasureKey(erasure), erasure);
  }
  return [...found.values()];
}

function erasureKey({ player, createdAt }: KeptErasure): string {
  return `${player} ${createdAt}`;
}

function parseErasure(line: string): KeptErasure | null {
  try {
    const { player, createdAt, pseudonym, inMatches, erasedAt } = JSON.parse(line);
    const isGood = Number.isInteger(player) && typeof createdAt === 'string' && typeof pseudonym === 'string';
    if (!isGood || typeof inMatches !== 'boolean' || Number.isNaN(Date.parse(erasedAt))) return null;
    return { player, createdAt, pseudonym, inMatches, erasedAt };
  } catch {
    return null;
  }
}
