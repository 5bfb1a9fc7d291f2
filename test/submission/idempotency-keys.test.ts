import { describe, expect, test } from 'vitest';
import { authorizedBy, mutationOf, postGraphql, type Row } from '../support/graphql.js';
import { ADMIN_TOKEN, countRows, useService } from '../support/service.js';
import { startServiceProcess } from '../support/service-process.js';
import { useLeague, useStory } from '../support/story.js';

let now = Date.parse('2020-05-05T05:05:05Z');
const clock = () => new Date(now);

const story = useStory({ clock });
const replica = useService(() => ({ databaseUrl: story.databaseUrl, clock }));
useLeague(story, 'mine', 'ann beats ben', 'cid beats ben', 'ann2 beats ben');

interface Answer {
  readonly data?: Readonly<Record<string, Payload>>;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

/** Of each mutation what it was asked for. */
interface Payload {
  readonly errors: readonly unknown[];
  readonly secret?: string | null;
  readonly token?: { readonly id: string };
}

async function send(key: string, mutation: string, selection: string, input: object, to: { url: string } = story) {
  const response = await postGraphql(
    to.url,
    { query: mutationOf(mutation, selection), variables: { input } },
    { ...authorizedBy(ADMIN_TOKEN), 'idempotency-key': key },
  );
  const body = (await response.json()) as Answer;
  return { status: response.status, ...body, payload: body.data?.[mutation] };
}

const league = (slug: string) => ({ slug, name: slug, ratingSystem: 'zonestats' });
const token = (name: string) => ({ name, scopes: ['matches:submit'], leagues: ['mine'] });
const WEBHOOK = { league: 'mine', url: 'https://receiver.example/hook', events: ['MATCHES_RATED'] };
const MOVES =
  'effect { changeCount changes { player { handle } delta } standings { rank rating { value lastPlayedAt } } }';

/** Mutations that make something, each with an input that can be sent once. */
const MUTATIONS: readonly (readonly [mutation: string, selection: string, input: object])[] = [
  ['createLeague', 'league { id slug createdAt }', league('made-once')],
  ['createToken', 'token { id name }', token('made once')],
  ['registerPlayers', 'league { id } players { id handle }', { league: 'mine', players: ['new1', 'new2'] }],
  [
    'updatePlayers',
    'results { player { displayName } error { rule } }',
    { players: [{ player: 'ann', displayName: 'Ann' }, { player: 'nobody' }], reason: 'their names' },
  ],
  ['joinQueue', 'ticket { id player { handle } }', { league: 'mine', player: 'ann' }],
  ['hidePlayer', 'rating { isHidden }', { league: 'mine', player: 'cid', reason: 'they asked for it' }],
  ['showPlayer', 'rating { isHidden rank }', { league: 'mine', player: 'cid', reason: 'they are back' }],
  ['mergePlayers', `player { handle } ${MOVES}`, { league: 'mine', player: 'ann2', into: 'ann', reason: 'one person' }],
  ['unmergePlayers', `player { handle } ${MOVES}`, { league: 'mine', player: 'ann2', reason: 'two after all' }],
  [
    'configureRatingSystem',
    `league { slug } ${MOVES}`,
    { league: 'mine', ratingSystem: 'zonestats', settings: { initialRating: 600 }, reason: 'a round number' },
  ],
  ['recomputeLeague', `league { slug } ${MOVES} recompute { id }`, { league: 'mine', reason: 'to be sure' }],
];

describe.each(MUTATIONS)('%s', (mutation, selection, input) => {
  test('happens once with the same response, at once on two replicas and later', async () => {
    const before = await countRows(story);
    const key = `once-${mutation}`;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => send(key, mutation, selection, input, index % 2 ? replica : story)),
    );
    answers.push(await send(`"${key}"`, mutation, selection, input, replica));
    for (const { status, errors, payload } of answers) {
      expect([status, errors, payload?.errors]).toEqual([200, undefined, []]);
      expect(payload).toEqual(answers[0]!.payload);
    }
    const after = await countRows(story);
    expect([after.idempotency_key! - before.idempotency_key!, after.audit_entry! - before.audit_entry!]).toEqual([
      1,
      mutation === 'joinQueue' ? 0 : 1,
    ]);
  });

  test('is refused with another input under the same key', async () => {
    const before = await countRows(story);
    const { payload } = await send(`once-${mutation}`, 'createLeague', 'league { id }', league('another'));
    expect(payload).toMatchObject({
      league: null,
      errors: [{ __typename: 'IdempotencyMismatchError', code: 'IDEMPOTENCY_MISMATCH', path: ['Idempotency-Key'] }],
    });
    expect(await countRows(story)).toEqual(before);
  });
});

test('a match that was made void with the same key returns its first effect', async () => {
  const [match] = await (await story.league('voids')).play('ann beats ben');
  const input = { match: match!.id, expectedVersion: 1, reason: 'a rehearsal' };
  const [first, second] = [
    await send('void', 'voidMatch', `match { status version } ${MOVES}`, input),
    await send('void', 'voidMatch', `match { status version } ${MOVES}`, input, replica),
  ];
  expect(first.payload).toMatchObject({
    match: { status: 'VOID', version: 2 },
    effect: { changeCount: 2 },
    errors: [],
  });
  expect(second.payload).toEqual(first.payload);
  const matches = [{ match: match!.id, expectedVersion: 2 }];
  const all = { league: 'voids', matches, reason: 'none after all' };
  const restored = await send('restore', 'restoreMatches', `matches { status version } ${MOVES}`, all);
  expect(restored.payload).toMatchObject({ matches: [{ status: 'RATED', version: 3 }], effect: { changeCount: 2 } });
  expect(await send('restore', 'restoreMatches', `matches { status version } ${MOVES}`, all, replica)).toEqual(
    restored,
  );
});

test('a repeated correction that changes nothing gets the same response, despite corrections in between', async () => {
  const [match] = await (await story.league('nothing')).play('ann beats ben');
  const correct = (key: string, mutation: string, expectedVersion: number, to: { url: string } = story) =>
    send(key, mutation, `match { status } ${MOVES}`, { match: match!.id, expectedVersion, reason: 'a rehearsal' }, to);
  await correct('void-once', 'voidMatch', 1);
  const unchanged = { effect: null, errors: [] };
  // A dry run keeps nothing.
  const rehearsed = { match: match!.id, expectedVersion: 2, reason: 'a rehearsal', dryRun: true };
  expect((await send('void-void', 'voidMatch', MOVES, rehearsed)).payload).toMatchObject(unchanged);
  expect((await correct('void-void', 'voidMatch', 2)).payload).toMatchObject(unchanged);
  await correct('restore-once', 'restoreMatch', 2);
  expect((await correct('void-void', 'voidMatch', 2, replica)).payload).toMatchObject(unchanged);
  expect((await correct('void-void', 'voidMatch', 3)).payload).toMatchObject({
    match: null,
    errors: [{ code: 'IDEMPOTENCY_MISMATCH' }],
  });
});

test('the result of a mutation before a kill is returned by another process', async () => {
  const env = { OPENLADDER_DATABASE_URL: story.databaseUrl, OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN };
  const killed = await startServiceProcess({ env });
  const lost = send('killed', 'createLeague', 'league { slug }', league('killed'), killed).catch(() => undefined);
  await expect
    .poll(() => story.sql(`SELECT slug FROM league WHERE slug = 'killed'`), { interval: 1 })
    .toEqual([{ slug: 'killed' }]);
  await killed.end('SIGKILL');
  await lost;
  // The key was claimed at the clock of the process that died, which is years ahead of the story's.
  const [kept] = await story.sql(`SELECT outcome IS NOT NULL AS "isWhole" FROM idempotency_key WHERE key = 'killed'`);
  expect(kept).toEqual({ isWhole: true });
  const { payload } = await send('killed', 'createLeague', 'league { slug }', league('killed'));
  expect(payload).toEqual({ league: { slug: 'killed' }, errors: [] });
});

test.each<[mutation: string, selection: string, input: (made: Row) => object]>([
  ['createToken', 'secret token { id }', () => token('seen once')],
  ['rotateToken', 'secret token { id }', (made) => ({ token: made.token, graceSeconds: 60 })],
  ['createWebhook', 'secret webhook { id }', () => WEBHOOK],
  ['rotateWebhookSecret', 'secret formerSecretEndsAt', ({ webhook }) => ({ webhook })],
  ['testWebhook', 'delivery { id }', ({ webhook }) => ({ webhook })],
])('%s happens once; a secret is shown only once, and stored nowhere', async (mutation, selection, of) => {
  const made = [
    await story.admin.mutate('createToken', token('another'), 'token { id }'),
    await story.admin.mutate('createWebhook', WEBHOOK, 'webhook { id }'),
  ];
  const input = of({ token: made[0].token.id, webhook: made[1].webhook.id });
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      send(`secret-${mutation}`, mutation, selection, input, index % 2 ? replica : story),
    ),
  );
  const secrets = answers.flatMap(({ payload }) => payload?.secret ?? []);
  expect(secrets).toEqual(selection.includes('secret') ? [expect.stringMatching(/^(ol|whsec)_/)] : []);
  const done = answers.map(({ payload }) => JSON.stringify({ ...payload, secret: null, errors: null }));
  expect(new Set(done).size).toBe(1);
  expect(done[0]).not.toBe(JSON.stringify({ secret: null, errors: null }));
  const kept = await story.sql(`SELECT FROM idempotency_key WHERE strpos(outcome::text, '${secrets[0]}') > 0`);
  expect(kept).toEqual([]);
});

test('a refused mutation leaves its key free', async () => {
  const refused = await send('free', 'createLeague', 'league { id }', league('mine'));
  expect(refused.payload?.errors).toMatchObject([{ code: 'TAKEN' }]);
  const made = await send('free', 'createLeague', 'league { slug }', league('free'));
  expect(made.payload).toEqual({ league: { slug: 'free' }, errors: [] });
});

test('a key belongs to its token, and is forgotten after a day', async () => {
  const other = await story.bot(['platform:admin']);
  const create = `mutation { createLeague(input: { slug: "theirs", name: "x", ratingSystem: "zonestats" }) { errors { code } } }`;
  expect((await other.get(create)).createLeague.errors).toEqual([]);
  now += 86_400_001;
  const { payload } = await send('once-createLeague', 'createLeague', 'league { slug }', league('a-day-later'));
  expect(payload).toEqual({ league: { slug: 'a-day-later' }, errors: [] });
});

test.each(['', 'with blank', 'x'.repeat(256)])('a key of "%s" is refused', async (key) => {
  const { status, errors } = await send(key, 'createLeague', 'league { id }', league('bad-key'));
  expect([status, errors?.[0]?.extensions.code]).toEqual([400, 'BAD_REQUEST']);
});
