import { groupedBy } from '../kit/grouped-by.js';
import { ownTurn } from '../kit/own-turn.js';
import { type AnswerSize, beginWork } from '../kit/paging/answer-size.js';
import type { Sql } from '../kit/sql/transaction.js';
import { Unavailable } from '../kit/unavailable.js';
import type { League } from '../league/league.js';
import { ratedPlayersOf, toRaterMatch } from '../match-log/match.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import { listMerges } from '../match-log/merge.repository.js';
import { withMerges } from '../match-log/roster.js';
import { weightOf } from '../match-log/weight.js';
import type { RaterCatalogue } from '../raters/raters.js';
import { type RatingSystem, ratingSystemOf } from '../raters/rating-system.js';
import { States } from './cached-states.js';
import { canDeriveContributions } from './contributions.js';
import type { RatedLine } from './journal-line.js';
import type { JournalChange } from './rating.js';
import { scoreSums } from './rating-move.js';
import { loadStatesAt } from './states.js';
import { rateAfterWaits } from './waits.js';

/** To read the state of a player, in points. */
const POINTS_PER_PLAYER = 2;
/** Pairs of a match that are rated in the time of a point. */
const PAIRS_PER_POINT = 100;

/**
 * Puts into changes of a league's journal the contributions that it does not store, with their sums: each match is rated again from
 * the states before it, which gives the same ones to the bit.
 * @param size what it takes is counted there
 * @throws CorrectedMeanwhile
 * @throws RaterMissing, DerivedByOtherVersion if some are left out and the rater that made them is not installed
 */
export async function addLeftOut(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  changes: readonly JournalChange[],
  size?: AnswerSize,
): Promise<void> {
  const leftOut = groupedBy(
    changes.filter(({ isLeftOut }) => isLeftOut),
    ({ sequence }) => sequence,
  );
  if (leftOut.size === 0) return;
  const system = ratingSystemOf(raters, league);
  if (!canDeriveContributions(system.rater)) return;
  for await (const { sequence, lines } of deriveLines(sql, league, system, [...leftOut.keys()], size)) {
    for (const change of leftOut.get(sequence)!) {
      const line = lines.get(change.playerId);
      if (!line || line.after.value !== change.after.value) throw new CorrectedMeanwhile(league);
      const { contributions } = line;
      Object.assign(change, { contributions, ...scoreSums(contributions), isLeftOut: undefined });
    }
    // One may be two hundred players' work: others get their turn.
    await ownTurn();
  }
}

/** The lines were read before a correction, and the states after it. */
class CorrectedMeanwhile extends Unavailable {
  constructor({ slug }: League) {
    super(`league ${slug} was corrected while it was read; send the request again`, { retryAfter: 1 });
  }
}

/** What rating a match of the log again makes of its players, by their ids. */
export interface DerivedLines {
  readonly sequence: number;
  readonly lines: ReadonlyMap<number, Pick<RatedLine, 'after' | 'contributions'>>;
}

/**
 * Rates matches of the log again, each on the states that the journal had before it.
 * @param size what it takes is counted there, before it is done
 */
export async function* deriveLines(
  sql: Sql,
  league: League,
  system: RatingSystem,
  sequences: readonly number[],
  size?: AnswerSize,
): AsyncGenerator<DerivedLines> {
  const merges = await listMerges(sql, league.id);
  for (const { sequence, playedAt, sides: submitted } of await listMatchesBySequence(sql, league.id, sequences)) {
    const sides = withMerges(submitted, merges);
    const players = ratedPlayersOf(sides);
    if (size)
      await beginWork(size, POINTS_PER_PLAYER * players.length + Math.ceil(weightOf({ sides }) / PAIRS_PER_POINT));
    const states = new States();
    const before = { playedAt, sequence };
    const wanted = players.map((player) => ({ player, before }));
    await loadStatesAt(sql, league, system, wanted, states);
    const changes = rateAfterWaits(system, toRaterMatch({ playedAt, sides }), states, sequence);
    yield { sequence, lines: new Map(changes.map((change) => [Number(change.player), change])) };
  }
}
