import { expect, it } from 'vitest';
import { inTimeOrder } from './in-time-order.js';
import type { Reading } from './reading.js';

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

it('matches come in the order in which they were played, those of one moment in the order of the file', async () => {
  const refused: Reading = { kind: 'refused', line: 4, field: 'x', rule: 'must not be missing', value: '' };
  const file = [
    match(2, '1900-01-03'),
    match(3, '1872-11-30'),
    refused,
    match(5, '1900-01-03'),
    match(6, '1900-01-01'),
  ];
  const readings: Reading[] = [];
  for await (const reading of inTimeOrder(
    (async function* () {
      yield* file;
    })(),
  ))
    readings.push(reading);
  expect(readings).toEqual([refused, file[1], file[4], file[0], file[3]]);
});
