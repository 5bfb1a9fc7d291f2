import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../support/folder.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const API = 'services/api/src';

/** Files of a made-up service, and what stands in each. */
type Plan = Readonly<Record<string, string>>;

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

const imported = (path: string) => `import { it } from '${path}';\nexport const user = it;\n`;

const folder = await newFolder();

/** Holds a made-up service to the rules of the project. @returns what they refuse, as `importer -> imported: rule` */
async function refusedIn(name: string, plan: Plan): Promise<string[]> {
  const src = join(folder, name, API);
  for (const [path, text] of Object.entries(plan)) {
    await mkdir(dirname(join(src, path)), { recursive: true });
    await writeFile(join(src, path), text);
  }
  const args = [CRUISER, '--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json', 'services'];
  const cwd = join(folder, name);
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 100_000_000 });
  const { violations, totalCruised } = JSON.parse(stdout).summary;
  expect(totalCruised).toBe(Object.keys(plan).length);
  return violations.map(
    ({ from, to, rule }: Violation) => `${relative(API, from)} -> ${relative(API, to)}: ${rule.name}`,
  );
}

const IT = 'export const it = 1;\n';

describe('the order of rooms', () => {
  test('refuses an upward import, however it is written', async () => {
    const refused = await refusedIn('up', {
      'submission/submit.ts': IT,
      'rating/value.ts': imported('../submission/submit.js'),
      'rating/type.ts': "import type { it } from '../submission/submit.js';\nexport type User = typeof it;\n",
      'rating/again.ts': "export { it } from '../submission/submit.js';\n",
      'rating/late.ts': "export const late = () => import('../submission/submit.js');\n",
    });
    expect(refused.toSorted()).toEqual(
      ['again', 'late', 'type', 'value'].map(
        (file) => `rating/${file}.ts -> submission/submit.ts: rating-uses-rooms-below`,
      ),
    );
  });

  test('refuses a file outside of any room, and a room without a place', async () => {
    const refused = await refusedIn('outside', {
      'kit/small.ts': IT,
      'helpers.ts': imported('./kit/small.js'),
      'attic/old.ts': IT,
      'rating/past.ts': imported('../attic/old.js'),
      'cellar/lonely.ts': IT,
    });
    expect(refused.toSorted()).toEqual([
      'cellar/lonely.ts -> cellar/lonely.ts: in-a-room',
      'helpers.ts -> kit/small.ts: in-a-room',
      'rating/past.ts -> attic/old.ts: in-a-room',
    ]);
  });

  test('allows at most one of any two rooms of the service to import the other', async () => {
    const entries = await readdir(join(ROOT, API), { withFileTypes: true });
    const rooms = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(rooms.length).toBeGreaterThan(20);
    const plan = rooms.flatMap((room) => [
      [`${room}/it.ts`, IT],
      [
        `${room}/users.ts`,
        rooms.map((other) => `export { it as _${rooms.indexOf(other)} } from '../${other}/it.js';\n`).join(''),
      ],
    ]);
    const refused = new Set(await refusedIn('pairs', Object.fromEntries(plan)));
    const isRefused = (from: string, to: string) =>
      refused.has(`${from}/users.ts -> ${to}/it.ts: ${from}-uses-rooms-below`);
    const mutual = rooms.flatMap((one) =>
      rooms
        .filter((other) => one < other && !isRefused(one, other) && !isRefused(other, one))
        .map((other) => `${one} and ${other}`),
    );
    expect(mutual).toEqual([]);
  });
});

test('verify shares no code with the checked modules, except containers of states and responses of the service', async () => {
  const refused = await refusedIn('verify', {
    'rating/journal-line.ts': IT,
    'rating/board.ts': IT,
    'match-log/match.repository.ts': IT,
    'replay/states/state-store.ts': IT,
    'kit/small.ts': IT,
    'verify/journal.ts': imported('../rating/journal-line.js'),
    'verify/fold.ts': imported('../replay/states/state-store.js'),
    'verify/log.ts': imported('../match-log/match.repository.js'),
    'verify/standings.ts': imported('../rating/board.js'),
    'verify/times.ts': imported('../kit/small.js'),
  });
  expect(refused.toSorted()).toEqual([
    'verify/journal.ts -> rating/journal-line.ts: verify-replays-by-itself',
    'verify/log.ts -> match-log/match.repository.ts: verify-replays-by-itself',
  ]);
});
