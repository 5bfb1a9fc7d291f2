import { parseGames, ratingAccuracy } from '../game-list.js';
import { readAll, runTool, type Tool, UsageError } from './program.js';

/** The source's script `ra`: from games on standard input to the rating accuracy. */
export const accuracyTool: Tool = {
  name: 'ra',
  help: `Usage: ra < GAMES

Prints the rating accuracy of the player who played GAMES: the sum, over their opponents, of the square root
of the games against each. GAMES are lines <+|-|=><rating> [username] [days].

  --help  print this

Example: rep '+1000 a*' 4 '+1000 b' 9 | ra
`,
  async *run(args, input) {
    if (args.length > 0) throw new UsageError(`no arguments are known, but there is ${JSON.stringify(args[0])}`);
    yield `${ratingAccuracy(parseGames(await readAll(input)))}\n`;
  },
};

export const main = (): Promise<void> => runTool(accuracyTool);
