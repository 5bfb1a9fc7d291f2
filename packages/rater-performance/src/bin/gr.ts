import { printGame } from '../game-list.js';
import type { Game } from '../performance.js';
import { countedRating, settings as schema } from '../settings.js';
import { runTool, SourceError, type Tool, UsageError } from './program.js';

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
      // All of them before the first is printed: half a history is a different history.
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
    const [, name, inline] = /^([^=]*)(?:=(.*))?$/s.exec(arg)!;
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

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new UsageError(`the URL must begin with http:// or https://, not ${JSON.stringify(text)}`);
}

export const main = (): Promise<void> => runTool(historyTool(process.env));

/** The player, and the place of their games. */
export interface HistorySource {
  /** URL of the GraphQL endpoint. */
  readonly url: URL;
  /** null: anonymous. */
  readonly token: string | null;
  /** Slug. */
  readonly league: string;
  readonly handle: string;
}

/** One page of the answer. */
interface Page {
  readonly ratingSystem: { readonly revision: number; readonly settings: { readonly unratedOpponentRating?: number } };
  readonly rating: {
    readonly history: {
      readonly nodes: readonly Line[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  } | null;
}

interface Line {
  readonly match: { readonly playedAt: string };
  /** In the order in which they joined the history. */
  readonly contributions: readonly {
    readonly opponent: { readonly handle: string };
    readonly opponentValue: number | null;
    readonly actual: number;
  }[];
}

const QUERY = `query ($league: String!, $player: String!, $after: String) {
  league(slug: $league) {
    ratingSystem { revision settings }
    rating(player: $player) {
      history(first: 100, after: $after) {
        nodes { match { playedAt } contributions { opponent { handle } opponentValue actual } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;

const DAY = 24 * 60 * 60 * 1000;
/** For one page, in milliseconds. */
const TIMEOUT = 30_000;
/** How often reading restarts because the league was recomputed meanwhile. */
const ATTEMPTS = 3;

/**
 * All games of a player in a league, newest first, with the opponents' ratings just before them.
 * @throws SourceError if they cannot be had
 */
export async function readHistory(source: HistorySource): Promise<Game[]> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const games = await readRevision(source);
    if (games) return games;
  }
  throw new SourceError(`league ${source.league} keeps being recomputed; try again later`);
}

/** @returns null if the pages were of different revisions */
async function readRevision(source: HistorySource): Promise<Game[] | null> {
  const lines: Line[] = [];
  let revision: number | undefined;
  for (let after: string | null = null; ; ) {
    const { ratingSystem, rating } = await readPage(source, after);
    revision ??= ratingSystem.revision;
    if (ratingSystem.revision !== revision) return null;
    if (!rating) throw new SourceError(`league ${source.league} has no player ${JSON.stringify(source.handle)}`);
    const { nodes, pageInfo } = rating.history;
    lines.push(...nodes);
    if (!pageInfo.hasNextPage) return toGames(lines, ratingSystem.settings.unratedOpponentRating);
    after = pageInfo.endCursor;
  }
}

function toGames(lines: readonly Line[], unrated: number = schema.properties.unratedOpponentRating.default): Game[] {
  const newest = Date.parse(lines[0]?.match.playedAt ?? '');
  return lines.flatMap(({ match, contributions }) =>
    contributions.toReversed().map(({ opponent, opponentValue, actual }) => ({
      opponent: opponent.handle,
      rating: countedRating(opponentValue, { unratedOpponentRating: unrated }),
      result: actual > 0.5 ? 1 : actual < 0.5 ? 0 : 0.5,
      days: (newest - Date.parse(match.playedAt)) / DAY,
    })),
  );
}

async function readPage({ url, token, league, handle }: HistorySource, after: string | null): Promise<Page> {
  const answer = await ask(url, token, { query: QUERY, variables: { league, player: handle, after } });
  if (answer.errors?.[0]) throw new SourceError(`${url} refused the request: ${answer.errors[0].message}`);
  if (!answer.data) throw new SourceError(`${url} does not respond like an Open Ladder server`);
  if (answer.data.league) return answer.data.league;
  const hint = token === null ? '; a private one needs a token' : ' that the token may read';
  throw new SourceError(`there is no league ${JSON.stringify(league)}${hint}`);
}

interface Answer {
  readonly data?: { readonly league: Page | null } | null;
  readonly errors?: readonly { readonly message: string }[];
}

async function ask(url: URL, token: string | null, body: object): Promise<Answer> {
  let text: string;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    text = await response.text();
  } catch (error) {
    const { message, cause } = error as Error;
    throw new SourceError(
      `${url} cannot be reached: ${cause instanceof Error ? cause.message || String((cause as { code?: string }).code) : message}`,
    );
  }
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}
