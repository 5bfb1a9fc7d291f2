import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { spawnOptions } from './commands.js';
import type { Home } from './home.js';

/**
 * Runs a server for as long as anybody holds its door open.
 *
 * The door is a named pipe that each process using the server keeps open for writing; the kernel closes it when the
 * process ends, however it ends. When the last writer is gone, `read` meets the end of the pipe. The door is then moved
 * away, so that nobody can come in any more, and read once more: a user who slipped in meanwhile has written a line, and
 * the door is put back; else the server is stopped. SIGINT is PostgreSQL's fast shutdown; it is repeated because a
 * shell's background processes ignore it until PostgreSQL, some milliseconds old, has set its own handler.
 *
 * The census is a second pipe that users hold open likewise and nobody writes to: one who leaves reads it to learn
 * whether others remain.
 *
 * Speaks with its starter once: prints the server's process id when the pipes are there, then waits for the end of its
 * input, by which time the starter holds the door, or is dead. The write ends 3 and 5 keep the pipes from seeming
 * deserted until then.
 */
const WATCHDOG = `
home=$1; shift
exec 2>>"$home/server.log"
"$@" </dev/null >&2 &
server=$!
trap 'kill -INT $server' HUP INT TERM
trap '' PIPE
door=$home/door.$server closed=$home/closed.$server census=$home/census.$server
rm -f "$door" "$closed" "$census"
mkfifo -m 600 "$door" "$census" || { kill $server; wait $server; exit 1; }
exec 3<>"$door" 4<"$door" 5<>"$census" 6<"$census"
echo $server
read -r _
exec 3>&- 5>&- </dev/null >/dev/null
{
  while :; do
    while read -r _; do :; done
    mv "$door" "$closed" 2>/dev/null
    read -r _ || break
    mv "$closed" "$door"
  done <&4
  while kill -INT $server 2>/dev/null; do sleep 0.2; done
} &
keeper=$!
while kill -0 $server 2>/dev/null; do wait $server; done
kill $keeper 2>/dev/null
rm -f "$door" "$closed" "$census"
`;

/** A server that has been started and waits for its starter to take a seat. */
export interface WatchedServer {
  readonly pid: number;
  /** Says that the starter holds the door; from now on the server lives as long as its users. */
  release(): void;
}

/**
 * Starts a server under a watchdog of its own session, which no terminal's signals reach.
 * @throws Error when the watchdog could not be started
 */
export async function startWatched(home: Home, command: readonly string[]): Promise<WatchedServer> {
  const child = spawn('/bin/sh', ['-c', WATCHDOG, 'openladder-watchdog', home.path, ...command], {
    ...spawnOptions(home.user),
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(child, 'spawn');
  const pid = await firstLine(child.stdout);
  if (!/^\d+$/.test(pid)) throw new Error(`could not watch the database server; see ${home.log}`);
  return {
    pid: Number(pid),
    release: () => letGo(child.stdin, child.stdout, () => child.unref()),
  };
}

async function firstLine(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text.trim();
}

function letGo(stdin: Writable, stdout: Readable, unref: () => void): void {
  // The watchdog may have ended meanwhile; that shows as a server that is gone.
  stdin.on('error', () => undefined);
  stdin.end();
  stdout.destroy();
  unref();
}
