import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { findLeague } from '../../services/api/dist/league/league.repository.js';
import { cancelRecompute } from '../../services/api/dist/league-log/follow-recompute.js';
import { runRecompute } from '../../services/api/dist/league-log/run-recompute.js';
import type { SideSubmission } from '../../services/api/dist/match-log/checks.js';
import { findMatchByExternalId } from '../../services/api/dist/match-log/match.repository.js';
import type { App } from '../../services/api/dist/start/app.js';
import { amendMatch, configureRatingSystem, mergePlayers, recomputeLeague, voidMatch } from './changes.js';
import { failingLog } from './log.js';
import { dayByDay, match, play } from './platform.js';
import { sidesOf } from './story-match.js';

/**
 * Makes corrections of every kind in the league `fixed`, each a revision: match 6 came late, and is the first (2), match 1
 * was amended (3), match 2 is void (4), eve was merged into ben (5), there are other settings (6), and all of it was
 * rated anew by recompute 1 (7). Recompute 2 was cancelled.
 */
export async function correctEverything(app: App): Promise<void> {
  const fixed = { league: 'fixed', dryRun: false };
  await play(
    app,
    'fixed',
    dayByDay('ann beats ben', 'ben beats cid', 'eve beats ann', 'cid draws ann', 'ben beats ann'),
  );
  await play(app, 'fixed', [match(0, 'cid beats ben')]);
  const sides = sidesOf('ben beats ann') as SideSubmission[];
  const first = await correctable(app, 'fixed', 'day-1');
  await amendMatch(app, COMMAND_LINE, { ...first, sides, reason: 'it was the other way round', dryRun: false });
  await voidOne(app, 'fixed', 'day-2', 'it was a rehearsal');
  await mergePlayers(app, COMMAND_LINE, { ...fixed, player: 'eve', into: 'ben', reason: 'they are one' });
  const settings = { initialRating: 600 };
  const system = { ...fixed, ratingSystem: 'zonestats', settings, reason: 'a round number' };
  await configureRatingSystem(app, COMMAND_LINE, system);
  await runRecompute(app, await askForRecompute(app, 'to be sure'), failingLog, new AbortController().signal);
  await cancelRecompute(app, COMMAND_LINE, await askForRecompute(app, 'by mistake'));
}

/** @returns the id of a recompute that waits for a worker, however short the log is */
async function askForRecompute(app: App, reason: string): Promise<number> {
  const { recompute } = await recomputeLeague({ ...app, inlineTail: 0 }, COMMAND_LINE, { league: 'fixed', reason });
  return recompute!.id;
}

/** Names a match, in the version that it has, for a correction. */
export async function correctable(app: App, slug: string, externalId: string) {
  const { manager } = app.database;
  const league = await findLeague(manager, COMMAND_LINE, slug);
  const { leagueId, sequence, version } = (await findMatchByExternalId(manager, league!.id, externalId))!;
  return { match: { leagueId, sequence }, expectedVersion: version };
}

export async function voidOne(app: App, slug: string, externalId: string, reason: string) {
  return voidMatch(app, COMMAND_LINE, { ...(await correctable(app, slug, externalId)), reason, dryRun: false });
}
