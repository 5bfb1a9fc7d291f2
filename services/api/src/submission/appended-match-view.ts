import type { StoredMatch } from '../match-log/match.js';
import type { NewMatch } from '../match-log/match-insert.repository.js';
import { asReported } from '../match-log/side-status.js';
import type { RatedLine } from '../rating/journal-line.js';
import type { MatchView } from '../rating/match-view.js';
import { deltaOf, type JournalChange, scoreSums, VERDICT_NUMBERS } from '../rating/rating.js';
import type { CachedLeague } from './cached-league.js';

/**
 * A match as readers see it right after it is appended, made from memory, without a query after the commit.
 * @param sides as they are rated
 * @param lines its lines of the journal
 */
export function appendedMatchView(
  { league, players }: CachedLeague,
  { contentHash: _, ...written }: NewMatch,
  sides: StoredMatch['sides'],
  lines: readonly RatedLine[],
): MatchView {
  const head = { ...written, status: 'RATED', version: 1 } as const;
  const { leagueId, sequence, playedAt } = head;
  const { revision } = league;
  const changes = new Map(
    lines.map(({ player, before: stored, after, contributions, verdict, justBefore }): [number, JournalChange] => {
      const explained = contributions.map((part) => ({
        ...part,
        opponent: players.get(Number(part.opponent)) ?? part.opponent,
      }));
      const playerId = Number(player);
      const key = { leagueId, playerId, playedAt, sequence, revision };
      const before = justBefore?.() ?? stored;
      const delta = deltaOf({ before: stored, after });
      const sums = scoreSums(contributions);
      const result = { before, after, delta, verdict: VERDICT_NUMBERS[verdict] };
      return [playerId, { ...key, ...result, contributions: explained, ...sums, match: head }];
    }),
  );
  return {
    ...head,
    sides: asReported(
      sides.map((side, position) => ({
        ...side,
        match: head,
        matchSides: sides,
        position,
        participants: side.participants.map((participant) => ({
          ...participant,
          match: head,
          scoresAgainst: participant.scoresAgainst.map((against) => ({
            ...against,
            opponent: players.get(against.opponentId),
          })),
          player: players.get(participant.playerId),
          ratingChange: changes.get(participant.playerId) ?? null,
        })),
      })),
    ),
  };
}
