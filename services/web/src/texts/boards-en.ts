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
  country: 'Country',
  anyCountry: 'Any',
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
  legend: 'What the words and marks mean',
  terms: {
    rating: {
      name: 'Rating',
      meaning:
        'How strong a player is, as the rating system of the league shows it. The board is sorted by it. Smaller figures behind it say how certain it is.',
    },
    points: {
      name: 'Points, ±',
      meaning:
        'The same in the points that the rating system counts in. The true strength is at most as far away as the figure after ± says, in about two of three cases.',
    },
    movement: { name: '▲ ▼', meaning: 'How many ranks a player has gained or lost in the last 7 days.' },
    record: { name: 'W–D–L', meaning: 'Matches won, drawn and lost.' },
    form: { name: 'Form', meaning: 'The newest results, newest first: W for a win, D for a draw, L for a loss.' },
    starts: { name: 'Wins / starts', meaning: 'Races won, and races started in.' },
    places: { name: 'Places', meaning: 'The places in the newest races, newest first.' },
    provisional: {
      name: 'Provisional',
      meaning:
        'Without a rank: after too few matches, after too long without one, or because the rating is too uncertain.',
    },
    change: { name: '+12.3', meaning: 'Points that a match gave to a player, or took.' },
    expected: {
      name: 'Expected',
      meaning:
        'The score that the ratings promised before the match: 1 is a sure win, 0.5 an even match, 0 a sure loss.',
    },
    peak: { name: 'Peak', meaning: 'The most points after any match.' },
    rival: { name: 'Rival', meaning: 'The opponent of many even matches.' },
    nemesis: { name: 'Nemesis', meaning: 'The opponent with the largest surplus of losses over wins.' },
    fieldBeaten: { name: 'Field beaten', meaning: 'The average share of the others in a race who finished behind.' },
  },
  howTitle: 'How ratings work here',
  how: {
    begin: (points: string) => `Everybody begins with ${points} points.`,
    gain: 'Before each match the ratings say what score to expect. Who scores more than that gains points, who scores less loses some, and a surprise moves more than what was foreseen.',
    replay:
      'Every rating is computed from the match log: if a match is corrected or withdrawn, all that follows is rated again.',
    late: {
      REPLAY: 'A match that is handed in late is put in its place, and all that follows is rated again.',
      REJECT: 'A match that was played before the newest rated one is rejected.',
    },
    example: 'The newest match as an example',
  },
};

export type BoardTexts = typeof boardsEn;
