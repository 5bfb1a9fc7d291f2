import { type Access, AccessDenied, canAdminister } from '../access/access.js';
import type { NeedsReads } from '../kit/needs.js';
import { beginWork, countWork, type ResponseSize } from '../kit/paging/response-size.js';
import type { League } from '../league/league.js';
import { keptByVersion } from '../league/league-reader.js';
import {
  type AlikePair,
  type DuplicateReason,
  listAlikePairs,
  listSharedHistories,
  MAX_COMPARED,
  MAX_LOOKED_AT,
  type SharedHistory,
} from './possible-duplicates.repository.js';

/** Names that are compared, and matches, in the time of a point. */
const NAMES_PER_POINT = 20;
const MATCHES_PER_POINT = 100;

/** Two players who may be one person, and why. */
export type PossibleDuplicate = AlikePair & Pick<SharedHistory, 'days'> & { readonly explanation: string };

export interface PossibleDuplicates {
  /** The likeliest first. */
  readonly pairs: readonly PossibleDuplicate[];
  /** Handle up to which was looked; null where it was the league's last. */
  readonly searchedTo: string | null;
}

/**
 * Looks for players of a league who may be one person: their names or accounts are alike, and they never met in a match.
 * @param size what is read is counted there
 * @throws AccessDenied for others than the league's admins
 */
export async function findPossibleDuplicates(
  needs: NeedsReads,
  access: Access,
  league: League,
  from: string | null,
  size: ResponseSize,
): Promise<PossibleDuplicates> {
  if (!canAdminister(access, league)) throw new AccessDenied(access, `look for duplicates in ${league.slug}`);
  await beginWork(size, Math.ceil(MAX_LOOKED_AT / NAMES_PER_POINT));
  return listPossibleDuplicates(needs, league, from, size);
}

/** Leagues with more players are not looked through where nobody asks for duplicates. */
const MAX_UNASKED = 1_000;

/** How many pairs of players of a league may be one person; null of a large one. @param size as above */
export async function countPossibleDuplicates(
  needs: NeedsReads,
  league: League,
  size: ResponseSize,
): Promise<number | null> {
  if (league.playerCount > MAX_UNASKED) return null;
  return keptByVersion(league, 'possible duplicates', async () => {
    await beginWork(size, Math.ceil(league.playerCount / NAMES_PER_POINT));
    return (await listPossibleDuplicates(needs, league, null, size)).pairs.length;
  });
}

async function listPossibleDuplicates(
  needs: NeedsReads,
  league: League,
  from: string | null,
  size: ResponseSize,
): Promise<PossibleDuplicates> {
  const { pairs, searchedTo } = await listAlikePairs(needs.reads, league, from);
  countWork(size, Math.ceil((2 * pairs.length * MAX_COMPARED) / MATCHES_PER_POINT));
  const histories = await listSharedHistories(needs.reads, league, pairs);
  const apart = pairs.flatMap((pair, place) => {
    const { meetings, days } = histories[place]!;
    return meetings > 0 ? [] : [{ ...pair, days, explanation: explainReasons(pair.reasons, days) }];
  });
  // Pairs have their order by what is alike already; nobody plays under two names in one evening for long.
  return { pairs: apart.sort((a, b) => b.reasons.length - a.reasons.length || a.days - b.days), searchedTo };
}

const WORDS: Readonly<Record<DuplicateReason, string>> = {
  SIMILAR_HANDLES: 'Their handles differ only in accents, umlauts (ü or ue), digits and punctuation.',
  SAME_DISPLAY_NAME: 'Their display names are the same; accents, umlauts (ü or ue) and case are ignored.',
  INITIAL: 'The display name of one has an initial for a name of the other.',
  SHARED_ACCOUNT: 'They have an account in common.',
};

function explainReasons(reasons: readonly DuplicateReason[], days: number): string {
  const together =
    days === 0
      ? 'They never met in a match and never played on the same day.'
      : `They never met in a match, and played on the same day ${days === 1 ? 'once' : `${days} times`}.`;
  return [...reasons.map((reason) => WORDS[reason]), together].join(' ');
}
