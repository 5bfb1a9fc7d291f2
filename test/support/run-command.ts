import { format } from 'node:util';
import { vi } from 'vitest';
import { main } from '../../services/api/dist/main.js';
import type { Ending, ProcessOptions } from './service-process.js';

/** What was asked for last: commands share the environment and the output of this process, so they run one after the other. */
let last: Promise<unknown> = Promise.resolve();

/** Runs a command to its end in this process: one of its own, as `runOpenLadder` has it, takes seconds to load the service. */
export function runCommand(
  args: readonly string[],
  { env, cwd = process.cwd() }: Omit<ProcessOptions, 'program'> = {},
): Promise<Ending> {
  const ended = last.then(() => run(args, { ...COMMON, ...env }, cwd));
  last = ended.catch(() => undefined);
  return ended;
}

const COMMON = { OPENLADDER_PORT: '0', OPENLADDER_DEMO: 'false', OPENLADDER_LOG_LEVEL: 'silent' };

async function run(args: readonly string[], env: Readonly<Record<string, string>>, cwd: string): Promise<Ending> {
  const [folder, settings] = [process.cwd(), replaceSettings(env)];
  const output = { stdout: '', stderr: '' };
  const into = (stream: keyof typeof output) => (text: string) => {
    output[stream] += text;
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...args) => into('stdout')(`${format(...args)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...args) => into('stderr')(`${format(...args)}\n`)),
    spyOn(process.stdout, into('stdout')),
    spyOn(process.stderr, into('stderr')),
  ];
  try {
    process.chdir(cwd);
    await main(args);
    return { status: Number(process.exitCode ?? 0), ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
    process.chdir(folder);
    replaceSettings(settings);
  }
}

/** Gives this process these settings of the service, and no others. @returns those it had */
function replaceSettings(env: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => name.startsWith('OPENLADDER_')) as [string, string][];
  for (const [name] of own) delete process.env[name];
  Object.assign(process.env, env);
  return Object.fromEntries(own);
}

function spyOn(stream: NodeJS.WriteStream, onText: (text: string) => void) {
  return vi.spyOn(stream, 'write').mockImplementation((chunk, ...rest) => {
    onText(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined;
    done?.();
    return true;
  });
}
