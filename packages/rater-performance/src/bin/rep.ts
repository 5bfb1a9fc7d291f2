import { runTool, type Tool, UsageError } from './program.js';

/** One thing to print: games some number of times, or standard input. */
type Step = { readonly games: string; readonly count: number } | 'standard input';

const COUNT = /^\d+$/;
/** Pieces of this many characters keep the writes few and the memory small. */
const PIECE = 1 << 16;

/** The source's script `rep`: writes input for the p scripts. */
export const repetitionTool: Tool = {
  name: 'rep',
  help: `Usage: rep {'GAMES' [COUNT] | -} ...

Prints each GAMES string COUNT times (once where no whole number follows it), one game a line: the games of
a string are separated by ; and every * in it becomes the number of the repetition. A lone - copies
standard input.

  --help  print this

Examples: rep '+1500 abc' 2 '-2000 xyz' 1
          rep '+1500 abc; -1500 xyz' 2
          rep '+1000 a*' 3
          rep '+1000 a*' 3 | rep '-1500' 1 -
`,
  async *run(args, input) {
    let piece = '';
    for (const step of readSteps(args)) {
      if (step === 'standard input') {
        yield piece;
        piece = '';
        yield* copy(input);
        continue;
      }
      for (const line of repeatGames(step.games, step.count)) {
        piece += `${line}\n`;
        if (piece.length < PIECE) continue;
        yield piece;
        piece = '';
      }
    }
    yield piece;
  },
};

function readSteps(args: readonly string[]): Step[] {
  if (args.length === 0) throw new UsageError('nothing to print: give GAMES, or - for standard input');
  const steps: Step[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    const next = args[index + 1] ?? '';
    if (COUNT.test(arg)) throw new UsageError(`COUNT must follow GAMES, but ${arg} does not`);
    if (arg === '-') {
      steps.push('standard input');
      continue;
    }
    const hasCount = COUNT.test(next);
    const count = hasCount ? Number(next) : 1;
    if (!Number.isSafeInteger(count)) throw new UsageError(`COUNT must be less than 2^53, not ${next}`);
    steps.push({ games: arg, count });
    if (hasCount) index++;
  }
  return steps;
}

/** The input, with a line end after its last line, so that the next game gets a line of its own. */
async function* copy(input: AsyncIterable<string>): AsyncGenerator<string> {
  let last = '\n';
  for await (const piece of input) {
    if (piece === '') continue;
    last = piece;
    yield piece;
  }
  if (!last.endsWith('\n')) yield '\n';
}

export const main = (): Promise<void> => runTool(repetitionTool);

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
