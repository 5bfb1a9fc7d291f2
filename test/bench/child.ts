import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The result of work in a separate process. */
export interface ChildResult<Result> {
  readonly result: Result;
  /** The most memory that the process ever held, in MB of 10^6 bytes; NaN where the system does not tell. */
  readonly peakRss: number;
}

/**
 * Runs a module's work in a process of its own: its memory and its thread are its alone.
 * @param module URL of a module that calls `answerParent`
 * @param input anything that JSON can hold
 * @throws Error with the child's words where it fails
 */
export async function inChild<Input, Result>(module: URL, input: Input): Promise<ChildResult<Result>> {
  const child = fork(fileURLToPath(module), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(input as object);
  const ended = once(child, 'exit').then(([status, signal]) => {
    throw new Error(`${module.pathname} ended with ${status ?? signal}`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [Message<Result>];
  ended.catch(() => undefined);
  child.disconnect();
  if (message.kind === 'failed') throw new Error(`${module.pathname}: ${message.error}`);
  return message;
}

type Message<Result> =
  | ({ readonly kind: 'done' } & ChildResult<Result>)
  | { readonly kind: 'failed'; readonly error: string };

/** The child's side of `inChild`. */
export function answerParent<Input, Result>(work: (input: Input) => Promise<Result>): void {
  process.once('message', async (input: Input) => {
    const answer: Message<Result> = await work(input).then(
      (result) => ({ kind: 'done', result, peakRss: peakRss() }),
      (error: Error) => ({ kind: 'failed', error: error.stack ?? error.message }),
    );
    process.send!(answer);
  });
}

/** The most memory that a process ever held (VmHWM), or holds now (VmRSS), in MB of 10^6 bytes; NaN where the system does not tell. */
export function peakRss(pid: number | 'self' = 'self', which: 'VmHWM' | 'VmRSS' = 'VmHWM'): number {
  if (process.platform !== 'linux') return Number.NaN;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kibibytes = new RegExp(`^${which}:\\s*(\\d+) kB$`, 'm').exec(status)![1];
  return (Number(kibibytes) * 1024) / 1e6;
}

/** A server in a process of its own. */
export interface ChildServer {
  readonly url: string;
  /** As `ChildResult.peakRss`, so far. */
  peakRss(): number;
  /** The memory that it holds now, in the same unit. */
  rss(): number;
  stop(): Promise<void>;
}

/**
 * Starts a module that serves HTTP in a process of its own.
 * @param module URL of a module that calls `serving`, or that prints its address as `openladder serve` does
 * @param env beside that of this process, without its OPENLADDER_* variables
 * @throws Error where it ends before it is ready
 */
export async function startInChild(
  module: URL,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ChildServer> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('OPENLADDER_'));
  const child = fork(fileURLToPath(module), args, {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return {
    url: await addressOf(child, module),
    peakRss: () => peakRss(child.pid),
    rss: () => peakRss(child.pid, 'VmRSS'),
    stop: () => stop(child),
  };
}

async function addressOf(child: ChildProcess, module: URL): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (chunk) => {
      output += chunk;
      const address = /\bhttp:\/\/[^\s"]+(?=\s)/.exec(output);
      if (address) resolve(address[0]);
    });
    child.once('exit', (status, signal) => {
      reject(new Error(`${module.pathname} ended with ${status ?? signal} before it was ready: ${output}`));
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
