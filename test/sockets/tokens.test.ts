import { beforeAll, expect, test } from 'vitest';
import { useService } from '../support/service.js';
import { newToken, useStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

/** Another process on the same database, in which the tokens are revoked. */
/** From before the only match. */
let cursor: string;
/** How much later it is for the services, in milliseconds. */
let later = 0;
const clock = () => new Date(Date.now() + later);
const story = useStory({ clock });
const replica = useService(() => ({ databaseUrl: story.databaseUrl, clock }));
beforeAll(async () => {
  const league = await story.league('quiet');
  cursor = (await league.read('eventCursor')).eventCursor;
  await league.play('ann beats ben');
});

const RATED = 'subscription ($after: String!) { matchRated(league: "quiet", after: $after) { cursor } }';

const createToken = (expiresAt: string | null = null) => newToken(story.admin, { leagues: ['quiet'], expiresAt });

/** Opens a subscription to a league where nothing happens any more. The event from before tells that it has begun. */
async function listen(secret: string) {
  const { ended, events } = subscriber(story.url, secret).subscribe(RATED, { after: cursor });
  const ending = ended.then(
    () => 'completed',
    (reason) => ({ code: reason.code, reason: reason.reason }),
  );
  await expect.poll(() => events).toHaveLength(1);
  return { ending, events };
}

/** How a subscription ended; `open` if it did not. */
function now({ ending }: { readonly ending: Promise<unknown> }): Promise<unknown> {
  return Promise.race([ending, Promise.resolve('open')]);
}

test('an idle socket is notified that its token was revoked, and others are not', async () => {
  const [revoked, other] = [await createToken(), await createToken()];
  const listening = await Promise.all([revoked, revoked, revoked].map(({ secret }) => listen(secret)));
  const another = await listen(other.secret);

  await replica.admin.mutate('revokeToken', { token: revoked.id, reason: 'it listens' });
  for (const { ending } of listening) {
    expect(await ending).toEqual({ code: 4401, reason: 'Unauthorized: the token was revoked' });
  }
  expect(await now(another)).toBe('open');
  expect(another.events).toHaveLength(1);
});

test('an idle socket is notified when the grace period of its secret ends, and those with the new one are not', async () => {
  const { secret, id } = await createToken();
  const before = await listen(secret);
  const input = { token: id, graceSeconds: 60 };
  const rotateToken = await replica.admin.mutate('rotateToken', input, 'secret');
  const [within, after] = [await listen(secret), await listen(rotateToken.secret)];
  expect([await now(before), await now(within)]).toEqual(['open', 'open']);
  later += 61_000;
  const end = { code: 4401, reason: 'Unauthorized: the token has a new secret' };
  expect([await before.ending, await within.ending]).toEqual([end, end]);
  expect(await now(after)).toBe('open');
});

test('an idle socket is notified when its token expires', async () => {
  const { secret } = await createToken(new Date(clock().getTime() + 60_000).toISOString());
  const idle = await listen(secret);
  expect(await now(idle)).toBe('open');
  later += 61_000;
  expect(await idle.ending).toEqual({ code: 4401, reason: 'Unauthorized: the token has expired' });
});
