import {
  type Match,
  type PlayerId,
  type RatedParticipant,
  type Result,
  resultOf,
  sideMerits,
  sideScore,
} from '@openladder/rating';
import type { Comparison } from './settings.js';

/** What participant a scored against participant b; both are indices into the contestants. */
export type PairResults = (a: number, b: number) => Result;

/**
 * Settles once for a match how its pairs are compared, so that all pairs of a match are measured alike:
 * - `headToHead`, where a rated participant reports points against anybody: the points that the two earned against each
 *   other. No entry is no points, so two who earned nothing from each other tie, as equation 2 has it.
 * - Else points: everybody's own score; where somebody has none, the score of his side stands in for each player of
 *   every side. `scorePerHour` divides them by minutes, `score` (and `headToHead` without its reports) does not.
 * - Else, in a match of plain results, the placements of the sides, whatever the minutes.
 *
 * Source: "Player Rating", steps 1 and 4, equation 2.
 * @param contest a match without guests
 * @param participants its participants, in its order
 * @param minutes how long each of them played
 * @throws RangeError where the match has no outcome
 */
export function pairResults(
  comparison: Comparison,
  contest: Match,
  participants: readonly RatedParticipant[],
  minutes: readonly number[],
): PairResults {
  if (comparison === 'headToHead' && participants.some(({ participant }) => participant.scoresAgainst?.length)) {
    return byPointsAgainst(participants);
  }
  const points = pointsOf(contest, participants);
  if (!points) return byPlacement(contest, participants);
  if (comparison === 'scorePerHour') {
    // Products, since quotients call 1 point in 1 minute and 11 points in 11 minutes (per hour) different.
    return (a, b) => resultOf(points[a]! * minutes[b]!, points[b]! * minutes[a]!);
  }
  return (a, b) => resultOf(points[a]!, points[b]!);
}

function pointsOf(contest: Match, participants: readonly RatedParticipant[]): readonly number[] | undefined {
  const own = participants.map(({ participant }) => participant.score);
  if (own.every((score) => score !== undefined)) return own;
  const sides = contest.sides.map(sideScore);
  if (sides.every((score) => score !== undefined)) return participants.map(({ side }) => sides[side]!);
  return undefined;
}

function byPlacement(contest: Match, participants: readonly RatedParticipant[]): PairResults {
  const merits = sideMerits(contest);
  if (!merits) throw new RangeError('the match has no outcome: every side needs a placement, or every side a score');
  return (a, b) => resultOf(merits[participants[a]!.side]!, merits[participants[b]!.side]!);
}

function byPointsAgainst(participants: readonly RatedParticipant[]): PairResults {
  const earned = participants.map(({ participant }) => {
    const points = new Map<PlayerId, number>();
    for (const { opponent, score } of participant.scoresAgainst ?? []) {
      points.set(opponent, (points.get(opponent) ?? 0) + score);
    }
    return points;
  });
  const pointsAgainst = (a: number, b: number) => earned[a]!.get(participants[b]!.participant.player) ?? 0;
  return (a, b) => resultOf(pointsAgainst(a, b), pointsAgainst(b, a));
}
