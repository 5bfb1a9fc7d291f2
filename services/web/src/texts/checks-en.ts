/** Words of what administrators check: signs of arranged results, chosen matches, chances, and settings. In English. */
export const checksEn = {
  integrity: {
    lead: 'Looks for results that may have been arranged, such as friends who lose on purpose. It only shows its findings. Every sign can have an innocent explanation, so talk to the players first.',
    check: 'Look for warning signs',
    again: 'Check again',
    progress: 'Progress',
    underWay: 'The log is being read. You can leave this page and come back.',
    cancel: 'Cancel',
    looked: (matches: string, players: string) => `Looked at ${matches} matches of ${players} players.`,
    none: 'There is no sign of an arranged result.',
    found: (count: number, shown: string) => `${shown} ${count === 1 ? 'sign was' : 'signs were'} found.`,
    foundWhy: 'Signs with the most matches come first.',
    kinds: {
      FEW_OPPONENTS: 'few opponents',
      ONE_SIDED_PAIR: 'one-sided pair',
      STREAK: 'unlikely streak',
      CLUSTER: 'closed circle',
      SUBMITTER: 'one submitter',
    } as Readonly<Record<string, string>>,
    innocent: {
      FEW_OPPONENTS: 'Innocent: a teacher with pupils, or a small club.',
      ONE_SIDED_PAIR: 'Innocent: a style that the opponent cannot play against.',
      STREAK: 'Innocent: a strong player who was new.',
      CLUSTER: 'Innocent: a family, or a remote town.',
      SUBMITTER: 'Innocent: a bot that reports one tournament.',
    } as Readonly<Record<string, string>>,
    matches: (count: number, shown: string, all: string) =>
      shown === all ? `${shown} ${count === 1 ? 'match' : 'matches'}` : `The newest ${shown} of ${all} matches`,
    withdraw: 'Withdraw matches',
    withdrawWhy:
      'Choose matches above. All of them are withdrawn in one correction, and you can preview the effect. It can be undone.',
  },

  chosen: {
    choose: 'Choose matches to withdraw several at once.',
    chooseVoid: 'Choose matches to restore several at once.',
    plan: 'Preview',
    withdraw: 'Withdraw the chosen matches',
    restore: 'Restore the chosen matches',
  },

  chances: {
    title: 'Chances',
    lead: 'Chances can be fitted to past results: less confident if the system is overconfident, with an advantage for the first side, such as the home team, and in races with better or worse chances for favourites. Ratings stay as they are.',
    inUse: (matches: string) => `Fitted to ${matches} matches.`,
    notInUse: 'The chances are those of the rating system itself.',
    measure: 'Measure the improvement',
    again: 'Measure again',
    progress: 'Progress',
    cancel: 'Cancel',
    measured: 'Measured',
    nothing: 'There are too few matches for a result.',
    misses: (predicted: string, actual: string, sides: string) =>
      `Predicted ${predicted}; actual ${actual} (${sides} sides).`,
    mends: 'Fitted chances are accurate there.',
    mendsPart: 'Fitted chances are closer to the results.',
    helps: 'Fitting helps.',
    doesNotHelp: 'Fitting does not clearly help.',
    onHeldOut: (matches: string) => `Fitted to earlier matches, and measured on the newest ${matches}.`,
    slope: 'Slope',
    slopeWhy:
      'A slope of 1 means that the chances are accurate. Below 1, the system is overconfident about its favourites; above 1, it is underconfident.',
    advantage: 'First side wins an even match',
    favouritesLess:
      'In matches of more than two sides, favourites win less often than the slope alone predicts. Fitted chances are smaller for them.',
    favouritesMore:
      'In matches of more than two sides, favourites win more often than the slope alone predicts. Fitted chances are greater for them.',
    gain: 'Change of the loss',
    apply: 'Use these chances',
    own: 'Use the chances of the rating system again',
  },

  tuning: {
    title: 'Better settings',
    lead: 'A search tries other settings of a rating system. It chooses the settings that predict the earlier matches best with chances fitted to them, and measures them on the newest matches, held out for this. It changes nothing.',
    systems: 'Rating system to search',
    only: (title: string) => `Settings of ${title} that may change`,
    evaluations: 'Maximum number of settings to try',
    evaluationsWhy: '1 to 1,000. More take longer, but a minute at most.',
    search: 'Search for better settings',
    progress: 'Progress of the search',
    cancel: 'Cancel the search',
    found: (title: string) => `Search results for ${title}`,
    none: 'No better settings were found than those in use.',
    better: 'These settings predict better than those in use, and this is unlikely to be chance.',
    unsure: 'It is not certain that these settings are better than those in use.',
    tried: (count: number, shown: string) => `${shown} ${count === 1 ? 'setting was' : 'settings were'} tried.`,
    timeOver: 'The minute was over before all was tried that seemed worth it.',
    measured: (count: number, matches: string, before: string, after: string) =>
      `On the newest ${count === 1 ? 'match' : `${matches} matches`}, their loss is ${after}, compared with ${before} for the settings in use, both with chances fitted to the earlier matches. A smaller loss is better.`,
    difference: (interval: string) =>
      `The difference is ${interval}. It is significant if this interval does not contain 0.`,
    tooFew: 'There are too few matches to rule out chance.',
    stale: 'The league has since changed its rating system or settings. Search again to compare with the current ones.',
    setting: 'Setting',
    today: 'Today',
    defaults: 'Default',
    proposed: 'Proposed',
    open: 'Preview these settings',
  },

  checksDone: {
    checkCancelled: 'The check was cancelled.',
    comparisonCancelled: 'The measurement was cancelled.',
    tuningCancelled: 'The search was cancelled.',
    withdrawnAll: (matches: string) =>
      matches === '1'
        ? 'One match was withdrawn. You can restore it in the list of withdrawn matches.'
        : `${matches} matches were withdrawn. You can restore them in the list of withdrawn matches.`,
    restoredAll: (matches: string) =>
      matches === '1'
        ? 'One match counts again, as it was before it was withdrawn.'
        : `${matches} matches count again, as they were before they were withdrawn.`,
    chancesSet: 'The chances were changed. To undo it, use the chances of the rating system again.',
  },
};

export type CheckTexts = typeof checksEn;
