import { Presets, SingleBar } from 'cli-progress';

/** Shows people on standard error how far long work has come. */
export interface Progress {
  /** @param done of the total, never less than before */
  update(done: number): void;
  /** Call it once, whether the work was done or not. */
  stop(): void;
}

/** Milliseconds between two lines without a terminal: a log should not fill up with them. */
const BETWEEN_LINES = 2000;

/** Milliseconds between two frames of a bar, which estimates the time left from them and the progress. */
const BETWEEN_FRAMES = 100;

/**
 * Shows a bar on a terminal, and lines elsewhere.
 * @param label of the work, for example "Importing"
 * @param unit that is counted, in the plural; if omitted, only percentages are shown
 */
export function showProgress(label: string, total: number, unit?: string): Progress {
  return process.stderr.isTTY ? bar(label, total, unit) : lines(label, total, unit);
}

function bar(label: string, total: number, unit?: string): Progress {
  const counts = unit ? ` | {value} of {total} ${unit}` : '';
  const format = `${label} {bar} {percentage} %${counts} | {eta_formatted} left`;
  const formatValue = (value: number, _: unknown, type: string) =>
    type === 'percentage' ? String(value) : value.toLocaleString('en');
  const single = new SingleBar({ format, formatValue, hideCursor: true, etaBuffer: 50 }, Presets.shades_classic);
  single.start(total, 0);
  let latest = 0;
  let shownAt = Date.now();
  return {
    update: (done) => {
      latest = done;
      if (Date.now() - shownAt < BETWEEN_FRAMES) return;
      shownAt = Date.now();
      single.update(done);
    },
    stop: () => {
      single.update(latest);
      single.stop();
    },
  };
}

function lines(label: string, total: number, unit?: string): Progress {
  let shownAt = Date.now();
  const update = (done: number) => {
    if (Date.now() - shownAt < BETWEEN_LINES) return;
    shownAt = Date.now();
    const percent = `${Math.floor((done / total) * 100)} %`;
    const counts = unit && ` (${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit})`;
    console.error(`${label}: ${percent}${counts ?? ''}`);
  };
  return { update, stop: () => undefined };
}
