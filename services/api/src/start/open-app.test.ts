import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the V8 of this Node supports the flag for earlier collection, whose absence it would not report', () => {
  const [, flag] = /`(--[\w-]+)=/.exec(readFileSync(new URL('./open-app.ts', import.meta.url), 'utf8'))!;
  expect(execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })).toContain(`  ${flag} `);
});
