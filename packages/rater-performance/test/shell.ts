import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LAUNCHERS = fileURLToPath(new URL('../bin/', import.meta.url));

/** The result of a command line. */
export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A shell that finds the package's tools by their names, as if the package were installed. */
export interface Shell {
  /** @returns the result of `sh -c` with the command line */
  run(commandLine: string): Promise<Outcome>;
  close(): void;
}

export function openShell(): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'rater-performance-'));
  for (const file of readdirSync(LAUNCHERS)) symlinkSync(join(LAUNCHERS, file), join(folder, file.replace('.mjs', '')));
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  return {
    run: (commandLine) =>
      new Promise((resolve) => {
        const child = execFile('sh', ['-c', commandLine], { env }, (_, stdout, stderr) =>
          resolve({ status: child.exitCode ?? -1, stdout, stderr }),
        );
        child.stdin?.end();
      }),
    close: () => rmSync(folder, { recursive: true }),
  };
}
