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
  const bad = (rule: string) => refuse('BAD_INPUT', path, `${field} ${rule}, but is ${shown(text)}`);
  if (!isAccount(text)) return bad('must be an account such as "discord:1234"');
  const account = accountKey(text);
  const { provider, id } = parseAccount(account);
  if (!PROVIDER.test(provider)) {
    return bad('must begin with a provider of 1 to 32 letters a to z, digits and _ . -');
  }
  if (!ID.test(id) || INVISIBLE.test(id)) {
    return bad('must have an id of 1 to 128 letters, digits and _ . : # @ + / = ~ - after the colon');
  }
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
