import { afterAll, describe, expect, test } from 'vitest';
import { openShell } from '../../test/shell.js';
import { VARIANTS } from '../settings.js';

const shell = openShell();
afterAll(() => shell.close());

const SLOW = 30_000;
const TOOLS = [...VARIANTS, 'rep', 'testit', 'ra'];

describe('the tools in a shell', { timeout: SLOW }, () => {
  test.each([
    // Numbers of the source; `arimaa.test.ts` has all of them.
    ["rep '+1000' 20 | p4", '1746\n'],
    ["rep '-0 playerX' 1 '+2000; -2000' 50 | p4", '1816\n'],
    ["rep '-2500' 1 '+2400; -2600' 10 | p3", '2479\n'],
    // The others are not of the source.
    ["rep '+1492' 20 | rep '-2500' 1 - | p3", '2232\n'],
    ["printf '  +1000\\tabc \\r\\n\\r\\n' | p5", '1512\n'],
    ["printf '' | p6", '0\n'],
    ["rep '+1000 a*' 4 '-1000 b' 9 | ra", '7\n'],
    ["rep '+1500 a*; -1500 b*' 9 | p7", '1501\n'],
    ["rep '+1500 a*; -1500 b*' 9 | p8", '1503\n'],
    ['testit p3 | head -n 1', "Wins over one player: rep '+1000' N | p3\n"],
    // They stop silently when their reader has ended.
    ["rep '+1000 a*' 9007199254740991 | head -n 2", '+1000 a1\n+1000 a2\n'],
  ])('read and print: %s', async (commandLine, stdout) => {
    expect(await shell.run(commandLine)).toEqual({ status: 0, stdout, stderr: '' });
  });

  test.each([
    ["rep '+1000 abc' '-R playerX' | p3", 1, 'p3: line 2: "-R playerX": the rating right after - must be a number\n'],
    ["rep '+1000 a b' | ra", 1, 'ra: line 1: "+1000 a b": the days must be a number of at least 0\n'],
    ['p3 --exact', 2, `p3: the only option is --precise, not "--exact"\nTry 'p3 --help'.\n`],
    ['rep', 2, "rep: nothing to print: give GAMES, or - for standard input\nTry 'rep --help'.\n"],
  ])('write errors only to standard error: %s', async (commandLine, status, stderr) => {
    expect(await shell.run(commandLine)).toEqual({ status, stdout: '', stderr });
  });

  test('explain how to use them', async () => {
    const { stdout, stderr } = await shell.run(`for tool in ${TOOLS.join(' ')}; do $tool --help; done`);
    expect(stderr).toBe('');
    expect(stdout.match(/^Usage: \w+/gm)).toEqual(TOOLS.map((tool) => `Usage: ${tool}`));
  });
});
