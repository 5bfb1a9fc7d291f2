import type { Match, Participant, PlayerId, Side } from '../match.js';
import type { Contribution } from '../rater.js';
import type { RatingChange } from '../replay.js';
import { CONTRIBUTION_WIDTH, matchWeight, type PackedLines, type PackedMatches, roleOf } from './lines.js';

/**
 * A match as an object, with places as players, and with the outcome, points, minutes, roles and weight
 * that were packed.
 * @param index the match's place among the matches
 */
export function unpackMatch(matches: PackedMatches, index: number): Match {
  const { firstParticipant, side, merit, sideScore } = matches;
  const [first, end] = [firstParticipant[index]!, firstParticipant[index + 1]!];
  const sides: (Side & { readonly participants: Participant[] })[] = [];
  let isPlaced = false;
  for (let p = first; p < end; p++) isPlaced ||= merit[p] !== sideScore[p];
  for (let p = first; p < end; p++) {
    if (side[p] === sides.length) {
      const placement = isPlaced ? -merit[p]! : undefined;
      const role = roleOf(matches, p);
      sides.push({
        ...{ placement, score: orUndefined(sideScore[p]!), participants: [] },
        ...(role !== undefined && { role }),
      });
    }
    sides.at(-1)!.participants.push(unpackParticipant(matches, p));
  }
  const weight = matchWeight(matches, index);
  return { playedAt: matches.playedAt[index]!, ...(weight !== 1 && { weight }), sides };
}

function unpackParticipant(matches: PackedMatches, p: number): Participant {
  const { player, score, minutes, firstAgainst, against, scoreAgainst } = matches;
  const scoresAgainst = [];
  for (let at = firstAgainst[p]!; at < firstAgainst[p + 1]!; at++) {
    scoresAgainst.push({ opponent: against[at]!, score: scoreAgainst[at]! });
  }
  return {
    player: player[p]!,
    score: orUndefined(score[p]!),
    minutesPlayed: orUndefined(minutes[p]!),
    scoresAgainst: scoresAgainst.length > 0 ? scoresAgainst : undefined,
  };
}

function orUndefined(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}

/** The parts of a change that a line has: not the states, and not the score before it. */
export type PackedChange = Pick<RatingChange<unknown>, 'player' | 'after' | 'contributions'> & {
  /** What the rater keeps of the state after it; empty if it keeps nothing. */
  readonly memory: readonly number[];
  readonly before: Pick<RatingChange<unknown>['before'], 'value' | 'deviation'>;
};

/**
 * The changes of a match, as objects.
 * @param index the match's place among the matches
 * @param playerOf the player whose state has a place
 * @returns one change for each participant, in the match's order
 * @throws RangeError for lines of ratings alone
 */
export function unpackChanges(
  matches: PackedMatches,
  index: number,
  lines: PackedLines,
  playerOf: (place: number) => PlayerId,
): PackedChange[] {
  const first = matches.firstParticipant[index]!;
  return Array.from({ length: matches.firstParticipant[index + 1]! - first }, (_, offset) => {
    const p = first + offset;
    return {
      player: playerOf(matches.player[p]!),
      before: { value: lines.beforeValue[p]!, deviation: orNull(lines.beforeDeviation[p]!) },
      after: {
        value: lines.value[p]!,
        deviation: orNull(lines.deviation[p]!),
        score: lines.score[p]!,
        isProvisional: lines.isProvisional[p] === 1,
      },
      contributions: unpackContributions(matches, p, lines, playerOf),
      memory: Array.from(lines.memory.subarray(lines.memoryWidth * p, lines.memoryWidth * (p + 1))),
    };
  });
}

/**
 * The contributions of a participant, by their place among all of the matches.
 * @throws RangeError for lines of ratings alone
 */
export function unpackContributions(
  { firstOpponent }: PackedMatches,
  participant: number,
  { areRatingsOnly, contributions }: PackedLines,
  playerOf: (place: number) => PlayerId,
): Contribution[] {
  if (areRatingsOnly) throw new RangeError('lines of ratings alone have no contributions');
  const unpacked: Contribution[] = [];
  const end = CONTRIBUTION_WIDTH * firstOpponent[participant + 1]!;
  for (let at = CONTRIBUTION_WIDTH * firstOpponent[participant]!; at < end; at += CONTRIBUTION_WIDTH) {
    unpacked.push({
      opponent: playerOf(contributions[at]!),
      opponentValue: contributions[at + 1]!,
      expected: contributions[at + 2]!,
      actual: contributions[at + 3]!,
      weight: contributions[at + 4]!,
      delta: contributions[at + 5]!,
    });
  }
  return unpacked;
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
