import { countedRating } from '../encounters.js';
import type { Game } from '../performance.js';
import { settings as schema } from '../settings.js';
import { SourceError } from './program.js';

/** Whose games, and where they are. */
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
/** How often reading begins again because the league was recomputed meanwhile. */
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

function toGames(lines: readonly Line[], unrated = Number(schema.properties.unratedOpponentRating!.default)): Game[] {
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
