import { randomInt } from 'node:crypto';
import { type Refusal, refuse, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { insertAccounts } from './account.repository.js';
import { handleFor, handleKey, isAccount } from './handle.js';
import {
  addMembers,
  type EnteredPlayers,
  findAccountOwners,
  insertMemberships,
  insertPlayers,
  leavePlayers,
} from './player.repository.js';
import { findKnownLookAlikes, listTakenKeys } from './player-name.repository.js';

/** Handles in ASCII, which need no further check. */
const PLAIN = /^[\w.-]+$/;

/**
 * The scripts in which new handles may be written: those in everyday use (UAX 31, table 5, "Recommended Scripts"). Letters of other
 * scripts, such as Cherokee or Coptic, look like Latin ones.
 */
const RECOMMENDED = [
  ...'Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han'.split(' '),
  ...'Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil'.split(' '),
  ...'Telugu Thaana Thai Tibetan'.split(' '),
];

/** UTS 39, 5.2, "Highly Restrictive": one script, or Latin with the scripts of Japanese, Chinese or Korean. */
const COVERS = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
  ...RECOMMENDED.map((script) => [script]),
].map((scripts) => {
  const letters = [...scripts, 'Common', 'Inherited'].map((script) => `\\p{Script_Extensions=${script}}`);
  return new RegExp(`^[${letters.join('')}]+$`, 'u');
});

/**
 * Letters of these alphabets that no language in everyday use needs, such as phonetic letters: `ʜ` and `ɑ` look like `h` and `a`. Their
 * Identifier_Status is `Restricted` (UTS 39, 3.1; Unicode 14). The ranges also cover letters of other alphabets in between. Letters that
 * `checkHandle` refuses are omitted.
 */
const UNUSUAL =
  /(?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}])[\u0180-\u018e\u0190-\u019f\u01a2-\u01ae\u01b1-\u01c3\u01dd\u01e4\u01e5\u01f6\u01f7\u021c\u021d\u0220-\u0225\u0234-\u0258\u025a-\u0377\u037f\u03cf-\u03fb\u0460-\u0481\u0500-\u050f\u052a-\u052d\u0560\u0588-\u1d9a\u1e9c\u1e9d\u1e9f\u1efa-\u1eff\u2132-\ua66e\ua680-\ua78c\ua78e-\ua791\ua794-\ua7a9\ua7ab-\ua7ad\ua7af-\ua7b7\ua7ba-\ua7bf\ua7f5-\uab65\uab68-\u{1ffff}]/u;

/** Strokes through a letter: no modern alphabet needs them, and `o̸ver` can be read as `over`. */
const OVERLAYS = /[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb]/u;

const DIGITS = /\p{Nd}/gu;

/** UTS 39, 5.4: five nonspacing marks in a row, or the same mark twice. */
const STACKED = /[\p{Mn}\p{Me}]{5}|([\p{Mn}\p{Me}])\1/u;

/**
 * Checks a new handle by Unicode's rules for names that must not be confused (UTS 39). Existing handles need not pass.
 * @param handle as returned by `checkPlayerName`; an account cannot become a player
 * @param field name of the field in the refusal
 */
export function checkNewHandle(
  handle: string,
  path: readonly (string | number)[],
  field = path.at(-1),
): Refusal | undefined {
  if (PLAIN.test(handle)) return undefined;
  const values = { field: String(field), value: shown(handle) };
  if (isAccount(handle)) return refuse('HANDLE_OR_LINKED_ACCOUNT', path, values);
  if (!COVERS.some((cover) => cover.test(handle))) return refuse('HANDLE_SCRIPT', path, values);
  const unusual = UNUSUAL.exec(handle);
  if (unusual) return refuse('HANDLE_EVERYDAY_LETTERS', path, { ...values, letter: shown(unusual[0]) });
  // The ten digits of a script are within one row of sixteen code points.
  const digits = new Set((handle.match(DIGITS) ?? []).map((digit) => digit.codePointAt(0)! >> 4));
  if (digits.size > 1) return refuse('HANDLE_DIGITS', path, values);
  if (OVERLAYS.test(handle.normalize('NFD'))) return refuse('HANDLE_STROKES', path, values);
  if (STACKED.test(handle.normalize('NFD'))) return refuse('HANDLE_MARKS', path, values);
  return undefined;
}

/** A handle with its place in the input. */
export interface HandleAt {
  readonly handle: string;
  readonly path: readonly (string | number)[];
}

/**
 * Why no players were created for some handles: they look like a player's whom the league knows, or like one that is being created now.
 * @param made ids of existing players by handleKey
 */
export async function refuseConfusables(
  sql: Sql,
  leagueId: number,
  handles: readonly HandleAt[],
  made: ReadonlyMap<string, number>,
): Promise<Refusal[]> {
  const refused = handles.filter(({ handle }) => !made.has(handleKey(handle)));
  if (refused.length === 0) return [];
  const known = await findKnownLookAlikes(
    sql,
    leagueId,
    refused.map(({ handle }) => handle),
  );
  return refused.map(({ handle, path }) => lookAlikeRefusal(handle, known.get(handleKey(handle)), path, 'player'));
}

/** @param field name of the field in the refusal */
export function lookAlikeRefusal(
  handle: string,
  other: string | undefined,
  path: HandleAt['path'],
  field: string,
): Refusal {
  const values = { field, value: shown(handle) };
  return other === undefined
    ? refuse('LOOK_ALIKE_JUST_TAKEN', path, values)
    : refuse('LOOK_ALIKE', path, { ...values, other: shown(other) });
}

/** A description of a player, in case the player is new. */
export interface Introduction {
  /** Text from which to make their handle. */
  readonly proposedHandle: string | null;
  readonly displayName: string | null;
}

/** Players for accounts that nobody had a moment ago. */
export interface EnteredByAccount extends Pick<EnteredPlayers, 'made' | 'entered'> {
  /** Ids by account, including accounts that another request linked meanwhile. */
  readonly ids: ReadonlyMap<string, number>;
  /** Handles of new players by account. */
  readonly handles: ReadonlyMap<string, string>;
}

/** Enough rounds: from the second one on, handles end in a random number. */
const ROUNDS = 5;
/** Numbers that are tried in order: `ann`, `ann-2` … `ann-9`. */
const LAST_NUMBER = 9;
/** Characters of a handle that leave room for a number. */
const ROOM = 57;
/** Longer texts are cut before a handle is made from them. */
const MAX_TEXT = 200;

/**
 * Creates a player for each account, with a free handle, and links the account to them in the league. A handle that looks like that of a
 * player whom the league, or everybody, knows is not free.
 * @param introductions by account, of accounts that are linked to nobody, as far as the league can see
 */
export async function enterByAccount(
  sql: Sql,
  leagueId: number,
  introductions: ReadonlyMap<string, Introduction>,
  now: Date,
): Promise<EnteredByAccount> {
  const handles = new Map<string, string>();
  const ids = new Map<string, number>();
  const made: number[] = [];
  let open = [...introductions.keys()];
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    const tried = await chooseHandles(sql, open, introductions, round > 0);
    const inserted = await insertPlayers(sql, leagueId, tried.values(), now);
    const isMade = new Set(inserted.made);
    for (const [account, handle] of tried) {
      const id = inserted.ids.get(handleKey(handle));
      if (id === undefined || !isMade.has(id)) continue;
      handles.set(account, handle);
      ids.set(account, id);
      made.push(id);
    }
    open = open.filter((account) => !ids.has(account));
  }
  const entered = await insertMemberships(
    sql,
    leagueId,
    new Map([...ids].map(([account, id]) => [handles.get(account)!, id])),
    now,
  );
  const lost = await insertAccounts(sql, leagueId, ids, now);
  if (lost.length === 0) return { ids, handles, made, entered };

  // Another league linked these accounts meanwhile, and its players stay.
  const losers = new Set(lost.map((account) => ids.get(account)!));
  const isKept = (id: number) => !losers.has(id);
  await leavePlayers(sql, leagueId, { made, entered }, isKept);
  const owners = await findAccountOwners(sql, leagueId, lost);
  // Together: one after the other, they could be locked in another order than elsewhere.
  const joined = await addMembers(sql, leagueId, [...owners.values()], now);
  for (const [account, owner] of owners) {
    ids.set(account, owner);
    handles.delete(account);
  }
  return { ids, handles, made: made.filter(isKept), entered: [...entered.filter(isKept), ...joined] };
}

/** A free handle for each account; none twice. @param isRandom after others were taken */
async function chooseHandles(
  sql: Sql,
  accounts: readonly string[],
  introductions: ReadonlyMap<string, Introduction>,
  isRandom: boolean,
): Promise<Map<string, string>> {
  const choices = accounts.map((account) => {
    const base = [...baseOf(account, introductions.get(account)!)].slice(0, ROOM).join('');
    const numbered = Array.from({ length: LAST_NUMBER - 1 }, (_, n) => `${base}-${n + 2}`);
    const choices = [...(isRandom ? [] : [base, ...numbered]), `${base}-${randomNumber()}`];
    // Digits of another script cannot be combined with ASCII digits.
    return [...choices.filter((handle) => !checkNewHandle(handle, [])), `player-${randomNumber()}`];
  });
  const taken = await listTakenKeys(sql, choices.flat().map(handleKey));
  const chosen = new Map<string, string>();
  for (const [place, account] of accounts.entries()) {
    const handle = choices[place]!.find((choice) => !taken.has(handleKey(choice)));
    if (handle === undefined) continue;
    taken.add(handleKey(handle));
    chosen.set(account, handle);
  }
  return chosen;
}

const randomNumber = () => randomInt(100_000, 1_000_000);

/** The first of these texts that can become a new handle: the proposal, the display name, the account. */
function baseOf(account: string, { proposedHandle, displayName }: Introduction): string {
  for (const text of [proposedHandle, displayName, account]) {
    const handle = text === null ? undefined : handleFor(text.slice(0, MAX_TEXT));
    if (handle !== undefined && !checkNewHandle(handle, [])) return handle;
  }
  return 'player';
}
