import type { NeedsDatabase } from '../kit/needs.js';
import { getLeague } from '../league/league.repository.js';
import { lightParts, MAX_WEIGHT, weightOf } from '../match-log/weight.js';
import { isLate } from './fitting.js';
import type { Round } from './submission-result.js';

export function weightOfRound(round: Round): number {
  return round.reduce((weight, { match }) => weight + weightOf(match), 0);
}

/**
 * Rounds in place of one that is too heavy. What is late goes into its place in one replay, whose contributions are never in memory
 * together; the rest is settled in parts.
 */
export async function roundsInTurn(needs: NeedsDatabase, leagueId: number, round: Round): Promise<Round[]> {
  if (weightOfRound(round) <= MAX_WEIGHT) return [round];
  const league = await getLeague(needs.database.manager, leagueId);
  const late = round.filter(({ match }) => isLate(league, match));
  const rest = round.filter(({ match }) => !isLate(league, match));
  return [late, ...lightRounds(rest)].filter((part) => part.length > 0);
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
