const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

/** Words of boards and of what stands beside them, in English. */
export const boardsEn = {
  now: 'What happens here',
  filters: 'Filters and other days',
  nameBegins: 'Name begins with',
  active: 'Last played',
  anyTime: 'At any time',
  lastDays: (shown: string) => `In the last ${shown} days`,
  minMatches: 'Fewest matches',
  fromRank: 'From rank',
  left: (count: number, shown: string) =>
    `${shown} ${plural(count, 'player', 'players')} with these filters. Ranks are those of the whole board.`,
  gained: 'Gained',
  nobodyClimbed: 'Nobody with a rank has gained points in the last week.',
  expected: (chance: string) => `${chance} expected`,
  records: 'Records',
  highestPeak: 'Highest peak',
  mostMatches: 'Most matches',
  mostWins: 'Most wins',
  inDays: (count: number, shown: string, days: string, most: string) =>
    `${shown} ${plural(count, 'match', 'matches')} in the last ${days} days, at most ${most} on a day`,
  higherRanks: 'Higher ranks',
};

export type BoardTexts = typeof boardsEn;
