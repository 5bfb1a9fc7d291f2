/** A column of players, by its role. */
const OF_PLAYERS = /^(player\d*|won|lost)$/;
/** Separators that occur between the names of several players, but not within one name. */
const APART = /[;&+|/]| (?:and|und|et) /gi;
/** A comma also separates the last and the first name of one player. */
const COMMA = ',';
/** Some names are one person's last name and another's first name, such as Martin: cells are split only if a quarter of the names are on both sides. */
const SURE = 0.25;

/**
 * Columns of players whose cells seem to name several players each, such as those of a team.
 * @param rows cells of the first rows
 * @param separator of the mapping; empty: it reads each cell as one player
 */
export function listedPlayers(
  columns: readonly string[],
  roles: readonly string[],
  rows: readonly (readonly string[])[],
  separator = '',
): string[] {
  const places = placesOfPlayers(roles);
  const isList = listsAmong(places.flatMap((place) => partsAt(rows, place, separator).flat()));
  return places
    .filter((place) => areMostly(partsAt(rows, place, separator), (parts) => parts.some(isList)))
    .map((place) => columns[place]!);
}

/** The separator in most of the cells that seem to name several players; empty: there are none. */
export function guessSeparator(roles: readonly string[], rows: readonly (readonly string[])[]): string {
  const places = placesOfPlayers(roles);
  const isList = listsAmong(
    places.flatMap((place) => cellsAt(rows, place)),
    SURE,
  );
  const lists = places
    .map((place) => cellsAt(rows, place))
    .filter((cells) => areMostly(cells, isList))
    .flatMap((cells) => cells.filter(isList));
  const counts = new Map<string, number>();
  for (const mark of lists.flatMap(listMarksIn)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  // In "Ann, Ben & Cid" the comma is used before the other.
  return [...counts].sort(([a, most], [b, more]) => more - most || +(b === COMMA) - +(a === COMMA))[0]?.[0] ?? '';
}

/** Commas in "Müller, Jörg / Meier, Ann" do not count. */
function listMarksIn(cell: string): string[] {
  const marks = cell.match(APART) ?? [];
  const areLastAndFirst = marks.length > 0 && cell.split(APART).every((part) => isPair(listedNamesIn(part)));
  return areLastAndFirst ? marks : [...marks, ...cell.split(COMMA).slice(1).fill(COMMA)];
}

/** Whether a column has cells that seem to name several players, if it is one of players. */
export function hasLists(rows: readonly (readonly string[])[], place: number): boolean {
  const cells = cellsAt(rows, place);
  return areMostly(cells, listsAmong(cells, SURE));
}

function placesOfPlayers(roles: readonly string[]): number[] {
  return roles.flatMap((role, place) => (OF_PLAYERS.test(role) ? [place] : []));
}

function cellsAt(rows: readonly (readonly string[])[], place: number): string[] {
  return rows.map((row) => (row[place] ?? '').trim()).filter((cell) => cell !== '');
}

function partsAt(rows: readonly (readonly string[])[], place: number, separator: string): string[][] {
  return cellsAt(rows, place).map((cell) => (separator === '' ? [cell] : cell.split(separator)));
}

/** A single such cell may be a mistake, and a few of many may be names. */
function areMostly<T>(cells: readonly T[], test: (cell: T) => boolean): boolean {
  const found = cells.filter(test).length;
  return found > 1 && found * 2 >= cells.length;
}

/**
 * Finds cells that seem to name several players, using all cells of players.
 * @param share how many of the names in pairs must occur on both sides of commas: such a name is neither a first nor a last name
 */
function listsAmong(cells: readonly string[], share = 0): (cell: string) => boolean {
  const pairs = cells.map(listedNamesIn).filter(isPair);
  const [left, right] = [0, 1].map((side) => new Set(pairs.map((names) => names[side]))) as [Set<string>, Set<string>];
  const both = [...left].filter((name) => right.has(name)).length;
  const areOfTwo = both > 0 && both >= share * (left.size + right.size - both);
  const tagged = cells.map(partsOfTagged).filter(isPair);
  const areTags = share > 0 && !tagged.some(([tag]) => tagged.some(([, name]) => name === tag));
  const isOne = (cell: string) => cell.search(APART) < 0 || (areTags && isPair(partsOfTagged(cell)));
  return (cell) => !isOne(cell) || listedNamesIn(cell).length > 2 || (areOfTwo && isPair(listedNamesIn(cell)));
}

/** A bar may also separate the tag of a clan from one player's name, as in "TSM | Leffen". */
function partsOfTagged(cell: string): readonly string[] {
  return cell.toLowerCase().split(' | ');
}

function listedNamesIn(cell: string): readonly string[] {
  return cell.split(COMMA).map((name) => name.trim().toLowerCase());
}

function isPair(names: readonly string[]): boolean {
  return names.length === 2;
}
