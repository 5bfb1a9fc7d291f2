import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import { matchSubject, playerSubject } from '../audit/audit-subject.js';
import type { NeedsClock } from '../kit/needs.js';
import { type Refusal, Refused, refuse, shown } from '../kit/refusal.js';
import { SequenceSet } from '../kit/sequence-set.js';
import type { League } from '../league/league.js';
import type { CheckedSide } from '../match-log/checks.js';
import { earliest } from '../match-log/earliest.js';
import { updateImportsOfMatches } from '../match-log/imported-matches.repository.js';
import type { StoredMatch, StoredSide } from '../match-log/match.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import { updateMatchContent, updateMatchStatus } from '../match-log/match-edit.repository.js';
import { deleteMerge, findFirstPlace, insertMerge } from '../match-log/merge.repository.js';
import type { Player } from '../player/player.js';
import { enterPlayer, listPlayersById } from '../player/player.repository.js';
import type { LeagueChances } from '../raters/league-chances.js';
import type { NeedsRaters } from '../raters/raters.js';
import { installedSystemOf, isOtherVersion, type RatingSystem } from '../raters/rating-system.js';
import { admitPlayers } from '../rating/admit-players.js';
import type { AppliedCorrection } from '../replay/applied-correction.js';
import type { Correction, MatchAtVersion, MatchInList } from '../replay/correction.js';
import { checkMerge, getMergedInto } from '../replay/merge-rules.js';
import { changeImport } from './change-import.js';
import { auditedMatch, playersOf, statusChange, Unchanged, unchangedMessage } from './change-status.js';

/**
 * Changes the log, in the caller's transaction; `derive` changes the ratings.
 * @throws Refused if the match has changed since, or the correction no longer makes sense
 * @throws Unchanged
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
      const { matches, status } = await changeStatuses(tx, league, { ...correction, matches: [correction] });
      const [match] = matches;
      return { system, from: match, seeds: playersOf(match), ...statusChange(match, status) };
    }
    case 'voidMatches':
    case 'restoreMatches':
      return 'ofImport' in correction
        ? changeImport(tx, league, system, correction)
        : changeTogether(tx, league, system, correction);
    case 'amendMatch':
      return amend(needs, tx, league, system, correction, mode);
    case 'mergePlayers': {
      const { playerId, intoId } = correction;
      await checkMerge(tx, league.id, correction);
      const from = await findFirstPlace(tx, league.id, playerId);
      const mergedAt = needs.clock();
      await insertMerge(tx, { leagueId: league.id, playerId, intoId, mergedAt });
      if (mode === 'in earnest') await enterPlayer(tx, league.id, intoId, mergedAt);
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
    case 'configureChances':
      return configureChances(league, system, correction);
    case 'configureRatingSystem': {
      const before = { rater: league.rater, raterVersion: league.raterVersion, settings: league.settings };
      const after = { rater, raterVersion: system.rater.version, settings };
      const isSame = rater === league.rater && isDeepStrictEqual(settings, league.settings);
      // A fit is of one rating system.
      const chosen = isSame ? system : { ...system, chanceFit: null };
      return { system: chosen, from: null, seeds: [], before, after };
    }
    case 'recomputeLeague': {
      const isUpgrade = isOtherVersion(league, system);
      const before = isUpgrade ? { raterVersion: league.raterVersion } : null;
      const after = isUpgrade ? { raterVersion: system.rater.version } : null;
      return { system, from: null, seeds: [], before, after };
    }
  }
}

/** Matches that are withdrawn or restored together cause one replay, from the first of them on. */
async function changeTogether(
  tx: EntityManager,
  league: League,
  system: RatingSystem,
  correction: Parameters<typeof changeStatuses>[2],
): Promise<AppliedCorrection> {
  const { matches, status } = await changeStatuses(tx, league, correction);
  return {
    system,
    from: earliest(matches),
    seeds: [...new Set(matches.flatMap(playersOf))],
    before: null,
    after: { status, matches: matches.length },
    matches: {
      count: matches.length,
      async *pages() {
        yield matches.map((match) => statusChange(match, status));
      },
    },
  };
}

/** Changes the status of listed matches. Those that have it already stay as they are, whatever version is expected of them. */
async function changeStatuses(
  tx: EntityManager,
  league: League,
  { kind, matches: listed }: { readonly kind: Correction['kind']; readonly matches: readonly MatchInList[] },
): Promise<{ readonly matches: readonly [StoredMatch, ...StoredMatch[]]; readonly status: StoredMatch['status'] }> {
  const status = kind === 'voidMatch' || kind === 'voidMatches' ? 'VOID' : 'RATED';
  const sequences = listed.map(({ sequence }) => sequence);
  const found = new Map(
    (await listMatchesBySequence(tx, league.id, sequences)).map((match) => [match.sequence, match]),
  );
  const others = listed.filter(({ sequence }) => found.get(sequence)!.status !== status);
  const refusals = others.flatMap(({ sequence, expectedVersion, index }) => {
    const path = ['input', ...(index === undefined ? [] : ['matches', index]), 'expectedVersion'];
    return checkVersion(found.get(sequence)!, expectedVersion, path) ?? [];
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  const [first, ...rest] = others.map(({ sequence }) => found.get(sequence)!);
  if (!first) throw new Unchanged(refuse('CONFLICT', ['input'], unchangedMessage(status)));
  const matches = [first, ...rest] as const;
  const changed = matches.map(({ sequence }) => sequence);
  await updateMatchStatus(tx, league.id, changed, status);
  await updateImportsOfMatches(tx, league.id, new SequenceSet(changed));
  return { matches, status };
}

/** No rating changes, but a new revision records when the chances changed. */
function configureChances(
  league: League,
  system: RatingSystem,
  { rater, raterVersion, settings, chanceFit }: Correction & { kind: 'configureChances' },
): AppliedCorrection {
  const isPresent =
    rater === league.rater && raterVersion === league.raterVersion && isDeepStrictEqual(settings, league.settings);
  if (chanceFit && !isPresent) {
    const message = `comparison must be of the rating system that ${league.slug} has now; compare again`;
    throw new Refused(refuse('CONFLICT', ['input', 'comparison'], message));
  }
  const { ratedThrough: playedAt, lastSequence: sequence } = league;
  return {
    system: { ...system, chanceFit },
    from: playedAt && { playedAt, sequence },
    seeds: [],
    before: { chanceFit: league.chanceFit && chancesView(league.chanceFit) },
    after: { chanceFit: chanceFit && chancesView(chanceFit) },
  };
}

function chancesView({ slope, sideAdvantage, sideRole, favouriteAdvantage, sequence, revision }: LeagueChances): Json {
  const fit = { slope: slope.value, sideAdvantage: sideAdvantage?.value ?? null };
  const ofRaces = favouriteAdvantage && { favouriteAdvantage: favouriteAdvantage.value };
  return { ...fit, ...(sideRole != null && { sideRole }), ...ofRaces, sequence, revision };
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
  const { weight = before.weight } = correction;
  await updateMatchContent(tx, before, { playedAt, sides: admitted?.sides ?? null, weight, details });
  const [after] = await listMatchesBySequence(tx, league.id, [before.sequence]);
  return {
    system,
    from: before.playedAt < playedAt ? before : after!,
    seeds: [...playersOf(before), ...playersOf(after!)],
    isUnrated: isOnlyOfDetails(before, after!),
    subject: matchSubject(before),
    before: auditedMatch(before),
    after: auditedMatch(after!),
    newcomers: admitted?.newcomers,
  };
}

/**
 * The sides with the ids of their players. New players are created if the league allows it. A dry run rolls them back at once, so that
 * no one waits for their handles.
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
  { sequence, expectedVersion }: MatchAtVersion,
): Promise<StoredMatch> {
  const [match] = await listMatchesBySequence(tx, league.id, [sequence]);
  const refusal = checkVersion(match!, expectedVersion, ['input', 'expectedVersion']);
  if (refusal) throw new Refused(refusal);
  return match!;
}

function checkVersion({ version }: StoredMatch, expected: number, path: readonly (string | number)[]): Refusal | null {
  if (version === expected) return null;
  return refuse('STALE_VERSION', path, `expectedVersion must be the match's version, ${version}, but is ${expected}`);
}

/** Whether a correction changed only the details of a match, which are not rated. */
function isOnlyOfDetails(before: StoredMatch, after: StoredMatch): boolean {
  if (isDeepStrictEqual(before.details, after.details)) return false;
  const ratedOf = ({ playedAt, weight, sides }: StoredMatch) => [playedAt.getTime(), weight, sides];
  return isDeepStrictEqual(ratedOf(before), ratedOf(after));
}
