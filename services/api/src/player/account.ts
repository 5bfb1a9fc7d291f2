import { type Refusal, refuse, shown } from '../kit/refusal.js';
import { accountKey, checkHandle, isAccount } from './handle.js';

/** A player's account at another platform. */
export interface Account {
  /** For example `discord`. */
  readonly provider: string;
  /** The provider's own id of the player. */
  readonly id: string;
}

const PROVIDER = /^[a-z0-9][a-z0-9_.-]{0,31}$/;
const ID = /^[\p{L}\p{M}\p{Nd}_.:#@+/=~-]{1,128}$/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** Provider and id of a stored account. */
export function parseAccount(text: string): Account {
  const colon = text.indexOf(':');
  return { provider: text.slice(0, colon), id: text.slice(colon + 1) };
}

/**
 * Checks the form of an account, `provider:id`.
 * @param field name of the field in the refusal
 * @returns the account as it is stored, or why it is refused
 */
export function checkAccount(text: string, path: readonly (string | number)[], field = path.at(-1)): string | Refusal {
  const values = { field: String(field), value: shown(text) };
  if (!isAccount(text)) return refuse('ACCOUNT', path, values);
  const account = accountKey(text);
  const { provider, id } = parseAccount(account);
  if (!PROVIDER.test(provider)) return refuse('ACCOUNT_PROVIDER', path, values);
  if (!ID.test(id) || INVISIBLE.test(id)) return refuse('ACCOUNT_ID', path, values);
  return account;
}

/**
 * Checks the name of a player: a handle, or an account such as `discord:1234`. No handle has a colon.
 * @param field name of the field in the refusal
 * @returns the handle in NFC, or the account as it is stored, or why it is refused
 */
export function checkPlayerName(
  name: string,
  path: readonly (string | number)[],
  field = path.at(-1),
): string | Refusal {
  return isAccount(name) ? checkAccount(name, path, field) : checkHandle(name, path, field);
}
