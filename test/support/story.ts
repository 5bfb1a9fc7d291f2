import { expect } from 'vitest';
import { type Client, ERROR, type Row } from './graphql.js';
import { type Service, type ServiceOptions, startService } from './service.js';
import { shared } from './shared.js';
import { type MatchInput, type SideInput, sidesOf } from './story-match.js';

/** A service with something going on in it. Its end proves the invariants of its database. */
export interface Story extends Service {
  /** Opens a league. @param more further fields of CreateLeagueInput, and `played`, its first matches in sentences */
  league(slug: string, ratingSystem?: string, more?: object): Promise<StoryLeague>;
  /** Makes a token for leagues. @returns a caller who has it */
  bot(scopes: readonly string[], ...leagues: readonly string[]): Promise<Client>;
}

/** A league whose matches are an hour apart, unless told otherwise. */
export interface StoryLeague {
  readonly slug: string;
  /** A match that was not submitted yet, in its turn: an hour after the one before it. */
  match(outcome: string | readonly SideInput[], more?: Partial<MatchInput>): MatchInput;
  /** Submits matches that must all be accepted, in one batch. @returns them as they are in the log */
  play(...matches: readonly (string | MatchInput)[]): Promise<LoggedMatch[]>;
  /** Submits matches, whatever becomes of them. */
  submit(matches: readonly MatchInput[], as?: Client): Promise<SubmitResult[]>;
  /** Reads fields of the league. */
  read(selection: string, variables?: { declaration: string; values: object }, as?: Client): Promise<Row>;
  /** What identifies a match to its corrections. */
  correctable(externalId: string): Promise<{ readonly match: string; readonly expectedVersion: number }>;
  /** The players on the board, from the top. */
  board(argumentsOfStandings?: string): Promise<string[]>;
}

export interface LoggedMatch {
  readonly id: string;
  readonly externalId: string;
  readonly sides: readonly {
    readonly participants: readonly {
      readonly player: { readonly handle: string };
      readonly ratingChange: { readonly before: Value; readonly after: Value; readonly delta: number | null } | null;
    }[];
  }[];
}

interface Value {
  readonly value: number | null;
  readonly deviation: number | null;
}

export type SubmitResult =
  | { readonly __typename: 'MatchAccepted'; readonly replayed: boolean; readonly match: LoggedMatch }
  | { readonly __typename: 'MatchRejected'; readonly externalId: string; readonly error: StoryError };

/** An expected failure. */
export interface StoryError {
  readonly __typename: string;
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[];
}

export { ERROR };

export const SUBMIT = `mutation ($input: SubmitMatchesInput!) {
  submitMatches(input: $input) {
    errors { ${ERROR} }
    results {
      __typename
      ... on MatchAccepted { replayed match { id externalId sides { participants {
        player { handle }
        ratingChange { before { value deviation } after { value deviation } delta }
      } } } }
      ... on MatchRejected { externalId error { ${ERROR} } }
    }
  }
}`;

/** When the first match of every league is played. */
export const OPENING = Date.parse('2020-01-01T00:00:00Z');
export const HOUR = 3_600_000;

/** Starts a service, to tell a story on it. */
export async function startStory(options: ServiceOptions = {}): Promise<Story> {
  const service = await startService(options);
  return {
    ...service,
    stop: async () => {
      try {
        expect(await service.problems(), 'what openladder verify finds').toEqual([]);
      } finally {
        await service.stop();
      }
    },
    league: async (slug, ratingSystem = 'zonestats', more: { readonly played?: readonly string[] } = {}) => {
      const { played = [], ...fields } = more;
      const input = { slug, name: slug, ratingSystem, ...fields };
      await service.admin.mutate('createLeague', input);
      const league = storyLeague(service.admin, slug);
      if (played.length > 0) await league.play(...played);
      return league;
    },
    bot: async (scopes, ...leagues) => {
      const input = { name: `${scopes.join(' and ')} for ${leagues.join(' and ')}`, scopes, leagues };
      return service.as((await newToken(service.admin, input)).secret);
    },
  };
}

/** A story that all tests of a file tell. @param options those that other hooks make first by a function */
export function useStory(options: ServiceOptions | (() => ServiceOptions) = {}): Story {
  const open = () => startStory(typeof options === 'function' ? options() : options);
  return shared(open, (story) => story.stop());
}

/**
 * A league that all tests of a file play in, opened after its story.
 * @param opened its slug, or that with more of CreateLeagueInput; default rating system: zonestats
 * @param played its first matches, in sentences
 */
export function useLeague(
  story: Story,
  opened: string | { readonly slug: string; readonly ratingSystem?: string; readonly [more: string]: unknown },
  ...played: readonly string[]
): StoryLeague {
  const { slug, ratingSystem, ...more } = typeof opened === 'string' ? { slug: opened } : opened;
  return shared(() => story.league(slug, ratingSystem, { ...more, played }));
}

/** Makes a token that submits, unless told otherwise. */
export async function newToken(admin: Client, input: object): Promise<{ secret: string; id: string }> {
  const named = { name: 'a bot', scopes: ['matches:submit'], ...input };
  const { secret, token } = await admin.mutate('createToken', named, 'secret token { id }');
  return { secret, id: token.id };
}

/** A caller of all tests of a file, with a token as `bot` makes it. */
export function useBot(story: Story, ...token: Parameters<Story['bot']>): Client {
  return shared(() => story.bot(...token));
}

/** A league that is there already, seen by one caller. */
export function storyLeague(caller: Client, slug: string): StoryLeague {
  let matches = 0;
  const match: StoryLeague['match'] = (outcome, more = {}) => {
    const playedAt = new Date(OPENING + matches++ * HOUR).toISOString();
    const sides = typeof outcome === 'string' ? sidesOf(outcome) : outcome;
    return { externalId: `${slug}-${matches}`, playedAt, sides, ...more };
  };
  const submit = async (batch: readonly MatchInput[], as = caller): Promise<SubmitResult[]> => {
    const { submitMatches } = await as.get(SUBMIT, { input: { league: slug, matches: batch } });
    expect(submitMatches.errors).toEqual([]);
    return submitMatches.results;
  };
  const read: StoryLeague['read'] = async (selection, variables, as = caller) => {
    const declaration = variables ? `, ${variables.declaration}` : '';
    const query = `query ($slug: String!${declaration}) { league(slug: $slug) { ${selection} } }`;
    return (await as.get(query, { slug, ...variables?.values })).league;
  };
  return {
    slug,
    match,
    submit,
    read,
    play: async (...sentences) => {
      const results = await submit(
        sentences.map((outcome) => (typeof outcome === 'string' ? match(outcome) : outcome)),
      );
      return results.map((result) => {
        if (result.__typename === 'MatchAccepted') return result.match;
        throw new Error(`${result.externalId} was rejected: ${result.error.message}`);
      });
    },
    correctable: async (externalId) =>
      (await read(`match(externalId: "${externalId}") { match: id expectedVersion: version }`)).match,
    board: async (args = 'first: 100') => {
      const { standings } = await read(`standings(${args}) { nodes { player { handle } } }`);
      return standings.nodes.map((standing: { player: { handle: string } }) => standing.player.handle);
    },
  };
}

/** All nodes of a list. @param read a page of it; it is given `, after: "…"`, but for the first */
export async function allPages(read: (after: string) => Promise<Row>): Promise<Row[]> {
  const nodes = [];
  for (let after = ''; ; ) {
    const page = await read(after);
    nodes.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return nodes;
    after = `, after: "${page.pageInfo.endCursor}"`;
  }
}

/** All nodes of a list of a league, page by page. @param args of the list but `first` and `after` */
export function readAll(league: StoryLeague, list: string, selection: string, args = ''): Promise<Row[]> {
  const page = `{ nodes { ${selection} } pageInfo { hasNextPage endCursor } }`;
  return allPages(async (after) => {
    return (await league.read(`${list}(first: 100${after}${args && `, ${args}`}) ${page}`))[list];
  });
}
