import { MatchPacker, withRoom } from '@openladder/rating';
import type { LogPage } from './log-page.js';
import type { PlayerIndex } from './player-index.js';

/** The ratable matches of a page of the log, packed. Pages share the columns. */
export class PackedPage {
  readonly matches = new MatchPacker();
  /** For each packed match, its index in the page. */
  index = new Int32Array(0);
  readonly #playerIndex: PlayerIndex;

  /** @param playerIndex gives the players their places */
  constructor(playerIndex: PlayerIndex) {
    this.#playerIndex = playerIndex;
  }

  /** @throws RangeError if a match has no outcome */
  pack(page: LogPage): void {
    const { matches } = this;
    matches.clear();
    this.index = withRoom(this.index, page.matches);
    for (let match = 0; match < page.matches; match++) {
      matches.beginMatch(page.playedAt[match]!, page.weights.get(match));
      const roles = page.roles.get(match);
      const [begin, end] = [page.first[match]!, page.end(match)];
      for (let at = begin; at < end; at++) {
        if (at === begin || page.side[at] !== page.side[at - 1]) {
          matches.beginSide(page.placement[at]!, page.sideScore[at]!, roles?.[page.side[at]!] ?? undefined);
        }
        if (page.isGuest[at] === 1) {
          matches.addGuest(page.score[at]!);
        } else {
          matches.addParticipant(this.#playerIndex.place(page.player[at]!), page.score[at]!, page.minutes[at]!);
          if (page.scoresAgainst.size > 0) this.#packScoresAgainst(page, at, begin);
        }
      }
      if (matches.endMatch()) this.index[matches.length - 1] = match;
    }
  }

  #packScoresAgainst(page: LogPage, at: number, begin: number): void {
    for (const [position, score] of page.scoresAgainst.get(at)?.entries() ?? []) {
      const opponent = begin + position;
      if (score === null || page.isGuest[opponent] === 1) continue;
      this.matches.addScoreAgainst(this.#playerIndex.place(page.player[opponent]!), score);
    }
  }
}
