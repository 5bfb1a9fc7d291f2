/** All games of a history in the order of play, in chunks: one more game copies one chunk, not the history. */
export interface DatedGames {
  /** Oldest first; all but the last one are full. */
  readonly chunks: readonly Chunk[];
  /** Older chunks that are no longer kept. */
  readonly dropped: number;
}

/** Some games in a row. */
export interface Chunk {
  /** The least and the greatest lead of its games. */
  readonly least: number;
  readonly greatest: number;
  /** FIELDS numbers each, see `DatedGame`. */
  readonly games: readonly number[];
}

/** A game in the making of a history. */
export interface DatedGame {
  /** Its place among all games, counted from 1. */
  readonly place: number;
  /** The opponent's index among the opponents. */
  readonly opponent: number;
  /** Its place among the games against him, counted from 1. */
  readonly meeting: number;
  readonly rating: number;
  readonly result: number;
  /** Whole milliseconds. */
  readonly playedAt: number;
}

const DAY = 24 * 60 * 60 * 1000;
const FIELDS = 5;
/** Games in a chunk: as many chunks are looked through as games of a chunk, in a history of a thousand. */
const CHUNK = 32;

export const NO_DATED_GAMES: DatedGames = { chunks: [], dropped: 0 };

/** By how much the clock is ahead of one game a day, in milliseconds: a game fades by days until this reaches its own. */
export function leadOf(place: number, playedAt: number): number {
  return playedAt - place * DAY;
}

export function withDatedGame({ chunks, dropped }: DatedGames, game: DatedGame): DatedGames {
  const { place, opponent, meeting, rating, result, playedAt } = game;
  const lead = leadOf(place, playedAt);
  const last = chunks.at(-1);
  const after = chunks.slice();
  if (!last || last.games.length === CHUNK * FIELDS) {
    after.push({ least: lead, greatest: lead, games: [opponent, meeting, rating, result, playedAt] });
  } else {
    after[after.length - 1] = {
      least: Math.min(last.least, lead),
      greatest: Math.max(last.greatest, lead),
      games: last.games.concat(opponent, meeting, rating, result, playedAt),
    };
  }
  return { chunks: after, dropped };
}

/** The game at a place; undefined where it is no longer kept. */
export function datedGame({ chunks, dropped }: DatedGames, place: number): DatedGame | undefined {
  const index = Math.floor((place - 1) / CHUNK);
  const chunk = chunks[index - dropped];
  return chunk && gameIn(chunk, place, ((place - 1) % CHUNK) * FIELDS);
}

function gameIn({ games }: Chunk, place: number, at: number): DatedGame {
  return {
    place,
    opponent: games[at]!,
    meeting: games[at + 1]!,
    rating: games[at + 2]!,
    result: games[at + 3]!,
    playedAt: games[at + 4]!,
  };
}

/** Calls for every game whose lead is above `above` and at most `upTo`. */
export function eachWithLead(
  { chunks, dropped }: DatedGames,
  above: number,
  upTo: number,
  visit: (game: DatedGame) => void,
): void {
  for (let index = 0; index < chunks.length; index++) {
    const chunk = chunks[index]!;
    if (chunk.greatest <= above || chunk.least > upTo) continue;
    for (let at = 0; at < chunk.games.length; at += FIELDS) {
      const place = (dropped + index) * CHUNK + at / FIELDS + 1;
      const lead = leadOf(place, chunk.games[at + 4]!);
      if (lead > above && lead <= upTo) visit(gameIn(chunk, place, at));
    }
  }
}

/** Without the oldest games, as far as whole chunks are no longer needed. Never all of them. */
export function withoutOldest(games: DatedGames, isNeeded: (game: DatedGame) => boolean): DatedGames {
  const { chunks, dropped } = games;
  if (chunks.length < 2 || isNeeded(datedGame(games, (dropped + 1) * CHUNK)!)) return games;
  return withoutOldest({ chunks: chunks.slice(1), dropped: dropped + 1 }, isNeeded);
}
