import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidateText, parseCandidates, readCandidates } from './compare-candidates.js';

const settingsOf = (text: string) => parseCandidates(text).map(({ settings }) => settings);

describe('--with', () => {
  it('names a rating system at its defaults', () => {
    expect(parseCandidates('timed-glicko')).toEqual([{ ratingSystem: 'timed-glicko', settings: {} }]);
  });

  it('names one with settings', () => {
    const settings = { deviationGrowth: 0.5, weighting: 'linear', allowPerverse: true };
    const text = 'timed-glicko:deviationGrowth=0.5:weighting=linear:allowPerverse=true';
    expect(parseCandidates(text)).toEqual([{ ratingSystem: 'timed-glicko', settings }]);
    expect(parseCandidates(`timed-glicko:${JSON.stringify(settings)}`)).toEqual(parseCandidates(text));
    expect(candidateText('timed-glicko', settings)).toBe(text);
  });

  it('names one for each combination of several values', () => {
    expect(settingsOf('x:a=1,2:b=p,q')).toEqual([
      { a: 1, b: 'p' },
      { a: 1, b: 'q' },
      { a: 2, b: 'p' },
      { a: 2, b: 'q' },
    ]);
  });

  it.each([
    ['x:a=1..4', [1, 2, 3, 4]],
    ['x:a=-1..1', [-1, 0, 1]],
    ['x:a=5..5', [5]],
    ['x:a=0.85..1/0.05', [0.85, 0.9, 0.95, 1]],
    ['x:a=1..10/4', [1, 5, 9]],
    ['x:a=0,3..4,9', [0, 3, 4, 9]],
  ])('%s has the values %j', (text, values) => {
    expect(settingsOf(text)).toEqual(values.map((a) => ({ a })));
  });

  it.each([
    ['x:', 'look like deviationGrowth=4'],
    ['x:a', 'look like deviationGrowth=4'],
    ['x:a=', 'look like deviationGrowth=4'],
    ['x:a=4,b=5', 'a colon before the next setting'],
    ['x:a=4..1', 'must go upwards'],
    ['x:a=1..4/0', 'at most 1000'],
    ['x:a=1..1001', 'at most 1000'],
    ['x:a=1..40:b=1..40', 'at most 1000'],
    ['x:{"a"}', 'must be JSON'],
  ])('%s is refused', (text, message) => {
    expect(() => parseCandidates(text)).toThrow(message);
  });
});

describe('--from', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candidates-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const written = async (text: string) => {
    const path = join(folder, 'systems.json');
    await writeFile(path, text);
    return path;
  };

  it('reads rating systems in the form of the API', async () => {
    const path = await written('[{ "ratingSystem": "a", "settings": { "k": 1 } }, { "ratingSystem": "b" }]');
    expect(readCandidates(path)).toEqual([
      { ratingSystem: 'a', settings: { k: 1 } },
      { ratingSystem: 'b', settings: {} },
    ]);
  });

  it.each(['{}', '[{ "settings": {} }]', '["a"]', '[null]'])('%s is refused', async (text) => {
    const path = await written(text);
    expect(() => readCandidates(path)).toThrow('It must contain a list');
  });

  it('refuses invalid JSON and missing files', async () => {
    const path = await written('[');
    expect(() => readCandidates(path)).toThrow('must be JSON');
    expect(() => readCandidates(join(folder, 'none'))).toThrow('must be a file: ENOENT');
  });
});
