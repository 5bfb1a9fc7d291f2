import { ADVICE_REASONS } from '@openladder/columns';
import { adminEn } from './admin-en.js';
import { checksEn } from './checks-en.js';
import { importsEn } from './imports-en.js';

/** Every word of the console, in English. */
export const consoleEn = {
  ...adminEn,
  ...checksEn,
  imports: importsEn,
  title: 'Console',
  description: 'League administration.',
  signedInAs: 'Signed in as',
  signOut: 'Sign out',
  newLeague: 'New league',
  league: 'League',
  countPlayers: 'Players',
  private: 'private',
  archivedShort: 'archived',
  withArchived: 'with archived leagues',
  seeOnSite: 'View on the site',
  archived: 'This league is archived. It is read-only until it is restored.',
  refused: 'Nothing was changed:',
  /** Follows the name of a field that has to be filled in, where others have not. */
  required: 'required',
  reason: 'Reason',
  reasonWhy: 'For the audit log, where others may read it.',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  unsent: 'You are signed in again. Nothing was changed yet: check what you wrote, and send it again.',
  stale:
    'The match was changed after you opened this page. What you wrote is still here: see what changed, and preview again.',
  since: (version: string) => `Changed since version ${version}, which you saw`,
  changedSince: 'changed since you chose it',
  notKept: 'What you sent is no longer kept. The page shows how things are now.',
  yes: 'yes',
  no: 'no',
  range: (lowest: string | null, highest: string | null) => [lowest, highest].filter(Boolean).join(', '),
  presets: 'Start from',
  formRefused: 'The form was not sent',
  foreignForm: 'This form came from another site. Open the page here and send it again.',
  oldForm: 'This form belongs to another session. Go back, reload the page and send it again.',

  signIn: {
    title: 'Sign in',
    lead: 'Administrators sign in with their token, or with the link that the first start of the service prints.',
    ended: 'Your session has ended. Please sign in again.',
    written: 'Your session has ended before the form was sent. Sign in again: what you wrote is kept.',
    secret: 'Token or link',
    secretWhy: 'A token begins with ol_. The link works once, within a day.',
    send: 'Sign in',
    lost: 'Lost your token? Run this on the server to create another:',
    refusal: {
      WRONG_SECRET: 'The token is not valid, or the link was already used. Copy it again, or use your token.',
      NOT_AN_ADMIN: 'This token cannot manage leagues. It needs the scope league:admin or platform:admin.',
      TOO_MANY: 'Your network has sent too many wrong tokens. Please try again in a minute.',
      READ_ONLY: 'Nothing can be changed here at the moment: the database is a standby. Try the primary.',
    },
  },

  /** Confirmations, shown on the next page. */
  done: {
    ...adminEn.adminDone,
    ...checksEn.checksDone,
    importWithdrawn: (matches: string) =>
      matches === '1'
        ? 'One match was withdrawn. You can restore it below.'
        : `${matches} matches were withdrawn. You can restore them below.`,
    importCancelled: (matches: string) =>
      `The import was cancelled, and its file is deleted. ${matches === '0' ? 'Nothing was imported.' : matches === '1' ? 'One match had been imported and stays.' : `${matches} matches had been imported and stay.`}`,
    saved: 'Saved.',
    created: 'The league is open.',
    moved: 'The league has a new address. The old one still leads to it.',
    cancelled: 'The recompute was cancelled. The board stays as it is.',
    amended: (version: string) =>
      `The match was amended: this is version ${version}. To undo it, restore the previous version below.`,
    putBack: (earlier: string, version: string) =>
      `Version ${earlier} of the match is restored, as version ${version}; the versions in between stay in the list below.`,
    withdrawn: (version: string) => `The match was withdrawn with version ${version}. To undo it, restore it below.`,
    restored: (version: string) =>
      `The match counts again, as it was before it was withdrawn. It is version ${version} now.`,
    added: 'The match was added.',
    recomputing: 'The correction is being rated in the background. The board changes afterwards.',
    configured:
      'The whole log is rated by the system and the settings below. To undo it, select the previous ones, which the audit log shows.',
    recomputed: 'The whole log was rated again.',
    archived: 'The league is archived. To undo it, restore it below.',
    reopened: 'The league is open again.',
    deleted: 'The league is deleted.',
    signedOut: 'You are signed out.',
  },

  tabs: {
    ...adminEn.adminTabs,
    integrity: 'Integrity',
    imports: 'Import',
    overview: 'Overview',
    matches: 'Matches',
    rating: 'Rating system',
    settings: 'Settings',
    archive: 'Archive',
  },

  overview: {
    attention: 'Needs a look',
    signals: (count: number, shown: string) =>
      count === 1 ? '1 sign of arranged results' : `${shown} signs of arranged results`,
    failedRecompute: 'The newest recompute failed',
    notVerified: 'This league has not been verified yet; the service does that every night.',
    recomputes: 'Recomputes',
    noRecomputes:
      'None yet. Corrections that take a long time are rated in the background, and you can follow them here.',
    status: {
      QUEUED: 'Waiting',
      RUNNING: 'Running',
      DONE: 'Done',
      FAILED: 'Failed',
      CANCELLED: 'Cancelled',
    },
    progress: 'Progress',
    soFar: (done: string, total: string) => `${done} of ${total} matches.`,
    left: (seconds: string) => `About ${seconds} s left.`,
    requested: 'Requested',
    finished: 'Finished',
    cancel: 'Cancel',
  },

  advice: {
    first: 'Open your first league',
    questions: {
      who: {
        title: 'Who plays against whom?',
        answers: { DUELS: 'Two players', TEAMS: 'Teams', RACES: 'Many at once, as in races' },
      },
      scores: { title: 'Do results have scores that say how clear a win was?', answers: { NO: 'No', YES: 'Yes' } },
      want: {
        title: 'What matters more?',
        answers: { FORESIGHT: 'Ratings that predict well', SIMPLICITY: 'Changes that anybody can check by hand' },
      },
    },
    ask: 'Recommend a rating system',
    recommended: (system: string, preset: string | null) =>
      preset === null ? `We recommend ${system}` : `We recommend ${system} with the preset “${preset}”`,
    take: 'Take it, and go on',
    reasons: ADVICE_REASONS,
  },

  newPage: {
    choose: 'Which system should rate the players? You can compare systems on your own matches later, and switch.',
    all: 'All rating systems',
    other: 'Choose another',
    sides: (fewest: number, most: number | null) =>
      most === null ? `${fewest} or more sides` : fewest === most ? `${fewest} sides` : `${fewest} to ${most} sides`,
    perSide: (fewest: number, most: number | null) =>
      most === null
        ? 'players alone or in teams'
        : most === 1
          ? 'players alone'
          : `${fewest === most ? fewest : `${fewest} to ${most}`} players on a side`,
    slugWhy: 'The part of the address that names the league. If empty, it is made from the name.',
    timeZoneWhy: 'Days of the league end at midnight in this zone, for example Europe/Berlin.',
    settings: 'Settings of the rating system',
    settingsWhy: 'The defaults are a good start. A field left empty takes its default.',
    unrankable: (matches: string, preset: string | null) =>
      `With these settings, nobody has a rank in races: all ratings of 10 drivers are too uncertain, even after ${matches} races.${preset ? ` With the preset “${preset}”, players have one.` : ' Choose other settings or another rating system.'} Duels need no change.`,
    preview: 'Preview a first match',
    previewTitle: 'A first match between newcomers',
    ifWins: (names: string) => `If ${names} wins`,
    ifDraw: 'If it is a draw',
    matchesForRank: (count: number, shown: string) =>
      count === 1
        ? 'Players have a rank as soon as their rating is certain enough. Depending on the rating system, that takes from one rated match to dozens, and more in races than in duels.'
        : `Players are provisional, without a rank on the board, until they have ${shown} rated matches.`,
    create: 'Open the league',
    createAndImport: 'Open it and import a file',
  },

  plan: {
    title: 'Preview',
    nothing: 'No rating would change.',
    nothingToday: 'No rating of today would change.',
    atMatch: 'Just after the match',
    chart: 'Each line goes from the rating as it is, at 0, to the rating as it would be.',
    peak: (values: string) => `peak ${values}`,
    changes: (count: number, shown: string) => `Today, ${shown} ${count === 1 ? 'rating changes' : 'ratings change'}:`,
    more: (count: string) => `And ${count} smaller changes.`,
    tiny: (count: number, shown: string) =>
      `${shown} ${count === 1 ? 'changes' : 'change'} by less than a tenth of a point, and ${count === 1 ? 'keeps the rank' : 'keep their ranks'}.`,
    again: 'Preview again',
  },

  matchForm: {
    title: 'Correct the match',
    playedAt: 'Played at',
    side: (number: string) => `Side ${number}`,
    placement: 'Place',
    ended: 'Ended',
    statuses: {
      FINISHED: 'finished',
      FORFEIT: 'forfeited',
      DID_NOT_FINISH: 'did not finish',
      DID_NOT_START: 'did not start',
      DISQUALIFIED: 'disqualified',
    },
    playerNumber: (number: string) => `Player ${number}`,
    moreOfSide: 'Place, team, minutes and more',
    ofPlayer: (label: string, number: string) => `${label}, player ${number}`,
    team: 'Team',
    role: 'Role',
    rolePlaceholder: 'home',
    ownPoints: 'Own points',
    minutes: 'Minutes',
    playersWhy: 'Name players by their handle. Empty a field to remove a player from the match.',
    newPlayers: 'New players',
    newPlayersWhy:
      'Handles of players who have never played here. Unknown handles that are not listed here are refused, because most are mistyped.',
    details: 'Details',
    weight: 'Weight',
    weightWhy: 'How much the match counts: normally 1, or 2 to count twice.',
    detailsWhy: 'JSON that is shown with the match and never rated, such as {"map": "Dust"}.',
    plan: 'Preview',
    apply: 'Correct the match',
    withdraw: 'Withdraw the match',
    withdrawWhy: 'A withdrawn match changes no rating, and every later one is rated without it. You can restore it.',
    planWithdraw: 'Preview',
    restore: 'Restore the match',
    planRestore: 'Preview',
    putBack: (version: string) => `The form below contains version ${version}. Preview the effect of restoring it.`,
    putBackLink: 'Restore this version',
  },

  newMatch: {
    title: 'Add a match',
    sides: 'Sides',
    players: 'Players on a side',
    resize: 'Resize the form',
    lead: 'A match that was played before others is rated in its place, and the later ones are rated again.',
    leadReject: 'The settings of this league refuse matches older than its newest one.',
    unknownPlayer: (name: string, near: readonly string[]) =>
      `Nobody in this league is called “${name}”.${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''} If the player is new, tick the box below.`,
    severalNamed: (name: string, handles: readonly string[]) =>
      `Several players are called “${name}”. Give the handle of one of them: ${handles.join(', ')}.`,
    isNew: (name: string) => `Yes, ${name} is new`,
    sidesWhy:
      'Name players by handle or display name. Enter the points of each side; equal points are a draw. If there are no points, open a side and enter its place; 1 is the best. Leave unused sides and players empty.',
    externalId: 'Id',
    externalIdWhy: 'Your own id for the match, unique in the league. If empty, one is generated.',
    send: 'Add the match',
  },

  ratingPage: {
    unrankable: (matches: string, preset: string | null) =>
      `Nobody has a rank: this rating system finds every rating too uncertain, even after ${matches} matches.${preset ? ` With its preset “${preset}”, players have one.` : ' Choose other settings or another rating system.'}`,
    applyPreset: (preset: string) => `Apply the preset “${preset}”`,
    presetReason: (preset: string) => `preset ${preset}, so that players have ranks`,
    now: 'In use',
    trouble: (message: string) => `The rating system is not working: ${message}. It restarts automatically.`,
    again: 'Rate the whole log again',
    againWhy: 'For example after an upgrade. The board changes afterwards.',
    compare: 'Compare predictions',
    compareWhy:
      'Each system predicts every match of the league before it rates it. The smaller the loss, the better. A difference is significant if its interval does not contain 0. This takes up to 30 seconds.',
    compareSend: 'Compare',
    compared: (matches: string) => `Compared on ${matches} matches.`,
    system: 'System',
    loss: 'Loss',
    difference: 'Change from current',
    right: 'Correct',
    present: 'in use',
    defaults: 'with defaults',
    guess: 'no better than guessing',
    misses: 'chances inaccurate',
    calibration: 'Predicted and actual results',
    choose: 'Choose another system or other settings',
    candidate: (title: string) => `Rate by ${title}`,
    boards: 'Compared with the current board',
    today: 'Today',
    nobodyRanked: 'Nobody has a rank: all ratings are provisional.',
    wouldBe: 'Then',
    plan: 'Preview',
    apply: 'Use this rating system',
  },

  archive: {
    why: 'An archived league is read-only. Its board stays as it is, and lists omit the league. You can restore it.',
    export: 'Export the league',
    exportWhy:
      'All matches that count, as a file, and the settings. Imported into a league with the same settings, the matches give the same ratings. The JSON of the settings is the input of createLeague.',
    archive: 'Archive the league',
    restore: 'Restore the league',
    delete: 'Delete the league forever',
    deleteWhy: (matches: string) =>
      `Its ${matches} matches, ratings and audit log will be lost for good. Export the league first if you need them. Players stay on the platform.`,
    confirm: (slug: string) => `Type ${slug} to confirm`,
  },

  settings: {
    about: 'About the league',
    name: 'Name',
    description: 'Description',
    descriptionWhy: 'What the league is about, at most 2,000 characters.',
    visibility: 'Visibility',
    public: 'everybody',
    private: 'only people with a token for it',
    matches: 'Matches',
    openEntry: 'Players may enter with their first match',
    openEntryWhy: 'Otherwise only players that you have registered may play.',
    lateMatches: 'Late matches',
    lateMatchesWhy:
      'A match is late if the league has already rated one that was played after it. If it is rated in its place, later ratings change.',
    lateReplay: 'are rated in their place',
    lateReject: 'are refused',
    opensAt: 'Opens at',
    opensAtWhy: 'Matches played earlier are refused. Leave it empty for no limit.',
    unfinished: 'Sides that did not finish',
    unfinishedWhy: 'The rating of a side that did not play to the end.',
    statuses: {
      forfeit: 'Forfeited',
      didNotFinish: 'Did not finish',
      didNotStart: 'Did not start',
      disqualified: 'Was disqualified',
      nobodyFinished: 'Nobody finished',
    },
    rules: { LAST: 'in last place', UNRATED: 'not at all', AS_PLACED: 'by its place' },
    board: 'Board',
    minMatches: 'Matches for a rank',
    minMatchesWhy: 'Players with fewer rated matches have no rank yet.',
    activeWithin: 'Days without a match',
    activeWithinWhy:
      'Players who have not played for longer lose their rank until their next match. Leave it empty for no limit.',
    timeZone: 'Time zone',
    timeZoneWhy: 'Days of the league end at midnight in this zone, for example Europe/Berlin.',
    queue: 'Queue',
    queueWait: 'Longest wait in seconds',
    queueWaitWhy: 'A player without an opponent leaves the queue after this time.',
    queueBand: 'Greatest difference from an even match',
    queueBandWhy: 'From 0 to 0.5: with 0.2, chances from 0.3 to 0.7 are close enough.',
    address: 'Address',
    slug: 'Slug',
    slugWhy: 'The part of the address that names the league: lower-case letters, digits and dashes.',
    move: 'Change the address',
  },
};

export type ConsoleTexts = typeof consoleEn;
