interface Interval {
  readonly low: number | null;
  readonly high: number | null;
}

/** A number with its interval, where there are matches enough for one. */
export function withInterval(value: number, { low, high }: Interval, show: (value: number) => string): string {
  return low === null || high === null ? show(value) : `${show(value)} (${show(low)} … ${show(high)})`;
}
