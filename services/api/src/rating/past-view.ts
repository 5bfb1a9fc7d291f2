import { Refused, refuse, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { RaterCatalogue } from '../raters/raters.js';
import { activeSince, boardRuleOf } from '../raters/rating-system.js';
import { listHidden } from './hidden.repository.js';
import {
  type BoardCut,
  findDerivationAt,
  findKnownSequence,
  findLogEnd,
  findShownThrough,
  type KnownDerivation,
  type PastMoment,
} from './past.repository.js';
import type { PastLines } from './past-lines.js';
import { findPastSystem, type PastSystem } from './past-system.js';

/** A league as it is seen from a past moment. */
export interface PastView {
  readonly leagueId: number;
  readonly lines: PastLines;
  /** null if the very rater of that time is not installed, or its states do not come back. */
  readonly past: PastSystem | null;
  /** Who had no rank by the league's present rule; null where it has none. */
  readonly cut: BoardCut | null;
  /** Players who are hidden from the boards of the league now. */
  readonly hidden: ReadonlySet<number>;
  /** The same wherever the same is seen: later matches change none, and moments between two matches have one unless corrections came since. */
  readonly key: string;
}

/**
 * @returns null if the league did not exist yet
 * @throws Refused if what was known then is not kept any more
 */
export async function findPastView(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  moment: PastMoment,
): Promise<PastView | null> {
  const { asOf, asKnownAt } = moment;
  const derivation: KnownDerivation | null = asKnownAt ? await findDerivationAt(sql, league.id, asKnownAt) : league;
  if (!derivation) return null;
  if (derivation.revision < league.keptRevision) throw notKept(league, asKnownAt!);
  const past = await findPastSystem(sql, raters, league, moment, derivation);
  const cut = await findCut(sql, league, moment);
  const hidden = await listHidden(sql, league.id);
  const knownSequence = asKnownAt ? await findKnownSequence(sql, league, asKnownAt) : null;
  const { revision, generation } = derivation;
  // Matches that were moved since stood elsewhere then, so where the log ends now does not say what was seen.
  const end = revision === league.revision ? await findLogEnd(sql, league.id, asOf) : (asOf?.getTime() ?? null);
  const told = [
    ...[league.id, league.revision, league.generation, revision, generation, knownSequence],
    ...[end, past?.system.shownThrough?.getTime(), cut, hidden],
  ];
  return {
    leagueId: league.id,
    lines: { leagueId: league.id, asOf, knownSequence, revision, generation },
    past,
    cut,
    hidden: new Set(hidden),
    key: JSON.stringify(told),
  };
}

async function findCut(sql: Sql, league: League, moment: PastMoment): Promise<BoardCut | null> {
  const rule = boardRuleOf(league);
  if (!rule) return null;
  return { minMatches: rule.minMatches, activeSince: activeSince(rule, await findShownThrough(sql, league, moment)) };
}

function notKept({ slug, keptSince }: League, asKnownAt: Date): Refused {
  const rule = `asKnownAt must not be before ${shown(keptSince)}`;
  const reason = `earlier revisions of league ${slug} are not kept`;
  return new Refused(refuse('OUT_OF_WINDOW', ['asKnownAt'], `${rule}, because ${reason}, but is ${shown(asKnownAt)}`));
}
