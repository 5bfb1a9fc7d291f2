import { type Access, COMMAND_LINE } from '../../services/api/dist/access/access.js';
import type { MatchSubmission } from '../../services/api/dist/match-log/checks.js';
import type { App } from '../../services/api/dist/start/app.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import { createToken } from '../../services/api/dist/token/token.service.js';
import { match } from '../support/platform.js';

/** Somebody with their own token for leagues. */
export async function botFor(app: App, name: string, ...leagues: string[]): Promise<Access> {
  const { token } = await createToken(app, COMMAND_LINE, {
    name,
    scopes: ['matches:submit'],
    leagues,
    expiresAt: null,
  });
  return { tokenId: token.id, actor: name, scopes: token.scopes, leagueIds: token.leagueIds };
}

/** The outcome of one match: "accepted", "replayed" or the code of its refusal. */
export async function submitOne(
  app: App,
  slug: string,
  submission: MatchSubmission,
  access: Access = COMMAND_LINE,
): Promise<string> {
  return (await fates(app, slug, [submission], access))[0]!;
}

/** The same for a batch. */
export async function fates(
  app: App,
  slug: string,
  submissions: readonly MatchSubmission[],
  access: Access = COMMAND_LINE,
): Promise<string[]> {
  const results = await submitMatches(app, access, slug, submissions);
  return results.map((result) => {
    if (result.kind === 'rejected') return result.refusal.code;
    return result.replayed ? 'replayed' : 'accepted';
  });
}

/** Matches at one time, so that none is late however they come. */
export function atOnce(count: number, sentence: (n: number) => string, series = 'm'): MatchSubmission[] {
  return Array.from({ length: count }, (_, n) => ({ ...match(100, sentence(n)), externalId: `${series}-${n}` }));
}

/** Count of each outcome. */
export function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
