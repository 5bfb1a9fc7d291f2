import { readFile } from 'node:fs/promises';

/** The account that the server runs as. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root; these are tried instead. */
const SUBSTITUTES = ['postgres', 'nobody'] as const;

/** True where this process must hand the server to another account. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account for a new cluster: our own, or as root `postgres`, else `nobody`.
 * @throws Error when neither exists
 */
export async function chooseServerUser(): Promise<ServerUser> {
  if (!isRoot()) return { uid: process.getuid!(), gid: process.getgid!() };
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8'));
  for (const name of SUBSTITUTES) {
    const account = accounts.get(name);
    if (account) return account;
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and neither "${SUBSTITUTES.join('" nor "')}" is an account on this machine; ` +
      'start Open Ladder as an ordinary user, or set OPENLADDER_DATABASE_URL to use a server',
  );
}

/** The accounts of an /etc/passwd by name; a line is `name:password:uid:gid:…`, see passwd(5). */
function parsePasswd(text: string): Map<string, ServerUser> {
  const accounts = new Map<string, ServerUser>();
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && uid && gid) accounts.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return accounts;
}
