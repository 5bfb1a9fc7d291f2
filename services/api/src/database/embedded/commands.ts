import { execFile } from 'node:child_process';
import { isRoot, type ServerUser } from './server-user.js';

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
 * search path, and the name of its user where that is made up; the folder is one that every account can enter.
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
