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
};

export type StoryTexts = typeof storiesEn;
