/**
 * The effect of the band on waits and matches: docs/queue.md shows the long run, of QUEUE_PLAYERS=1000 players for
 * QUEUE_MINUTES=240 minutes. Environment: QUEUE_SEED lives the same evenings again.
 */
import { expect, test } from 'vitest';
import { openQueues } from '../queue/queues.js';
import { shared } from '../support/shared.js';
import { type EveningReport, liveEvening } from './evening.js';

const { QUEUE_PLAYERS, QUEUE_MINUTES, QUEUE_SEED } = process.env;
const PLAYERS = Number(QUEUE_PLAYERS ?? 80);
const MINUTES = Number(QUEUE_MINUTES ?? 60);
const SEED = Number(QUEUE_SEED ?? 2002);
const BANDS = [0.05, 0.15, 0.25, 0.35, 0.5];
/** Seconds from one coming to the next: a busy ladder, and a quiet one. */
const GAPS = QUEUE_PLAYERS ? [10, 60] : [20];
const TIMEOUT_MS = 240_000 + PLAYERS * MINUTES * 30;

const queues = shared(openQueues, ({ close }) => close());

test.each(GAPS)(
  `if players join every %d seconds, a wider band means fewer expired waits and less even matches (seed ${SEED})`,
  async (gap) => {
    const reports: EveningReport[] = [];
    for (const band of BANDS) {
      const evening = { players: PLAYERS, gap, band, wait: 300, minutes: MINUTES, seed: SEED };
      reports.push(await liveEvening(queues, `gap-${gap}-band-${band * 100}`, evening));
    }
    if (QUEUE_PLAYERS) console.table(Object.fromEntries(BANDS.map((band, index) => [band, rounded(reports[index]!)])));
    const narrow = reports[0]!;
    const wide = reports.at(-1)!;
    expect(narrow.inVain).toBeGreaterThanOrEqual(wide.inVain);
    expect(narrow.predicted).toBeLessThan(wide.predicted);
    for (const [index, { predicted }] of reports.entries()) expect(predicted).toBeLessThan(0.5 + BANDS[index]!);
    expect(await queues.problems(), 'what openladder verify finds').toEqual([]);
  },
  TIMEOUT_MS,
);

function rounded(report: EveningReport): Record<string, number> {
  return Object.fromEntries(Object.entries(report).map(([name, number]) => [name, Math.round(number * 1000) / 1000]));
}
