import type { VerdictNumber } from '../rating/rating.js';

/** A line of the journal, with the fields for the figures of a career. */
export interface CareerLine {
  /** Of the match. */
  readonly sequence: number;
  /** When it was played, in milliseconds since 1970. */
  readonly at: number;
  readonly verdict: VerdictNumber;
  /** The rating after it. */
  readonly value: number | null;
  readonly deviation: number | null;
  /** The value that the board was sorted by; null for none. */
  readonly score: number | null;
}

/** A line that gave the player a value. */
export type RatedCareerLine = CareerLine & { readonly value: number };

/** A run of equal results. */
export interface Streak {
  readonly verdict: VerdictNumber;
  readonly matches: number;
  /** When its first match was played, in milliseconds since 1970. */
  readonly from: number;
  /** When its last match so far was played. */
  readonly to: number;
}

export interface Streaks {
  /** Null before the first rated match. */
  readonly current: Streak | null;
  /** The first of equal length; null if no match was won. */
  readonly longestWinning: Streak | null;
  readonly longestLosing: Streak | null;
}

/** @param lines of a career, in order of play */
export function streaksOf(lines: readonly CareerLine[]): Streaks {
  let current: Streak | undefined;
  const longest: { [Verdict in VerdictNumber]?: Streak } = {};
  for (const { verdict, at } of lines) {
    const before: Streak | undefined = current?.verdict === verdict ? current : undefined;
    current = { verdict, matches: (before?.matches ?? 0) + 1, from: before?.from ?? at, to: at };
    if (current.matches > (longest[verdict]?.matches ?? 0)) longest[verdict] = current;
  }
  return { current: current ?? null, longestWinning: longest[1] ?? null, longestLosing: longest[-1] ?? null };
}

/** The lines that gave the player a value, in order of play. */
export function ratedLines(lines: readonly CareerLine[]): RatedCareerLine[] {
  return lines.filter((line): line is RatedCareerLine => line.value !== null);
}

/** The first line with the highest value, or the lowest; undefined if no line has one. */
export function extremeOf(which: 'highest' | 'lowest', lines: readonly RatedCareerLine[]): RatedCareerLine | undefined {
  let extreme = lines[0];
  for (const line of lines) {
    if (which === 'highest' ? line.value > extreme!.value : line.value < extreme!.value) extreme = line;
  }
  return extreme;
}

/**
 * The lines that a chart shows. If there are more than the wanted points, the time between the first and the last is divided into equal
 * stretches, each with its lowest and its highest value: the resolution of a chart of that width, including every extreme.
 * @param lines in order of play
 * @param points the most, 4 or more
 */
export function thinned(lines: readonly RatedCareerLine[], points: number): readonly RatedCareerLine[] {
  if (lines.length <= points) return lines;
  const stretches = Math.floor((points - 2) / 2);
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const span = last.at - first.at || 1;
  const stretchOf = ({ at }: RatedCareerLine) =>
    Math.min(Math.floor(((at - first.at) / span) * stretches), stretches - 1);
  const kept = new Set([first, last]);
  for (let begin = 0, end = 0; begin < lines.length; begin = end) {
    const stretch = stretchOf(lines[begin]!);
    while (end < lines.length && stretchOf(lines[end]!) === stretch) end++;
    const own = lines.slice(begin, end);
    kept.add(extremeOf('lowest', own)!).add(extremeOf('highest', own)!);
  }
  return lines.filter((line) => kept.has(line));
}
