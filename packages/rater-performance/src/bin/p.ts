import { parseGames } from '../game-list.js';
import { type Game, rounded, solveRating, stability } from '../performance.js';
import type { Variant } from '../settings.js';
import { readAll, runTool, type Tool, UsageError } from './program.js';

/** Printed for a number that is not defined. */
const UNDEFINED = '-';

/** The source's script of this name: from games on standard input to a rating. */
export function ratingTool(variant: Variant): Tool {
  return {
    name: variant,
    help: `Usage: ${variant} [--precise] < GAMES

Prints the rating of the player who played GAMES, as an integer.

GAMES are lines <+|-|=><rating> [username] [days], the newest first: won, lost or drawn, the opponent's
rating then, their name (unknown), and the days since the game (0).

  --precise  print RATING PLUS MINUS, unrounded: the rating, and its changes if the next game were won
             or lost against a new opponent of the same rating. - stands for what is not defined.
  --help     print this

Example: rep '+1500 abc; -1500 xyz' 2 | ${variant}
`,
    async *run(args, input) {
      const unknown = args.find((arg) => arg !== '--precise');
      if (unknown !== undefined) throw new UsageError(`the only option is --precise, not ${JSON.stringify(unknown)}`);
      const games = parseGames(await readAll(input));
      yield `${args.length > 0 ? preciseRating(games, variant) : printedRating(games, variant)}\n`;
    },
  };
}

/** The rating as the source prints it: an integer, or Infinity, -Infinity and - if p1 has no finite one. */
export function printedRating(games: readonly Game[], variant: Variant): string {
  const rating = solveRating(games, variant);
  return rating === null ? UNDEFINED : String(rounded(rating));
}

function preciseRating(games: readonly Game[], variant: Variant): string {
  const moves = stability(games, variant);
  const numbers = [solveRating(games, variant), moves?.plus ?? null, moves?.minus ?? null];
  return numbers.map((number) => (number === null ? UNDEFINED : String(number))).join(' ');
}

export const main = (variant: Variant): Promise<void> => runTool(ratingTool(variant));
