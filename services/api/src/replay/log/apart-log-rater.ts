import { type PlayerId, RaterFault } from '@openladder/rating';
import { checkFormat, type RatingSystem } from '../../raters/rating-system.js';
import { storesContributions } from '../../rating/journal-line.js';
import { type OrderedMatch, rateMatches } from '../../rating/rate-batch.js';
import type { LineChunk } from './line-chunk.js';
import type { LogPage } from './log-page.js';
import { BadMatch, type LogRater, storedStates } from './log-rater.js';
import type { PlayerIndex } from './player-index.js';

/** Matches that leave for the process together, with the states of their players. */
const MATCHES = 100;

type LogMatch = OrderedMatch & { readonly sequence: number };

/**
 * Rates a log match by match, in the process of a third party's rater.
 * @param stateBytes about how many bytes of states to keep in memory
 * @param lastSequence matches that arrived later are new
 * @param stayAwake see `keepingAwake`
 */
export function apartLogRater(
  system: RatingSystem,
  playerIndex: PlayerIndex,
  stateBytes: number,
  lastSequence: number,
  stayAwake?: () => Promise<void>,
): LogRater {
  const stored = storedStates(playerIndex, stateBytes);

  /** A part has new matches or old ones: only new ones are held to the rules. */
  const endOfPart = ({ matches, sequence }: LogPage, from: number): number => {
    const most = Math.min(from + MATCHES, matches);
    const areNew = sequence[from]! > lastSequence;
    let end = from + 1;
    while (end < most && sequence[end]! > lastSequence === areNew) end++;
    return end;
  };

  const matchOf = (page: LogPage, index: number): LogMatch => {
    const match = page.matchAt(index);
    const sequence = page.sequence[index]!;
    if (checkFormat(system.rater, system.settings, match, [])) throw new BadMatch(sequence);
    return { sequence, ...match };
  };

  const ratePart = async (matches: readonly LogMatch[], players: Iterable<PlayerId>, chunk: LineChunk) => {
    const own = [...new Set(players)];
    const states = stored.waiting.pick(own);
    const mode = { areNew: matches[0]!.sequence > lastSequence, isShown: false };
    const results = await rateMatches(system, matches, states, new Map(), mode, stayAwake);
    for (const [index, result] of results.entries()) {
      const match = matches[index]!;
      if (result.kind === 'failed') throw new BadMatch(match.sequence, new RaterFault(result.message));
      const isStored = storesContributions(system.rater, match);
      for (const line of result.lines) {
        chunk.add(playerIndex.place(Number(line.player)), match.playedAt, match.sequence, line, isStored);
      }
    }
    stored.waiting.keep(own, states);
  };

  return {
    ...stored,
    rate: async (page, chunk) => {
      for (let from = 0, end = 0; from < page.matches; from = end) {
        end = endOfPart(page, from);
        const matches = Array.from({ length: end - from }, (_, index) => matchOf(page, from + index));
        await ratePart(matches, page.player.subarray(page.first[from]!, page.end(end - 1)), chunk);
      }
    },
  };
}
