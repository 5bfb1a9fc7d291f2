import { exponentOf, type Moment } from './decay-mode.js';
import { DAY } from './weights.js';

/**
 * The games against one opponent, oldest first, in chunks. One more game copies a single chunk. A chunk begins with the least
 * and the greatest lead of its games and of all older ones. Then it has FIELDS numbers for each game.
 */
export type DatedGames = readonly Chunk[];
export type Chunk = readonly number[];

export const LEAST = 0;
export const GREATEST = 1;
/** Where the games of a chunk begin. */
export const HEAD = 2;

/** The numbers of a game, by their places. */
export const FIELDS = 5;
/** 10^(r/400) of the opponent's rating. */
export const ODDS = 0;
/** 1 won, 0.5 drawn, 0 lost. */
export const RESULT = 1;
/** Its place among all games of the player, counted from 1. */
export const PLACE = 2;
/** Whole milliseconds, so that sums and differences of times are exact, and every comparison of times agrees. */
export const PLAYED_AT = 3;
/** decay^days, divided by the scale of all games; see `DatedSummary`. */
export const BY_DAYS = 4;

/** Games in a full chunk. */
export const CHUNK = 8;

/** How far the clock is ahead of one game a day, in milliseconds. A game fades by days until this reaches the game's own lead. */
export function leadOf(place: number, playedAt: number): number {
  return playedAt - place * DAY;
}

/** The games with a newer one. */
export function withDatedGame(
  games: DatedGames,
  odds: number,
  result: number,
  place: number,
  playedAt: number,
  byDays: number,
): DatedGames {
  const lead = leadOf(place, playedAt);
  const last = games[games.length - 1];
  const least = last ? Math.min(lead, last[LEAST]!) : lead;
  const greatest = last ? Math.max(lead, last[GREATEST]!) : lead;
  // Unlike push, concat allocates no spare room. There are many states.
  if (!last || last.length === HEAD + CHUNK * FIELDS) {
    return games.concat([[least, greatest, odds, result, place, playedAt, byDays]]);
  }
  const chunk = last.concat([odds, result, place, playedAt, byDays]);
  chunk[LEAST] = least;
  chunk[GREATEST] = greatest;
  const chunks = games.slice();
  chunks[chunks.length - 1] = chunk;
  return chunks;
}

/** Drops the oldest games, as whole chunks beyond a horizon. */
export function withoutOldest(games: DatedGames, now: Moment, horizon: number): DatedGames {
  const oldest = games[0];
  if (!oldest) return games;
  const newest = oldest.length - FIELDS;
  const j = 1 + (games.length > 1 ? (games.length - 2) * CHUNK + gamesIn(games.at(-1)!) : 0);
  const isNeeded = exponentOf(oldest[newest + PLACE]!, oldest[newest + PLAYED_AT]!, j, now) <= horizon;
  return isNeeded ? games : withoutOldest(games.slice(1), now, horizon);
}

/** How many games there are in a chunk. */
export function gamesIn(chunk: Chunk): number {
  return (chunk.length - HEAD) / FIELDS;
}

/** The games, with what each has faded to by days multiplied by `scale`. */
export function rescaled(games: DatedGames, scale: number): DatedGames {
  return games.map((chunk) => {
    const copy = chunk.slice();
    for (let at = HEAD; at < copy.length; at += FIELDS) copy[at + BY_DAYS]! *= scale;
    return copy;
  });
}
