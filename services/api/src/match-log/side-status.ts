import { nobodyFinishedRule, type SideStatus, type StatusRule, type StatusRules } from '../league/status-rules.js';
import type { ReportedSide, StoredSide } from './match.js';

/**
 * The sides of a match as they are rated. If all sides finished, they are rated as reported. Otherwise, sides of the rule LAST share the
 * last place; sides of the rule UNRATED are behind all others, and their participants are guests. If a side is LAST, placements decide for
 * every rater, and points are ignored. AS_PLACED is LAST for a side without a result. If no side is AS_PLACED, those that would share the
 * last place follow the rule for matches that nobody finished: there is nobody whom they could be behind.
 * @param sides as reported
 */
export function asRated(
  sides: readonly Omit<StoredSide, 'reported'>[],
  statuses: readonly SideStatus[],
  rules: StatusRules,
): StoredSide[] {
  if (statuses.every((status) => status === 'FINISHED')) return sides.map((side) => ({ ...side, reported: null }));
  const merits = meritsOf(sides);
  const byMerit = (rule: StatusRule, side: number) => (rule === 'AS_PLACED' && merits[side] === null ? 'LAST' : rule);
  let treatments = statuses.map((status, side) => byMerit(status === 'FINISHED' ? 'AS_PLACED' : rules[status], side));
  if (!treatments.includes('AS_PLACED')) {
    const rule = nobodyFinishedRule(rules);
    treatments = treatments.map((treatment, side) => (treatment === 'LAST' ? byMerit(rule, side) : treatment));
  }
  const isAsPlaced = treatments.every((treatment) => treatment === 'AS_PLACED');
  const hasLast = treatments.includes('LAST');
  const placed = merits.filter((_, side) => treatments[side] === 'AS_PLACED') as number[];
  return sides.map((side, index) => {
    const reported = reportedSide(side, statuses[index]!);
    if (isAsPlaced) return { ...side, reported };
    const isPlaced = treatments[index] === 'AS_PLACED';
    const ahead = isPlaced ? placed.filter((merit) => merit > merits[index]!).length : placed.length;
    return {
      name: side.name,
      role: side.role,
      placement: ahead + 1,
      score: hasLast ? null : side.score,
      participants: side.participants.map((participant) => ({
        ...participant,
        isGuest: participant.isGuest || treatments[index] === 'UNRATED',
        ...(hasLast && { score: null, scoresAgainst: [] }),
      })),
      reported,
    };
  });
}

/** How well each side did, greater is better: by placement if a side has one, otherwise by score; null if it has neither. */
function meritsOf(sides: readonly Omit<StoredSide, 'reported'>[]): readonly (number | null)[] {
  const isPlaced = sides.some(({ placement }) => placement !== null);
  return sides.map(({ placement, score, participants }) => {
    if (isPlaced) return placement === null ? null : -placement;
    if (score !== null) return score;
    const scores = participants.map((participant) => participant.score);
    return scores.some((own) => own === null) ? null : scores.reduce((sum: number, own) => sum + own!, 0);
  });
}

function reportedSide(
  { placement, score, participants }: Omit<StoredSide, 'reported'>,
  status: SideStatus,
): ReportedSide {
  return {
    status,
    placement,
    score,
    participants: participants.map(({ playerId, isGuest, score, scoresAgainst }) => ({
      ...{ playerId, isGuest, score, scoresAgainst },
    })),
  };
}

/** The sides of a match as reported; the same objects if all finished. */
export function asReported<Side extends StoredSide>(sides: readonly Side[]): readonly Side[] {
  if (!sides[0]?.reported) return sides;
  // Opponents are named as submitted; merged ones count as others by now.
  const people = new Map(
    sides.flatMap((side) =>
      side.participants.map(({ playerId }, n) => [side.reported!.participants[n]!.playerId, playerId] as const),
    ),
  );
  return sides.map((side) => ({
    ...side,
    placement: side.reported!.placement,
    score: side.reported!.score,
    participants: side.participants.map((participant, n) => {
      const { isGuest, score, scoresAgainst } = side.reported!.participants[n]!;
      const against = scoresAgainst.map(({ opponentId, score }) => ({ opponentId: people.get(opponentId)!, score }));
      return { ...participant, isGuest, score, scoresAgainst: against };
    }),
  }));
}

/** How a side ended. */
export function statusOf({ reported }: Pick<StoredSide, 'reported'>): SideStatus {
  return reported?.status ?? 'FINISHED';
}
