import { type PlayerId, RaterFault } from '@openladder/rating';
import { checkFormat, type RatingSystem } from '../../raters/rating-system.js';
import type { States } from '../../rating/cached-states.js';
import { storesContributions } from '../../rating/journal-line.js';
import { type OrderedMatch, rateMatches } from '../../rating/rate-batch.js';
import { StateStore } from '../states/state-store.js';
import type { LineChunk } from './line-chunk.js';
import type { LogPage } from './log-page.js';
import { BadMatch, type LogRater } from './log-rater.js';
import type { PlayerIndex } from './player-index.js';

/** Matches that leave for the process together, with the states of their players. */
const MATCHES = 100;

/** Rates a log match by match, in the process of a third party's rater. */
export class ApartLogRater implements LogRater {
  readonly waiting: StateStore;
  readonly #system: RatingSystem;
  readonly #playerIndex: PlayerIndex;
  readonly #lastSequence: number;
  readonly #stayAwake: (() => Promise<void>) | undefined;

  /**
   * @param stateBytes about how many bytes of states to keep in memory
   * @param lastSequence matches that arrived later are new
   * @param stayAwake see `keepingAwake`
   */
  constructor(
    system: RatingSystem,
    playerIndex: PlayerIndex,
    stateBytes: number,
    lastSequence: number,
    stayAwake?: () => Promise<void>,
  ) {
    this.#stayAwake = stayAwake;
    this.#system = system;
    this.#playerIndex = playerIndex;
    this.#lastSequence = lastSequence;
    this.waiting = new StateStore(playerIndex, stateBytes);
  }

  async rate(page: LogPage, chunk: LineChunk): Promise<void> {
    for (let from = 0, end = 0; from < page.matches; from = end) {
      end = this.#endOfPart(page, from);
      const matches = Array.from({ length: end - from }, (_, index) => this.#matchOf(page, from + index));
      const players = page.player.subarray(page.first[from]!, page.end(end - 1));
      await this.#ratePart(matches, players, chunk);
    }
  }

  statesOf(places: Iterable<number>): States {
    return this.waiting.pick(Array.from(places, (place) => this.#playerIndex.player(place)));
  }

  close(): void {
    this.waiting.close();
  }

  /** A part has new matches or old ones: only new ones are held to the rules. */
  #endOfPart(page: LogPage, from: number): number {
    const most = Math.min(from + MATCHES, page.matches);
    const isNew = this.#isNew(page.sequence[from]!);
    let end = from + 1;
    while (end < most && this.#isNew(page.sequence[end]!) === isNew) end++;
    return end;
  }

  #isNew(sequence: number): boolean {
    return sequence > this.#lastSequence;
  }

  #matchOf(page: LogPage, index: number): OrderedMatch & { readonly sequence: number } {
    const match = page.matchAt(index);
    const sequence = page.sequence[index]!;
    const { rater, settings } = this.#system;
    if (checkFormat(rater, settings, match, [])) throw new BadMatch(sequence);
    return { sequence, ...match };
  }

  async #ratePart(
    matches: readonly (OrderedMatch & { readonly sequence: number })[],
    players: Iterable<PlayerId>,
    chunk: LineChunk,
  ): Promise<void> {
    const own = [...new Set(players)];
    const states = this.waiting.pick(own);
    const areNew = this.#isNew(matches[0]!.sequence);
    const mode = { areNew, isShown: false };
    const results = await rateMatches(this.#system, matches, states, new Map(), mode, this.#stayAwake);
    for (const [index, result] of results.entries()) {
      const match = matches[index]!;
      if (result.kind === 'failed') throw new BadMatch(match.sequence, new RaterFault(result.message));
      const isStored = storesContributions(this.#system.rater, match);
      for (const line of result.lines) {
        chunk.add(this.#playerIndex.place(Number(line.player)), match.playedAt, match.sequence, line, isStored);
      }
    }
    this.waiting.keep(own, states);
  }
}
