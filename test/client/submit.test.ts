import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createClient,
  draw,
  duel,
  Forbidden,
  type LeagueClient,
  type MatchToSubmit,
  Unauthenticated,
} from '@openladder/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '../support/folder.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { OPENING, useStory } from '../support/story.js';

let europe: LeagueClient;
let requests = 0;
const counted: typeof fetch = (...given) => {
  requests++;
  return fetch(...given);
};
const clientWith = (token?: string) => createClient({ url: story.url, token, fetch: counted, retries: 0 });
const match = (externalId: string, more: Partial<MatchToSubmit> = {}): MatchToSubmit => ({
  externalId,
  playedAt: new Date(OPENING + Number(externalId.replace(/\D/g, '')) * 1_000),
  sides: duel('ann', 'ben'),
  ...more,
});

const story = useStory();
beforeAll(async () => {
  await story.league('europe');
  await story.league('asia');
  europe = clientWith(ADMIN_TOKEN).league('europe');
});

describe('submit', () => {
  test('returns the match with its effect on the ratings', async () => {
    const result = await europe.submit(match('first-1'));
    if (!result.ok) throw new Error(result.error.message);
    expect(result).toMatchObject({ replayed: false, match: { externalId: 'first-1' } });
    const [ann, ben] = result.match.sides.map(({ participants }) => participants[0]!);
    expect([ann!.player.handle, ben!.player.handle]).toEqual(['ann', 'ben']);
    expect(ann!.ratingChange!.delta).toBeGreaterThan(0);
    expect(ben!.ratingChange!.delta).toBe(-ann!.ratingChange!.delta!);
  });

  test('reports a match that was sent before, and another one under its id', async () => {
    await europe.submit(match('again-2'));
    expect(await europe.submit(match('again-2'))).toMatchObject({ ok: true, replayed: true });
    const other = await europe.submit(match('again-2', { sides: draw('ann', 'ben') }));
    expect(other).toMatchObject({ ok: false, error: { code: 'IDEMPOTENCY_MISMATCH' } });
  });

  test('gathers 1,001 matches into two requests, and returns each result to its caller, in the given order', async () => {
    requests = 0;
    const ids = Array.from({ length: 1_001 }, (_, n) => `many-${n + 10}`);
    const results = await Promise.all(ids.map((id) => europe.submit(match(id))));
    expect(results.map((result) => result.ok && result.match.externalId)).toEqual(ids);
    expect(requests).toBe(2);
    const logged = await story.sql(`SELECT external_id FROM match WHERE external_id LIKE 'many-%' ORDER BY sequence`);
    expect(logged.map(({ external_id }) => external_id)).toEqual(ids);
  });

  test('refuses a match that breaks a rule, with the place in that match, and accepts the others', async () => {
    const [good, bad, late] = await Promise.all([
      europe.submit(match('good-2000')),
      europe.submit(match('bad-2001', { sides: duel('ann', '!!') })),
      europe.submit(match('good-2002')),
    ]);
    expect([good, late]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(bad).toMatchObject({
      ok: false,
      error: { code: 'BAD_INPUT', path: ['sides', '1', 'participants', '0', 'player'] },
    });
  });

  test.each([
    ['a value of a wrong type', { playedAt: 'yesterday' }, /^playedAt must be an RFC 3339 time/],
    ['a field that is missing', { sides: [{ placement: 1 }, { placement: 2 }] }, /^sides\.0\.participants \(/],
    ['an unknown field', { mood: 'good' }, /^mood \(/],
    ['no sides', { sides: null }, /^sides \(/],
  ])('refuses a match with %s, for which the service refuses all, and accepts the others', async (_, wrong, said) => {
    const n = 3_000 + Math.floor(Math.random() * 1e6);
    const others = Array.from({ length: 6 }, (_, index) => match(`other-${n + index}`));
    const spoiled = { ...match(`spoiled-${n}`), ...wrong } as MatchToSubmit;
    const results = await Promise.all([...others, spoiled].map((one) => europe.submit(one)));
    expect(results.slice(0, 6).map(({ ok }) => ok)).toEqual(others.map(() => true));
    expect(results[6]).toMatchObject({
      ok: false,
      error: { code: 'BAD_INPUT', message: expect.stringMatching(said) },
    });
  });

  test('refuses every match of an unknown league', async () => {
    const nowhere = clientWith(ADMIN_TOKEN).league('nowhere');
    const results = await Promise.all([nowhere.submit(match('a-1')), nowhere.submit(match('b-2'))]);
    // By these an outbox knows that the name of the league is wrong, and not the match.
    const refused = { ok: false, error: { code: 'BAD_INPUT', rule: 'LEAGUE_SLUG', path: ['input', 'league'] } };
    expect(results).toMatchObject([refused, refused]);
  });

  test('throws for every gathered match if a right is missing', async () => {
    const elsewhere = { name: 'elsewhere', scopes: ['matches:submit'], leagues: ['asia'] };
    const { secret } = await story.admin.mutate('createToken', elsewhere, 'secret');
    for (const [token, Missing] of [
      [undefined, Unauthenticated],
      ['ol_wrong', Unauthenticated],
      [secret, Forbidden],
    ] as const) {
      const caller = clientWith(token).league('europe');
      const failures = await Promise.allSettled([caller.submit(match('x-1')), caller.submit(match('y-2'))]);
      for (const failure of failures) {
        expect(failure).toMatchObject({ status: 'rejected', reason: expect.any(Missing) });
      }
    }
  });
});

/** Node, and what else is installed here that runs JavaScript. */
const RUNTIMES: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['node', process.execPath],
  ['bun', 'bun'],
  ['deno', 'deno', 'run', '--allow-all', '--node-modules-dir=manual'],
];
const isHere = ([, command]: (typeof RUNTIMES)[number]) => spawnSync(command, ['--version']).status === 0;

test.each(RUNTIMES.filter(isHere))(
  'a bot in %s submits, keeps an outbox, follows, reads and receives errors',
  async (name, command, ...args) => {
    await story.league(`in-${name}`);
    const folder = await newFolder();
    const env = { ...process.env, LADDER_URL: story.url, LADDER_TOKEN: ADMIN_TOKEN, LADDER_LEAGUE: `in-${name}` };
    const script = fileURLToPath(new URL('any-runtime.mjs', import.meta.url));
    const { stdout } = await promisify(execFile)(command, [...args, script, name, folder], { env });
    expect(JSON.parse(stdout)).toEqual({
      ...{
        isOk: true,
        received: [`${name}-1`, `${name}-2`],
        players: 3,
        refused: 'BAD_INPUT',
        thrown: 'Unauthenticated',
      },
    });
  },
);
