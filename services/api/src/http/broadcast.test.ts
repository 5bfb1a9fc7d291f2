import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOf, type Place } from '../live/event-cursor.js';
import { Followed } from '../live/followed.js';
import { type Answering, Broadcasts } from './broadcast.js';
import { SharedSubscription } from './shared-subscription.js';

/** Events with the numbers from 1 on, and those who follow them. */
function newLog() {
  let last = 0;
  const waiting = new Set<() => void>();
  const news = (left: AbortSignal) =>
    new Promise<void>((resolve) => {
      waiting.add(resolve);
      left.addEventListener('abort', () => resolve());
    });
  async function* follow({ number }: Place, left: AbortSignal, isToEnd?: boolean): AsyncGenerator<number, Place> {
    for (let at = number; !left.aborted; ) {
      if (at < last) yield ++at;
      else if (isToEnd) return endOf(at);
      else await news(left);
    }
    return endOf(number);
  }
  const followed = (from: number) =>
    new Followed<number>(async () => ({
      place: endOf(from),
      follow,
      placeAfter: endOf,
      newsIn: (event, { number }) => (event > number ? 'ALL' : 'NONE'),
    }));
  const write = (count = 1) => {
    last += count;
    for (const wake of waiting) wake();
    waiting.clear();
  };
  return { followed, write, last: () => last };
}

/** Records what happens to the subscriptions of a test. */
function newScene() {
  const log = newLog();
  const broadcasts = new Broadcasts();
  const read: number[] = [];
  const spent: string[] = [];
  const answeredFor: (string | undefined)[] = [];
  /** Accounts, and the event from which they have no points left. */
  const poorFrom = new Map<string, number>();
  const revoked = new Set<string>();
  const broken = new Set<number>();
  const answering = {
    points: 5,
    answer: async (event: number, account: string | undefined) => {
      read.push(event);
      answeredFor.push(account);
      await settled();
      if (broken.has(event)) throw new Error(`${event} cannot be read`);
      return { result: { data: { event } }, more: 0 };
    },
    spend: async (account: string, points: number) => {
      if (read.length + 1 >= (poorFrom.get(account) ?? Infinity)) throw new Error(`${account} has no points left`);
      spent.push(`${account} ${points}`);
    },
    holds: async (authorization: string) => !revoked.has(authorization),
  } satisfies Answering<number>;
  const subscribe = (
    from: number,
    { account = 'a', authorization }: { account?: string; authorization?: string } = {},
  ) => {
    const own = {
      received: [] as number[],
      alone: [] as number[],
      listeners: 0,
      writes: 0,
      isSlow: false,
      isCut: false,
      ended: '',
    };
    const subscription = new SharedSubscription<number>(log.followed(from), {
      ...{ broadcasts, request: 'q', account, authorization, answering },
      deliver: async (event) => {
        if (authorization !== undefined && revoked.has(authorization)) throw new Error('the token does not hold');
        own.alone.push(event);
        return { data: { event } };
      },
      send: (results) => {
        if (own.isCut) throw new Error('the socket is gone');
        if (own.isSlow) return false;
        for (const { json } of results) {
          const { data, extensions } = JSON.parse(String(json));
          own.received.push(data.event);
          own.listeners = extensions.listeners;
        }
        own.writes++;
        return true;
      },
    });
    const run = async () => {
      for (let result = await subscription.next(); result; result = await subscription.next()) {
        own.received.push(result.data?.event as number);
        while (own.isSlow) await settled();
      }
      own.ended = 'left';
    };
    void run().catch((error: Error) => {
      own.ended = error.message;
    });
    return Object.assign(own, { leave: () => subscription.leave() });
  };
  /** Writes events, and waits until they are sent. */
  const tell = async (count = 1) => {
    log.write(count);
    await quiet();
  };
  return {
    ...log,
    tell,
    subscribe,
    read,
    spent,
    answeredFor,
    answering,
    poorFrom,
    revoked,
    broken,
    isOpen: () => broadcasts.find('q') !== undefined,
  };
}

/** When all that can continue has continued. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const quiet = async () => {
  for (let turn = 0; turn < 30; turn++) await settled();
};

test('equal subscriptions share one reading of an event, for which each account pays once', async () => {
  const { subscribe, tell, read, spent } = newScene();
  const all = [subscribe(0), subscribe(0), subscribe(0, { account: 'b' })];
  await quiet();
  await tell(2);
  expect(all.map(({ received }) => received)).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ]);
  expect(all.flatMap(({ alone }) => alone)).toEqual([]);
  expect(read).toEqual([1, 2]);
  // The second of account a costs a copy.
  expect(spent).toEqual(['a 5', 'b 5', 'a 1', 'a 5', 'b 5', 'a 1']);
});

test('available events are sent in one write, unless that would be too much', async () => {
  const { subscribe, write, tell } = newScene();
  const one = subscribe(0);
  await quiet();
  await tell(3);
  expect([one.received, one.writes]).toEqual([[1, 2, 3], 1]);
  write(60);
  for (let turn = 0; turn < 10; turn++) await quiet();
  expect([one.received.length, one.writes]).toEqual([63, 3]);
});

test('each result contains the number of listeners', async () => {
  const { subscribe, tell } = newScene();
  const all = [subscribe(0), subscribe(0, { account: 'b' }), subscribe(0, { account: 'b' })];
  await quiet();
  await tell();
  expect(all.map(({ listeners }) => listeners)).toEqual([3, 3, 3]);
  all[0]!.leave();
  await tell();
  expect(all.map(({ listeners }) => listeners)).toEqual([3, 2, 2]);
});

test('accounts take turns waiting for a response', async () => {
  const { subscribe, tell, answeredFor } = newScene();
  const first = subscribe(0);
  for (const account of ['b', 'c', 'c']) subscribe(0, { account });
  await quiet();
  await tell(3);
  first.leave();
  await tell(2);
  expect(answeredFor).toEqual(['a', 'b', 'c', 'c', 'b']);
});

test('earlier listeners first catch up separately, and later ones get no earlier event', async () => {
  const { subscribe, tell } = newScene();
  const first = subscribe(0);
  await quiet();
  await tell(3);
  const [early, late] = [subscribe(1), subscribe(3)];
  await quiet();
  await tell();
  expect([first.received, early.received, late.received]).toEqual([[1, 2, 3, 4], [2, 3, 4], [4]]);
  expect([first.alone, early.alone, late.alone]).toEqual([[], [2, 3], []]);
});

test('a slow listener is served later and separately, and delays no other', async () => {
  const { subscribe, tell } = newScene();
  const [slow, other] = [subscribe(0), subscribe(0)];
  await quiet();
  slow.isSlow = true;
  await tell();
  await tell(2);
  expect([slow.received, other.received]).toEqual([[1], [1, 2, 3]]);
  slow.isSlow = false;
  await quiet();
  await tell();
  expect([slow.received, other.received]).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ]);
  expect(slow.alone).toEqual([1, 2, 3]);
});

test.each<
  [
    what: string,
    spoil: (scene: ReturnType<typeof newScene>) => unknown,
    count: number,
    received: number[],
    ended: string,
  ]
>([
  ['an account without points', ({ poorFrom }) => poorFrom.set('poor', 1), 1, [], 'poor has no points left'],
  ['an account whose points run out', ({ poorFrom }) => poorFrom.set('poor', 3), 4, [1, 2], 'poor has no points left'],
  ['a token that no longer holds', ({ revoked }) => revoked.add('one'), 1, [], 'the token does not hold'],
])('%s gets the paid events and an error, and others continue', async (_, spoil, count, received, ended) => {
  const scene = newScene();
  const [one, other] = [
    scene.subscribe(0, { account: 'poor', authorization: 'one' }),
    scene.subscribe(0, { authorization: 'other' }),
  ];
  await quiet();
  spoil(scene);
  scene.write(count);
  await quiet();
  expect(one).toMatchObject({ received, ended });
  expect(other.received).toEqual([1, 2, 3, 4].slice(0, count));
});

test('costly responses are sent one by one', async () => {
  const { subscribe, tell, answering } = newScene();
  answering.points = 250;
  const one = subscribe(0);
  await quiet();
  await tell(3);
  expect([one.received, one.writes]).toEqual([[1, 2, 3], 3]);
});

test('an event that cannot be read ends the broadcast with its error', async () => {
  const { subscribe, tell, broken, isOpen } = newScene();
  const all = [subscribe(0), subscribe(0)];
  await quiet();
  await tell();
  broken.add(2);
  await tell();
  expect(all).toMatchObject([1, 2].map(() => ({ received: [1], ended: '2 cannot be read' })));
  expect(isOpen()).toBe(false);
});

test('events before one that cannot be read are sent', async () => {
  const { subscribe, tell, broken } = newScene();
  const one = subscribe(0);
  await quiet();
  broken.add(3);
  await tell(4);
  expect(one).toMatchObject({ received: [1, 2], writes: 1, ended: '3 cannot be read' });
});

test('an event that cannot be read, and a listener that cannot be written to, end the broadcast with the first error', async () => {
  const { subscribe, tell, broken, isOpen } = newScene();
  const all = [subscribe(0), subscribe(0)];
  await quiet();
  all[0]!.isCut = true;
  broken.add(2);
  await tell(2);
  expect(all.map(({ ended }) => ended)).toEqual(['2 cannot be read', '2 cannot be read']);
  expect(isOpen()).toBe(false);
});

test('a broadcast ends with its last listener, and the next one begins where it is', async () => {
  const { subscribe, write, tell, isOpen } = newScene();
  const first = subscribe(0);
  await quiet();
  await tell();
  first.leave();
  await quiet();
  expect([first.ended, isOpen()]).toEqual(['left', false]);
  write();
  const second = subscribe(1);
  await quiet();
  await tell();
  expect([first.received, second.received]).toEqual([[1], [2, 3]]);
});

test('subscriptions that come, go and are slow receive every event once, in order', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('write' as const), count: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant('subscribe' as const), behind: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ do: fc.constant('leave' as const), which: fc.nat() }),
    fc.record({ do: fc.constant('turn' as const), which: fc.nat() }),
    fc.record({ do: fc.constant('wait' as const), turns: fc.integer({ min: 1, max: 6 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { subscribe, write, last } = newScene();
      const all: (ReturnType<typeof subscribe> & { from: number; until?: number })[] = [];
      for (const each of steps) {
        const one = 'which' in each && all.length > 0 ? all[each.which % all.length]! : undefined;
        if (each.do === 'write') write(each.count);
        if (each.do === 'subscribe') {
          const from = Math.max(last() - each.behind, 0);
          all.push(Object.assign(subscribe(from), { from }));
        }
        if (each.do === 'leave' && one) {
          one.leave();
          one.until ??= last();
        }
        if (each.do === 'turn' && one) one.isSlow = !one.isSlow;
        if (each.do === 'wait') for (let turn = 0; turn < each.turns; turn++) await settled();
      }
      for (const one of all) one.isSlow = false;
      await quiet();
      await quiet();
      for (const { received, from, until } of all) {
        const expected = Array.from({ length: last() - from }, (_, index) => from + 1 + index);
        if (until === undefined) expect(received).toEqual(expected);
        else expect(received).toEqual(expected.slice(0, received.length));
      }
    }),
    { numRuns: 200 },
  );
});
