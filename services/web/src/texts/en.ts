/** What went wrong, in words for readers. */
export interface ProblemText {
  readonly title: string;
  readonly text: string;
}

function problem(status: number): ProblemText {
  if (status === 404) return { title: 'Not found', text: 'There is nothing at this address, or it is not public.' };
  if (status === 400)
    return { title: 'This cannot be shown', text: 'The address asks for something that does not work:' };
  if (status === 403) return { title: 'Not public', text: 'You may not see this page.' };
  if (status === 429)
    return {
      title: 'Too many requests',
      text: 'Your network has asked for a lot lately. Please try again in a minute.',
    };
  if (status === 503)
    return { title: 'Busy', text: 'The service has much to do at the moment. Please try again in a few seconds.' };
  return { title: 'Something went wrong', text: 'The page could not be made. The log of the service says why.' };
}

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

/** Every word of the site, in English. Arguments that are strings are formatted already. */
export const en = {
  problem,
  site: 'Site',
  skipToContent: 'Skip to the content',
  leagues: 'Leagues',
  explorer: 'API explorer',
  promise: 'Every rating here is computed from the match log, and every change can be explained.',
  more: 'More',
  newest: 'Back to the first page',
  none: '–',

  frontTitle: 'Leagues',
  frontDescription: (count: number, name: string) =>
    `${count} ${plural(count, 'league', 'leagues')} at ${name}: boards, careers, and the reason for every change of a rating.`,
  search: 'Search',
  searchLeagues: 'Search leagues',
  noLeagues: 'There is no league here yet.',
  noLeaguesFound: (search: string) => `No league is called “${search}”.`,
  players: (count: number, shown: string) => `${shown} ${plural(count, 'player', 'players')}`,
  matches: (count: number, shown: string) => `${shown} ${plural(count, 'match', 'matches')}`,
  lastMatch: 'Last match',
  noMatches: 'No matches yet',

  leagueNav: 'League',
  board: 'Board',
  matchLog: 'Matches',
  live: 'Live',
  stats: 'Statistics',
  about: 'About',

  boardDescription: (league: string, leader: string | undefined, system: string) =>
    leader ? `${leader} leads ${league}. Rated by ${system}.` : `The board of ${league}. Rated by ${system}.`,
  podium: 'Podium',
  rank: 'Rank',
  rankOf: (rank: string) => `Rank ${rank}`,
  change: 'Change',
  player: 'Player',
  rating: 'Rating',
  deviation: 'Deviation',
  points: 'Points',
  record: 'W–D–L',
  recordLong: (wins: string, draws: string, losses: string) => `${wins} won, ${draws} drawn, ${losses} lost`,
  form: 'Form',
  formNone: 'no rated match yet',
  formLabel: (results: readonly string[]) => `Newest first: ${results.join(', ')}`,
  lastPlayed: 'Last played',
  up: (places: string) => `up ${places}`,
  down: (places: string) => `down ${places}`,
  unmoved: 'no change',
  movedSince: (day: string) => `Change of rank since ${day}`,
  provisional: 'Provisional',
  provisionalWhy: 'Too uncertain for a rank until they have played more.',
  emptyBoard: 'Nobody is on this board.',
  nextPage: 'Next page',
  asOf: 'Board at the end of',
  asKnownThen: 'as it was shown then, before later corrections',
  show: 'Show',
  today: 'Today',
  boardAtEndOf: (day: string) => `The board at the end of ${day}, as it is known now.`,
  boardShownAt: (day: string) => `The board as it was shown at the end of ${day}, before later corrections.`,
  yearEarlier: 'a year earlier',
  monthEarlier: 'a month earlier',
  weekEarlier: 'a week earlier',
  weekLater: 'a week later',
  monthLater: 'a month later',
  yearLater: 'a year later',
  timeTravel: 'Another day',
  whereAmI: 'Where am I?',
  handle: 'Handle',
  find: 'Find',
  notOnBoard: (handle: string) => `${handle} is not on this board.`,
  wholeBoard: 'Whole board',

  result: { WIN: 'win', DRAW: 'draw', LOSS: 'loss' },
  resultMark: { WIN: 'W', DRAW: 'D', LOSS: 'L' },

  percentile: (share: string) => `better than ${share}`,
  unranked: 'Unranked',
  career: 'Career',
  chartOf: (player: string) => `Rating of ${player} over time`,
  chartBand: 'The band is one deviation to either side.',
  chartTable: 'The chart as a table',
  date: 'Date',
  peak: 'Peak',
  lowest: 'Lowest',
  played: 'Played',
  won: 'won',
  currentStreak: 'Current streak',
  bestStreak: 'Longest winning streak',
  worstStreak: 'Longest losing streak',
  streak: (count: number, shown: string, result: 'WIN' | 'DRAW' | 'LOSS') =>
    ({
      WIN: `${shown} ${plural(count, 'win', 'wins')}`,
      DRAW: `${shown} ${plural(count, 'draw', 'draws')}`,
      LOSS: `${shown} ${plural(count, 'loss', 'losses')}`,
    })[result],
  opponents: 'Opponents',
  mostPlayed: 'Most played',
  opponent: 'Opponent',
  rival: 'Rival',
  rivalWhy: 'many even matches',
  nemesis: 'Nemesis',
  nemesisWhy: 'most losses beyond the wins',
  bestWins: 'Best wins',
  worstDefeats: 'Worst defeats',
  history: 'Every change, and why',
  noHistory: 'No rated match yet.',
  against: (opponents: string) => `against ${opponents}`,
  andOthers: (count: string) => `and ${count} more`,
  why: {
    single: (opponent: string, expected: string, actual: string) =>
      `Against ${opponent} a score of ${expected} was expected, and it was ${actual}.`,
    many: (count: string, expected: string, actual: string) =>
      `Against ${count} opponents a score of ${expected} was expected in all, and it was ${actual}.`,
    gained: (delta: string) => `That is ${delta} points.`,
    first: 'It is the first rating of this player.',
  },
  expected: 'Expected',
  actual: 'Actual',
  weight: 'Weight',
  theirRating: 'Their rating',
  effect: 'Effect',
  before: 'Before',
  after: 'After',
  allLeagues: 'All leagues of this player',
  compareWith: 'Compare with',
  compare: 'Compare',
  olderChanges: 'Older changes',
  playerDescription: (player: string, rank: string | null, rating: string, league: string) =>
    rank ? `${player} is number ${rank} in ${league} with ${rating}.` : `${player} has ${rating} in ${league}.`,
  allMatches: 'All matches',

  match: 'Match',
  matchTitle: (sides: readonly string[]) => sides.join(' – '),
  matchDescription: (league: string, day: string) =>
    `A match in ${league} on ${day}: the result and what it did to each rating.`,
  guest: 'guest',
  voided: 'Withdrawn',
  voidedWhy: 'This match was withdrawn and changes no rating.',
  corrected: 'Corrected',
  submitted: (by: string | null) => (by ? `Submitted by ${by}` : 'Imported'),
  foreseen: 'How it was foreseen',
  foreseenWhy: 'Chances to win by the ratings just before the match, as they are known now.',
  whatItDid: 'What it did to the ratings',
  corrections: 'What was corrected, and when',
  version: (version: string) => `Version ${version}`,
  action: {
    submitMatches: 'Submitted',
    amendMatch: 'Amended',
    voidMatch: 'Withdrawn',
    restoreMatch: 'Restored',
  } as Readonly<Record<string, string>>,
  place: (placement: string) => `Place ${placement}`,
  minutes: (minutes: string) => `${minutes} min`,
  details: 'Details',
  noRatings: 'This match changed no rating.',
  side: (number: string) => `Side ${number}`,

  matchesDescription: (league: string) => `Every match of ${league}, with its result and what it did to the ratings.`,
  filter: 'Filter',
  from: 'From',
  to: 'To',
  status: 'Status',
  statusAny: 'Any',
  statusRated: 'Counts',
  statusVoid: 'Withdrawn',
  matchesFound: (count: number, shown: string) => `${shown} ${plural(count, 'match', 'matches')}`,
  noMatchesFound: 'No match fits.',
  olderMatches: 'Older matches',
  feed: 'Atom feed',
  clear: 'Clear',

  duelTitle: (left: string, right: string) => `${left} against ${right}`,
  duelDescription: (left: string, right: string, league: string) =>
    `${left} against ${right} in ${league}: their record, and what each outcome would do now.`,
  meetings: 'Meetings',
  neverMet: 'They have never met.',
  ifTheyPlayed: 'If they played now',
  chanceToWin: 'Chance to win',
  ifWins: (player: string) => `If ${player} wins`,
  ifDraw: 'If they draw',
  lastMet: 'Last met',
  meetingsOf: 'Matches of both',

  statsDescription: (league: string) => `${league} in numbers: how strong its players are, and when they play.`,
  distribution: 'How strong the players are',
  distributionWhy: 'Ranked players by rating.',
  activity: 'When they play',
  activityWhy: 'Matches by day in the last year.',
  playersHere: 'Players',
  values: 'Rating',
  day: 'Day',
  asTable: 'As a table',
  nothingYet: 'There is nothing to count yet.',

  aboutDescription: (league: string, system: string) =>
    `How ${league} is rated: ${system}, its settings, and every revision of the ratings.`,
  ratedBy: 'Rated by',
  source: 'Source',
  settings: 'Settings',
  setting: 'Setting',
  value: 'Value',
  meaning: 'Meaning',
  rules: 'Rules',
  lateMatches: 'Late matches',
  lateReplay: 'are inserted in their place, and later matches are rated again',
  lateReject: 'are rejected',
  entry: 'Entry',
  openEntry: 'anyone, with their first match',
  closedEntry: 'registered players only',
  days: 'Days',
  daysEnd: (zone: string) => `end at midnight in ${zone}`,
  boardThrough: 'Board as of',
  since: 'Since',
  revisions: 'Revisions',
  revisionsWhy: 'A correction, a late match or a change of the settings makes a new revision. None is hidden.',
  revision: 'Revision',
  system: 'Rating system',
  raterVersion: 'Version',
  shownSince: 'Shown since',

  personDescription: (player: string, count: number) => `${player} in ${count} ${plural(count, 'league', 'leagues')}.`,
  formerly: 'Formerly',
  league: 'League',
  noRatingsYet: 'No league has rated this player yet.',
};

/** The words of a language. */
export type Texts = typeof en;
