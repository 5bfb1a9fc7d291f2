/** Separates the games of one string. */
const SEPARATOR = ';';
/** Is replaced with the number of the repetition. */
const NUMBER = /\*/g;

/**
 * The games of a string, repeated. The string has `;` between games.
 * @param count repetitions, a whole number of at least 0
 * @returns lines without line ends, every `*` replaced with the repetition's number, counted from 1
 */
export function* repeatGames(games: string, count: number): Generator<string> {
  const lines = games
    .split(SEPARATOR)
    .map((game) => game.trim())
    .filter((game) => game !== '');
  if (lines.length === 0) return;
  for (let repetition = 1; repetition <= count; repetition++) {
    for (const line of lines) yield line.replace(NUMBER, String(repetition));
  }
}
