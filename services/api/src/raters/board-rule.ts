/** Which players have a rank on a league's board, beyond what the rater says. */
export interface BoardRule {
  /** Rated matches that a player must have. */
  readonly minMatches: number;
  /** Days before the newest midnight within which they must have played; null: no limit. */
  readonly activeWithin: number | null;
}

const DAY = 86_400_000;

/** The time after which players are active, in milliseconds since 1970; null without a limit. @param through the midnight as of which the board stands */
export function activeSince({ activeWithin }: BoardRule, through: Date): number | null {
  return activeWithin === null ? null : through.getTime() - activeWithin * DAY;
}

/** Whether a rule leaves a player without a rank. @param player with their rated matches, and the time of the newest */
export function isUnlisted(
  rule: BoardRule | null | undefined,
  through: Date | null,
  { matchesPlayed, lastPlayedAt }: { readonly matchesPlayed: number; readonly lastPlayedAt: number | null },
): boolean {
  if (!rule) return false;
  if (matchesPlayed < rule.minMatches) return true;
  const since = through && activeSince(rule, through);
  return since !== null && lastPlayedAt !== null && lastPlayedAt < since;
}

/** The rule of a league; null where every player whom the rater ranks has a rank. */
export function boardRuleOf({ minMatches = 0, activeWithin = null }: Partial<BoardRule>): BoardRule | null {
  return minMatches > 1 || activeWithin !== null ? { minMatches, activeWithin } : null;
}
