import { expect, it } from 'vitest';
import type { Reading } from './reading.js';
import { sortByTime } from './sort-by-time.js';

const match = (line: number, day: string): Reading => ({
  kind: 'match',
  line,
  submission: {
    externalId: `row-${line}`,
    playedAt: new Date(`${day}T00:00:00Z`),
    sides: [
      { score: 0.1 + line, participants: [{ player: 'Ann', isGuest: true }] },
      { score: 2, participants: [{ player: 'Ben' }] },
    ],
  },
});
const REFUSED: Reading = { kind: 'refused', line: 4, field: 'x', rule: 'MISSING_CELL', parameters: {}, value: '' };

/** @returns the readings in order of time, and how often the file was read for them */
async function sorted(
  file: readonly Reading[],
  room?: number,
  isNewestFirst?: boolean,
): Promise<[readings: Reading[], times: number]> {
  let times = 0;
  const read = async function* () {
    times++;
    yield* file;
  };
  const readings: Reading[] = [];
  for await (const reading of sortByTime(read, room, isNewestFirst)) readings.push(reading);
  return [readings, times];
}

it('matches come in the order in which they were played, and simultaneous ones in the order of the file', async () => {
  const file = [
    match(2, '1900-01-03'),
    match(3, '1872-11-30'),
    REFUSED,
    match(5, '1900-01-03'),
    match(6, '1900-01-01'),
  ];
  expect(await sorted(file)).toEqual([[REFUSED, file[1], file[4], file[0], file[3]], 1]);
});

it('matches of a file that does not fit into memory come in the same order, by reading it several times', async () => {
  const days = Array.from({ length: 400 }, (_, index) => (index * 37) % 28);
  const file = days.map((day, index) => match(index + 5, `2020-02-${String(day + 1).padStart(2, '0')}`));
  const all = [REFUSED, ...file];
  const [expected] = await sorted(all);
  expect(expected.map(({ line }) => line)).toEqual([
    4,
    ...file
      .map((reading) => (reading.kind === 'match' ? reading : expect.unreachable()))
      .sort((a, b) => a.submission.playedAt!.getTime() - b.submission.playedAt!.getTime())
      .map(({ line }) => line),
  ]);
  // Every match takes some 400 bytes.
  for (const [room, most] of [
    [1, 401],
    [5_000, 50],
    [100_000, 3],
  ] as const) {
    const [readings, times] = await sorted(all, room);
    expect(readings).toEqual(expected);
    expect(times).toBeGreaterThan(1);
    expect(times).toBeLessThanOrEqual(most);
  }
});

it.each([undefined, 1_000])(
  'a file with the newest first gives the same order as one with the oldest first',
  async (room) => {
    const file = ['2020-01-03', '2020-01-02', '2020-01-02', '2020-01-02', '2020-01-01'].map((day, index) =>
      match(index + 2, day),
    );
    expect((await sorted(file, room, true))[0]).toEqual(file.toReversed());
  },
);
