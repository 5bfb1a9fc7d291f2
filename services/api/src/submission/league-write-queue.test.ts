import { expect, it } from 'vitest';
import type { Batch, Candidate, Results } from './batch.js';
import { LeagueWriteQueues, type LeagueWriter } from './league-write-queue.js';

const batch = (name: string): Batch => [{ match: { externalId: name } } as unknown as Candidate];
const nameOf = ([candidate]: Batch) => candidate!.match.externalId;
const resultsOf = (one: Batch): Results => new Map([[one[0]!, { kind: 'accepted' }]]) as Results;

/**
 * Records its requests. It writes all but names in capitals optimistically, and one batch at a time under the lock.
 * @param gate each write waits for it
 */
function writerThat(gate: () => Promise<void> = async () => undefined) {
  const story: string[] = [];
  const tell = (mode: string, batches: readonly Batch[]) => story.push(`${mode} ${batches.map(nameOf).join(' ')}`);
  const isOrdinary = (one: Batch) => nameOf(one) === nameOf(one).toLowerCase();
  const writer: LeagueWriter = {
    writeOptimistically: async (batches) => {
      tell('optimistic', batches);
      await gate();
      const special = batches.findIndex((one) => !isOrdinary(one));
      return batches.slice(0, special < 0 ? batches.length : special).map(resultsOf);
    },
    writeUnderLock: async ([first]) => {
      tell('locked', [first!]);
      await gate();
      const reason = new Error('the caller left');
      if (nameOf(first!) === 'LEFT') return [{ status: 'rejected', reason }];
      return [{ status: 'fulfilled', value: resultsOf(first!) }];
    },
  };
  return { story, writer };
}

function gates() {
  const waiting: (() => void)[] = [];
  const gate = () => new Promise<void>((resolve) => waiting.push(resolve));
  const open = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()!();
  };
  return { gate, open };
}

it('batches that arrive while others are written are the next group', async () => {
  const queues = new LeagueWriteQueues();
  const { gate, open } = gates();
  const { story, writer } = writerThat(gate);
  const first = ['a', 'b'].map((name) => queues.add(1, batch(name), writer));
  await expect.poll(() => story).toEqual(['optimistic a b']);
  const second = ['c', 'd', 'e'].map((name) => queues.add(1, batch(name), writer));
  await open();
  await Promise.all(first);
  await open();
  await Promise.all(second);
  expect(story).toEqual(['optimistic a b', 'optimistic c d e']);
});

it('leagues do not wait for each other', async () => {
  const queues = new LeagueWriteQueues();
  const { gate, open } = gates();
  const { story, writer } = writerThat(gate);
  const both = [queues.add(1, batch('a'), writer), queues.add(2, batch('b'), writer)];
  await expect.poll(() => story).toEqual(['optimistic a', 'optimistic b']);
  await open();
  await open();
  await Promise.all(both);
});

it('a great many batches are several groups, in their order, and each gets its own results', async () => {
  const queues = new LeagueWriteQueues();
  const { story, writer } = writerThat();
  const batches = Array.from({ length: 150 }, (_, n) => batch(`${n}`));
  const results = await Promise.all(batches.map((one) => queues.add(1, one, writer)));
  expect(results.map((one) => [...one.keys()])).toEqual(batches);
  expect(story.map((line) => line.split(' ').length - 1)).toEqual([32, 32, 32, 32, 22]);
});

it('a batch that cannot be written optimistically is written under the lock in its turn', async () => {
  const queues = new LeagueWriteQueues();
  const { story, writer } = writerThat();
  await Promise.all(['a', 'NEW', 'LATE', 'b', 'c'].map((name) => queues.add(1, batch(name), writer)));
  expect(story).toEqual([
    'optimistic a NEW LATE b c',
    'optimistic NEW LATE b c',
    'locked NEW',
    'optimistic LATE b c',
    'locked LATE',
    'optimistic b c',
  ]);
});

it('a batch that fails under the lock fails alone', async () => {
  const queues = new LeagueWriteQueues();
  const { writer } = writerThat();
  const outcomes = await Promise.allSettled(['a', 'LEFT', 'b'].map((name) => queues.add(1, batch(name), writer)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('a failed write rejects the rest of its group, and the queue continues', async () => {
  const queues = new LeagueWriteQueues();
  let isAway = true;
  const { writer } = writerThat(async () => {
    if (isAway) throw new Error('the database is away');
  });
  const outcomes = await Promise.allSettled(['a', 'b'].map((name) => queues.add(1, batch(name), writer)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  const again = batch('a');
  expect(await queues.add(1, again, writer)).toEqual(resultsOf(again));
});

it('a writer that settles nothing is refused, and not called forever', async () => {
  const writer: LeagueWriter = { writeOptimistically: async () => [], writeUnderLock: async () => [] };
  await expect(new LeagueWriteQueues().add(1, batch('a'), writer)).rejects.toThrow('must be settled under the lock');
});
