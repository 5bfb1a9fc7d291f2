import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The account that the server runs as. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root; these are tried instead. */
const SUBSTITUTES = ['postgres', 'nobody'] as const;

/** Whether this process must hand the server to another account. */
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

/** How a command ended; `problem` is empty when it succeeded. */
export interface CommandResult {
  readonly output: string;
  readonly problem: string;
}

/** Runs a command to its end as the server's user; failures are values, for callers that can do something about them. */
export function run(user: ServerUser, file: string, args: readonly string[]): Promise<CommandResult> {
  return new Promise((done) => {
    execFile(file, args, spawnOptions(user), (error, stdout, stderr) => {
      done({ output: stdout, problem: error ? stderr.trim() || error.message : '' });
    });
  });
}

/**
 * The folder and the user with which the server's programs run. PostgreSQL reads PG* variables and locales, so it inherits only the
 * search path, and the name of its user if that is made up. Every account can enter the folder.
 */
export function spawnOptions(user: ServerUser) {
  return {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...nameOfUser() },
    ...(isRoot() ? { uid: user.uid, gid: user.gid } : {}),
  };
}

/** In a container with a uid of the operator's choice, initdb needs the name of its user; nss_wrapper provides it. */
function nameOfUser(): Record<string, string | undefined> {
  const { LD_PRELOAD, NSS_WRAPPER_PASSWD, NSS_WRAPPER_GROUP } = process.env;
  return NSS_WRAPPER_PASSWD ? { LD_PRELOAD, NSS_WRAPPER_PASSWD, NSS_WRAPPER_GROUP } : {};
}
