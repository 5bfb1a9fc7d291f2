import { randomInt } from 'node:crypto';
import type { Sql } from '../kit/sql/transaction.js';
import { findAccountOwners, insertAccounts } from './account.repository.js';
import { handleKey } from './handle.js';
import { handleFor } from './handle-for.js';
import { checkNewHandle } from './new-handle.js';
import { addMember, type EnteredPlayers, insertMemberships, insertPlayers, leavePlayers } from './player.repository.js';
import { listTakenKeys } from './player-name.repository.js';

/** What is said of a player in case nobody knows them yet. */
export interface Introduction {
  /** Text to make their handle of. */
  readonly proposedHandle: string | null;
  readonly displayName: string | null;
}

/** Players of accounts that were linked to nobody a moment ago. */
export interface EnteredByAccount extends Pick<EnteredPlayers, 'made' | 'entered'> {
  /** Ids by account, including accounts that another request linked meanwhile. */
  readonly ids: ReadonlyMap<string, number>;
  /** Handles of new players by account. */
  readonly handles: ReadonlyMap<string, string>;
}

/** Enough: from the second one on, handles end in a random number. */
const ROUNDS = 5;
/** Numbers that are tried in their order: `ann`, `ann-2` … `ann-9`. */
const LAST_NUMBER = 9;
/** Characters of a handle that leave room for a number. */
const ROOM = 57;
/** Longer texts are cut before a handle is made of them. */
const MAX_TEXT = 200;

/**
 * Creates a player for each account, with a free handle, and links the account to them in the league. A handle that looks like that of a
 * player whom the league, or everybody, knows is not free.
 * @param introductions by account, of accounts that are linked to nobody, as far as the league can know
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

  // Another league linked these accounts meanwhile: its players are who they are.
  const losers = new Set(lost.map((account) => ids.get(account)!));
  const isKept = (id: number) => !losers.has(id);
  await leavePlayers(sql, leagueId, { made, entered }, isKept);
  const joined: number[] = [];
  for (const [account, owner] of await findAccountOwners(sql, leagueId, lost)) {
    joined.push(...(await addMember(sql, leagueId, owner, now)));
    ids.set(account, owner);
    handles.delete(account);
  }
  return { ids, handles, made: made.filter(isKept), entered: [...entered.filter(isKept), ...joined] };
}

/** A handle for each account that nobody has yet; none twice. @param isRandom after others were taken */
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
    // Digits of another script do not go with ours.
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

/** The first of these texts that can become a new handle: what is proposed, the name to show, the account. */
function baseOf(account: string, { proposedHandle, displayName }: Introduction): string {
  for (const text of [proposedHandle, displayName, account]) {
    const handle = text === null ? undefined : handleFor(text.slice(0, MAX_TEXT));
    if (handle !== undefined && !checkNewHandle(handle, [])) return handle;
  }
  return 'player';
}
