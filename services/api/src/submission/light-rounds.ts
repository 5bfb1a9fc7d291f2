import { lightParts, MAX_WEIGHT, weightOf } from '../match-log/weight.js';
import type { Round } from './submission-result.js';

export function weightOfRound(round: Round): number {
  return round.reduce((weight, { match }) => weight + weightOf(match), 0);
}

/**
 * Rounds that can be settled one after the other in place of one that is too heavy, in the order in which their matches
 * were played, so that none makes another late.
 */
export function lightRounds(round: Round): Round[] {
  if (weightOfRound(round) <= MAX_WEIGHT) return [round];
  const inOrder = round.toSorted((a, b) => +a.match.playedAt - +b.match.playedAt);
  return lightParts(inOrder, ({ match }) => weightOf(match));
}
