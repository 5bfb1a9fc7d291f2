import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readTextOrNull, statOrNull, syncFolder } from '../embedded/files.js';

/** A player who was erased, for backups that still have their names: without any of these. */
export interface KeptErasure {
  /** Id of the player, and when the player was made, to the microsecond: a database that went another way has the id for somebody else. */
  readonly player: number;
  readonly createdAt: string;
  /** The handle that took the place of the others. */
  readonly pseudonym: string;
  /** Whether it did so in details and names of sides, too. */
  readonly inMatches: boolean;
  /** In ISO 8601. */
  readonly erasedAt: string;
}

/** The file beside the backups, with an erasure a line. */
export const ERASURES = 'erasures.jsonl';

/** The beginning of a line. Its erasure counts as not written, so that the database that has it writes it again. */
const TORN = /^\{(?!.*\})/;

/** Runs a statement. @returns its rows */
type Query = (statement: string) => Promise<unknown[]>;

/** When a player was made, as `KeptErasure` has it. */
export const MADE_AT = `to_char(player.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Everybody whom a database has erased; nobody where its schema is from before one could be. */
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

/** Writes down in a folder of backups, which is there, the erasures that it does not have yet. */
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
  // Appended, because several processes may write at once. What is there twice counts once.
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

/** A list that root begins in the folder of another account is that account's: else it could neither read nor continue it. */
async function giveToOwner(file: FileHandle, folder: string): Promise<void> {
  const { uid, gid } = await stat(folder);
  if (process.geteuid?.() === 0 && uid !== 0) await file.chown(uid, gid);
}

/**
 * The erasures that a folder of backups has; none if it has no list.
 * @throws Error where a line is none, unless it was torn as it was written
 */
export async function readErasures(folder: string): Promise<KeptErasure[]> {
  const path = join(folder, ERASURES);
  return parseList(path, (await readTextOrNull(path, 'ENOTDIR')) ?? '');
}

/**
 * The erasures of a folder that must have a list: an operator who named the wrong folder would have erased people back.
 * @throws Error where it has none, or one that cannot be read
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
