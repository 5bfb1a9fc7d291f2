import { randomBytes } from 'node:crypto';
import { COMMAND_LINE } from '@openladder/api/dist/access/access.js';
import type { MatchSubmission } from '@openladder/api/dist/match-log/checks.js';
import type { App } from '@openladder/api/dist/start/app.js';
import { submitMatches } from '@openladder/api/dist/submission/submit-matches.js';
import { post } from './load.js';
import { ADMIN_TOKEN } from './service.js';
import { duels, handleOf, type SyntheticLeague } from './synthetic-league.js';

/** The request of a bot that reports a match and wants to know its effect; of schema/operations. */
const SUBMIT = `mutation SubmitMatches($input: SubmitMatchesInput!) {
  submitMatches(input: $input) {
    results {
      __typename
      ... on MatchAccepted {
        replayed
        match { id externalId sides { participants {
          player { handle }
          ratingChange { before { value deviation } after { value deviation } delta }
        } } }
      }
      ... on MatchRejected { externalId error { __typename code message path } }
    }
    errors { code message path }
  }
}`;

/**
 * Matches that a league has not seen yet, all played at one moment: none of them is late, in whatever order they come.
 * @param league as it was made; its players go on to play
 * @param playedAt must not be before those that others send at the same time
 */
export function freshMatches(
  { slug, players }: Pick<SyntheticLeague, 'slug' | 'players'>,
  count: number,
  playedAt = new Date(),
): MatchSubmission[] {
  const series = `${slug}-${randomBytes(4).toString('hex')}`;
  return Array.from(duels({ matches: count, players }), ({ sequence, players: pair, placements }) => ({
    externalId: `${series}-${sequence}`,
    playedAt,
    sides: pair.map((player, side) => ({
      placement: placements[side]!,
      participants: [{ player: handleOf(player) }],
    })),
  }));
}

/** The body of a GraphQL request that submits matches. */
export function submitBody(league: string, matches: readonly MatchSubmission[]): string {
  return JSON.stringify({ query: SUBMIT, variables: { input: { league, matches } } });
}

/** Who may submit. */
export const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };

/** Submits matches to a service in one request. */
export function submitTo(service: { readonly url: string }, league: string, matches: readonly MatchSubmission[]) {
  return post(`${service.url}/graphql`, submitBody(league, matches), ADMIN);
}

/** Submits one batch without HTTP. @throws Error where a match is not accepted, or was there */
export async function play(app: App, slug: string, matches: readonly MatchSubmission[]): Promise<void> {
  const results = await submitMatches(app, COMMAND_LINE, slug, matches);
  const bad = results.find((result) => result.kind === 'rejected' || result.replayed);
  if (bad || results.length !== matches.length) throw new Error(`a match was not taken: ${JSON.stringify(bad)}`);
}
