import {
  type BatchRater,
  type Formats,
  MatchPacker,
  PackedLines,
  type PackedStates,
  packedStates,
  RaterFault,
  rateBatch,
  withRoom,
} from '@openladder/rating';
import { type RatingSystem, type SettingValues } from '../../raters/rating-system.js';
import { copyWaits, States } from '../../rating/cached-states.js';
import { canDeriveContributions, MAX_STORED_CONTRIBUTIONS } from '../../rating/journal-line.js';
import { type LineChunk } from './line-chunk.js';
import { type LogPage } from './log-page.js';
import { BadMatch, type LogRater, ratePlain } from './log-rater.js';
import { type PlayerIndex } from './player-index.js';

type BatchSystem = RatingSystem & { readonly rater: BatchRater<SettingValues, unknown> };

/** Rates a log page by page with the batch form of the rater, over packed states. */
export class BatchLogRater implements LogRater {
  readonly waiting = new States();
  readonly #system: BatchSystem;
  readonly #formats: Formats;
  readonly #playerIndex: PlayerIndex;
  readonly #states: PackedStates<unknown>;
  readonly #packed: PackedPage;
  readonly #lines = new PackedLines();
  /** Whether the contributions of matches of any size are stored. */
  readonly #storesAll: boolean;
  /** 1 for players who have been rated, by place. */
  #isRated = new Uint8Array(0);
  /** The states of the packed participants before the batch. */
  #before = new Float64Array(0);

  constructor(system: BatchSystem, playerIndex: PlayerIndex) {
    this.#system = system;
    this.#storesAll = !canDeriveContributions(system.rater);
    this.#formats = system.rater.formats(system.settings);
    this.#playerIndex = playerIndex;
    this.#packed = new PackedPage(playerIndex);
    this.#states = packedStates(system.rater, system.settings, 0);
  }

  rate(page: LogPage, chunk: LineChunk): void {
    const from = chunk.length;
    if (!this.#isSomebodyWaiting(page) && this.#pack(page) && this.#ratePacked()) {
      const { index, matches } = this.#packed;
      chunk.addPacked(page, index, matches, this.#lines, this.#playerIndex, (match) => this.#isStored(page, match));
      this.#mark(chunk, from);
    } else {
      this.#rateOneByOne(page, chunk);
    }
  }

  statesOf(places: Iterable<number>): States {
    const states = new States();
    for (const place of places) {
      const player = this.#playerIndex.player(place);
      states.set(player, this.#states.get(place));
      copyWaits(this.waiting, player, states);
    }
    return states;
  }

  close(): void {}

  #isStored(page: LogPage, match: number): boolean {
    return this.#storesAll || page.contributionsOf(match) <= MAX_STORED_CONTRIBUTIONS;
  }

  #isSomebodyWaiting({ player, participants }: LogPage): boolean {
    if (this.waiting.waits.size === 0) return false;
    return player.subarray(0, participants).some((one) => this.waiting.waits.has(one));
  }

  /** @returns whether all matches could be packed: each fits the formats, and has an outcome */
  #pack(page: LogPage): boolean {
    for (let match = 0; match < page.matches; match++) {
      if (!this.#isFitting(page, match)) throw new BadMatch(page.sequence[match]!);
    }
    try {
      this.#packed.pack(page);
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }

  /** @returns false if the rater fails on one of them; the caller then rates match by match to find it */
  #ratePacked(): boolean {
    this.#states.grow(this.#playerIndex.size);
    this.#remember();
    try {
      const { rater, settings } = this.#system;
      rateBatch(rater, settings, this.#packed.matches, this.#states, this.#lines);
      return true;
    } catch (error) {
      if (!(error instanceof RaterFault)) throw error;
      this.#forget();
      return false;
    }
  }

  /** The same rule as `checkFormat`, which writes the message. */
  #isFitting(page: LogPage, match: number): boolean {
    const { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide } = this.#formats;
    const [begin, end] = [page.first[match]!, page.end(match)];
    const sides = page.side[end - 1]! + 1;
    if (sides < minSides || sides > (maxSides ?? sides)) return false;
    for (let from = begin, to = begin; from < end; from = to) {
      while (to < end && page.side[to] === page.side[from]) to++;
      const players = to - from;
      if (players < minPlayersPerSide || players > (maxPlayersPerSide ?? players)) return false;
    }
    return true;
  }

  #rateOneByOne(page: LogPage, chunk: LineChunk): void {
    const { waiting } = this;
    for (let match = 0; match < page.matches; match++) {
      const states = new States();
      const players = page.player.subarray(page.first[match]!, page.end(match));
      for (const player of players) {
        const place = this.#playerIndex.find(player);
        if (place !== undefined && this.#isRated[place] === 1) states.set(player, this.#states.get(place));
        copyWaits(waiting, player, states);
      }
      const from = chunk.length;
      ratePlain(this.#system, page, match, states, this.#playerIndex, chunk);
      this.#states.grow(this.#playerIndex.size);
      this.#mark(chunk, from);
      for (let line = from; line < chunk.length; line++) {
        const place = chunk.place[line]!;
        const player = this.#playerIndex.player(place);
        this.#states.set(place, states.get(player));
        copyWaits(states, player, waiting);
      }
    }
  }

  #mark(chunk: LineChunk, from: number): void {
    this.#isRated = withRoom(this.#isRated, this.#playerIndex.size);
    for (let line = from; line < chunk.length; line++) this.#isRated[chunk.place[line]!] = 1;
  }

  #remember(): void {
    const { width } = this.#system.rater.batch;
    const { player, length, firstParticipant } = this.#packed.matches;
    const participants = firstParticipant[length]!;
    this.#before = withRoom(this.#before, width * participants);
    for (let p = 0; p < participants; p++) {
      const from = width * player[p]!;
      for (let n = 0; n < width; n++) this.#before[width * p + n] = this.#states.numbers[from + n]!;
    }
  }

  #forget(): void {
    const { width } = this.#system.rater.batch;
    const { player, length, firstParticipant } = this.#packed.matches;
    for (let p = 0; p < firstParticipant[length]!; p++) {
      const state = this.#before.subarray(width * p, width * (p + 1));
      this.#states.numbers.set(state, width * player[p]!);
    }
  }
}

/** The ratable matches of a page of the log, packed. Pages share the columns. */
export class PackedPage {
  readonly matches = new MatchPacker();
  /** For each packed match, its index in the page. */
  index = new Int32Array(0);
  readonly #playerIndex: PlayerIndex;

  /** @param playerIndex assigns places to the players */
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
