import type { Access } from '../access/access.js';
import { doOnce } from '../access/once.js';
import { checkReason } from '../audit/check-reason.js';
import { type Refusal, Refused, refuse } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import { getAdministered } from '../league/league.service.js';
import type { StoredMatch } from '../match-log/match.js';
import { listMatchesBySequence, type MatchKey } from '../match-log/match.repository.js';
import {
  type Corrected,
  type CorrectNeeds,
  correct,
  type KeptCorrection,
  recallCorrected,
  UNCHANGED,
} from './correct.js';
import type { CorrectionRequest } from './correction-request.js';

/** Most matches of one correction: as many as of one submission. */
const MOST_MATCHES = 1000;

/** A correction of several matches of one league. */
export interface MatchesCorrection extends CorrectionRequest {
  /** Slug. */
  readonly league: string;
  readonly matches: readonly {
    /** Null if the given id is not that of a match. */
    readonly match: MatchKey | null;
    /** The version of the match that the caller has seen. */
    readonly expectedVersion: number;
  }[];
}

export type CorrectedMatches = Corrected & {
  /** In the order of the request. */
  readonly matches: readonly StoredMatch[];
};

/**
 * Withdraws matches in one correction: all or none, with one replay. Those that are void already stay as they are.
 * @throws Refused with all that is wrong with any of them
 */
export function voidMatches(needs: CorrectNeeds, access: Access, input: MatchesCorrection): Promise<CorrectedMatches> {
  return changeStatus(needs, access, input, 'voidMatches');
}

/** Makes withdrawn matches count again, likewise. Those that count stay as they are. */
export function restoreMatches(
  needs: CorrectNeeds,
  access: Access,
  input: MatchesCorrection,
): Promise<CorrectedMatches> {
  return changeStatus(needs, access, input, 'restoreMatches');
}

async function changeStatus(
  needs: CorrectNeeds,
  access: Access,
  input: MatchesCorrection,
  kind: 'voidMatches' | 'restoreMatches',
): Promise<CorrectedMatches> {
  const league = await getAdministered(needs, access, input.league);
  checkReason(input.reason);
  const keys = checkList(league, input.matches);
  const { manager } = needs.database;
  const read = () => getMatches(manager, league, keys);
  const matches = await read();
  const status = kind === 'voidMatches' ? 'VOID' : 'RATED';
  if (matches.every((match) => match.status === status)) {
    const recall = (kept: KeptCorrection) => recallCorrected(needs, kept);
    return { matches, ...(await doOnce(manager, input.once ?? null, needs.clock(), recall, async () => UNCHANGED)) };
  }
  // Which of them change is decided under the league's lock: another correction may come before.
  const listed = matches.map(({ sequence }, index) => {
    const { expectedVersion } = input.matches[index]!;
    return { sequence, expectedVersion, index };
  });
  const corrected = await correct(needs, access, league.id, { kind, matches: listed }, input);
  return { matches: await read(), ...corrected };
}

/** @throws Refused unless there are 1 to 1,000 ids of matches of the league, each once */
function checkList({ id, slug }: League, matches: MatchesCorrection['matches']): MatchKey[] {
  if (matches.length === 0 || matches.length > MOST_MATCHES) {
    const message = `number of matches must be 1 to ${MOST_MATCHES}, but is ${matches.length}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'matches'], message));
  }
  const first = new Map<number, number>();
  const refusals: Refusal[] = [];
  for (const [index, { match }] of matches.entries()) {
    const before = match && first.get(match.sequence);
    if (match?.leagueId !== id) {
      refusals.push(refuseMatch(index, `match must be the id of a match of ${slug}`));
    } else if (before !== undefined) {
      refusals.push(refuseMatch(index, `match must be listed once, but matches ${before} and ${index} are the same`));
    } else {
      first.set(match.sequence, index);
    }
  }
  if (refusals.length > 0) throw new Refused(...refusals);
  return matches.map(({ match }) => match!);
}

function refuseMatch(index: number, message: string): Refusal {
  return refuse('BAD_INPUT', ['input', 'matches', index, 'match'], message);
}

/** @throws Refused if one of them does not exist */
async function getMatches(
  manager: CorrectNeeds['database']['manager'],
  { id, slug }: League,
  keys: readonly MatchKey[],
): Promise<StoredMatch[]> {
  const sequences = keys.map(({ sequence }) => sequence);
  const found = new Map((await listMatchesBySequence(manager, id, sequences)).map((own) => [own.sequence, own]));
  const refusals = sequences.flatMap((sequence, index) =>
    found.has(sequence) ? [] : [refuseMatch(index, `match must be the id of a match of ${slug}`)],
  );
  if (refusals.length > 0) throw new Refused(...refusals);
  return sequences.map((sequence) => found.get(sequence)!);
}
