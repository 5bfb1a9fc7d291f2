import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newFolder } from '../support/folder.js';
import { type Benchmark, defineBenchmark } from './benchmark.js';
import { bench } from './cli.js';

let folder: string;
let output: string;

beforeEach(async () => {
  folder = await newFolder();
  output = '';
  const write = (text: string) => {
    output += `${text}\n`;
  };
  vi.spyOn(console, 'log').mockImplementation(write);
  vi.spyOn(console, 'error').mockImplementation(write);
});

afterEach(async () => {
  vi.restoreAllMocks();
});

const results = () => join(folder, 'results.json');

function measure(...args: string[]): Promise<number> {
  return bench(
    args,
    [speed('reads', 3), speed('writes', 2), speed('writes-http', 1), memory],
    pathToFileURL(results()),
  );
}

/** Must reach 2. */
function speed(name: string, value: number): Benchmark {
  return defineBenchmark({
    name,
    targets: { ratio: { what: `speed of ${name}`, beside: 'a peer', unit: 'x', holds: 'at least', target: 2 } },
    run: async ({ size }) => ({ ratio: { value, detail: `of ${size(1000, 10)}` } }),
  });
}

const memory = defineBenchmark({
  name: 'memory',
  targets: { peak: { what: 'peak', beside: 'nothing', unit: 'MB', holds: 'at most', target: 250 } },
  run: async () => ({ peak: { notMeasured: 'the system does not tell' } }),
});

test('benchmarks.ts lists every benchmark', async () => {
  const own = new URL('./', import.meta.url);
  const list = await readFile(new URL('benchmarks.ts', own), 'utf8');
  const texts = (await readdir(own)).filter((file) => file.endsWith('.ts'));
  const files = await Promise.all(
    texts.map(async (file) => [file, await readFile(new URL(file, own), 'utf8')] as const),
  );
  const names = files.flatMap(([, text]) =>
    [...text.matchAll(/^export const (\w+) = defineBenchmark\(/gm)].map(([, name]) => name!),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !list.includes(`\n  ${name},\n`))).toEqual([]);
});

test('if every target is met, the exit status is 0, and table and file agree', async () => {
  expect(await measure('--only', 'reads', '--only', 'writes')).toBe(0);
  expect(output).toMatch(/speed of reads +>= 2x +3x +a peer +yes +of 1000/);
  expect(output).toContain('2 of 2 targets are met');
  const [reads, writes] = JSON.parse(await readFile(results(), 'utf8'));
  expect(reads).toMatchObject({ name: 'reads/ratio', value: 3, target: 2, holds: true, beside: 'a peer', unit: 'x' });
  expect(writes).toMatchObject({ name: 'writes/ratio', value: 2, holds: true, isQuick: false });
});

test('if a target is missed, the exit status is 1', async () => {
  expect(await measure('--only', 'writes-', '--quick')).toBe(1);
  expect(output).toMatch(/speed of writes-http +>= 2x +1x +a peer +NO +of 10/);
  expect(output).toContain('0 of 1 targets are met (--quick');
});

test('a target that cannot be measured counts as missed, with the reason', async () => {
  expect(await measure('--only', 'memory')).toBe(1);
  expect(output).toMatch(/peak +<= 250 MB +NOT MEASURED +nothing +NO +the system does not tell/);
  expect(JSON.parse(await readFile(results(), 'utf8'))[0]).toMatchObject({ value: null, holds: false });
});

test('a failing benchmark is reported, and the others are measured', async () => {
  const broken = defineBenchmark({
    ...memory,
    name: 'broken',
    run: async () => {
      throw new Error('the answers are wrong');
    },
  });
  expect(await bench([], [broken, speed('reads', 2)], pathToFileURL(results()))).toBe(1);
  expect(output).toContain('failed: the answers are wrong');
  expect(output).toContain('1 of 2 targets are met');
});

test('--check runs each side once and checks no target', async () => {
  expect(await measure('--check', '--only', 'writes-', '--only', 'memory')).toBe(0);
  expect(output).toContain('2 of 2 benchmarks answer rightly');
  expect(output).not.toContain('targets are met');
  await expect(readFile(results())).rejects.toThrow('ENOENT');
});

test('--check ends with status 1 if a response is wrong, and names the benchmark', async () => {
  const wrong = defineBenchmark({
    ...memory,
    name: 'wrong',
    run: async ({ rounds, isCheck, size, seconds }) => {
      throw new Error(`asked ${rounds}, ${isCheck}, ${size(1000, 10)}, ${seconds(5, 2)}`);
    },
  });
  expect(await bench(['--check'], [speed('reads', 1), wrong], pathToFileURL(results()))).toBe(1);
  expect(output).toContain('asked 0, true, 10, 1');
  expect(output).toContain('1 of 2 benchmarks answer rightly');
  expect(output).toContain('These failed: wrong');
});

test('--markdown prints the table in the form of docs/performance.md', async () => {
  expect(await measure('--markdown', '--only', 'reads')).toBe(0);
  expect(output).toContain('| speed of reads | >= 2x | 3x | a peer | yes | of 1000 |');
});

test.each([
  [['--only', 'raeds'], '--only raeds: there are reads, writes, writes-http, memory'],
  [['--rounds', '0'], '--rounds must be an integer from 1 to 1000, but is 0'],
  [['--fast'], "Unknown option '--fast'"],
])('%s is refused with status 2', async (args, problem) => {
  expect(await measure(...args)).toBe(2);
  expect(output).toContain(problem);
});
