import { PLACEMENT_ENDS, type PlacementWords } from './cells.js';
import { type DateFormat, parseDateFormat } from './dates.js';
import { mappingParts, type Part, type Word } from './mapping-syntax.js';
import { didYouMean, MappingError } from './problems.js';

/** The meanings of a file's columns, with one row per match or one row per participant. */
export type Mapping = WideMapping | LongMapping;

/** The parts that both forms share. */
interface SharedMapping {
  /** Columns of the time, joined by a blank. Without any, times follow the order of the rows. */
  readonly date?: readonly string[];
  /** How times are written. */
  readonly dateFormat?: DateFormat;
  /** How much a match counts; an empty cell is 1. */
  readonly weight?: string;
  /** The countries of players: one column per column of players, in the same order. */
  readonly country?: readonly string[];
  /** Their links, likewise. */
  readonly links?: readonly string[];
  /** Whether names that make one handle are one player; otherwise the file is refused. */
  readonly areHandlesShared: boolean;
  /** Values that mean "missing", in addition to an empty cell and `NA`. */
  readonly missing: readonly string[];
}

/** One row is one match. */
export interface WideMapping extends SharedMapping {
  readonly form: 'wide';
  readonly sides: readonly SideMapping[];
  /** One column per side with its name; an empty cell means no name. */
  readonly names?: readonly string[];
  /** The role of each side, the same in all matches. */
  readonly roles?: readonly string[];
  /** Whether a match is on neutral ground: its sides then have no roles. */
  readonly neutral?: string;
  /** The points of all sides in one cell, such as `2:1`. */
  readonly score?: string;
  readonly winner?: WinnerColumn;
  readonly id?: IdColumns;
  readonly skip?: SkippedRows;
}

/** Rows that are no match, such as walkovers: those with one of the values, in lower case, in a column. */
export interface SkippedRows {
  readonly column: string;
  readonly values: ReadonlySet<string>;
}

/** One row is one participant; the rows of a match are adjacent. */
export interface LongMapping extends SharedMapping {
  readonly form: 'long';
  /** Columns that are equal in all rows of a match and in no other row; they are also the match's external id. */
  readonly match: readonly string[];
  readonly player: string;
  /** The separator of several players of a side in a cell; if omitted, a cell has one player. */
  readonly separator?: string;
  readonly placement?: PlacementColumn;
  /** Points of the participant. */
  readonly score?: string;
  readonly minutes?: string;
  /** The side's name, and its points if the file has them; a participant without a side is on a side of their own. */
  readonly side?: { readonly name: string; readonly score?: string };
  readonly guest?: string;
  /** The role of the participant's side. */
  readonly role?: string;
}

export interface PlacementColumn {
  readonly column: string;
  /** Meanings of words in the column, in addition to those that need no mapping; in lower case. */
  readonly words?: PlacementWords;
}

export interface SideMapping {
  readonly players: readonly string[];
  /** The separators of players in the cells of columns with several. */
  readonly separators?: ReadonlyMap<string, string>;
  readonly score?: string;
}

export interface WinnerColumn {
  readonly column: string;
  /** The meaning of each value, in lower case: the index of a side, or a draw. If omitted: names, numbers, `draw` and points. */
  readonly values?: ReadonlyMap<string, number | 'draw'>;
}

export interface IdColumns {
  readonly columns: readonly string[];
  /** Whether matches with the same id are numbered (`#`). */
  readonly isNumbered: boolean;
}

const WIDE_KEYS = 'date side name role neutral score winner id skip weight country links missing handles'.split(' ');
const LONG_KEYS =
  'match date player placement score minutes side role guest weight country links missing handles'.split(' ');
const KEYS = [...new Set([...WIDE_KEYS, ...LONG_KEYS])];

/** Keys of a row's description of one player. */
const OF_ONE = { wide: ['country', 'links'], long: ['country', 'links', 'score', 'minutes', 'guest'] };
const LONGEST_SEPARATOR = 10;

interface Parts {
  readonly single: ReadonlyMap<string, Part>;
  readonly sides: readonly Part[];
}

/**
 * Reads a mapping, `key=value` parts with `;` between them. A name with one of `; = : + ( ) , "` in it is written in double
 * quotes, with quotes in it doubled.
 *
 *     date=date; side=home_team:home_score; side=away_team:away_score; id=date+home_team+away_team
 *     side=red1+red2+red3:red_score; side=blue1+blue2+blue3:blue_score; id=key; missing=-1
 *     date=day; side=white; side=black; score=result
 *     date=day; side=players_a(","):score_a; side=players_b(","):score_b; name=team_a+team_b
 *     date=date; side=home:home_score; side=away:away_score; role=home,away; neutral=neutral
 *     date=day+time; side=white; side=black; role=white,black; winner=result(1-0=white, 0-1=black, 1/2-1/2=draw); weight=importance
 *     match=game; date=when; player=name; placement=rank; score=points; minutes=time; side=team; guest=is_guest
 *     match=race; date=day(DD.MM.YYYY); player=name; placement=position(R=last, W=out)
 *     match=game; player=name; score=points; country=nation; links=profile
 *
 * `match` or `player` makes it the long form.
 * @throws MappingError naming the part, the rule and the value
 */
export function parseMapping(text: string): Mapping {
  const { single, sides } = collect(text);
  const isLong = single.has('match') || single.has('player');
  const allowed = isLong ? LONG_KEYS : WIDE_KEYS;
  for (const [key, part] of single) {
    if (!allowed.includes(key)) {
      const form = isLong ? 'with a row for each participant (match, player)' : 'with a row for each match';
      throw part.error(`must be one of ${allowed.join(', ')} in a mapping ${form}`, `"${key}"`);
    }
  }
  const shared = {
    ...optional(single, 'date', dateOf),
    missing: optional(single, 'missing', valuesOf) ?? [],
    areHandlesShared: optional(single, 'handles', areShared) ?? false,
  };
  const form = isLong ? longForm(text, single, sides) : wideForm(text, single, sides);
  const players = form.form === 'long' ? 1 : form.sides.flatMap((side) => side.players).length;
  const isOfSeveral = form.form === 'long' ? form.separator !== undefined : form.sides.some((side) => side.separators);
  for (const key of isOfSeveral ? OF_ONE[form.form] : []) {
    if (single.has(key))
      throw single.get(key)!.error('must be omitted if a cell has several players', `a ${key} of one`);
  }
  const perPlayer = (part: Part) => columnsForEach(part, players, 'columns of players');
  return {
    ...{ ...form, ...shared },
    country: optional(single, 'country', perPlayer),
    links: optional(single, 'links', perPlayer),
  };
}

function collect(text: string): Parts {
  const single = new Map<string, Part>();
  const sides: Part[] = [];
  for (const part of mappingParts(text)) {
    const key = part.word('a key').text.toLowerCase();
    if (!KEYS.includes(key)) {
      throw part.error(`must begin with one of ${KEYS.join(', ')}`, `"${key}"${didYouMean(key, KEYS)}`);
    }
    part.expect('=');
    if (key === 'side') sides.push(part);
    else if (single.has(key))
      throw part.error(`must be given only once`, `a second ${key} besides "${single.get(key)!.text}"`);
    else single.set(key, part);
  }
  return { single, sides };
}

function wideForm(
  text: string,
  single: ReadonlyMap<string, Part>,
  sideParts: readonly Part[],
): Omit<WideMapping, 'missing' | 'areHandlesShared'> {
  if (sideParts.length < 2)
    throw new MappingError(text, 'must have at least two sides (side=…)', `${sideParts.length}`);
  const sides = sideParts.map((part) => whole(part, mappedSide));
  const winner = optional(single, 'winner', (part) => winnerOf(part, sides));
  const scored = sides.filter(({ score }) => score !== undefined);
  const unscored = sideParts[sides.findIndex(({ score }) => score === undefined)];
  const score = optional(single, 'score', columnOf);
  if (score !== undefined && scored.length > 0)
    throw single.get('score')!.error('must be omitted if sides have a score column (side=player:score)', `"${score}"`);
  if (unscored && (scored.length > 0 || (!winner && score === undefined))) {
    throw unscored.error(
      'must have a score column (side=player:score), unless there is a score or a winner column',
      'none',
    );
  }
  const seen = new Set<string>();
  for (const [index, { players }] of sides.entries()) {
    for (const column of players) {
      if (seen.has(column)) throw sideParts[index]!.error('must name each column of players once', `"${column}" twice`);
      seen.add(column);
    }
  }
  return {
    form: 'wide',
    sides,
    score,
    winner,
    id: optional(single, 'id', externalIdOf),
    skip: optional(single, 'skip', skipOf),
    weight: optional(single, 'weight', columnOf),
    names: optional(single, 'name', (part) => columnsForEach(part, sides.length, 'sides')),
    roles: optional(single, 'role', (part) => rolesOf(part, sides.length)),
    neutral: optional(single, 'neutral', (part) => neutralOf(part, single.has('role'))),
  };
}

function longForm(
  text: string,
  single: ReadonlyMap<string, Part>,
  sideParts: readonly Part[],
): Omit<LongMapping, 'missing' | 'areHandlesShared'> {
  const side = sideParts[0] && whole(sideParts[0], mappedSide);
  if (sideParts[1]) throw sideParts[1].error('must be the only side if each participant has a row', 'a second one');
  if (side && side.players.length > 1) throw sideParts[0]!.error('must be one column', side.players.join('+'));
  if (side?.separators) throw sideParts[0]!.error('must leave the separator to player=…', 'one');
  for (const key of ['match', 'player']) {
    if (!single.has(key)) throw new MappingError(text, `must have a ${key} if each participant has a row`, 'none');
  }
  if (!single.has('placement') && !single.has('score') && side?.score === undefined) {
    throw new MappingError(text, 'must have a placement, a score or a side with a score (side=team:score)', 'none');
  }
  return {
    form: 'long',
    match: whole(single.get('match')!, columnsOf),
    ...whole(single.get('player')!, mappedPlayer),
    placement: optional(single, 'placement', placementOf),
    score: optional(single, 'score', columnOf),
    minutes: optional(single, 'minutes', columnOf),
    guest: optional(single, 'guest', columnOf),
    role: optional(single, 'role', columnOf),
    weight: optional(single, 'weight', columnOf),
    side: side && { name: side.players[0]!, score: side.score },
  };
}

function optional<T>(single: ReadonlyMap<string, Part>, key: string, read: (part: Part) => T): T | undefined {
  const part = single.get(key);
  return part && whole(part, read);
}

/** The value of a part, which must end there. */
function whole<T>(part: Part, read: (part: Part) => T): T {
  const value = read(part);
  part.end();
  return value;
}

function columnOf(part: Part): string {
  return part.word('a column').text;
}

function columnsOf(part: Part): string[] {
  return part.words('a column', '+').map(({ text }) => text);
}

/** `white_country+black_country`: as many as there are columns of players, or sides. */
function columnsForEach(part: Part, count: number, what: string): string[] {
  const columns = columnsOf(part);
  if (columns.length === count) return columns;
  throw part.error(`must name a column for each of the ${count} ${what}`, `${columns.length}`);
}

function dateOf(part: Part): Pick<Mapping, 'date' | 'dateFormat'> {
  const date = columnsOf(part);
  if (!part.take('(')) return { date };
  const { text } = part.word('a format such as DD.MM.YYYY');
  const dateFormat = parseDateFormat(text);
  if ('problem' in dateFormat)
    throw part.error(`must have a valid date format, which ${dateFormat.problem}`, `"${text}"`);
  part.expect(')');
  return { date, dateFormat };
}

function placementOf(part: Part): PlacementColumn {
  const column = columnOf(part);
  const words = valueMeanings(part, 'last or out', (text) => {
    const end = PLACEMENT_ENDS.find((known) => known === text.toLowerCase());
    if (end) return end;
    throw part.error('must give last or out for each word', `"${text}"`);
  });
  return { column, ...(words && { words }) };
}

/** `(value=meaning)` behind a column, with `,` between several; values in lower case. */
function valueMeanings<T>(part: Part, what: string, read: (text: string) => T): Map<string, T> | undefined {
  if (!part.take('(')) return undefined;
  const meanings = new Map<string, T>();
  do {
    const value = part.word('a value').text.toLowerCase();
    part.expect('=');
    if (meanings.has(value)) throw part.error('must give each value one meaning', `"${value}" twice`);
    meanings.set(value, read(part.word(what).text));
  } while (part.take(','));
  part.expect(')');
  return meanings;
}

/** `score(W/O, Walkover)` */
function skipOf(part: Part): SkippedRows {
  const column = columnOf(part);
  part.expect('(');
  const values = new Set(valuesOf(part).map((value) => value.toLowerCase()));
  part.expect(')');
  return { column, values };
}

function areShared(part: Part): true {
  const { text } = part.word('shared');
  if (text.toLowerCase() === 'shared') return true;
  throw part.error('must be handles=shared, or be omitted', `"${text}"`);
}

function valuesOf(part: Part): string[] {
  return part.words('a value', ',').map(({ text }) => text);
}

/** `home,away`: as many as there are sides. */
function rolesOf(part: Part, sides: number): string[] {
  const roles = valuesOf(part);
  if (roles.length === sides) return roles;
  throw part.error(`must give a role for each of the ${sides} sides (role=home,away)`, `${roles.length}`);
}

/** Without roles, neutral ground would change nothing. */
function neutralOf(part: Part, hasRoles: boolean): string {
  if (hasRoles) return columnOf(part);
  throw part.error('must come with a role for each side (role=home,away)', 'none');
}

function mappedSide(part: Part): SideMapping {
  const players: string[] = [];
  const separators = new Map<string, string>();
  do {
    const column = columnOf(part);
    players.push(column);
    const separator = separatorOf(part);
    if (separator !== undefined) separators.set(column, separator);
  } while (part.take('+'));
  const score = part.take(':') ? columnOf(part) : undefined;
  return { players, ...(separators.size > 0 && { separators }), score };
}

function mappedPlayer(part: Part): Pick<LongMapping, 'player' | 'separator'> {
  const player = columnOf(part);
  const separator = separatorOf(part);
  return { player, ...(separator !== undefined && { separator }) };
}

/** `(",")` behind a column of players. */
function separatorOf(part: Part): string | undefined {
  if (!part.take('(')) return undefined;
  const { text } = part.word('what stands between players, in double quotes, such as (",")');
  if (text === '' || text.length > LONGEST_SEPARATOR) {
    throw part.error(`must have a separator of 1 to ${LONGEST_SEPARATOR} characters`, `${text.length}`);
  }
  part.expect(')');
  return text;
}

function externalIdOf(part: Part): IdColumns {
  const words = part.words('a column', '+');
  const columns = words.filter((word) => !isCounter(word)).map(({ text }) => text);
  if (columns.length === 0) throw part.error('must name a column', '"#" alone');
  if (words.length - columns.length > 1)
    throw part.error('must have one "#" at most', `${words.length - columns.length}`);
  return { columns, isNumbered: words.some(isCounter) };
}

function isCounter(word: Word): boolean {
  return word.text === '#' && !word.isQuoted;
}

function winnerOf(part: Part, sides: readonly SideMapping[]): WinnerColumn {
  const column = columnOf(part);
  const values = valueMeanings(part, 'a side', (text) => meaningOf(part, text, sides));
  return { column, ...(values && { values }) };
}

function meaningOf(part: Part, text: string, sides: readonly SideMapping[]): number | 'draw' {
  if (text.toLowerCase() === 'draw') return 'draw';
  const byColumn = sides.findIndex(({ players }) => players.includes(text));
  if (byColumn >= 0) return byColumn;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= sides.length) return number - 1;
  const columns = sides.flatMap(({ players }) => players);
  throw part.error(
    `must give draw, a side's number (1 to ${sides.length}) or its column (${columns.join(', ')}) for each value`,
    `"${text}"${didYouMean(text, [...columns, 'draw'])}`,
  );
}
