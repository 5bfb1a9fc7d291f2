import { vi } from 'vitest';
import { main } from '../../services/api/dist/main.js';

/** Runs a command in this process. */
export async function runCommand(args: readonly string[], env: Readonly<Record<string, string>>) {
  const before = { ...process.env };
  Object.assign(process.env, { OPENLADDER_PORT: '0', OPENLADDER_DEMO: 'false', OPENLADDER_LOG_LEVEL: 'silent' }, env);
  const told: unknown[] = [];
  const errors = vi.spyOn(console, 'error').mockImplementation((line) => void told.push(line));
  const printed: string[] = [];
  const output = vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
  try {
    await main(args);
    return { status: process.exitCode ?? 0, printed, told };
  } finally {
    errors.mockRestore();
    output.mockRestore();
    process.exitCode = undefined;
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
