/** The words of charts that answer, and of stories made from data, in English. */
export const storiesEn = {
  views: 'Chart',
  rankOf: (player: string) => `Rank of ${player} over time`,
  rankWhy: 'As the board showed it at the end of each day on which it changed.',
  noRanks: 'No ranks were recorded yet. One is recorded at the end of each day.',
  compareWith: 'Compare with',
  compareDescription: (players: readonly string[], league: string) =>
    players.length > 0 ? `${players.join(', ')} on one chart of ${league}.` : `Players of ${league} on one chart.`,
  notHere: (player: string) => `Nobody called “${player}” has a rating in this league.`,
  leaveOut: (player: string) => `Leave out ${player}`,
  here: (player: string) => `${player} is at the line`,

  soFar: 'So far',
  races: (count: number, shown: string) => `${shown} ${count === 1 ? 'race' : 'races'}`,
  /** Sentences of a career. What is in braces is filled in, and each stands by itself: those without data are left out. */
  career: {
    joined: '{player} has played {matches} since {day}: {record}.',
    started: '{player} has started in {races} since {day} and won {wins}.',
    places: 'The best place was {best}, the average {mean}, and {podiums} ended among the first three.',
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
    drawn: 'Nobody won; the favourite, {side}, had a chance of {chance}.',
    least: 'Of the {among} results up to then, none was less expected.',
    oneLess: 'Of the {among} results up to then, only one was less expected.',
    fewLess: 'Of the {among} results up to then, only {fewer} were less expected.',
    ahead: 'Nobody was further ahead of the forecast than {side}: place {place}, foreseen was {foreseen}.',
    moved: '{winner} gained most ({gain}), and {loser} lost most ({loss}).',
    corrected: 'The result was corrected, last on {day}.',
  },
  record: (wins: string, losses: string) => `${wins} won, ${losses} lost`,
  ahead: (wins: string, losses: string) => `${wins} times ahead, ${losses} behind`,

  yearTitle: (league: string, year: string) => `${league} in ${year}`,
  yearInReview: (year: string) => `${year} in review`,
  newcomers: 'Newcomers',
  ledAtEnd: 'At the top in the end',
  leadsNow: 'At the top now',
  mostActive: 'Most active',
  climbers: 'Climbers',
  yearUpsets: 'Least expected wins',
  teamDescription: (team: string, league: string, matches: string) => `${team} in ${league}: ${matches}.`,
  teamWhy: 'Sides with this name, by their newest 200 matches among the newest 5,000 of the league.',
};

export type StoryTexts = typeof storiesEn;
