export const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

/** Words of boards and of the lists beside them, in English. */
export const boardsEn = {
  now: 'What happens here',
  filters: 'Filters and other days',
  nameBegins: 'Name begins with',
  anyTime: 'At any time',
  lastDays: (shown: string) => `In the last ${shown} days`,
  minMatches: 'At least this many matches',
  fromRank: 'From rank',
  country: 'Country',
  left: (count: number, shown: string) => `${shown} ${plural(count, 'player', 'players')} with these filters. Ranks are those of the whole board.`,
  gained: 'Gained',
  nobodyClimbed: 'Nobody with a rank has gained points in the last week.',
  expected: (chance: string) => `${chance} expected`,
  records: 'Records',
  highestPeak: 'Highest peak',
  inDays: (count: number, shown: string, days: string, most: string) => `${shown} ${plural(count, 'match', 'matches')} in the last ${days} days, at most ${most} in a day`,
  higherRanks: 'Higher ranks',
  legend: 'What the words and marks mean',
  terms: {
    rating: 'How strong a player is, as the rating system of the league shows it. The board is sorted by it. Smaller figures behind it say how certain it is.',
    points: 'The same in the points that the rating system counts in. The true strength is at most as far away as the figure after ± says, in about two of three cases.',
    movement: 'How many ranks a player has gained or lost in the last 7 days.',
    record: 'Matches won, drawn and lost.',
    form: 'The newest results, newest first: W for a win, D for a draw, L for a loss.',
    starts: 'Races won, and races started in.',
    places: 'The places in the newest races, newest first; – for one that was not finished.',
    provisional: 'Without a rank: after too few matches, after too long without one, or because the rating is too uncertain.',
    change: 'Points that a match gave to a player, or took.',
    expected: 'The score that the ratings promised before the match: 1 is a sure win, 0.5 an even match, 0 a sure loss.',
    peak: 'The most points after any match.',
    rival: 'The opponent of many even matches.',
    nemesis: 'The opponent with the largest surplus of losses over wins.',
    fieldBeaten: 'The average share of the others in a race who finished behind.',
  },
  /** Terms that are no other words of the pages. */
  termNames: { points: 'Points, ±', movement: '▲ ▼', change: '+12.3', rival: 'Rival', nemesis: 'Nemesis' },
  howTitle: 'How ratings work here',
  how: {
    begin: (points: string) => `Everybody begins with ${points} points.`,
    gain: 'Before each match the ratings say what score to expect. Who scores more than that usually gains points, and who scores less usually loses some.',
    /**
     * For rating systems that attribute a part of each result to luck. @param of shares: how often the better performance wins, and how much of their points
     * results move
     */
    luck: (of: { readonly deserved: string; readonly even: string; readonly chance: string; readonly upset: string }) =>
      `A part of each result counts as luck: between equals, the better performance is assumed to win ${of.deserved} of the matches, so a result between them moves ratings by ${of.even} of what it would if it were all merit. The more surprising a result is, the less it moves: a win that had a chance of ${of.chance} moves them by ${of.upset} of that.`,
    replay: 'Every rating is computed from the match log: if a match is corrected or withdrawn, all that follows is rated again.',
    late: {
      REPLAY: 'A match that is reported late is put in its place, and all that follows is rated again.',
      REJECT: 'A match that was played before the newest rated one is rejected.',
    },
    example: 'The newest match as an example',
  },
};

/** The words of interactive charts, and of stories made from data, in English. */
export const storiesEn = {
  views: 'Chart',
  rankOf: (player: string) => `Rank of ${player} over time`,
  rankWhy: 'As the board showed it at the end of each day on which it changed.',
  noRanks: 'No ranks were recorded yet. One is recorded at the end of each day.',
  compareWith: 'Compare with',
  compareDescription: (players: readonly string[], league: string) => (players.length > 0 ? `${players.join(', ')} on one chart of ${league}.` : `Players of ${league} on one chart.`),
  compareMost: (most: string, left: string) => `This chart has room for ${most} players. Left out: ${left}.`,
  compareHow: (most: string) => `Add up to ${most} players, one after another: their ratings over time appear on one chart. Names are suggested as you type.`,
  didYouMean: 'Did you mean:',
  notHere: (player: string) => `Nobody called “${player}” has a rating in this league.`,
  leaveOut: (player: string) => `Leave out ${player}`,
  here: (player: string) => `${player} is at the line`,

  soFar: 'So far',
  races: (count: number, shown: string) => `${shown} ${count === 1 ? 'race' : 'races'}`,
  /** Sentences of a career. Values replace the braces. Each sentence is independent: those without data are omitted. */
  career: {
    joined: '{player} has played {matches} since {day}: {record}.',
    started: '{player} has started in {races} since {day} and won {wins}.',
    places: 'The best place was {best}, the average finish {mean}, with {podiums} in the top three.',
    best: 'The best rating was {points}, on {day}.',
    bestNow: 'The present rating, {points}, is the best so far.',
    streak: 'The longest winning streak was {wins} in a row, from {from} to {to}.',
    streakNow: 'The longest winning streak is the present one: {wins} in a row since {from}.',
    bestWin: 'The best win was against {opponent} on {day}, with an expected score of {expected}.',
    rival: 'The closest rival is {opponent}: {record}.',
    nemesis: 'The nemesis is {opponent}: {record}.',
  },
  /** Sentences of a match, likewise. */
  match: {
    title: 'The story',
    foreseen: 'The favourite won: the chance of {side} was {chance}.',
    unforeseen: '{side} won against the odds: the chance was {chance}.',
    unforeseenRace: '{side} won with a chance of {chance}; the favourite was {favourite}.',
    even: 'There was no favourite: all chances were equal.',
    close: 'It was nearly even: the chance of {side} was {chance}.',
    drawn: 'Nobody won; the favourite, {side}, had a chance of {chance}.',
    least: 'Of the {among} results up to then, none was less expected.',
    oneLess: 'Of the {among} results up to then, only one was less expected.',
    fewLess: 'Of the {among} results up to then, only {fewer} were less expected.',
    ahead: 'Nobody was further ahead of the forecast than {side}: place {place} instead of {foreseen}.',
    moved: '{winner} gained most ({gain}), and {loser} lost most ({loss}).',
    corrected: 'The result was corrected, last on {day}.',
  },
  record: (wins: string, losses: string) => `${wins} won, ${losses} lost`,
  ahead: (wins: string, losses: string) => `${wins} ${wins === '1' ? 'time' : 'times'} ahead, ${losses} behind`,

  yearTitle: (league: string, year: string) => `${league} in ${year}`,
  yearInReview: (year: string) => `${year} in review`,
  newcomers: 'Newcomers',
  ledAtEnd: 'At the top in the end',
  leadsNow: 'At the top now',
  mostActive: 'Most active',
  climbers: 'Climbers',
  yearUpsets: 'Least expected wins',
  /** If not the whole year is searched. */
  amongMatches: (matches: string) => `Among the last ${matches} matches of the year.`,
  amongPlayers: (players: string) => `Among the ${players} players with the most matches.`,
  teamDescription: (team: string, league: string, matches: string) => `${team} in ${league}: ${matches}.`,
  teamWhy: 'Sides with this name, in their newest 200 matches. The 5,000 matches of the league up to the last of these are searched.',
};
