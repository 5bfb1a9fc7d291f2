import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import type { App } from '../app.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import type { League } from '../league/league.js';
import { insertRevision, lockLeague, updateDerivation } from '../league/league.repository.js';
import { insertEvent } from '../live/league-event.repository.js';
import { listUnplayed } from '../rating/members.js';
import { type Journal, listRatings, upsertRatings } from '../rating/rating.repository.js';
import type { RatingSystem } from '../rating/rating-system.js';
import type { Applied } from './apply-correction.js';
import type { Correction } from './correction.js';
import { describeEffect, type Effect, Moves } from './effect.js';
import { TailReplayer } from './replay-tail.js';
import { NO_STAGING, type Staging, stageInMemory, stageInTable } from './staging.js';
import { supersedeLines } from './superseded.repository.js';

/** How a league's ratings are derived anew after a correction of its log. */
export interface Derivation {
  /** As it was before the correction. */
  readonly league: League;
  readonly action: Correction['kind'] | 'submitMatches';
  readonly reason: string;
  /** Sequences of late matches that are rated with it for the first time. */
  readonly arrivals?: readonly number[];
  readonly applied: Applied;
  /** Where new lines wait: `none` is for a dry run, which leaves the journal alone. */
  readonly staging: 'none' | 'memory' | 'table';
  readonly onProgress?: (done: number) => Promise<void>;
}

/** The log was changed by somebody else while its tail was being rated: rate it again. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/**
 * Rates the tail anew and makes it the league's next revision, in the caller's transaction. The league's lock is taken
 * only when the tail is done, so that matches are accepted meanwhile; those that came are then rated too.
 * @throws Overtaken
 */
export async function derive(app: App, tx: EntityManager, access: Access, derivation: Derivation): Promise<Effect> {
  const { league, action, reason, applied, arrivals = null, staging: kind, onProgress } = derivation;
  const { system } = applied;
  const { from, disturbed } = isUpgraded(league, system) ? await everything(tx, league) : applied;
  const revision = league.revision + 1;
  const staging = await openStaging(tx, league, revision, kind);
  const { lastSequence } = league;
  const replayer = new TailReplayer(tx, {
    journal: league,
    lastSequence,
    system,
    from,
    disturbed,
    staging,
    onProgress,
  });
  await replayer.run();
  const current = await lockLeague(tx, league.id);
  if (current.revision !== league.revision) throw new Overtaken(`league ${league.slug} was corrected meanwhile`);
  if (await replayer.isPassed()) throw new Overtaken(`matches came to league ${league.slug} before its newest`);
  await replayer.run();

  const moves = new Moves();
  for await (const updates of replayer.updates()) {
    const players = updates.map(({ playerId }) => playerId);
    if (kind !== 'none') await supersedeLines(tx, league, players, replayer.from, revision);
    moves.add(await listRatings(tx, league.id, players), updates);
    await upsertRatings(tx, league.id, updates, 'whole');
  }
  await staging.publish();
  const at = app.clock();
  const { rater, settings } = system;
  const { generation } = league;
  const derived = { rater: rater.key, raterVersion: rater.version, settings, revision, generation };
  const after = await updateDerivation(tx, current, {
    ...derived,
    isNewSystem: action === 'configureRatingSystem',
    at,
  });
  await insertRevision(tx, league.id, { ...derived, reason, appliedAt: at });
  await insertEvent(tx, {
    ...{ leagueId: league.id, number: after.version, kind: 'RECOMPUTED', revision, at },
    sequences: arrivals,
  });
  await insertAuditEntry(tx, access, {
    leagueId: league.id,
    action,
    reason,
    before: applied.before,
    after: applied.after,
    at,
  });
  return describeEffect(tx, after, moves);
}

/** Another version of the league's rater is installed than rated it: what it rates can't go on from what is there. */
function isUpgraded({ rater, raterVersion }: League, system: RatingSystem): boolean {
  return rater === system.rater.key && raterVersion !== system.rater.version;
}

async function everything(tx: EntityManager, { id }: League): Promise<Pick<Applied, 'from' | 'disturbed'>> {
  return { from: null, disturbed: await listUnplayed(tx, id) };
}

async function openStaging(
  tx: EntityManager,
  journal: Journal,
  revision: number,
  kind: Derivation['staging'],
): Promise<Staging> {
  if (kind === 'none') return NO_STAGING;
  return kind === 'memory' ? stageInMemory(tx, journal, revision) : stageInTable(tx, journal, revision);
}
