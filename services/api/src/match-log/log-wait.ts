/** An expired wait, at its place in the total order. */
export interface PlacedWait {
  readonly at: Date;
  readonly sequence: number;
}

/** A player waited for an opponent until this time and none was found; part of the log's total order. */
export interface LogWait extends PlacedWait {
  readonly playerId: number;
}
