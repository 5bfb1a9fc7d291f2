import type { PlayerId, Result } from '@openladder/rating';

/** One game from a player's point of view. */
export interface PlayedGame {
  readonly opponent: PlayerId;
  /** The opponent's rating when the game was played, in points, limited to RATING_LIMIT on either side of zero. */
  readonly rating: number;
  readonly result: Result;
  /** Milliseconds on any clock, usually since 1970. */
  readonly playedAt: number;
}

/**
 * A player's games in columns, oldest first. Each rating reads all of them, and columns of numbers are several times faster to read
 * than objects.
 */
export interface Games {
  /** Each opponent once, in the order of the first games. */
  readonly opponents: readonly PlayerId[];
  /** The opponent of each game, as an index into `opponents`. */
  readonly opponent: readonly number[];
  readonly rating: readonly number[];
  readonly result: readonly Result[];
  readonly playedAt: readonly number[];
}

/** The games in columns. */
export function inColumns(oldestFirst: readonly PlayedGame[]): Games {
  const indexes = new Map<PlayerId, number>();
  for (const { opponent } of oldestFirst) {
    if (!indexes.has(opponent)) indexes.set(opponent, indexes.size);
  }
  return {
    opponents: [...indexes.keys()],
    opponent: oldestFirst.map(({ opponent }) => indexes.get(opponent)!),
    rating: oldestFirst.map(({ rating }) => rating),
    result: oldestFirst.map(({ result }) => result),
    playedAt: oldestFirst.map(({ playedAt }) => playedAt),
  };
}

/** The games one by one, oldest first. */
export function inRows({ opponents, opponent, rating, result, playedAt }: Games): PlayedGame[] {
  return opponent.map((index, game) => ({
    opponent: opponents[index]!,
    rating: rating[game]!,
    result: result[game]!,
    playedAt: playedAt[game]!,
  }));
}

/** The games with a newer one. */
export function withGame(games: Games, game: PlayedGame): Games {
  const known = games.opponents.indexOf(game.opponent);
  const isNew = known === -1;
  return {
    opponents: isNew ? [...games.opponents, game.opponent] : games.opponents,
    opponent: [...games.opponent, isNew ? games.opponents.length : known],
    rating: [...games.rating, game.rating],
    result: [...games.result, game.result],
    playedAt: [...games.playedAt, game.playedAt],
  };
}

/** How many games were against this opponent. */
export function countAgainst({ opponents, opponent }: Games, id: PlayerId): number {
  const index = opponents.indexOf(id);
  return index === -1 ? 0 : opponent.filter((other) => other === index).length;
}
