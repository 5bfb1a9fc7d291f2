import { repeatGames } from '../src/bin/rep.js';
import { type Game, parseGames } from '../src/index.js';

/** The games that `rep` prints for these arguments: strings, each with the count that follows it. */
export function rep(...args: readonly (string | number)[]): Game[] {
  const lines: string[] = [];
  for (let index = 0; index < args.length; index += 2) {
    lines.push(...repeatGames(String(args[index]), Number(args[index + 1])));
  }
  return parseGames(lines.join('\n'));
}
