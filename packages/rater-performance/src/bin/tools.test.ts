import { describe, expect, test } from 'vitest';
import { GameFormatError } from '../game-list.js';
import { VARIANTS, type Variant } from '../settings.js';
import { ratingTool } from './p.js';
import { type Tool, UsageError } from './program.js';
import { accuracyTool } from './ra.js';
import { repetitionTool } from './rep.js';
import { situationsTool } from './testit.js';

/** The output of a tool, given its standard input in pieces. */
async function output(tool: Tool, args: readonly string[], ...pieces: string[]): Promise<string> {
  async function* input() {
    yield* pieces;
  }
  let text = '';
  for await (const piece of tool.run(args, input())) text += piece;
  return text;
}

const rep = (...args: string[]) => output(repetitionTool, args);
const p = (variant: Variant, input: string, ...args: string[]) => output(ratingTool(variant), args, input);

describe('rep', () => {
  test.each([
    [['+1500 abc', '2', '-2000 xyz', '1'], '+1500 abc\n+1500 abc\n-2000 xyz\n'],
    [['+1500 abc; -1500 xyz', '2'], '+1500 abc\n-1500 xyz\n+1500 abc\n-1500 xyz\n'],
    [['+1000 a*', '3'], '+1000 a1\n+1000 a2\n+1000 a3\n'],
    [['+1 a*b*', '2', '-2 a*'], '+1 a1b1\n+1 a2b2\n-2 a1\n'],
    [['+1', '0', '=2', '1'], '=2\n'],
    [[' +1 ;; -2; '], '+1\n-2\n'],
    [['--12 bob'], '--12 bob\n'],
    [[';', '9007199254740991'], ''],
  ])('prints for %j %j', async (args, printed) => {
    expect(await rep(...args)).toBe(printed);
  });

  test('copies standard input in its place, and ends its last line', async () => {
    const args = ['=1', '1', '-', '=3'];
    expect(await output(repetitionTool, args, '+1\n', '-', '2')).toBe('=1\n+1\n-2\n=3\n');
    expect(await output(repetitionTool, args, '+1\n-2\n')).toBe('=1\n+1\n-2\n=3\n');
    expect(await output(repetitionTool, args)).toBe('=1\n=3\n');
  });

  test.each([
    [[], 'nothing to print: give GAMES, or - for standard input'],
    [['3'], 'COUNT must follow GAMES, but 3 does not'],
    [['+1000', '2', '3'], 'COUNT must follow GAMES, but 3 does not'],
    [['-', '3'], 'COUNT must follow GAMES, but 3 does not'],
    [['+1', '9007199254740992'], 'COUNT must be less than 2^53, not 9007199254740992'],
  ])('refuses %j: %s', async (args, message) => {
    await expect(rep(...args)).rejects.toThrow(new UsageError(message));
  });
});

describe('pN prints', () => {
  test.each([
    ['p1', '', '-\n'],
    ['p1', '+1000\n+1000\n', 'Infinity\n'],
    ['p1', '-1000\n-1000\n', '-Infinity\n'],
    ['p1', '=1000\n=2000\n', '1500\n'],
    ['p7', '', '0\n'],
    ['p8', '', '1500\n'],
  ] as const)('for %s and %j %j', async (variant, input, printed) => {
    expect(await p(variant, input)).toBe(printed);
  });

  test('a precise rating as three numbers that can be read back', async () => {
    const games = await rep('+2000; -2000', '50');
    const [rating, plus, minus, ...rest] = (await p('p4', games, '--precise')).trim().split(' ');
    expect(Number(rating)).toBeCloseTo(1995.4982164843175, 6);
    expect(Number(plus)).toBeGreaterThan(0);
    expect(Number(minus)).toBeLessThan(0);
    expect(rest).toEqual([]);
  });

  test.each([
    ['', '- - -\n'],
    ['+1000', 'Infinity - -\n'],
    ['-1000', '-Infinity - -\n'],
  ])('precisely, after %j by p1, %j', async (input, printed) => {
    expect(await p('p1', input, '--precise')).toBe(printed);
  });

  test('nothing for a line that is no game', async () => {
    await expect(p('p3', '+1000 abc\n-R playerX\n')).rejects.toThrow(GameFormatError);
  });

  test('nothing for unknown options', async () => {
    const refusal = new UsageError('the only option is --precise, not "--exact"');
    await expect(p('p3', '', '--precise', '--exact')).rejects.toThrow(refusal);
  });
});

describe('ra', () => {
  test('prints one number', async () => {
    expect(await output(accuracyTool, [], await rep('+1000 a*', '4', '-1000 b', '9'))).toBe('7\n');
    expect(await output(accuracyTool, [], '')).toBe('0\n');
  });

  test('has no arguments', async () => {
    const refusal = new UsageError('no arguments are known, but there is "games.txt"');
    await expect(output(accuracyTool, ['games.txt'])).rejects.toThrow(refusal);
  });
});

describe('testit', () => {
  test.each(VARIANTS)('prints four tables for %s, aligned', async (variant) => {
    const tables = (await output(situationsTool, [variant])).split('\n\n');
    expect(tables).toHaveLength(4);
    for (const table of tables) {
      const rows = table.split('\n').filter((line) => line.startsWith('  '));
      expect(rows.length).toBeGreaterThan(7);
      expect(new Set(rows.map((row) => row.length)).size).toBe(1);
    }
  });

  test("prints the source's output for p4", async () => {
    const printed = await output(situationsTool, ['p4']);
    for (const row of ['10    1702', '500    1656', '50     996', '3000        1995       2003', '0    1424']) {
      expect(printed).toMatch(new RegExp(`^ +${row}$`, 'm'));
    }
  });

  test.each([[[]], [['p9']], [['p1', 'p2']]])('refuses the arguments %j', async (args) => {
    const message = `one of p1, p2, p3, p4, p5, p6, p7, p8 must be given, not ${JSON.stringify(args.join(' '))}`;
    await expect(output(situationsTool, args)).rejects.toThrow(new UsageError(message));
  });
});
