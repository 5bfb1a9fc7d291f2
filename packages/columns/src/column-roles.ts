/** Most sides of a match in one row. */
const SIDES = [1, 2, 3, 4] as const;

/** Roles of columns if a row is a match. */
export const MATCH_ROLES = [
  ...SIDES.slice(0, 2).flatMap((side) => [`player${side}`, `score${side}`]),
  ...['result', 'winner', 'won', 'lost', 'name1', 'name2', 'neutral', 'id', 'skip'],
  ...SIDES.slice(2).flatMap((side) => [`player${side}`, `score${side}`]),
];

/** Roles of columns if a row is a participant. */
export const PARTICIPANT_ROLES = [
  ...['match', 'player', 'placement', 'score', 'side', 'sideScore', 'minutes', 'guest', 'country'],
];

/** Roles of both. */
export const SHARED_ROLES = ['date'];

const ROLES: readonly string[] = [...SHARED_ROLES, ...MATCH_ROLES, ...PARTICIPANT_ROLES];

/** Roles that must still be chosen before a file can be checked. */
export type MissingRole = 'players' | 'result' | 'date';

/** The meanings of a file's columns in people's terms: a role for each column, and the meanings of some values. */
export interface ColumnRoles {
  /** By position of the column; empty if it is not used. */
  readonly roles: readonly string[];
  /** The separator of names in a cell of players; empty: each cell is one player. */
  readonly separator: string;
  /** Values in the winner's column for a win of the first side, of the second, or a draw; separated by commas. Empty: the defaults. */
  readonly first: string;
  readonly second: string;
  readonly draw: string;
  /** The role of each side in the game, in their order and separated by commas, such as "home, away"; empty: none. */
  readonly sideRoles: string;
  /** Values that mean an empty cell, separated by commas. */
  readonly missing: string;
  /** Values that mark a row as no match, in the column for that; separated by commas. */
  readonly skipped: string;
  /** Whether names that make one handle are one player: anything but an empty text. */
  readonly handles: string;
  /** Words in the column of places of those who share last place, and of those who are left out; with commas between several. */
  readonly last: string;
  readonly out: string;
}

/** Without special values. */
export const NO_WORDS = {
  separator: '',
  first: '',
  second: '',
  draw: '',
  sideRoles: '',
  missing: '',
  skipped: '',
  handles: '',
  last: '',
  out: '',
} as const;

/** The roles in a form or an address; unknown ones become empty. */
export function rolesIn(given: readonly (string | undefined)[]): string[] {
  return given.map((role) => (role && ROLES.includes(role) ? role : ''));
}

/**
 * The mapping for the API, which reports missing parts and contradictions.
 * @param columns names of the columns
 */
export function mappingOf(
  columns: readonly string[],
  { roles, separator, first, second, draw, sideRoles, missing, skipped, handles, last, out }: ColumnRoles,
): string {
  const columnsOf = (role: string) => columns.filter((_, place) => roles[place] === role).map(quoted);
  const joined = (key: string, role = key) =>
    columnsOf(role).length > 0 ? [`${key}=${columnsOf(role).join('+')}`] : [];
  const between = separator === '' ? '' : `(${quoted(spaced(separator))})`;
  const playersOf = (role: string) => columnsOf(role).map((name) => name + between);
  const date = joined('date');
  const names = [...columnsOf('name1'), ...columnsOf('name2')].join('+');
  const values = listIn(missing);
  const rest = [
    ...(values.length > 0 ? [`missing=${values.map(quoted).join(',')}`] : []),
    ...(handles === '' ? [] : ['handles=shared']),
  ];
  const isParticipants = roles.some((role) => PARTICIPANT_ROLES.includes(role));
  if (isParticipants) {
    const ends = [
      ...listIn(last).map((word) => `${quoted(word)}=last`),
      ...listIn(out).map((word) => `${quoted(word)}=out`),
    ];
    const places = joined('placement').map((place) => (ends.length > 0 ? `${place}(${ends.join(', ')})` : place));
    const single = [...places, ...['score', 'minutes', 'guest', 'country'].flatMap((role) => joined(role))];
    const score = columnsOf('sideScore').join('+');
    const side = columnsOf('side').map((name) => `side=${name}${score && `:${score}`}`);
    const player = playersOf('player').join('+');
    return [...joined('match'), ...date, ...(player ? [`player=${player}`] : []), ...single, ...side, ...rest].join(
      '; ',
    );
  }
  const sides = [
    ...SIDES.map((side) => columnSide(playersOf(`player${side}`), columnsOf(`score${side}`))),
    ...[columnSide(playersOf('won'), columnsOf('score1')), columnSide(playersOf('lost'), columnsOf('score2'))],
  ].filter((side) => side !== null);
  const meanings = [
    ...listIn(first).map((value) => `${quoted(value)}=1`),
    ...listIn(second).map((value) => `${quoted(value)}=2`),
    ...listIn(draw).map((value) => `${quoted(value)}=draw`),
  ];
  const meant = meanings.length > 0 ? `(${meanings.join(', ')})` : '';
  // One of those who won together names their side.
  const winner = [...columnsOf('winner'), ...columnsOf('won').slice(0, 1)].map((name) => `winner=${name}${meant}`);
  const skips = listIn(skipped).map(quoted);
  const assigned = listIn(sideRoles);
  const role =
    assigned.length > 0 && sides.length > 0 ? [`role=${assigned.map(quoted).join(',')}`, ...joined('neutral')] : [];
  return [
    ...date,
    ...sides,
    ...(names ? [`name=${names}`] : []),
    ...role,
    ...joined('score', 'result'),
    ...winner,
    ...idOf(columnsOf, separator),
    ...(skips.length > 0 ? columnsOf('skip').slice(0, 1) : []).map((name) => `skip=${name}(${skips.join(', ')})`),
    ...rest,
  ].join('; ');
}

/**
 * Roles of columns, where results are read as an earlier mapping of the same columns reads them, as who won or as points of a side or of both:
 * read otherwise, its matches would be other ones.
 * @param mapping as `mappingOf` has made it
 */
export function resultsAsBefore(roles: readonly string[], columns: readonly string[], mapping: string): string[] {
  const reads = (part: string) => {
    const [, rest] = `; ${mapping}`.split(`; ${part}`, 2);
    return rest !== undefined && /^([;(]|$)/.test(rest);
  };
  const readAs = (name: string) => {
    if (reads(`winner=${name}`)) return 'winner';
    if (reads(`score=${name}`)) return 'result';
    return `${mapping};`.includes(`:${name};`) ? 'score' : '';
  };
  const before = columns.map((name) => readAs(quoted(name)));
  if (mapping.startsWith('match=') || before.every((as) => as === '')) return [...roles];
  return roles.map((role, place) => {
    if (/^score\d$/.test(role)) return before[place] === 'score' ? role : '';
    if (role !== '' && role !== 'winner' && role !== 'result') return role;
    return before[place] === 'score' ? '' : before[place]!;
  });
}

/** A word between names has blanks around it: "and" is also in "Brandon". */
function spaced(separator: string): string {
  return /^\p{L}+$/u.test(separator) ? ` ${separator} ` : separator;
}

function columnSide(players: readonly string[], score: readonly string[]): string | null {
  return players.length === 0 ? null : `side=${players.join('+')}${score.length > 0 ? `:${score.join('+')}` : ''}`;
}

/** More players would make an id that is too long. */
const MAX_NAMES = 4;

/**
 * Ids decide which matches a second import replays. Without a column of ids, the date and the players identify a match, whatever its row;
 * matches of one day are counted. Cells of several players are too long for that: the sides' names are used instead, or none.
 */
function idOf(columnsOf: (role: string) => string[], separator: string): string[] {
  const ids = columnsOf('id');
  if (ids.length > 0) return [`id=${ids.join('+')}`];
  const dates = columnsOf('date');
  const names = [...columnsOf('name1'), ...columnsOf('name2')];
  if (separator !== '' && dates.length > 0) return [`id=${[...dates, ...names].join('+')}+#`];
  const players = [...SIDES.flatMap((side) => columnsOf(`player${side}`)), ...columnsOf('won'), ...columnsOf('lost')];
  if (dates.length === 0 || players.length > MAX_NAMES) return [];
  return [`id=${[...dates, ...players].join('+')}+#`];
}

/** The words of a comma-separated list. */
export function listIn(text: string): string[] {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** A name in the form of mappings: quoted, whatever it contains. */
export function quoted(name: string): string {
  return /^[\w-]+$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** The missing role that keeps matches from being read; null: none. @param hasStart whether the first match has a time without a column of dates */
export function missingRole(roles: readonly string[], hasStart: boolean): MissingRole | null {
  const has = (...wanted: readonly string[]) => wanted.some((role) => roles.includes(role));
  if (roles.some((role) => PARTICIPANT_ROLES.includes(role))) {
    if (!has('match') || !has('player')) return 'players';
    if (!has('placement', 'score', 'sideScore')) return 'result';
  } else {
    const sides = SIDES.filter((side) => has(`player${side}`)).length + (has('won') ? 1 : 0) + (has('lost') ? 1 : 0);
    if (sides < 2) return 'players';
    if (!has('result', 'winner', 'won', ...SIDES.map((side) => `score${side}`))) return 'result';
  }
  return has('date') || hasStart ? null : 'date';
}

/** A field of a participant or a side, and the role of its column: if each row is a participant, and if it is a match. */
const COLUMN_OF: Readonly<Record<string, readonly [participant: string, match: (side: number) => readonly string[]]>> =
  {
    'participants.player': ['player', (side) => [`player${side}`, side === 1 ? 'won' : 'lost']],
    'participants.score': ['score', (side) => [`score${side}`, 'result']],
    'participants.minutesPlayed': ['minutes', () => []],
    'participants.isGuest': ['guest', () => []],
    score: ['sideScore', (side) => [`score${side}`, 'result']],
    placement: ['placement', () => ['winner', 'won']],
    name: ['side', (side) => [`name${side}`]],
  };

/**
 * The column of a field in a match: for `sides.30.participants.0.player`, the column of the players; null if no column is known, or several
 * have any number of players each.
 * @param path as in refusals
 */
export function columnOf(
  path: string,
  columns: readonly string[],
  { roles, separator }: Pick<ColumnRoles, 'roles' | 'separator'>,
): string | null {
  const [, side, participant, part] = /^sides\.(\d+)(\.participants\.\d+)?(?:\.(\w+))?/.exec(path) ?? [];
  if (side === undefined) return null;
  const field = participant ? `participants.${part ?? 'player'}` : (part ?? 'participants.player');
  const wanted = Object.hasOwn(COLUMN_OF, field) ? COLUMN_OF[field]! : null;
  if (!wanted) return null;
  const isParticipants = roles.some((role) => PARTICIPANT_ROLES.includes(role));
  const roleNames = isParticipants ? [wanted[0]] : wanted[1](Number(side) + 1);
  const found = columns.filter((_, place) => roleNames.includes(roles[place] ?? ''));
  if (participant && separator !== '' && found.length > 1) return null;
  const index = Number(/\d+$/.exec(participant ?? '')?.[0] ?? 0);
  return found[isParticipants ? 0 : index] ?? found[0] ?? null;
}
