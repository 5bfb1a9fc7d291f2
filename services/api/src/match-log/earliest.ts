import type { LogPosition } from './match.repository.js';

/** The first of some matches (at least one) in the total order. */
export function earliest<Match extends LogPosition>(matches: readonly Match[]): Match {
  return matches.reduce((first, match) => (isBefore(match, first) ? match : first));
}

function isBefore(one: LogPosition, other: LogPosition): boolean {
  return +one.playedAt < +other.playedAt || (+one.playedAt === +other.playedAt && one.sequence < other.sequence);
}
