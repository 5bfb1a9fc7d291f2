import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.js';
import { type Story, startStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

let story: Story;
/** Another process on the same database, in which the tokens are revoked. */
let replica: Service;
beforeAll(async () => {
  story = await startStory();
  replica = await startService({ databaseUrl: story.databaseUrl });
  await story.league('quiet');
});
afterAll(async () => {
  await replica.stop();
  await story.stop();
});

const RATED = 'subscription { matchRated(league: "quiet") { cursor } }';

async function createToken(expiresAt: string | null = null) {
  const create =
    'mutation ($input: CreateTokenInput!) { createToken(input: $input) { secret token { id } errors { message } } }';
  const input = { name: 'listens', scopes: ['matches:submit'], leagues: ['quiet'], expiresAt };
  const { createToken: made } = await story.admin.get(create, { input });
  expect(made.errors).toEqual([]);
  return made;
}

/** Opens a subscription to a league where nothing happens. */
async function listen(secret: string) {
  const caller = subscriber(story.url, secret);
  const { ended, events } = caller.subscribe(RATED);
  const ending = ended.then(
    () => 'completed',
    (reason) => ({ code: reason.code, reason: reason.reason }),
  );
  return { ending, events };
}

test('an idle socket is told within a second that its token was revoked, and others are not', async () => {
  const [revoked, other] = [await createToken(), await createToken()];
  const listening = await Promise.all([revoked, revoked, revoked].map(({ secret }) => listen(secret)));
  const another = await listen(other.secret);
  await new Promise((resolve) => setTimeout(resolve, 1_500));

  const revoke = 'mutation ($input: RevokeTokenInput!) { revokeToken(input: $input) { errors { message } } }';
  await replica.admin.get(revoke, { input: { token: revoked.token.id, reason: 'it listens' } });
  // A second, and what a busy machine takes: it was five.
  const late = new Promise((resolve) => setTimeout(resolve, 3_000, 'late'));
  for (const { ending } of listening) {
    expect(await Promise.race([ending, late])).toEqual({ code: 4401, reason: 'Unauthorized: the token was revoked' });
  }
  expect(await Promise.race([another.ending, Promise.resolve('open')])).toBe('open');
  expect(another.events).toEqual([]);
});

test('an idle socket is told when the grace of its secret ends, and those with the new one are not', async () => {
  const { secret, token } = await createToken();
  const before = await listen(secret);
  const rotate = 'mutation ($input: RotateTokenInput!) { rotateToken(input: $input) { secret errors { message } } }';
  const input = { token: token.id, graceSeconds: 2 };
  const { rotateToken } = await replica.admin.get(rotate, { input });
  const rotatedAt = performance.now();
  const [within, after] = [await listen(secret), await listen(rotateToken.secret)];
  const end = { code: 4401, reason: 'Unauthorized: the token has a new secret' };
  expect([await before.ending, await within.ending]).toEqual([end, end]);
  expect(performance.now() - rotatedAt).toBeGreaterThan(1_500);
  expect(await Promise.race([after.ending, Promise.resolve('open')])).toBe('open');
});

test('an idle socket is told when its token expires', async () => {
  const { secret } = await createToken(new Date(Date.now() + 3_000).toISOString());
  const { ending } = await listen(secret);
  expect(await ending).toEqual({ code: 4401, reason: 'Unauthorized: the token has expired' });
});
