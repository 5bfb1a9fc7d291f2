/** Words of the pages on which files of matches are imported, in English. */
export const importsEn = {
  lead: 'Import matches from a spreadsheet or another platform. You assign the columns, preview the effect, and then import.',
  file: 'File',
  fileWhy:
    'CSV (with commas, semicolons or tabs) or the JSON Lines of an export; at most 32 MB. Nothing is imported yet. Import larger files with the command openladder import.',
  upload: 'Upload the file',
  noFile: 'Choose a file first.',
  former: 'Imported files',
  added: (count: number, shown: string) => `${shown} ${count === 1 ? 'match' : 'matches'} added`,
  status: {
    UPLOADED: 'columns not chosen yet',
    CHECKING: 'being checked',
    CHECKED: 'checked',
    IMPORTING: 'being imported',
    DONE: 'imported',
    CANCELLED: 'cancelled',
    FAILED: 'failed',
  },
  kilobytes: (size: string) => `${size} kB`,
  megabytes: (size: string) => `${size} MB`,
  failed: 'The import failed:',
  wasCancelled: 'This import was cancelled, and its file is deleted. Matches already imported stay.',
  progress: 'Progress',
  checking: 'The whole file is being checked. Nothing is imported yet.',
  importing: (count: number, shown: string) =>
    count === 0
      ? 'The matches are being imported.'
      : `${shown} ${count === 1 ? 'match is' : 'matches are'} in the league so far.`,
  look: 'Check progress',
  cancel: 'Cancel',

  columns: 'Meaning of the columns',
  columnsWhy:
    'Choose what each column means, below its name. Some meanings are suggested by names and contents. Several columns can be parts of one thing, such as a day and a time, or the players of a team.',
  chosen: 'So far:',
  firstRows: 'The first rows of the file',
  missingRole: {
    players:
      'Choose the columns of the players: “Side 1: player” and “Side 2: player”, or “Match of the row” and “Player” if each row is a participant.',
    result:
      'Choose the columns of the result: the points of each side or of both, “Who won”, or the place of each participant.',
    date: 'Choose the column of the date, or say under “The file has no dates” when the first match was played.',
  },
  unused: '(not used)',
  eachRowIsMatch: 'If each row is a match',
  eachRowIsParticipant: 'If each row is a participant',
  roles: {
    date: 'Date or time',
    player1: 'Side 1: player',
    score1: 'Side 1: points',
    player2: 'Side 2: player',
    score2: 'Side 2: points',
    player3: 'Side 3: player',
    score3: 'Side 3: points',
    player4: 'Side 4: player',
    score4: 'Side 4: points',
    result: 'Points of both sides, such as 2:1',
    winner: 'Who won',
    won: 'Player who won',
    lost: 'Player who lost',
    neutral: 'Is on neutral ground: no roles',
    id: 'Id of the match',
    match: 'Match of the row',
    player: 'Player',
    placement: 'Place',
    score: 'Points of the player',
    side: 'Team or shared car: the same name is one side',
    sideScore: 'Points of the team',
    minutes: 'Minutes played',
    guest: 'Is a guest',
  } as Readonly<Record<string, string>>,
  placeWords: 'Words in the column of places',
  placeWordsWhy: 'Say what each word means. Those who share last place are behind everybody who finished.',
  placeWord: (word: string, count: number | null, shown: string) =>
    count === null ? `“${word}”` : `“${word}” (${shown} ${count === 1 ? 'time' : 'times'})`,
  placeMeanings: {
    usual: 'as is usual for this word',
    none: 'no meaning yet: the match is refused',
    last: 'did not finish, disqualified or given up: shares last place',
    out: 'did not start or qualify: left out of the match',
  },
  placeCounts: {
    LAST: (count: number, shown: string, words: string) =>
      `${shown} ${count === 1 ? 'participant did not finish, and shares' : 'participants did not finish, and share'} last place in their match: ${words}.`,
    OUT: (count: number, shown: string, words: string) =>
      `${shown} ${count === 1 ? 'participant is' : 'participants are'} left out of their match: ${words}.`,
  },
  dateFormat: 'Date format',
  dateFormatWhy: 'Such as DD.MM.YYYY or MM/DD/YYYY hh:mm A. Empty: 2026-07-19, with or without a time.',
  timeZone: 'Time zone of the dates',
  timeZoneWhy: 'For dates and times without an offset, for example Europe/Berlin or UTC.',
  winner: 'Words for the winner',
  winnerWhy:
    'For a column that names the winner. Separate several words with commas. Leave the fields empty if the column has the name of a player, the number of a side, “draw”, or a result such as 1-0 or ½-½.',
  first: 'Side 1 won',
  second: 'Side 2 won',
  draw: 'A draw',
  sideRoles: 'Roles of the sides',
  sideRolesWhy:
    'In order and separated by commas, such as home, away or white, black. Leave it empty for no roles, and for matches that the league already has without roles.',
  noDates: 'The file has no dates',
  noDatesWhy: 'Matches then follow each other in the order of the rows.',
  startAt: 'First match at',
  every: 'Time between two matches',
  everyWhy: 'Such as 90s, 1m, 2h or 1d. Empty: one minute.',
  more: 'More',
  missing: 'Values that mean “missing”',
  missingWhy: 'Separated by commas. Empty cells and NA always mean that.',
  idPrefix: 'Prefix of ids',
  idPrefixWhy: 'For a second file that uses the same ids as the first.',
  mapping: 'The mapping in words',
  mappingWhy: 'Replaces what is chosen above. The documentation of imports explains it.',
  jsonLines: 'Each line is a complete match, so there are no columns to choose.',
  check: 'Preview',

  preview: 'Preview',
  problem: 'The file cannot be imported as it is:',
  wouldBeAdded: 'Matches to add',
  known: 'In the league already',
  refused: 'Refused',
  newPlayers: 'New players',
  played: 'Played',
  inZone: (zone: string) => `(time zone ${zone}).`,
  outOfOrder: (count: number, shown: string) =>
    `${shown} ${count === 1 ? 'match is' : 'matches are'} not in chronological order in the file. The import sorts ${count === 1 ? 'it' : 'them'}.`,
  westernLetters:
    'This file is not in UTF-8. It was read as Windows-1252, which spreadsheets of Western Europe use. If names look wrong, save the file as “CSV UTF-8” and upload it again.',
  renamed: (count: number, shown: string) =>
    `${shown} ${count === 1 ? 'name becomes another handle' : 'names become other handles'}:`,
  keptNames: 'Display names of new players are the names in the file, up to 40 characters.',
  understood: 'The first matches, as interpreted',
  when: 'Played at',
  id: 'Id',
  place: (place: string) => `place ${place}`,
  whoIsNew: (count: string) => `New players (${count})`,
  whoIsNewWhy: 'A name spelled in two ways becomes two players. You can merge them later.',
  refusedRows: {
    link: 'Save the refused rows (CSV)',
    why: 'It has the line and the reason of each. Mend the rows and hand in the file. If matches get their ids from their lines, enter a prefix of ids under “More”.',
    name: 'refused',
    line: 'refused line',
    reason: 'why refused',
  },
  refusedByRule: 'Refusals',
  wasRefusedByRule: 'Refusals',
  field: 'Column',
  rule: 'Rule',
  lines: 'Lines',
  count: 'Count',
  dateFormats: (formats: string) =>
    `These formats would read the refused dates: ${formats}. Choose the right one below and check again.`,
  start: (count: number, shown: string) => `Import ${shown} ${count === 1 ? 'match' : 'matches'}`,
  done: (count: number, shown: string) => `${shown} ${count === 1 ? 'match was' : 'matches were'} added.`,
  areWithdrawn: (count: number): string => (count === 1 ? 'It is withdrawn now.' : 'All of them are withdrawn now.'),
  replayed: (count: number, shown: string) =>
    `${shown} ${count === 1 ? 'was' : 'were'} in the league already and ${count === 1 ? 'stays' : 'stay'} as ${count === 1 ? 'it is' : 'they are'}.`,
  seeBoard: 'See the board',

  undo: {
    title: 'Withdraw the matches of this import',
    counting: (count: number, shown: string) =>
      `${shown} ${count === 1 ? 'match' : 'matches'} of this import ${count === 1 ? 'counts' : 'count'}.`,
    amended: (count: number, shown: string) =>
      `${shown} of them ${count === 1 ? 'was' : 'were'} amended since, and ${count === 1 ? 'is' : 'are'} also withdrawn.`,
    withdrawn: (count: number, shown: string) =>
      `${shown} more ${count === 1 ? 'is' : 'are'} already withdrawn and ${count === 1 ? 'stays' : 'stay'} withdrawn.`,
    why: 'Matches that were in the league before the import are not touched. Players stay, without these matches. You can restore all of them here while the import is in the list of imported files, which holds the newest ten.',
    plan: 'Preview',
    apply: (count: number, shown: string) => `Withdraw ${shown} ${count === 1 ? 'match' : 'matches'}`,
    restoreTitle: 'Restore withdrawn matches',
    restorable: (count: number, shown: string) =>
      `${shown} ${count === 1 ? 'match' : 'matches'} of this import ${count === 1 ? 'was' : 'were'} withdrawn together.`,
    keepsIds:
      'Withdrawn matches keep their ids. To import a corrected file with the same ids, enter a prefix of ids under “More”.',
    restore: (count: number, shown: string) => `Restore ${shown} ${count === 1 ? 'match' : 'matches'}`,
    unknown:
      'This import began with an earlier version, which did not record what it added. Choose matches in the match log to withdraw them.',
  },
};

export type ImportTexts = typeof importsEn;
