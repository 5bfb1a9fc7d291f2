import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError } from '../kit/start-error.js';
import { loadRatersHere } from './raters.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'raters-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** A minimal plug-in's rater, with a change. */
const minimal = (more = '') => `({
  key: 'mine', version: '1.0.0', title: 'Mine', summary: 'Mine.', source: 'None.',
  settings: { type: 'object', additionalProperties: false, properties: {} },
  formats: () => ({ minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 }),
  initial: () => ({}), rate: () => new Map(), predict: () => [0.5, 0.5],
  rating: () => ({ value: 0, deviation: null, score: 0, isProvisional: false }),
  ${more}
})`;

const SCHEMA_OF_K = `{ type: 'object', additionalProperties: false, properties: {
  k: { type: 'number', minimum: 1, default: 0, description: 'K' },
} }`;

it('without plug-ins only the built-in raters exist', async () => {
  expect([...(await loadRatersHere([])).keys()].toSorted()).toEqual([
    'elo',
    'glicko2',
    'margin',
    'openskill',
    'performance',
    'plackett-luce',
    'timed-glicko',
    'zonestats',
  ]);
});

it('a module may export one rater or several', async () => {
  const one = await written('one.mjs', `export default ${minimal(`key: 'one'`)};`);
  const two = await written('two.mjs', `export default [${minimal(`key: 'two'`)}, ${minimal(`key: 'three'`)}];`);
  const raters = await loadRatersHere([one, two]);
  expect([...raters.keys()]).toEqual(expect.arrayContaining(['one', 'two', 'three', 'zonestats']));
  expect(raters.get('one')).toMatchObject({ title: 'Mine', version: '1.0.0' });
});

it('a rater may be an object of a class', async () => {
  const text = `class Mine { constructor() { Object.assign(this, ${minimal('predict: undefined')}); delete this.predict; this.chance = 0.25; }
    predict() { return [this.chance, 1 - this.chance]; } }
    export default new Mine();`;
  const rater = (await loadRatersHere([await written('class.mjs', text)])).get('mine')!;
  expect(rater.predict([[{}], [{}]], {})).toEqual([0.25, 0.75]);
});

describe('an invalid plug-in is refused by name', () => {
  it.each([
    ['missing.mjs', null, /could not be loaded: Cannot find module/],
    ['syntax.mjs', 'export default {', /could not be loaded: /],
    ['throwing.mjs', 'throw new Error("not today\\nand more");', /could not be loaded: not today$/],
    ['nothing.mjs', 'export const rater = {};', /could not be loaded: it has no default export/],
    ['text.mjs', 'export default "rater";', /it is not an object/],
    ['null-in-list.mjs', 'export default [null];', /it is not an object/],
    ['key.mjs', minimal(`key: 'My Rater'`), /key must be lower-case letters, digits and dashes/],
    ['no-key.mjs', minimal('key: undefined'), /key must be lower-case letters, digits and dashes/],
    ['taken.mjs', minimal(`key: 'zonestats'`), /its key "zonestats" is taken/],
    ['title.mjs', minimal(`title: ''`), /title must be a text/],
    ['version.mjs', minimal('version: 1'), /version must be a text/],
    ['rate.mjs', minimal('rate: null'), /rate must be a function/],
    ['schema.mjs', minimal('settings: null'), /settings must be a JSON Schema/],
    ['display.mjs', minimal('display: "1500"'), /display must be a function, or missing/],
    [
      'needs.mjs',
      minimal(`restore: { needs: 'first', from: () => ({}) }`),
      /restore\.needs must be last, all, count, but is 'first'/,
    ],
    ['from.mjs', minimal(`restore: { needs: 'last' }`), /restore\.from must be a function/],
    [
      'check-settings.mjs',
      minimal(`checkSettings: () => 'k is bad'`),
      /checkSettings must give a list of \{ setting, rule \}, but gives 'k is bad'/,
    ],
    [
      'preset.mjs',
      minimal(`settings: ${SCHEMA_OF_K.replace('default: 0', 'default: 5')},
        presets: [{ name: 'Slow', reason: 'Slow.', settings: { k: -1 } }]`),
      /its preset "Slow" does not fit its settings: k must be at least 1/,
    ],
    ['properties.mjs', minimal(`settings: { type: 'object' }`), /settings must be a JSON Schema/],
    ['default.mjs', minimal(`settings: ${SCHEMA_OF_K}`), /its own default of settings\.k must be at least 1, not 0/],
    [
      'initial.mjs',
      minimal('initial: () => { throw new Error("nobody"); }'),
      /it fails on its default settings: nobody/,
    ],
    ['formats.mjs', minimal('formats: () => { throw new Error("none"); }'), /it fails on its default settings: none/],
    [
      'no-formats.mjs',
      minimal('formats: () => undefined'),
      /it fails on its default settings: formats must fit two sides/,
    ],
    [
      'one-of-two.mjs',
      `export default [${minimal()}, ${minimal(`key: 'other', rate: null`)}];`,
      /is not a rater: 'other': rate must be a function/,
    ],
  ])('%s', async (name, text, reason) => {
    const isModule = text === null || /^(export|throw)/.test(text);
    const path = text === null ? join(folder, name) : await written(name, isModule ? text : `export default ${text};`);
    const error = await loadRatersHere([path]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toMatch(reason);
    expect((error as Error).message.startsWith(`OPENLADDER_RATERS: "${path}" `)).toBe(true);
  });

  it('a folder', async () => {
    await expect(loadRatersHere([`${folder}/`])).rejects.toThrow(
      `it is a folder. Name a file in it, such as ${folder}/index.js`,
    );
  });

  it('two plug-ins with one key', async () => {
    const [first, second] = await Promise.all([
      written('first.mjs', `export default ${minimal()};`),
      written('second.mjs', `export default ${minimal()};`),
    ]);
    await expect(loadRatersHere([first, second])).rejects.toThrow(
      `"${second}" is not a rater: its key "mine" is taken`,
    );
  });
});
