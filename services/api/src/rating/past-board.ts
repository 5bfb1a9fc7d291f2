/** Players in the order of a past board, those with a rank first. */
export interface PastBoard {
  readonly players: Int32Array;
  /** The score of each; -Infinity for none. */
  readonly scores: Float64Array;
  /** How many of them have a rank. */
  readonly ranked: number;
}

/** A place on a past board. */
export interface PastPlace {
  readonly playerId: number;
  /** From 1, counting everybody. */
  readonly place: number;
  /** From 1, shared by players of equal score; null for provisional players. */
  readonly rank: number | null;
}

/** Packs a board for keeping: some 12 bytes a player. */
export function packBoard(players: readonly number[], scores: readonly number[], ranked: number): PastBoard {
  return { players: Int32Array.from(players), scores: Float64Array.from(scores), ranked };
}

/** The size of a board in bytes. */
export function boardBytes({ players, scores }: PastBoard): number {
  return players.byteLength + scores.byteLength + 200;
}

/** A stretch of a board, between two places that both belong to it. */
export function placesBetween(board: PastBoard, from: number, to: number, includeProvisional: boolean): PastPlace[] {
  const length = includeProvisional ? board.players.length : board.ranked;
  const places: PastPlace[] = [];
  for (let place = from; place <= Math.min(to, length); place++) places.push(placeAt(board, place));
  return places;
}

/** A player's place; null if they are not on the board. */
export function placeOf(board: PastBoard, playerId: number, includeProvisional: boolean): PastPlace | null {
  const index = board.players.indexOf(playerId);
  if (index === -1 || (index >= board.ranked && !includeProvisional)) return null;
  return placeAt(board, index + 1);
}

function placeAt({ players, scores, ranked }: PastBoard, place: number): PastPlace {
  const playerId = players[place - 1]!;
  if (place > ranked) return { playerId, place, rank: null };
  let rank = place;
  while (rank > 1 && scores[rank - 2] === scores[place - 1]) rank--;
  return { playerId, place, rank };
}
