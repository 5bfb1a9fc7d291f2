import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { ClusterDir } from './cluster-dir.js';
import { spawnOptions } from './server-user.js';

/**
 * Runs a server for as long as any process uses it.
 *
 * Each user keeps the lease pipe open for writing. The kernel closes it when the process ends, however it ends. When the
 * last writer is gone, `read` meets the end of the pipe. The watchdog then moves the pipe away, so that nobody can open
 * it any more, and reads once more. A user who opened it meanwhile has written a line, and the pipe is put back. Otherwise
 * the server is stopped. SIGINT is PostgreSQL's fast shutdown. It is repeated because a shell's background processes ignore
 * it until PostgreSQL has set its own handler, some milliseconds after its start.
 *
 * The count pipe is a second one that users keep open and nobody writes to. A user who leaves reads it to learn whether
 * others remain.
 *
 * The watchdog prints the server's process id when the pipes are there. It then waits for the end of its input, by which
 * time its starter has the lease pipe open, or is dead. The write ends 3 and 5 keep the pipes from seeming unused until
 * then.
 */
const WATCHDOG = `
dir=$1; shift
exec 2>>"$dir/server.log"
"$@" </dev/null >&2 &
server=$!
trap 'kill -INT $server' HUP INT TERM
trap '' PIPE
lease=$dir/lease.$server closed=$dir/closed.$server count=$dir/count.$server
rm -f "$lease" "$closed" "$count"
mkfifo -m 600 "$lease" "$count" || { kill $server; wait $server; exit 1; }
exec 3<>"$lease" 4<"$lease" 5<>"$count" 6<"$count"
echo $server
read -r _
exec 3>&- 5>&- </dev/null >/dev/null
{
  while :; do
    while read -r _; do :; done
    mv "$lease" "$closed" 2>/dev/null
    read -r _ || break
    mv "$closed" "$lease"
  done <&4
  while kill -INT $server 2>/dev/null; do sleep 0.2; done
} &
keeper=$!
while kill -0 $server 2>/dev/null; do wait $server; done
kill $keeper 2>/dev/null
rm -f "$lease" "$closed" "$count"
`;

/** A server that has been started and waits for its starter to take a lease. */
export interface WatchedServer {
  readonly pid: number;
  /** Called when the starter has its lease. From now on the server lives as long as its users. */
  release(): void;
}

/**
 * Starts a server under a watchdog of its own session, which no terminal's signals reach.
 * @throws Error when the watchdog could not be started
 */
export async function startWatched(dir: ClusterDir, command: readonly string[]): Promise<WatchedServer> {
  const child = spawn('/bin/sh', ['-c', WATCHDOG, 'openladder-watchdog', dir.path, ...command], {
    ...spawnOptions(dir.user),
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(child, 'spawn');
  const pid = await firstLine(child.stdout);
  if (!/^\d+$/.test(pid)) throw new Error(`could not watch the database server; see ${dir.log}`);
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
  // The watchdog may have ended meanwhile; that shows later, as a server that is gone.
  stdin.on('error', () => undefined);
  stdin.end();
  stdout.destroy();
  unref();
}
