import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Client, client } from './graphql.js';

const OPENLADDER = fileURLToPath(new URL('../../services/api/bin/openladder.mjs', import.meta.url));

/** How a process ended. */
export interface Ending {
  /** Exit status; null where a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `openladder serve` as an operator runs it: a process of its own. */
export interface ServiceProcess {
  readonly url: string;
  /** What its start told a waiting person; `stdout` is without it. */
  readonly announcement: string;
  /** Its output so far. */
  readonly stdout: () => string;
  /** All of its output so far. */
  readonly output: () => Readonly<Pick<Ending, 'stdout' | 'stderr'>>;
  /** The administrator's token, if it printed one. */
  readonly adminToken: string | undefined;
  as(token: string | null): Client;
  /** Sends a signal. @returns how the process ended */
  end(signal: NodeJS.Signals): Promise<Ending>;
}

export interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory, from which plug-ins are resolved. */
  readonly cwd?: string;
  /** The script of another version; left out: this one's. */
  readonly program?: string;
}

/** Runs `openladder` to its end. */
export async function runOpenLadder(args: readonly string[], options: ProcessOptions = {}): Promise<Ending> {
  return launch(args, options).ended;
}

/** Starts `openladder serve` and waits until it is ready. @throws Error with its words where it ends before */
export async function startServiceProcess(options: ProcessOptions = {}): Promise<ServiceProcess> {
  const { child, ended, output } = launch(['serve'], options);
  const [announcement, url] = await new Promise<[string, string]>((resolve, reject) => {
    child.stdout.on('data', () => {
      const ready = /\nOpen Ladder is ready at (\S+).*ctrl-C stops it\.\n/s.exec(output.stdout);
      if (!ready) return;
      output.stdout = output.stdout.replace(ready[0], '');
      resolve([ready[0], ready[1]!]);
    });
    ended.then(({ status, stderr }) => reject(new Error(`it ended with ${status}: ${stderr}`)), reject);
  });
  return {
    url,
    announcement,
    stdout: () => output.stdout,
    output: () => ({ ...output }),
    adminToken: /\bol_[0-9A-Za-z]+/.exec(announcement)?.[0],
    as: (token) => client(url, token),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** As `startServiceProcess`; killed when its test ends. */
export async function serviceOfTest(options: ProcessOptions): Promise<ServiceProcess> {
  const service = await startServiceProcess(options);
  onTestFinished(async () => void (await service.end('SIGKILL')));
  return service;
}

function launch(args: readonly string[], { env, cwd, program = OPENLADDER }: ProcessOptions) {
  // Nothing of the operator's own configuration, nor of the test runner's.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(OPENLADDER_|VITEST|NODE_OPTIONS)/.test(name));
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: {
      ...Object.fromEntries(inherited),
      OPENLADDER_PORT: '0',
      OPENLADDER_DEMO: 'false',
      OPENLADDER_SHUTDOWN_DELAY: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    output.stderr += chunk;
  });
  const ended = once(child, 'close').then(([status]): Ending => ({ status, ...output }));
  return { child, ended, output };
}
