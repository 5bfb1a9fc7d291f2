import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import { matchSubject, playerSubject } from '../audit/audit-subject.js';
import type { NeedsClock } from '../kit/needs.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import type { CheckedSide } from '../match-log/checks.js';
import type { StoredMatch, StoredSide } from '../match-log/match.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import { updateMatchContent, updateMatchStatus } from '../match-log/match-edit.repository.js';
import { deleteMerge, findFirstPlace, insertMerge } from '../match-log/merge.repository.js';
import type { Player } from '../player/player.js';
import { listPlayersById } from '../player/player.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import { installedSystemOf, isOtherVersion, type RatingSystem } from '../raters/rating-system.js';
import { admitPlayers } from '../rating/admit-players.js';
import type { AppliedCorrection } from '../replay/applied-correction.js';
import type { Correction } from '../replay/correction.js';
import { checkMerge, getMergedInto } from '../replay/merge-rules.js';

/**
 * Changes the log, in the caller's transaction; ratings follow later.
 * @throws Refused if the match has changed since, or the correction no longer makes sense
 */
export async function applyCorrection(
  needs: NeedsClock & NeedsRaters,
  tx: EntityManager,
  league: League,
  correction: Correction,
  mode: 'in earnest' | 'dry run' = 'in earnest',
): Promise<AppliedCorrection> {
  const isConfigured = correction.kind === 'configureRatingSystem';
  // A league whose rater is missing can be given another one.
  const { rater, settings } = isConfigured ? correction : league;
  const system = installedSystemOf(needs.raters, { ...league, rater, settings });
  switch (correction.kind) {
    case 'voidMatch':
    case 'restoreMatch': {
      const match = await getMatch(tx, league, correction);
      const status = correction.kind === 'voidMatch' ? 'VOID' : 'RATED';
      await updateMatchStatus(tx, match, status);
      const change = { before: auditView(match), after: { ...auditView(match), status } };
      return { system, from: match, seeds: playersOf(match), subject: matchSubject(match), ...change };
    }
    case 'amendMatch':
      return amend(needs, tx, league, system, correction, mode);
    case 'mergePlayers': {
      const { playerId, intoId } = correction;
      await checkMerge(tx, league.id, correction);
      const from = await findFirstPlace(tx, league.id, playerId);
      await insertMerge(tx, { leagueId: league.id, playerId, intoId, mergedAt: needs.clock() });
      const subject = playerSubject(playerId);
      return {
        system,
        from,
        seeds: [playerId, intoId],
        subject,
        before: { playerId },
        after: { playerId, intoId },
      };
    }
    case 'unmergePlayers': {
      const { playerId } = correction;
      const intoId = await getMergedInto(tx, league.id, playerId);
      const from = await findFirstPlace(tx, league.id, playerId);
      await deleteMerge(tx, league.id, playerId);
      const subject = playerSubject(playerId);
      return {
        system,
        from,
        seeds: [playerId, intoId],
        subject,
        before: { playerId, intoId },
        after: { playerId },
      };
    }
    case 'configureRatingSystem': {
      const before = { rater: league.rater, raterVersion: league.raterVersion, settings: league.settings };
      const after = { rater, raterVersion: system.rater.version, settings };
      return { system, from: null, seeds: [], before, after };
    }
    case 'recomputeLeague': {
      const isUpgrade = isOtherVersion(league, system);
      const before = isUpgrade ? { raterVersion: league.raterVersion } : null;
      const after = isUpgrade ? { raterVersion: system.rater.version } : null;
      return { system, from: null, seeds: [], before, after };
    }
  }
}

async function amend(
  needs: NeedsClock,
  tx: EntityManager,
  league: League,
  system: RatingSystem,
  correction: Correction & { kind: 'amendMatch' },
  mode: 'in earnest' | 'dry run',
): Promise<AppliedCorrection> {
  const before = await getMatch(tx, league, correction);
  if (before.status === 'VOID') {
    const message = `match ${shown(before.externalId)} must not be void to be amended; restore it first`;
    throw new Refused(refuse('CONFLICT', ['input', 'match'], message));
  }
  const playedAt = correction.playedAt === null ? before.playedAt : new Date(correction.playedAt);
  const admitted = correction.sides && (await admit(needs, tx, league, correction.sides, mode));
  const details = correction.details === undefined ? before.details : correction.details;
  await updateMatchContent(tx, before, { playedAt, sides: admitted?.sides ?? null, details });
  const [after] = await listMatchesBySequence(tx, league.id, [before.sequence]);
  return {
    system,
    from: before.playedAt < playedAt ? before : after!,
    seeds: [...playersOf(before), ...playersOf(after!)],
    isUnrated: isOnlyOfDetails(before, after!),
    subject: matchSubject(before),
    before: auditView(before),
    after: auditView(after!),
    newcomers: admitted?.newcomers,
  };
}

/**
 * The sides with the ids of their players. New players are created if the league allows it; in a dry run they are rolled back
 * at once, so that no one waits for their handles.
 */
async function admit(
  needs: NeedsClock,
  tx: EntityManager,
  league: League,
  sides: readonly CheckedSide[],
  mode: 'in earnest' | 'dry run',
): Promise<{ sides: readonly StoredSide[]; newcomers?: readonly Player[] }> {
  const isDry = mode === 'dry run';
  if (isDry) await tx.query('SAVEPOINT admission');
  const admission = await admitPlayers(tx, league, [{ match: { sides }, path: ['input'] }], needs.clock());
  const refusal = admission.refusals.get(0);
  if (refusal) throw new Refused(refusal);
  const withIds = admission.withIds({ sides });
  if (!isDry) return { sides: withIds };
  const newcomers = await listPlayersById(tx, league.id, admission.entered);
  await tx.query('ROLLBACK TO SAVEPOINT admission');
  return { sides: withIds, newcomers };
}

/** @throws Refused if the version is not the expected one */
async function getMatch(
  tx: EntityManager,
  league: League,
  { sequence, expectedVersion }: { sequence: number; expectedVersion: number },
): Promise<StoredMatch> {
  const [match] = await listMatchesBySequence(tx, league.id, [sequence]);
  if (match!.version === expectedVersion) return match!;
  const message = `expectedVersion must be the match's version, ${match!.version}, but is ${expectedVersion}`;
  throw new Refused(refuse('STALE_VERSION', ['input', 'expectedVersion'], message));
}

function playersOf({ sides }: StoredMatch): number[] {
  return sides.flatMap((side) => side.participants.map(({ playerId }) => playerId));
}

/** Whether a correction changed the details of a match, and nothing that is rated. */
function isOnlyOfDetails(before: StoredMatch, after: StoredMatch): boolean {
  if (isDeepStrictEqual(before.details, after.details)) return false;
  return before.playedAt.getTime() === after.playedAt.getTime() && isDeepStrictEqual(before.sides, after.sides);
}

function auditView({ externalId, playedAt, status, version, sides, details }: StoredMatch) {
  return {
    externalId,
    playedAt: playedAt.toISOString(),
    status,
    version,
    sides: JSON.parse(JSON.stringify(sides)) as Json,
    ...(details !== null && { details }),
  };
}
