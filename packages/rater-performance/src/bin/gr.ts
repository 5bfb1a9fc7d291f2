import { printGame } from '../game-list.js';
import { readHistory } from './league-history.js';
import { runTool, type Tool, UsageError } from './program.js';

const DEFAULT_URL = 'http://127.0.0.1:4000/graphql';
const OPTIONS = ['--league', '--url', '--token'] as const;
type Option = (typeof OPTIONS)[number];

/** The source's script `gr`: a player's games, from a running league. @param env the environment of the process */
function historyTool(env: Readonly<Record<string, string | undefined>>): Tool {
  return {
    name: 'gr',
    help: `Usage: gr HANDLE [--league SLUG] [--url URL] [--token TOKEN]

Prints the games of a player in a league of Open Ladder, one a line, the newest first:
<+|-|=><rating> username days, where the rating is the opponent's just before the game, and the days are
counted back from the player's newest game.

  --league  slug of the league           (GR_LEAGUE)
  --url     where the service listens    (GR_URL, ${DEFAULT_URL})
  --token   for leagues that are private (GR_TOKEN)
  --help    print this

In parentheses: the variable of the environment that counts where the option is left out, and what counts
where that is unset or empty too.

Example: gr ann --league europe | p6
`,
    async *run(args) {
      const { handle, options } = readArguments(args);
      const league = options.get('--league') || env.GR_LEAGUE;
      if (!league) throw new UsageError('name a league with --league or GR_LEAGUE');
      const url = readUrl(options.get('--url') || env.GR_URL || DEFAULT_URL);
      const token = options.get('--token') || env.GR_TOKEN || null;
      // All of them before the first is printed: half a history is another history.
      const games = await readHistory({ url, token, league, handle });
      yield games.map((game) => `${printGame(game)}\n`).join('');
    },
  };
}

function readArguments(args: readonly string[]): { handle: string; options: ReadonlyMap<Option, string> } {
  const handles: string[] = [];
  const options = new Map<Option, string>();
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (!arg.startsWith('-')) {
      handles.push(arg);
      continue;
    }
    const [name, inline] = splitOption(arg);
    const option = OPTIONS.find((known) => known === name);
    if (!option) throw new UsageError(`the options are ${OPTIONS.join(', ')}, not ${JSON.stringify(arg)}`);
    const value = inline ?? args[++index];
    if (!value) throw new UsageError(`${option} must be followed by its value`);
    options.set(option, value);
  }
  const [handle] = handles;
  if (handle === undefined || handles.length > 1) {
    throw new UsageError(`one HANDLE must be given, not ${JSON.stringify(handles.join(' '))}`);
  }
  return { handle, options };
}

function splitOption(arg: string): [string, string | undefined] {
  const equals = arg.indexOf('=');
  return equals < 0 ? [arg, undefined] : [arg.slice(0, equals), arg.slice(equals + 1)];
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new UsageError(`the URL must begin with http:// or https://, not ${JSON.stringify(text)}`);
}

export const main = (): Promise<void> => runTool(historyTool(process.env));
