import type { ColumnRoles } from './column-roles.js';
import { hasLists } from './listed-players.js';
import { readPoints } from './read-number.js';

/** Names of a column with the winner. */
export const RESULT_NAMES =
  /^(winner|result|outcome|ftr|res|sieger|gewinner|ergebnis|vainqueur|gagnante?|r[ée]sultat)$/;

/** Roles suggested by a column's name in English, German or French; the first match counts. Names are without case, spaces and punctuation. */
const GUESSES: readonly (readonly [role: string, names: RegExp])[] = [
  [
    'date',
    /^(((match|game|event|race|round|fight|tourney|tournament))?date|day|datetime|playedat|played|played?on|when|time|timestamp|utcdate|start(ed)?at|(spiel)?datum|tag|gespieltam|zeitpunkt|jour|datedumatch|jou[ée]le)$/,
  ],
  [
    'score1',
    /^(home(team)?(score|goals|points|pts)|(score|goals|points|pts)(home|1|a)|(team|player|side)?1(score|goals|points)|fthg|hg(oals?)?|(white|red)(score|points)|winnerscore|heim(punkte|tore|sätze)|(punkte|tore|sätze)(heim|1|a)|buts(1|a)|(buts|points|score)[àa]?domicile)$/,
  ],
  [
    'score2',
    /^((away|visitor)(team)?(score|goals|points|pts)|(score|goals|points|pts)(away|2|b)|(team|player|side)?2(score|goals|points)|ftag|[av]g(oals?)?|(black|blue)(score|points)|loserscore|(gast|auswärts)(punkte|tore|sätze)|(punkte|tore|sätze)(gast|auswärts|2|b)|buts(2|b)|(buts|points|score)(([àa]l)?ext[ée]rieur|visiteurs?))$/,
  ],
  [
    'player1',
    /^(home(team|player|name)?|(team|player|entrant|side|p|name)(1|a|one|name1)|player1name|team1name|white(player|name)?|red(player|name)?|heim(team|mannschaft|verein|spieler)?|(spieler|spielerin|mannschaft|name)(1|a)|wei(ß|ss)|([ée]quipe)?[àa]?domicile|([ée]quipe|joueur|joueuse)(1|a)|blancs?)$/,
  ],
  [
    'player2',
    /^((away|visitor|guest|visiting)(team|player|name)?|(team|player|entrant|side|p|name)(2|b|two|name2)|player2name|team2name|opponent|black(player|name)?|blue(player|name)?|(gast|auswärts)(team|mannschaft|verein|spieler)?|(spieler|spielerin|mannschaft|name)(2|b)|gegner|schwarz|([ée]quipe)?(([àa]l)?ext[ée]rieure?|visiteurs?|visiteuse)|([ée]quipe|joueur|joueuse)(2|b)|adversaire|noirs?)$/,
  ],
  ['won', /^winner(name|player|team|handle)$/],
  ['lost', /^(loser(name|player|team|handle)?|verlierer|perdante?)$/],
  ['winner', RESULT_NAMES],
  ['neutral', /^(is)?neutral(ground|venue|site|field)?$|^neutrale(r|s)?(ort|platz|spielort)$/],
  ['id', /^(id|externalid|uuid|key)$/],
];

const MATCH_NAMES =
  /^(match|game|race|event|round|heat|session|raceid|matchid|gameid|eventid|sessionid|rennen|lauf|wettkampf|partie|[ée]preuve|manche)$/;

const PARTICIPANT_GUESSES: readonly (readonly [role: string, names: RegExp])[] = [
  ['match', MATCH_NAMES],
  [
    'player',
    /^(player|name|driver|rider|runner|handle|participant|user|username|athlete|playername|spieler|fahrer|läufer|teilnehmer|joueur|joueuse|pilote|coureur|coureuse|pseudo|nom)$/,
  ],
  ['placement', /^(place|placement|rank|position|pos|finish|finishingposition|platz|rang|platzierung|classement)$/],
  ['score', /^(score|points|pts|goals|punkte|tore|buts)$/],
  ['side', /^(team|side|teamname|mannschaft|[ée]quipe|[ée]curie)$/],
  ['sideScore', /^(team|side)(score|points|goals)$/],
  ['minutes', /^(minutes|mins|minutesplayed|minuten)$/],
  ['guest', /^(guest|isguest|gast|invit[ée])$/],
  ['date', GUESSES[0]![1]],
];

const PEOPLE =
  'players?|names?|members|lineups?|rosters?|squad|spieler|spielerinnen|namen|aufstellung|kader|mitglieder|joueurs?|joueuses?|noms?|composition|effectif';
const TEAM = '(?:team|side|mannschaft|[ée]quipe|camp)?';

/** Columns of a team's players, which may exist beside a column of its name: by the side and the language, in either order. */
const TEAM_PLAYERS: readonly (readonly [role: string, names: RegExp])[] = [
  ['player1', '1|a|one|home|red|heim|domicile'] as const,
  ['player2', '2|b|two|away|blue|gast|ext[ée]rieur'] as const,
].map(([role, side]) => [
  role,
  new RegExp(`^(?:${TEAM}(?:${side})(?:${PEOPLE})|(?:${PEOPLE})(?:of|von|del?|à)?${TEAM}(?:${side}))$`),
]);

/** Columns of a time of day, which belong to the date before them. */
const TIMES_OF_DAY = /^((utc)?time|kickoff|starttime|uhrzeit|zeit|beginn|anstoß|heure)$/;

/**
 * The likely meanings of a file's columns, by their names and contents. Every role is given once, except that a time of day shares
 * the role of the date.
 * @param rows cells of the first rows
 * @param mayBeLists whether cells may name several players each
 */
export function guessRoles(
  columns: readonly string[],
  rows: readonly (readonly string[])[] = [],
  mayBeLists = true,
): string[] {
  const roles = guessByName(columns.map((column, place) => (isPlayedAgain(columns, rows, place) ? '' : column)));
  const cellsOf = (place: number) => rows.map((cells) => cells[place] ?? '');
  const areTimes = (place: number) => rows.length > 0 && cellsOf(place).every(isTime);
  const areDates = (place: number) =>
    rows.length > 0 &&
    (cellsOf(place).every((cell) => DAY.test(cell) || MOMENT.test(cell)) ||
      SPELLED_DAYS.some(([, day]) => cellsOf(place).every((cell) => day.test(cell))));
  const named = roles.indexOf('date');
  if (areTimes(named)) roles[named] = '';
  const unused = () => columns.flatMap((_, place) => (roles[place] === '' ? [place] : []));
  if (!roles.includes('date')) {
    const place = unused().find(areDates);
    if (place !== undefined) roles[place] = 'date';
  }
  const date = roles.indexOf('date');
  const time = unused().find((place) => place > date && TIMES_OF_DAY.test(bare(columns[place]!)) && areTimes(place));
  if (date >= 0 && time !== undefined) roles[time] = 'date';
  const areResults = (place: number) => filled(cellsOf(place)).length > 0 && filled(cellsOf(place)).every(isResult);
  nameTeams(roles, columns, mayBeLists ? rows : []);
  const result = resultAmong(roles, columns, unused(), areResults, areTimes);
  if (result !== undefined) roles[result] = 'result';
  return isOfMore(roles, columns) ? roles.map((role) => (role.startsWith('player') ? '' : role)) : roles;
}

/** Whether a column could identify matches, but repeats a value on another day, like a game that is replayed. */
function isPlayedAgain(columns: readonly string[], rows: readonly (readonly string[])[], place: number): boolean {
  if (!MATCH_NAMES.test(bare(columns[place]!))) return false;
  const date = columns.findIndex((column) => GUESSES[0]![1].test(bare(column)));
  const days = new Map<string | undefined, string | undefined>();
  return (
    date >= 0 &&
    rows.some((cells) => {
      const day = days.get(cells[place]) ?? cells[date];
      days.set(cells[place], day);
      return day !== cells[date];
    })
  );
}

/** Whether there is a third column of players after the second: two sides would omit it. */
function isOfMore(roles: readonly string[], columns: readonly string[]): boolean {
  const second = bare(columns[roles.indexOf('player2')] ?? '');
  const third = second.replace(/2|b$/, (mark) => (mark === '2' ? '3' : 'c'));
  return third !== second && columns.some((column) => bare(column) === third);
}

/** If there are columns of both teams' players beside those of the teams' names, the names are the sides'; alone, they may be one player each. */
function nameTeams(roles: string[], columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const holders = TEAM_PLAYERS.map(([role]) => roles.indexOf(role));
  const isAlone = holders.every((place) => place < 0);
  const isOne = (place: number) => roles[place] === '' && (isAlone || hasLists(rows, place));
  const lists = TEAM_PLAYERS.map(([, names]) =>
    columns.findIndex((column, place) => names.test(bare(column)) && isOne(place)),
  );
  // Other columns name the players.
  if (roles.includes('lost') || roles.includes('player')) return;
  if (lists.includes(-1) || holders.some((place) => hasLists(rows, place))) return;
  for (const [side, place] of holders.entries()) {
    if (place >= 0) roles[place] = holders.includes(-1) ? '' : `name${side + 1}`;
    roles[lists[side]!] = TEAM_PLAYERS[side]![0];
  }
}

/**
 * The row that seems to name the columns, if the first line does not, for example because it is a table's title; null: there is
 * none.
 * @param rows cells of the first rows
 */
export function namesBelow(columns: readonly string[], rows: readonly (readonly string[])[]): readonly string[] | null {
  const known = (names: readonly string[]) => guessByName(names).filter((role) => role !== '').length;
  return known(columns) > 0 ? null : (rows.find((row) => known(row) >= NAMES_ENOUGH) ?? null);
}

/** This many names of columns are no coincidence. */
const NAMES_ENOUGH = 3;

/** The column with the points of both sides, by its name or because no other could have them. */
function resultAmong(
  roles: readonly string[],
  columns: readonly string[],
  unused: readonly number[],
  areResults: (place: number) => boolean,
  areTimes: (place: number) => boolean,
): number | undefined {
  if (roles.some((role) => /^score\d?$/.test(role)) || !roles.includes('player1')) return undefined;
  const named = roles.indexOf('winner');
  if (named >= 0) return areResults(named) ? named : undefined;
  const found = unused.filter((place) => areResults(place) && !areTimes(place));
  const final = found.filter((place) => FINAL_SCORES.test(bare(columns[place]!)));
  return found.length === 1 ? found[0] : final.length === 1 ? final[0] : undefined;
}

/** Names of a column of the points at the end, beside which others may have those at half time. */
const FINAL_SCORES = /^(ft|fulltime|final|(fulltime|final|end)?score|endstand|scorefinal)$/;

function filled(cells: readonly string[]): string[] {
  return cells.filter((cell) => cell.trim() !== '');
}

/** Values of a column for each outcome; several are separated by commas. */
export type WinnerWords = Pick<ColumnRoles, 'first' | 'second' | 'draw'>;

/** Values for the outcomes in many files, one row per convention. Names, numbers of sides and "draw" need no words. */
const WINNER_WORDS: readonly WinnerWords[] = [
  { first: 'H', second: 'A', draw: 'D' },
  { first: 'H', second: 'G', draw: 'U' },
  { first: 'W', second: 'B', draw: 'D' },
  { first: 'W', second: 'L', draw: 'D, T' },
  { first: 'Win', second: 'Loss', draw: 'Draw, Tie' },
  { first: 'Won', second: 'Lost', draw: 'Drawn, Draw, Tied, Tie' },
  { first: 'S', second: 'N', draw: 'U' },
  { first: 'White', second: 'Black', draw: 'Draw' },
  { first: 'Home', second: 'Away', draw: 'Draw' },
  { first: '1', second: '2', draw: 'X, 0' },
];

/**
 * Values for the winner in the winner's column, if the first rows are unambiguous: each has a value of one convention, and both sides win.
 * @param rows cells of the first rows
 */
export function guessWinnerWords(roles: readonly string[], rows: readonly (readonly string[])[]): WinnerWords {
  const place = roles.indexOf('winner');
  const found = new Set(filled(rows.map((cells) => cells[place] ?? '')).map((cell) => cell.trim().toLowerCase()));
  const wordsOf = (text: string) => text.toLowerCase().split(', ');
  const fits = ({ first, second, draw }: WinnerWords) =>
    [first, second].every((word) => found.has(word.toLowerCase())) &&
    [...found].every((word) => [first, second, draw].flatMap(wordsOf).includes(word));
  return WINNER_WORDS.find(fits) ?? { first: '', second: '', draw: '' };
}

function guessByName(columns: readonly string[]): string[] {
  const asMatches = guess(columns, GUESSES);
  const asParticipants = guess(columns, PARTICIPANT_GUESSES);
  const isParticipants = asParticipants.includes('match') && asParticipants.includes('player');
  // "guest" names the other side beside a column of the first, and marks guests if a row is a participant.
  const isGuest = (place: number) => asParticipants[place] === 'guest' && !asMatches.includes('player1');
  const hasSides = asMatches.some((role, place) => role === 'lost' || (role === 'player2' && !isGuest(place)));
  if (isParticipants && !hasSides) return asParticipants;
  const asPartners = columns.map((column) => PARTNERS.find(([, names]) => names.test(bare(column)))?.[0] ?? '');
  const areTeams = PARTNERS.every(([role]) => asPartners.filter((each) => each === role).length > 1);
  if (areTeams && !asMatches.some((role) => /^(player\d|won|lost)$/.test(role)))
    return asMatches.map((role, place) => asPartners[place] || role);
  // "winner" names the column of the player beside that of the loser, and of the outcome elsewhere.
  if (asMatches.includes('lost')) return asMatches.map((role) => (role === 'winner' ? 'won' : role));
  return asMatches;
}

/** Columns of players who won or lost together, as in doubles: "w_player1", "loser2_name". */
const PARTNERS = [
  ['won', /^((w|winning)(player|name)|winner(player|name)?)[1-4](player|name)?$/],
  ['lost', /^((l|losing)(player|name)|loser(player|name)?)[1-4](player|name)?$/],
] as const;

function guess(columns: readonly string[], guesses: typeof GUESSES): string[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    const role = guesses.find(([each, names]) => !taken.has(each) && names.test(bare(column)))?.[0] ?? '';
    taken.add(role);
    return role;
  });
}

/** A column's name without case, spaces and punctuation. */
export function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{Nd}]/gu, '');
}

/** Whether a cell has the points of both sides, such as 2:1, 1–0 or ½-½, and not a year and a month. */
export function isResult(cell: string): boolean {
  const points = cell.trim().split(/\s*[-\u2010-\u2015\u2212:]\s*/);
  return points.length === 2 && points.every((text) => text !== '' && readPoints(text) < 1000);
}

/** Whether a cell has a time of day. */
export function isTime(cell: string): boolean {
  return TIME.test(cell);
}

const TIME = /^\d\d?:\d\d(:\d\d)?$/;
/** A date of numbers, perhaps with a time. */
const DAY =
  /^(?<first>\d\d?|\d{4})(?<mark>[./-])(?<second>\d\d?)\k<mark>(?<third>\d{4}|\d\d?)(?:[ T]+(?<time>\d\d?:\d\d(?<seconds>:\d\d)?)(?<half> ?[ap]\.?m\.?)?)?$/i;

const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}*\\.?';

/** Formats of days that can be read in one way, because the month has its English name or nothing stands between the parts. */
const SPELLED_DAYS: readonly (readonly [format: string, day: RegExp])[] = [
  ['YYYYMMDD', '(19|20)\\d\\d(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])'] as const,
  ...['', 'ddd ', 'ddd, '].flatMap((weekday) =>
    [
      ['MMM DD, YYYY', `${MONTH} \\d\\d?, \\d{4}`] as const,
      ['MMM DD YYYY', `${MONTH} \\d\\d? \\d{4}`] as const,
      ['DD MMM YYYY', `\\d\\d? ${MONTH} \\d{4}`] as const,
      ['DD-MMM-YYYY', `\\d\\d?-${MONTH}-\\d{4}`] as const,
    ].map(([format, day]) => [weekday + format, weekday.replace('ddd', '\\p{L}{2,10}\\.?') + day] as const),
  ),
].map(([format, day]) => [format, new RegExp(`^${day}$`, 'iu')]);

/** A time by ISO 8601, which needs no format. */
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|[+-]\d\d(:?\d\d)?)?$/i;

/**
 * The format of dates, if the first rows are unambiguous; null: ISO 8601, or ambiguous. With points as separators, the day comes before
 * the month.
 * @param rows cells of the first rows; several columns of dates make one text
 */
export function guessDateFormat(roles: readonly string[], rows: readonly (readonly string[])[]): string | null {
  const texts = rows.map((cells) => cells.filter((_, place) => roles[place] === 'date').join(' '));
  // Chess writes question marks for what nobody knows of a day; such rows are refused one by one.
  const known = texts.filter((text) => text.trim() !== '' && !text.includes('?'));
  const spelled = SPELLED_DAYS.find(([, day]) => known.length > 0 && known.every((text) => day.test(text)));
  if (spelled) return spelled[0];
  const days = known.map((text) => DAY.exec(text)?.groups);
  if (days.length === 0 || days.includes(undefined)) return null;
  const parts = days as Record<string, string | undefined>[];
  const has = (part: string, test: (text: string) => boolean) => parts.some((day) => test(day[part] ?? ''));
  const mark = parts[0]!.mark!;
  if (has('mark', (other) => other !== mark)) return null;
  const time = timeFormat(parts);
  if (time === null) return null;
  if (has('first', (text) => text.length === 4)) {
    const isIso = mark === '-' && !has('second', (text) => text.length < 2) && !has('third', (text) => text.length < 2);
    return isIso || has('first', (text) => text.length < 4) ? null : `YYYY${mark}MM${mark}DD${time}`;
  }
  const year = has('third', (text) => text.length === 4) ? 'YYYY' : 'YY';
  // Rows with shorter years among longer ones are refused one by one.
  if (year === 'YY' && has('third', (text) => text.length !== 2)) return null;
  const isDayFirst = mark === '.' || has('first', (text) => Number(text) > 12);
  const isMonthFirst = has('second', (text) => Number(text) > 12);
  if (isDayFirst === isMonthFirst) return null;
  // 23-08-11 may mean 2023 or 2011: days differ more from row to row than years.
  const differing = (part: string) => new Set(parts.map((day) => day[part])).size;
  if (isDayFirst && year === 'YY' && mark === '-' && differing('first') <= differing('third')) return null;
  return `${isDayFirst ? `DD${mark}MM` : `MM${mark}DD`}${mark}${year}${time}`;
}

/** @returns null if the rows do not agree */
function timeFormat(days: readonly Readonly<Record<string, string | undefined>>[]): string | null {
  const formats = new Set(
    days.map(({ time, seconds, half }) => {
      if (time === undefined) return '';
      return ` ${half === undefined ? 'HH' : 'hh'}:mm${seconds === undefined ? '' : ':ss'}${half === undefined ? '' : ' A'}`;
    }),
  );
  return formats.size === 1 ? [...formats][0]! : null;
}
