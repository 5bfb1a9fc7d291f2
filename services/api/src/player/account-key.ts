/** Whether what names a player is an account, and not a handle: no handle has a colon. */
export function isAccount(name: string): boolean {
  return name.includes(':');
}

/** The form that makes two accounts the same: the provider regardless of case. Ids of some providers differ in case alone. */
export function accountKey(account: string): string {
  const colon = account.indexOf(':');
  return `${account.slice(0, colon).toLowerCase()}${account.slice(colon)}`.normalize('NFC');
}
