/** A column of players, by its role. */
const OF_PLAYERS = /^player\d*$/;
/** Between names of several players, but within no name of one. */
const APART = /[;&+|/]| (?:and|und|et) /i;
/** A comma is also between the last and the first name of one player. */
const COMMA = /,/;

/**
 * Columns of players whose cells seem to name several players each, such as those of a team. A mapping reads each cell as one player.
 * @param rows cells of the first rows
 */
export function listedPlayers(
  columns: readonly string[],
  roles: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const cellsAt = (place: number) => rows.map((row) => (row[place] ?? '').trim()).filter((cell) => cell !== '');
  const places = columns.map((_, place) => place).filter((place) => OF_PLAYERS.test(roles[place] ?? ''));
  const pairs = places.flatMap(cellsAt).map(namesIn).filter(isPair) as [string, string][];
  const last = new Set(pairs.map(([, name]) => name));
  // A name on both sides of commas is neither a first nor a last name.
  const areOfTwo = pairs.some(([name]) => last.has(name));
  const isList = (cell: string) => APART.test(cell) || namesIn(cell).length > 2 || (areOfTwo && isPair(namesIn(cell)));
  return places
    .filter((place) => {
      const cells = cellsAt(place);
      const lists = cells.filter(isList).length;
      return lists > 1 && lists * 2 >= cells.length;
    })
    .map((place) => columns[place]!);
}

function namesIn(cell: string): readonly string[] {
  return cell.split(COMMA).map((name) => name.trim().toLowerCase());
}

function isPair(names: readonly string[]): boolean {
  return names.length === 2;
}
