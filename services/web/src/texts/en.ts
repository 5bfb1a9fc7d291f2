import { boardsEn } from './boards-en.js';
import { consoleEn } from './console-en.js';
import type { ApiRefusal } from './refusal.js';
import { storiesEn } from './stories-en.js';

/** What went wrong, in words for readers. */
export interface ProblemText {
  readonly title: string;
  readonly text: string;
}

function problem(status: number): ProblemText {
  if (status === 404 || status === 405)
    return { title: 'Not found', text: 'This page does not exist, or it is not public.' };
  if (status === 400) return { title: 'This cannot be shown', text: 'This address is not valid.' };
  if (status === 403) return { title: 'Not public', text: 'You may not see this page.' };
  if (status === 429)
    return {
      title: 'Too many requests',
      text: 'Your network has sent too many requests. Please try again in a minute.',
    };
  if (status === 503)
    return { title: 'Busy', text: 'The service is very busy at the moment. Please try again in a few seconds.' };
  return { title: 'Something went wrong', text: 'The page could not be rendered. See the service log.' };
}

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

/** Every word of the site, in English. Arguments that are strings are formatted already. */
export const en = {
  problem,
  /** Why the API refuses something; its own sentences are English. */
  refusal: ({ message }: ApiRefusal): string => message,
  boards: boardsEn,
  console: consoleEn,
  stories: storiesEn,
  site: 'Site',
  skipToContent: 'Skip to the content',
  leagues: 'Leagues',
  explorer: 'API explorer',
  docs: {
    title: 'Documentation',
    description: 'How to run leagues, write bots and rating systems, and operate the service.',
    contents: 'Contents',
    search: 'Search the documentation',
    onThisPage: 'On this page',
    plainText: 'This page as plain text',
    inEnglish: 'The documentation is in English.',
  },
  promise: 'Every rating here is computed from the match log, and every change can be explained.',
  searchBoard: (player: string) => `Look for “${player}” on the board`,
  more: 'More',
  none: '–',

  frontDescription: (count: number, name: string) =>
    `${count} ${plural(count, 'league', 'leagues')} at ${name}: boards, careers, and the reason for every rating change.`,
  search: 'Search',
  searchHint: 'Search for leagues, players and matches by name, handle or match id.',
  searchPlaceholder: 'League, player or match',
  nothingFound: (text: string) => `Nothing here is called “${text}”.`,
  noLeaguesFound: (search: string) => `No league is called “${search}”.`,
  order: 'Order',
  orderBy: { RATING: 'By rating', MATCHES: 'Most matches', WINS: 'Most wins', CLIMBERS: 'Climbers of the week' },
  newestResults: 'Latest results',
  climbers: 'Climbers of the week',
  upsets: 'Least expected wins of the week',
  recentCorrections: 'Corrections',
  correctionOf: (action: string, count: number | null) =>
    ({
      amendMatch: 'Match amended',
      voidMatch: 'Match withdrawn',
      restoreMatch: 'Match restored',
      voidMatches: `${count} ${plural(count ?? 2, 'match', 'matches')} withdrawn`,
      restoreMatches: `${count} ${plural(count ?? 2, 'match', 'matches')} restored`,
      mergePlayers: 'Players merged',
      unmergePlayers: 'Players separated',
      configureRatingSystem: 'Rating system changed',
      recomputeLeague: 'Ratings recomputed',
    })[action] ?? 'Correction',
  ledFor: (player: string, days: number, shown: string) =>
    `${player} has led for ${shown} ${plural(days, 'day', 'days')}`,
  noLeagues: 'There is no league here yet.',
  someUnreachable: 'Some leagues can’t be reached at the moment.',
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
  starts: 'Wins / starts',
  startsLong: (wins: string, starts: string) => `${wins} of ${starts} won`,
  aheadRecord: 'Ahead–tied–behind',
  placeOf: (place: string, sides: string) => `place ${place} of ${sides}`,
  places: 'Places',
  podiums: 'Podiums',
  bestPlace: 'Best place',
  meanPlace: 'Average place',
  fieldBeaten: 'Field beaten',
  races: 'Races',
  formLabel: (results: readonly string[]) => `Newest first: ${results.join(', ')}`,
  lastPlayed: 'Last played',
  up: (places: string) => `up ${places}`,
  down: (places: string) => `down ${places}`,
  unmoved: 'no change',
  movedSince: (day: string) => `Change of rank since ${day}`,
  provisional: 'Provisional',
  unrankedUnsure:
    'Nobody has a rank yet: all ratings are too uncertain. Every match makes them more certain. The best so far:',
  unrankedStill: (shown: string) =>
    `Nobody has a rank: the rating system finds all ratings too uncertain, even after ${shown} matches. The best so far:`,
  unrankedResting: (day: string) => `Nobody has a rank at the moment: the last match was on ${day}. The best so far:`,
  unrankedBelow: (count: number, shown: string) =>
    `Nobody has a rank yet: it takes at least ${shown} rated ${plural(count, 'match', 'matches')}. The best so far:`,
  unrankedAsleep: (count: number, shown: string) =>
    `Nobody has a rank at the moment: nobody has played in the last ${count === 1 ? 'day' : `${shown} days`}. The best so far:`,
  provisionalWhy: 'Too uncertain for a rank until they have played more.',
  provisionalBelow: (count: number, shown: string) =>
    `A rank takes at least ${shown} rated ${plural(count, 'match', 'matches')}.`,
  provisionalAsleep: (count: number, shown: string) =>
    `Players also have no rank if they have not played in the last ${count === 1 ? 'day' : `${shown} days`}.`,
  matchesMissing: (count: number, shown: string) => `${shown} more ${plural(count, 'match', 'matches')} for a rank`,
  isProvisional: (player: string, missing: string | null) =>
    `${player} is provisional and has no rank${missing ? `: ${missing}.` : '.'}`,
  emptyBoard: 'Nobody is on this board.',
  nextPage: 'Next page',
  asOf: 'Board at the end of',
  asKnownThen: 'as it was shown then, before later corrections',
  show: 'Show',
  today: 'Today',
  boardAtEndOf: (day: string) => `The board at the end of ${day}, as it is known now.`,
  boardShownAt: (day: string) => `The board as it was shown at the end of ${day}, before later corrections.`,
  boardAtLastMatch: (day: string) =>
    `There has been no match since ${day}, and nobody has a rank any more. This is the board after the last match.`,
  asOfToday: 'As of today',
  yearEarlier: 'a year earlier',
  monthEarlier: 'a month earlier',
  weekEarlier: 'a week earlier',
  weekLater: 'a week later',
  monthLater: 'a month later',
  yearLater: 'a year later',
  whereAmI: 'Where am I?',
  handle: 'Handle or name',
  find: 'Find',
  download: 'Download',
  notOnBoard: (handle: string) => `${handle} is not on this board.`,
  wholeBoard: 'Whole board',

  result: { WIN: 'win', DRAW: 'draw', LOSS: 'loss' },
  resultMark: { WIN: 'W', DRAW: 'D', LOSS: 'L' },

  percentile: (share: string) => `better than ${share}`,
  leads: 'Leads the board',
  unranked: 'Unranked',
  hidden: 'Not on the board',
  chartOf: (player: string) => `Rating of ${player} over time`,
  chartBand: 'The band shows one deviation above and below.',
  chartPeak: 'The dot is the peak.',
  chartTable: 'The chart as a table',
  date: 'Date',
  peak: 'Peak',
  lowest: 'Lowest',
  played: 'Played',
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
  nemesis: 'Nemesis',
  bestWins: 'Best wins',
  worstDefeats: 'Worst defeats',
  history: 'Every change, and why',
  noHistory: 'No rated match yet.',
  andMore: (sides: number) => `and ${sides} more`,
  andOthers: (count: string) => `and ${count} more`,
  /** What moves ratings beside opponents, by the names that the raters give it. */
  reason: {
    cap: 'Per-match limit on changes',
    fading: 'Older games count less',
    floor: 'Rating floor',
    luck: 'Luck discount',
    period: 'Earlier games of the rating period',
  } as Readonly<Record<string, string>>,
  expected: 'Expected',
  actual: 'Actual',
  weight: 'Weight',
  theirRating: 'Their rating',
  effect: 'Effect',
  before: 'Before',
  after: 'After',
  allLeagues: 'All leagues of this player',
  compare: 'Compare',
  olderChanges: 'Older changes',
  playerDescription: (player: string, rank: string | null, rating: string, league: string) =>
    rank ? `${player} is number ${rank} in ${league} with ${rating}.` : `${player} has ${rating} in ${league}.`,
  allMatches: 'All matches',

  match: 'Match',
  matchTitle: (sides: readonly string[]) => sides.join(' – '),
  matchDescription: (league: string, day: string) =>
    `A match in ${league} on ${day}: the result and its effect on each rating.`,
  guest: 'guest',
  unfinished: {
    FORFEIT: 'forfeited',
    DID_NOT_FINISH: 'did not finish',
    DID_NOT_START: 'did not start',
    DISQUALIFIED: 'disqualified',
  },
  nobodyFinished: 'No side finished, so nobody is rated.',
  voided: 'Withdrawn',
  voidedWhy: 'This match was withdrawn and changes no rating.',
  corrected: 'Corrected',
  submitted: (by: string | null) => (by ? `Submitted by ${by}` : 'Imported'),
  predicted: 'Prediction',
  predictedWhy: 'Win probabilities from the ratings just before the match, as they are known now.',
  predictedFitted:
    'This league fits them to its history; rating changes come from the expected scores of the rating system, without the fit.',
  whatItDid: 'Rating changes',
  corrections: 'Corrections',
  version: (version: string) => `Version ${version}`,
  action: {
    submitMatches: 'Submitted',
    amendMatch: 'Amended',
    voidMatch: 'Withdrawn',
    restoreMatch: 'Restored',
    voidMatches: 'Withdrawn',
    restoreMatches: 'Restored',
  } as Readonly<Record<string, string>>,
  outcome: { WIN: 'Won', DRAW: 'Drew', LOSS: 'Lost' },
  place: (placement: string) => `Place ${placement}`,
  matchId: 'Id',
  minutes: (minutes: string) => `${minutes} min`,
  details: 'Details',
  noRatings: 'This match changed no rating.',
  side: (number: string) => `Side ${number}`,

  matchesDescription: (league: string) => `Every match of ${league}, with its result and rating changes.`,
  filter: 'Filter',
  from: 'From',
  to: 'To',
  status: 'Status',
  statusAny: 'Any',
  statusRated: 'Counts',
  statusVoid: 'Withdrawn',
  matchesFound: (count: number, shown: string) => `${shown} ${plural(count, 'match', 'matches')}`,
  noMatchesFound: 'No matches found.',
  olderMatches: 'Older matches',
  feed: 'Atom feed',
  clear: 'Clear',

  duelTitle: (left: string, right: string) => `${left} against ${right}`,
  duelDescription: (left: string, right: string, league: string) =>
    `${left} against ${right} in ${league}: their record, and the effect of each outcome now.`,
  meetings: 'Meetings',
  allMeetings: (shown: string) => `All ${shown} meetings`,
  partOfName: 'Part of a name',
  didYouMean: (part: string) => `Players with “${part}” in their name:`,
  placeColumn: 'Place',
  score: 'Score',
  neverMet: 'They have never met.',
  ifTheyPlayed: 'If they played now',
  noPrediction: 'The rating system of this league cannot predict this match at the moment.',
  ifWins: (player: string) => `If ${player} wins`,
  ifDraw: 'If they draw',
  draws: (count: number, shown: string) => `${shown} ${plural(count, 'draw', 'draws')}`,
  lastMet: 'Last met',

  liveDescription: (league: string) => `${league} live: the newest matches and the top of the board.`,
  connectionLost: 'Connection lost, trying again',
  liveWhy: 'This page updates by itself while it is open.',
  newestMatches: 'Newest matches',
  queue: 'Waiting for an opponent',
  queueDescription: (league: string) => `Players waiting for an opponent in ${league}.`,
  queueWhy: (least: string, most: string, minutes: number, shown: string) =>
    `Two players are paired if each has a ${least} to ${most} chance to win. Without an opponent, the wait ends after ${shown} ${plural(minutes, 'minute', 'minutes')}.`,
  waiting: (count: number, shown: string) =>
    count === 0 ? 'Nobody is waiting at the moment.' : `${shown} ${plural(count, 'player is', 'players are')} waiting.`,
  waitingSince: 'since',
  showQueue: 'Waiting players',
  overlay: 'For streams',
  overlayWhy:
    'The newest matches and the top of the board on a dark translucent background, nothing else. Add the address to OBS as a browser source.',
  overlayPlaces: 'Board rows',
  overlayMatches: 'Matches',

  statsDescription: (league: string) =>
    `${league} in numbers: rating distribution, calibration of expected scores, and activity.`,
  distribution: 'Rating distribution',
  distributionWhy: 'Ranked players by rating.',
  activity: 'Activity',
  activityWhy: 'Matches per day in the last year.',
  playerActivityWhy: 'Rated matches per day in the year up to the newest one.',
  matchesOn: (day: string, count: number, shown: string) => `${day}: ${shown} ${plural(count, 'match', 'matches')}`,
  calibration: 'Calibration of expected scores',
  calibrationWhy:
    'Compares each score against an opponent in the newest matches with the expected score from which the rating change was computed. On the diagonal, both are equal. Larger dots represent more scores.',
  /** Why the figures differ from those of match pages. */
  calibrationNotChances: (isFitted: boolean): string =>
    isFitted
      ? 'The chances on match pages are different figures: they predict the whole match, and this league fits them to its history.'
      : 'The chances on match pages are different figures: they predict the whole match, and may allow for uncertain ratings.',
  /** What is compared: expected scores with scores, or chances with results. */
  calibrated: {
    scores: {
      expected: 'Expected score',
      actual: 'Actual score',
      off: (points: string) => `On average, scores are ${points} percentage points off the expected scores.`,
      point: (expected: string, actual: string) => `${expected} expected, ${actual} scored`,
    },
    chances: {
      expected: 'Predicted chance',
      actual: 'Actual result',
      off: (points: string) => `On average, results are ${points} percentage points off the predicted chances.`,
      point: (expected: string, actual: string) => `${expected} predicted, ${actual} happened`,
    },
  },
  scores: 'Scores',
  sinceDay: 'since',
  playersHere: 'Players',
  values: 'Rating',
  asTable: 'As a table',
  nobodyRanked: 'Nobody has a rank yet.',
  nothingYet: 'No figures yet.',

  aboutDescription: (league: string, system: string) =>
    `How ${league} is rated: ${system}, its settings, and every revision of the ratings.`,
  proved: 'Verified:',
  notProved: (problems: string) => `Verification found ${problems} problems:`,
  provedWhy:
    'The whole match log was replayed from its first match, and ratings, history and board were compared to the last bit.',
  provedBefore: 'Newer matches will be verified tonight.',
  beat: 'beat',
  drew: 'drew with',
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
  revisionsWhy: 'Each correction, late match or settings change creates a revision. All are listed.',
  revision: 'Revision',
  system: 'Rating system',
  raterVersion: 'Version',
  shownSince: 'Shown since',

  hereSince: 'Joined',
  personDescription: (player: string, count: number) => `${player} in ${count} ${plural(count, 'league', 'leagues')}.`,
  formerly: 'Formerly',
  league: 'League',
  noRatingsYet: 'No league has rated this player yet.',
};

/** The words of a language. */
export type Texts = typeof en;
