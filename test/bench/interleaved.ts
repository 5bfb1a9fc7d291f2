import type { Figure } from './benchmark.js';

/** The measurements of each side of a comparison, by round. */
export interface Rounds<Side extends string> {
  /** The middle of a side's samples. */
  median(side: Side): number;
  /**
   * How many times one side is the other: the median of the ratios of each round. The two stand next to each other in
   * time, so that whatever else the machine does meets both; a ratio of two medians compares moments that may be far apart.
   */
  ratio(side: Side, beside: Side): number;
  /** That ratio, with both medians. @param tell a median in words; default: so many a second */
  compared(side: Side, beside: Side, tell?: (median: number) => string): Required<Figure>;
}

/**
 * Measures sides by turns: every round has each side once, beginning with the next one each time. One round more goes
 * before, to warm up, and is not counted.
 * @param rounds 0: that one alone, and it is counted
 * @param sides each measures once, and answers with a time or a rate
 */
export async function interleaved<Side extends string>(
  rounds: number,
  sides: Readonly<Record<Side, () => number | Promise<number>>>,
): Promise<Rounds<Side>> {
  const names = Object.keys(sides) as Side[];
  const samples = new Map(names.map((name): [Side, number[]] => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round + names.length) % names.length]!;
      const sample = await sides[name]();
      if (round >= 0 || rounds === 0) samples.get(name)!.push(sample);
    }
  }
  const of = (side: Side) => samples.get(side)!;
  const ratio = (side: Side, beside: Side) => median(of(side).map((sample, round) => sample / of(beside)[round]!));
  return {
    median: (side) => median(of(side)),
    ratio,
    compared: (side, beside, tell = perSecond) => ({
      value: ratio(side, beside),
      detail: `${tell(median(of(side)))} against ${tell(median(of(beside)))}`,
    }),
  };
}

function perSecond(rate: number): string {
  return `${rate.toFixed(0)}/s`;
}

/** @param samples at least one; left as they are */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/**
 * The value below which a share of the samples lies, interpolated between neighbours.
 * @param samples at least one; left as they are
 * @param share 0 to 1
 */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new RangeError('there are no samples');
  const sorted = samples.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const [low, high] = [sorted[below]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - below);
}

/** The median time of one call, in ms. */
export async function medianTime(times: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let n = 0; n < times; n++) samples.push(1000 * (await seconds(() => work(n))));
  return median(samples);
}

/** How long work takes, in seconds. */
export async function seconds(work: () => unknown): Promise<number> {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1e9;
}
