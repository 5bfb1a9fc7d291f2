import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('after modules are loaded, the limit of what is optimised is the default of the V8 of this Node', () => {
  const text = readFileSync(new URL('./load.ts', import.meta.url), 'utf8');
  const [, bytes] = /MAX_OPTIMIZED_BYTES = ([\d_]+);/.exec(text)!;
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(options).toContain(`default: --max-optimized-bytecode-size=${bytes!.replace('_', '')}\n`);
});
